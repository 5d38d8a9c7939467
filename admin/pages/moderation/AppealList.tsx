import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type Appeal, appealsQuery } from '../../api/reviews/moderation.ts'
import { Badge, type Tone } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { EmptyState, ErrorState, Loading } from '../../components/EmptyState.tsx'
import { FilterSelect } from '../../components/forms/Field.tsx'
import { Options } from '../../components/forms/Options.tsx'
import { LoadMore } from '../../components/lists/LoadMore.tsx'
import { Card } from '../../components/Page.tsx'
import { StaleNotice } from '../../components/StaleNotice.tsx'
import { formatMoment } from '../../components/values/dates.ts'
import { Stars } from '../../components/values/Stars.tsx'
import { Time } from '../../components/values/Time.tsx'
import { parseChoice } from '../../shell/search-values.ts'
import { useRole, useStoreId } from '../../shell/store/use-store.ts'
import { reasonNames } from '../../texts/moderation-reasons.ts'
import { AppealDialog } from './AppealDialog.tsx'

const stateNames: Record<Appeal['state'], string> = { open: 'Open', upheld: 'Upheld', overturned: 'Overturned' }
const tones: Record<Appeal['state'], Tone> = { open: 'warn', upheld: 'plain', overturned: 'good' }

export function AppealList() {
  const storeId = useStoreId()
  const [state, setState] = useState<Appeal['state'] | undefined>('open')
  const list = useInfiniteQuery(appealsQuery(storeId, state))
  const rows = list.data?.pages.flatMap((page) => page.data) ?? []
  return (
    <Card>
      <div className="flex flex-wrap gap-2 border-b border-line p-3">
        <FilterSelect
          label="State"
          value={state ?? ''}
          onChange={(event) => setState(parseChoice(stateNames, event.target.value))}
        >
          <option value="">All appeals</option>
          <Options names={stateNames} />
        </FilterSelect>
      </div>
      {!list.data ? (
        list.error ? (
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        ) : (
          <Loading />
        )
      ) : rows.length === 0 ? (
        <EmptyState icon="inbox" title={state === 'open' ? 'No appeal is open' : 'No such appeal'}>
          Authors who get a rejection by email can appeal once. Appeals wait here for 14 days.
        </EmptyState>
      ) : (
        <>
          {list.isRefetchError && <StaleNotice error={list.error} onRetry={() => void list.refetch()} />}
          <ul className="grid divide-y divide-line">
            {rows.map((appeal) => (
              <Row key={appeal.id} appeal={appeal} />
            ))}
          </ul>
          <LoadMore {...list} />
        </>
      )}
    </Card>
  )
}

function Row({ appeal }: { appeal: Appeal }) {
  const storeId = useStoreId()
  const { isAtLeast } = useRole()
  const [isDeciding, setIsDeciding] = useState(false)
  const { state, overdue, statement, review, reason, reviewId, createdAt, dueAt, decidedAt, note, sameActor } = appeal
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-5 py-3.5">
      <div className="grid min-w-0 flex-1 basis-72 gap-1.5">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-quiet">
          <Badge tone={overdue ? 'danger' : tones[state]}>{overdue ? 'Overdue' : stateNames[state]}</Badge>
          <Stars rating={review.rating} className="h-4" />
          <Link
            to="/stores/$storeId/reviews/$reviewId"
            params={{ storeId, reviewId }}
            className="font-medium text-text underline decoration-line-strong underline-offset-4 hover:decoration-text"
          >
            <span dir="auto">{review.productTitle ?? 'The review'}</span>
          </Link>
          {reason && <span>rejected: {reasonNames[reason].toLowerCase()}</span>}
        </p>
        <p dir="auto" className="break-words whitespace-pre-line">
          {statement ?? <em className="text-quiet">The text was deleted because its author was erased.</em>}
        </p>
        {note && (
          <p dir="auto" className="border-s-2 border-line ps-3 text-sm break-words whitespace-pre-line text-quiet">
            {note}
          </p>
        )}
        <p className="text-sm text-quiet">
          Received <Time at={createdAt} />
          {state === 'open' ? `, due ${formatMoment(dueAt)}` : decidedAt && `, decided ${formatMoment(decidedAt)}`}
          {sameActor && ' by the person who rejected it'}
        </p>
      </div>
      {state === 'open' && isAtLeast('MEMBER') && (
        <Button size="small" look="primary" onClick={() => setIsDeciding(true)}>
          Decide
        </Button>
      )}
      {isDeciding && <AppealDialog appeal={appeal} onClose={() => setIsDeciding(false)} />}
    </li>
  )
}
