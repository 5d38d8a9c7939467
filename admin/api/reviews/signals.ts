import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Signal as SignalShape } from '../../../server/resources/signals/schema.ts'
import { get, type Page, patch, put } from '../client.ts'

export type Signal = SignalShape
export type SignalKind = Signal['kind']
export type SignalState = Signal['state']
export type SignalFilters = { kind?: SignalKind; state?: SignalState }

export const signalsKey = (storeId: string) => [storeId, 'signals'] as const

export const signalsQuery = (storeId: string, filters: SignalFilters) =>
  infiniteQueryOptions({
    queryKey: [...signalsKey(storeId), 'list', filters],
    queryFn: ({ pageParam, signal }) =>
      get<Page<Signal>>('/reviews/signals', { storeId, query: { ...filters, limit: 20, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.pagination.nextCursor ?? undefined,
  })

/** Reads at most 100 signals, of at most 100 reviews. */
export const signalsOfReviewsQuery = (storeId: string, reviewIds: readonly string[]) =>
  queryOptions({
    queryKey: [...signalsKey(storeId), 'of', ...reviewIds],
    queryFn: async ({ signal }) => {
      const query = { reviewId: reviewIds.slice(0, 100).join(','), limit: 100 }
      return (await get<Page<Signal>>('/reviews/signals', { storeId, query, signal })).data
    },
    enabled: reviewIds.length > 0,
  })

/** Signals of a review that an earlier request for several reviews has read. */
export function findSignalsOfReview(client: QueryClient, storeId: string, reviewId: string): Signal[] | undefined {
  const read = client.getQueriesData<Signal[]>({ queryKey: [...signalsKey(storeId), 'of'] })
  const [, signals] = read.find(([key, data]) => data && key.includes(reviewId)) ?? []
  return signals?.filter(({ reviewIds }) => reviewIds.includes(reviewId))
}

export const updateSignal = (storeId: string, id: string, body: { state?: SignalState; note?: string | null }) =>
  patch<Signal>(`/reviews/signals/${id}`, { storeId, body })

type ReviewSettings = { askRelationship: boolean }

export const reviewSettingsQuery = (storeId: string) =>
  queryOptions({
    queryKey: [storeId, 'review-settings'],
    queryFn: ({ signal }) => get<ReviewSettings>('/reviews/settings', { storeId, signal }),
  })

export const updateReviewSettings = (storeId: string, body: Partial<ReviewSettings>) =>
  put<ReviewSettings>('/reviews/settings', { storeId, body })
