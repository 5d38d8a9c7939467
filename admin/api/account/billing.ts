import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type {
  Checkout as CheckoutShape,
  Invoice as InvoiceShape,
} from '../../../server/resources/billing/invoices/schema.ts'
import type {
  ChangedPlan as ChangedPlanShape,
  PlanOffer as PlanShape,
  Usage as UsageShape,
} from '../../../server/resources/billing/schema.ts'
import { download, get, type Page, post } from '../client.ts'
import type { Subscription } from './account.ts'

export type Invoice = Static<typeof InvoiceShape>
export type PlanOffer = Static<typeof PlanShape>
export type PlanId = PlanOffer['id']
export type ChangedPlan = Static<typeof ChangedPlanShape>

export const plansQuery = (storeId: string) =>
  queryOptions({
    queryKey: [storeId, 'plans'],
    queryFn: ({ signal }) => get<{ data: PlanOffer[] }>('/billing/plans', { storeId, signal }),
    staleTime: 3_600_000,
  })

export const usageQuery = (storeId: string) =>
  queryOptions({
    queryKey: [storeId, 'usage'],
    queryFn: ({ signal }) => get<Static<typeof UsageShape>>('/billing/usage', { storeId, signal }),
  })

export const invoicesQuery = (storeId: string) =>
  infiniteQueryOptions({
    queryKey: [storeId, 'invoices'],
    queryFn: ({ pageParam, signal }) =>
      get<Page<Invoice>>('/billing/invoices', { storeId, query: { limit: 20, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.pagination.nextCursor ?? undefined,
  })

export const previewQuery = (storeId: string, plan: PlanId) =>
  queryOptions({
    queryKey: [storeId, 'plan-preview', plan],
    queryFn: ({ signal }) => post<ChangedPlan>('/billing/change-plan/preview', { storeId, body: { plan }, signal }),
    staleTime: 0,
    gcTime: 0,
  })

export const checkOut = (storeId: string, plan: PlanId) =>
  post<Static<typeof CheckoutShape>>('/billing/checkout', { storeId, body: { plan } })
export const changePlan = (storeId: string, plan: PlanId) =>
  post<ChangedPlan>('/billing/change-plan', { storeId, body: { plan } })
export const cancelSubscription = (storeId: string) => post<Subscription>('/billing/cancel', { storeId })
export const openPortal = (storeId: string) => post<{ url: string }>('/billing/portal', { storeId })
export const downloadInvoice = (storeId: string, id: string) => download(`/billing/invoices/${id}/pdf`, { storeId })
