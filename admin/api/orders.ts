import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type { Funnel as FunnelShape } from '../../server/resources/orders/review-requests/schema.ts'
import type { Order as OrderShape, requestStates } from '../../server/resources/orders/schema.ts'
import { get, type Page } from './client.ts'

export type Order = Static<typeof OrderShape>
export type Funnel = Static<typeof FunnelShape>
export type RequestState = (typeof requestStates)[number]
export type OrderFilters = {
  email?: string
  reviewRequestState?: RequestState
  placedAfter?: string
  placedBefore?: string
}

export const ordersQuery = (storeId: string, filters: OrderFilters) =>
  infiniteQueryOptions({
    queryKey: [storeId, 'orders', 'list', filters],
    queryFn: ({ pageParam, signal }) =>
      get<Page<Order>>('/orders', { storeId, query: { ...filters, limit: 30, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.pagination.nextCursor ?? undefined,
  })

export const orderQuery = (storeId: string, id: string) =>
  queryOptions({
    queryKey: [storeId, 'orders', 'one', id],
    queryFn: ({ signal }) => get<Order>(`/orders/${id}`, { storeId, signal }),
  })

export const funnelQuery = (storeId: string, days: 30 | 90) =>
  queryOptions({
    queryKey: [storeId, 'orders', 'funnel', days],
    queryFn: ({ signal }) => get<Funnel>('/orders/review-request-funnel', { storeId, query: { days }, signal }),
  })
