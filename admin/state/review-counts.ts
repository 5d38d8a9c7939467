import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { countsQuery, type ReviewFilters } from '../api/reviews/reviews.ts'
import { pendingDecisions, recount, subscribe } from './pending-overlay.ts'

export const usePendingDecisions = () => useSyncExternalStore(subscribe, pendingDecisions)

export function useCounts(storeId: string, filters: ReviewFilters) {
  const decided = usePendingDecisions()
  const { data } = useQuery(countsQuery(storeId, filters))
  if (!data) return undefined
  return recount(
    data,
    [...decided.values()].filter((each) => each.storeId === storeId),
  )
}
