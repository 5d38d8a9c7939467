import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FirstRun, firstRunQuery } from '../../api/first-run.ts'
import { buttonClass } from '../../components/Button.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Card, Page } from '../../components/Page.tsx'
import { Time } from '../../components/values/Time.tsx'
import { useStoreId } from '../../shell/store/use-store.ts'
import { Checklist } from './Checklist.tsx'
import { AllDone, Progress } from './ChecklistCard.tsx'

export function SetupPage() {
  const storeId = useStoreId()
  const query = useQuery(firstRunQuery(storeId))
  return (
    <Page
      title="Set up your store"
      intro="Each step takes a few minutes and is marked automatically. Skip any you don't need."
      actions={query.data && <Progress firstRun={query.data} />}
    >
      <Loaded query={query}>
        {(firstRun) => (
          <>
            {firstRun.complete && (
              <AllDone>
                <Link to="/stores/$storeId/reviews" params={{ storeId }} className={buttonClass('primary', 'small')}>
                  Go to the reviews
                </Link>
              </AllDone>
            )}
            <Card>
              <Checklist firstRun={firstRun} isShort={false} />
            </Card>
            {firstRun.widgets.length > 0 && <SeenCard firstRun={firstRun} />}
          </>
        )}
      </Loaded>
    </Page>
  )
}

const names: Readonly<Record<string, string>> = {
  reviews: 'Reviews',
  stars: 'Stars and averages',
  review_form: 'Review form',
  gallery: 'Gallery',
  faq: 'Questions and answers',
  loyalty: 'Points',
  placements: 'Placements',
}

function SeenCard({ firstRun: { widgets } }: { firstRun: FirstRun }) {
  return (
    <Card title="Seen in your shop">
      <ul className="grid gap-2 p-5 pt-3 text-sm">
        {widgets.map(({ widget, firstSeenAt, lastSeenAt }) => (
          <li key={widget} className="flex flex-wrap justify-between gap-x-6 gap-y-1">
            <span className="font-medium">{names[widget] ?? widget}</span>
            <span className="text-quiet">
              first <Time at={firstSeenAt} />, last <Time at={lastSeenAt} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
