import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { countsQuery, type ReviewFilters } from '../../api/reviews.ts'
import { decidedReviews, recount, subscribe } from './verdicts.ts'

export const useDecided = () => useSyncExternalStore(subscribe, decidedReviews)

/** How many reviews there are of each status, decisions included that are not sent yet. */
export function useCounts(storeId: string, filters: ReviewFilters) {
  const decided = useDecided()
  const { data } = useQuery(countsQuery(storeId, filters))
  if (!data) return undefined
  return recount(
    data,
    [...decided.values()].filter((each) => each.storeId === storeId),
  )
}
