import { useQuery } from '@tanstack/react-query'
import { countsQuery } from '../../api/reviews/reviews.ts'
import { ErrorState, Loading } from '../../components/EmptyState.tsx'
import { shownLocale } from '../../components/locale.ts'
import { useStoreId } from '../../shell/store/use-store.ts'
import { statusNames } from '../reviews/state/search.ts'

const statuses = ['approved', 'pending', 'rejected', 'spam'] as const

export function WhatMerges({ productId }: { productId: string }) {
  const counts = useQuery(countsQuery(useStoreId(), { productId }))
  if (counts.isPending) return <Loading rows={2} />
  if (counts.isError) return <ErrorState error={counts.error} onRetry={() => void counts.refetch()} />
  const total = statuses.reduce((sum, status) => sum + counts.data[status], 0)
  if (total === 0)
    return <p className="rounded-lg bg-sunken p-3 text-sm">It has no reviews. Its orders and questions move.</p>
  return (
    <div className="grid gap-1 rounded-lg bg-sunken p-3 text-sm">
      <p className="font-medium">
        {total.toLocaleString(shownLocale)} {total === 1 ? 'review' : 'reviews'}, with photos, replies and orders
      </p>
      <dl className="flex flex-wrap gap-x-4 gap-y-1 text-quiet">
        {statuses
          .filter((status) => counts.data[status] > 0)
          .map((status) => (
            <div key={status} className="flex gap-1.5">
              <dt>{statusNames[status]}</dt>
              <dd className="text-text tabular-nums">{counts.data[status].toLocaleString(shownLocale)}</dd>
            </div>
          ))}
      </dl>
    </div>
  )
}
