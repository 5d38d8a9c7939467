import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { historyQuery, type PastAct } from '../../api/reviews/reviews.ts'
import { Button } from '../../components/Button.tsx'
import { ErrorState, Loading } from '../../components/EmptyState.tsx'
import { Icon } from '../../components/Icon.tsx'
import { formatMoment } from '../../components/values/dates.ts'
import { formatActor, formatDeed, iconOf } from '../../texts/review-acts.ts'
import { useInbox } from './state/inbox.ts'

const shownFirst = 3

export function ReviewHistory({ reviewId }: { reviewId: string }) {
  const { storeId } = useInbox()
  const { data, error, refetch } = useQuery(historyQuery(storeId, reviewId))
  const [isWhole, setIsWhole] = useState(false)
  const acts = isWhole ? data : data?.slice(0, shownFirst)
  const hidden = (data?.length ?? 0) - shownFirst
  return (
    <section aria-label="History" className="grid gap-3">
      <h3 className="text-sm font-semibold">History</h3>
      {!data && (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Loading rows={2} />)}
      {data?.length === 0 && <p className="text-sm text-quiet">Nothing has been done about this review yet.</p>}
      {acts && acts.length > 0 && (
        <ol className="grid text-sm">
          {acts.map((act, i) => (
            <Line key={`${act.at} ${act.kind} ${i}`} act={act} />
          ))}
        </ol>
      )}
      {hidden > 0 && (
        <div>
          <Button size="small" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
            {isWhole ? 'Show less' : `Show ${hidden} more`}
          </Button>
        </div>
      )}
    </section>
  )
}

function Line({ act }: { act: PastAct }) {
  return (
    <li className="group grid grid-cols-[1.75rem_minmax(0,1fr)] gap-3">
      <span className="flex flex-col items-center">
        <span className="grid size-7 shrink-0 place-items-center rounded-full bg-plain-wash text-quiet">
          <Icon name={iconOf(act)} className="size-4" />
        </span>
        <span aria-hidden="true" className="w-px flex-1 bg-line group-last:hidden" />
      </span>
      <span className="grid gap-0.5 pt-1 pb-4 group-last:pb-0">
        <span className="wrap-anywhere">
          <span className="font-medium">{formatActor(act.by)}</span> {formatDeed(act)}
        </span>
        <span className="text-xs text-quiet">
          <time dateTime={act.at}>{formatMoment(act.at)}</time>
          {act.kind === 'decided' && act.policyVersion ? `, by version ${act.policyVersion} of the policy` : ''}
        </span>
      </span>
    </li>
  )
}
