import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type {
  Destination as DestinationShape,
  Item,
  Kind,
  NewDestination,
  ReviewDestination as ReviewDestinationShape,
} from '../../../server/resources/destinations/schema.ts'
import { get, type Page, post, remove } from '../client.ts'

export type Destination = DestinationShape
export type DestinationKind = Kind
export type DestinationItem = Item
export type ReviewDestination = ReviewDestinationShape

export const destinationsKey = (storeId: string) => [storeId, 'destinations'] as const

export const destinationsQuery = (storeId: string) =>
  queryOptions({
    queryKey: [...destinationsKey(storeId), 'list'],
    queryFn: async ({ signal }) =>
      (await get<{ data: Destination[] }>('/connectors/destinations', { storeId, signal })).data,
    refetchInterval: 15_000,
  })

export const refusedItemsQuery = (storeId: string, id: string) =>
  infiniteQueryOptions({
    queryKey: [...destinationsKey(storeId), 'refused', id],
    queryFn: ({ pageParam, signal }) =>
      get<Page<DestinationItem>>(`/connectors/destinations/${id}/items`, {
        storeId,
        query: { state: 'refused', limit: 20, cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.pagination.nextCursor ?? undefined,
  })

export const reviewDestinationsQuery = (storeId: string, reviewId: string) =>
  queryOptions({
    queryKey: [...destinationsKey(storeId), 'review', reviewId],
    queryFn: async ({ signal }) =>
      (await get<{ data: ReviewDestination[] }>(`/reviews/${reviewId}/destinations`, { storeId, signal })).data,
  })

export const createDestination = (storeId: string, body: NewDestination) =>
  post<Destination>('/connectors/destinations', { storeId, body })
export type DestinationAct = 'pause' | 'resume' | 'reconcile' | 'rotate'
export const actOnDestination = (storeId: string, id: string, act: DestinationAct) =>
  post<Destination>(`/connectors/destinations/${id}/${act}`, { storeId })
export const testDestination = (storeId: string, id: string) =>
  post<{ ok: boolean; checks: { message: string }[] }>(`/connectors/destinations/${id}/test`, { storeId })
export const removeDestination = (storeId: string, id: string, keep: boolean) =>
  remove(`/connectors/destinations/${id}${keep ? '?keep=true' : ''}`, { storeId })
export const retryItem = (storeId: string, id: string, itemId: string) =>
  post<DestinationItem>(`/connectors/destinations/${id}/items/${itemId}/retry`, { storeId })
