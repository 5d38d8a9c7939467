import { infiniteQueryOptions } from '@tanstack/react-query'
import type {
  RecreatedPair as RecreatedPairShape,
  ReviewMove as ReviewMoveShape,
} from '../../../server/resources/products/moves/schema.ts'
import { get, type Page, post } from '../client.ts'

export type RecreatedPair = RecreatedPairShape
export type ReviewMove = ReviewMoveShape

const pairsAtOnce = 5
const movesAtOnce = 20
const lookEveryMs = 1_000
const fromStart = undefined as string | undefined
const nextCursor = <T>(last: Page<T>) => last.pagination.nextCursor ?? undefined

export const isRunning = ({ status }: ReviewMove) => status === 'queued' || status === 'running'

export const recreatedQuery = (storeId: string) =>
  infiniteQueryOptions({
    queryKey: [storeId, 'products', 'recreated'],
    queryFn: ({ pageParam, signal }) =>
      get<Page<RecreatedPair>>('/products/recreated', {
        storeId,
        query: { limit: pairsAtOnce, cursor: pageParam },
        signal,
      }),
    initialPageParam: fromStart,
    getNextPageParam: nextCursor,
  })

export const movesQuery = (storeId: string) =>
  infiniteQueryOptions({
    queryKey: [storeId, 'reviews', 'moves'],
    queryFn: ({ pageParam, signal }) =>
      get<Page<ReviewMove>>('/reviews/moves', { storeId, query: { limit: movesAtOnce, cursor: pageParam }, signal }),
    initialPageParam: fromStart,
    getNextPageParam: nextCursor,
    refetchInterval: ({ state }) => (state.data?.pages.some(({ data }) => data.some(isRunning)) ? lookEveryMs : false),
  })

export const moveReviews = (storeId: string, { from, to }: RecreatedPair) =>
  post<ReviewMove>('/reviews/moves', { storeId, body: { fromProductId: from.id, toProductId: to.id } })
export const undoMove = (storeId: string, id: string) => post<ReviewMove>(`/reviews/moves/${id}/undo`, { storeId })
