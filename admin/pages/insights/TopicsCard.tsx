import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { downloadReport, type Reports, reportQuery } from '../../api/analytics.ts'
import { Button } from '../../components/Button.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { SaveButton } from '../../components/forms/SaveButton.tsx'
import { Icon } from '../../components/Icon.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { shownLocale } from '../../components/locale.ts'
import { Card } from '../../components/Page.tsx'
import { Segments } from '../../components/Segments.tsx'
import { averageText } from '../../components/values/average.ts'
import { Stars } from '../../components/values/Stars.tsx'
import { shareText } from '../../components/values/share.ts'
import { Time } from '../../components/values/Time.tsx'
import { useStoreId } from '../../shell/store/use-store.ts'
import type { Days } from './days.ts'

type Topic = Reports['topics']['data'][number]
const orders = { reviews: 'Most mentioned', low: 'Most low ratings' } as const
type Order = keyof typeof orders
/** A person would never read a longer list. A button shows the rest. */
const atFirst = 8

export function TopicsCard({ asked: { from, to } }: { asked: Days }) {
  const storeId = useStoreId()
  const [order, setOrder] = useState<Order>('reviews')
  const [isWhole, setIsWhole] = useState(false)
  const query = useQuery(reportQuery(storeId, 'topics', { from, to }))
  const save = (
    <SaveButton
      label="Download as CSV"
      name="Download as CSV: Topics"
      fileName={`topics-${from}-${to}.csv`}
      read={() => downloadReport(storeId, 'topics', { from, to })}
    />
  )
  return (
    <Card title="Topics" actions={save}>
      <Loaded query={query} rows={5}>
        {({ data, total }) =>
          data.length === 0 ? (
            <EmptyState icon="log" title="No topics yet">
              A topic appears when three or more approved reviews mention it, such as “runs small”.
            </EmptyState>
          ) : (
            <>
              <div className="max-w-full sideways px-5 py-4">
                <Segments
                  label="Order of the topics"
                  value={order}
                  onChange={setOrder}
                  options={Object.entries(orders) as [Order, string][]}
                />
              </div>
              <ul aria-label="Topics" className="border-t border-line">
                {sorted(data, order)
                  .slice(0, isWhole ? undefined : atFirst)
                  .map((topic) => (
                    <li key={`${topic.language} ${topic.topic}`} className="border-b border-line">
                      <TopicRow topic={topic} />
                    </li>
                  ))}
              </ul>
              <div className="flex flex-wrap items-center justify-between gap-3 px-5 py-3 text-sm text-quiet">
                <p>Found in {total.reviews.toLocaleString(shownLocale)} approved reviews.</p>
                {!isWhole && data.length > atFirst && (
                  <Button size="small" look="quiet" onClick={() => setIsWhole(true)}>
                    Show all {data.length}
                  </Button>
                )}
              </div>
            </>
          )
        }
      </Loaded>
    </Card>
  )
}

const sorted = (topics: readonly Topic[], order: Order): Topic[] =>
  order === 'reviews' ? [...topics] : topics.toSorted((a, b) => b.low - a.low || b.reviews - a.reviews)

function TopicRow({ topic }: { topic: Topic }) {
  const { topic: name, reviews, averageRating, lowShare, language } = topic
  return (
    <details className="group">
      <summary className="flex cursor-pointer flex-wrap items-center gap-x-4 gap-y-1 px-5 py-3 text-sm -outline-offset-2 hover:bg-hover">
        <span className="flex min-w-0 flex-1 basis-40 items-center gap-2 font-medium" lang={language} dir="auto">
          <Icon name="chevronRight" className="size-4 shrink-0 text-quiet group-open:rotate-90" />
          {name}
        </span>
        <span className="tabular-nums">{reviews === 1 ? '1 review' : `${reviews} reviews`}</span>
        <span className="text-quiet tabular-nums">Average {averageText(averageRating)}</span>
        <span className="flex items-center gap-2 tabular-nums">
          <span aria-hidden className="h-1.5 w-16 overflow-hidden rounded-full bg-line">
            <span className="block h-full bg-danger" style={{ width: `${(lowShare ?? 0) * 100}%` }} />
          </span>
          {shareText(lowShare)} low
        </span>
      </summary>
      <Quotes topic={topic} />
    </details>
  )
}

function Quotes({ topic: { topic, quotes, language } }: { topic: Topic }) {
  const storeId = useStoreId()
  return (
    <div className="grid gap-3 px-5 pb-4 pl-11">
      <ul aria-label={`Sentences about “${topic}”`} className="grid gap-3">
        {quotes.map(({ reviewId, rating, sentence, submittedAt }) => (
          <li key={reviewId} className="grid gap-0.5 border-l-2 border-line pl-3 text-sm">
            <Link
              to="/stores/$storeId/reviews/$reviewId"
              params={{ storeId, reviewId }}
              search={{ status: 'approved' }}
              className="break-words hover:underline"
            >
              <q lang={language} dir="auto">
                {sentence}
              </q>
            </Link>
            <span className="flex items-center gap-2 text-xs text-quiet">
              <Stars rating={rating} />
              <Time at={submittedAt} />
            </span>
          </li>
        ))}
      </ul>
      <Link
        to="/stores/$storeId/reviews"
        params={{ storeId }}
        search={{ status: 'approved', q: topic }}
        className="text-sm font-medium underline"
      >
        Show in the inbox
      </Link>
    </div>
  )
}
