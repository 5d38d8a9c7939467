import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type { Customer as CustomerShape, customerSorts } from '../../server/resources/customers/schema.ts'
import type { ErasureSettings as ErasureSettingsShape } from '../../server/resources/erasure/schema.ts'
import type { MemberSummary } from '../../server/resources/loyalty/schema.ts'
import type { CustomerOrder } from '../../server/resources/orders/schema.ts'
import type { CustomerRequest } from '../../server/resources/review-requests/schema.ts'
import type { CustomerReview } from '../../server/resources/reviews/schema.ts'
import type { SortSearch } from './client.ts'
import { download, get, type Page, post, put } from './client.ts'
import { rowsWhileSorting } from './rows-while-sorting.ts'

export type Customer = Static<typeof CustomerShape>
export type Activity = {
  customer: Customer
  orders: Static<typeof CustomerOrder>[]
  reviews: Static<typeof CustomerReview>[]
  requests: Static<typeof CustomerRequest>[]
  loyalty: Static<typeof MemberSummary> | null
}
/** Number of deleted or anonymized rows of each kind. */
export type Erasure = Record<'customersRemoved' | 'ordersAnonymized' | 'reviewsDeleted' | 'reviewsAnonymized', number>
export type ErasureSettings = Static<typeof ErasureSettingsShape>

export type CustomerSort = (typeof customerSorts)[number]

export type CustomerHas = 'orders' | 'reviews'
export type CustomerFilters = { text: string; has?: CustomerHas | undefined }

const toQuery = ({ text, has }: CustomerFilters) => ({
  ...(text && { q: text }),
  ...(has === 'orders' && { hasOrders: true }),
  ...(has === 'reviews' && { hasReviews: true }),
})

/** A query of its own, because the rows must not wait for a count of a large store. Null if the service does not count. */
export const customerTotalQuery = (storeId: string, filters: CustomerFilters) =>
  queryOptions({
    queryKey: [storeId, 'customers', 'total', filters],
    queryFn: async ({ signal }) => {
      const query = { ...toQuery(filters), limit: 1, includeTotal: true }
      const { pagination } = await get<Page<Customer>>('/customers', { storeId, query, signal })
      return pagination.total ?? null
    },
  })

export const customersQuery = (storeId: string, filters: CustomerFilters & SortSearch<CustomerSort>) =>
  infiniteQueryOptions({
    queryKey: [storeId, 'customers', 'list', filters],
    queryFn: ({ pageParam, signal }) => {
      const query = {
        ...toQuery(filters),
        sort: filters.sort,
        direction: filters.direction,
        limit: 30,
        cursor: pageParam,
      }
      return get<Page<Customer>>('/customers', { storeId, query, signal })
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.pagination.nextCursor ?? undefined,
    placeholderData: rowsWhileSorting(storeId, filters),
  })

const buildPath = (email: string) => `/customers/by-email/${encodeURIComponent(email)}`

export const activityQuery = (storeId: string, email: string) =>
  queryOptions({
    queryKey: [storeId, 'customers', 'activity', email],
    queryFn: ({ signal }) => get<Activity>(`${buildPath(email)}/activity`, { storeId, signal }),
  })

export const exportCustomers = (storeId: string, filters: CustomerFilters) =>
  download('/customers/export', { storeId, query: toQuery(filters) })
export const exportCustomer = (storeId: string, email: string) =>
  get<Activity & { exportedAt: string }>(`${buildPath(email)}/export`, { storeId })
export const eraseCustomer = (storeId: string, email: string) =>
  post<Erasure>('/customers/erase', { storeId, body: { email } })

export const erasureSettingsQuery = (storeId: string) =>
  queryOptions({
    queryKey: [storeId, 'customers', 'erasure-settings'],
    queryFn: ({ signal }) => get<ErasureSettings>('/customers/erasure-settings', { storeId, signal }),
  })
export const updateErasureSettings = (storeId: string, body: ErasureSettings) =>
  put<ErasureSettings>('/customers/erasure-settings', { storeId, body })
