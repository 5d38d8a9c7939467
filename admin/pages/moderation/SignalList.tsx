import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { type SignalKind, type SignalState, signalsQuery } from '../../api/reviews/signals.ts'
import { EmptyState, ErrorState, Loading } from '../../components/EmptyState.tsx'
import { FilterSelect } from '../../components/forms/Field.tsx'
import { Options } from '../../components/forms/Options.tsx'
import { LoadMore } from '../../components/lists/LoadMore.tsx'
import { useFilterChange } from '../../shell/filters.ts'
import { useRole, useStoreId } from '../../shell/store/use-store.ts'
import { signalNames, signalStates } from '../../texts/signals.ts'
import { SignalCard } from '../reviews/signals/SignalCard.tsx'
import { RelationshipSetting } from './RelationshipSetting.tsx'
import type { ModerationSearch } from './search.ts'

export function SignalList() {
  const { isAtLeast } = useRole()
  if (!isAtLeast('MEMBER'))
    return (
      <EmptyState icon="people" title="Only members see signals">
        Ask an owner for the role of a member.
      </EmptyState>
    )
  return (
    <div className="grid gap-5">
      {isAtLeast('ADMIN') && <RelationshipSetting />}
      <Filters />
      <Signals />
    </div>
  )
}

const useChosen = () => {
  const { kind, state = 'open' } = useSearch({ from: '/signed-in/stores/$storeId/moderation' })
  return { kind, state }
}

function Filters() {
  const { kind, state } = useChosen()
  const change = useFilterChange<ModerationSearch>()
  return (
    <div className="flex flex-wrap gap-2">
      <FilterSelect
        label="State"
        value={state}
        onChange={({ target: { value } }) =>
          change({ state: value === 'open' ? undefined : (value as SignalState | 'all') })
        }
      >
        <Options names={signalStates} />
        <option value="all">All states</option>
      </FilterSelect>
      <FilterSelect
        label="Kind"
        value={kind ?? ''}
        onChange={({ target: { value } }) => change({ kind: (value as SignalKind) || undefined })}
      >
        <option value="">Any kind</option>
        <Options names={signalNames} />
      </FilterSelect>
    </div>
  )
}

function Signals() {
  const storeId = useStoreId()
  const { kind, state } = useChosen()
  const list = useInfiniteQuery(signalsQuery(storeId, { ...(kind && { kind }), ...(state !== 'all' && { state }) }))
  const signals = list.data?.pages.flatMap(({ data }) => data) ?? []
  if (list.isPending) return <Loading rows={4} />
  if (list.isError && signals.length === 0) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />
  if (signals.length === 0)
    return kind === undefined && state === 'open' ? (
      <EmptyState icon="check" title="No open signals">
        A signal appears when new reviews resemble each other, or come from one network, one mailbox or your shop.
      </EmptyState>
    ) : (
      <EmptyState icon="search" title="No matching signals">
        Choose another state or kind.
      </EmptyState>
    )
  return (
    <>
      <ul aria-label="Signals" className="grid gap-3">
        {signals.map((signal) => (
          <SignalCard key={signal.id} signal={signal} />
        ))}
      </ul>
      <LoadMore {...list} />
    </>
  )
}
