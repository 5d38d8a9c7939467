import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type { Direction } from '#platform/values/wire.ts'
import type { Order as OrderShape, OrderSort, requestStates } from '../../server/resources/orders/schema.ts'
import type { Funnel as FunnelShape } from '../../server/resources/review-requests/schema.ts'
import { get, type Page, post } from './client.ts'

export type Order = Static<typeof OrderShape>
export type Funnel = Static<typeof FunnelShape>
export type RequestState = (typeof requestStates)[number]
export type OrderFilters = {
  sort?: OrderSort
  direction?: Direction
  customerName?: string
  email?: string
  orderNumber?: string
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

/** Counts the requests of all orders, or of those that match the `filters` of a search. */
export const requestCountsQuery = (storeId: string, filters: OrderFilters = {}) =>
  queryOptions({
    queryKey: [storeId, 'orders', 'request-counts', filters],
    queryFn: async ({ signal }) => {
      const count = async (state: RequestState) => {
        const query = { ...filters, reviewRequestState: state, limit: 1, includeTotal: true }
        const { pagination } = await get<Page<Order>>('/orders', { storeId, query, signal })
        return [state, pagination.total ?? 0] as const
      }
      const states: RequestState[] = ['scheduled', 'sent', 'skipped', 'failed']
      return Object.fromEntries(await Promise.all(states.map(count))) as Record<RequestState, number>
    },
  })

export const ordersKey = (storeId: string) => [storeId, 'orders'] as const
export const sendRequest = (storeId: string, id: string) =>
  post<Order>(`/orders/${id}/review-request/send`, { storeId })
export const cancelRequest = (storeId: string, id: string) =>
  post<Order>(`/orders/${id}/review-request/cancel`, { storeId })
