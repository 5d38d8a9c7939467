// Providers open their own transactions, so that none stays open during a call to another company.

import type { Audit } from '#platform/audit/audit.ts'
import type { Operation } from '#platform/calls/operation.ts'
import type { Services } from '#platform/calls/services.ts'
import type { OrganizationDb, StoreDb, StoreScope, StoreTx } from '#platform/db/db.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import type { PageRoute } from '#platform/pages/page-route.ts'
import type { InvoiceRow } from './invoices/store.ts'
import type { Plan } from './schema.ts'
import type { SubscriptionRecord } from './transitions.ts'

export type PaymentContext = {
  db: StoreDb & Partial<OrganizationDb>
  scope: StoreScope
  services: Services
  now: Date
  audit: Audit
}

export type PlanChange = {
  plan: Plan
  kind: 'upgrade' | 'downgrade' | 'none'
  effectiveAt: Date
  /** Amount charged immediately, in the currency's smallest unit. Zero for a downgrade. */
  dueNow: { net: bigint; vat: bigint; currency: string }
  /**
   * Page of the provider on which the customer must confirm the payment, because the bank requires it. Until then the
   * current plan stays.
   */
  actionRequired?: { url: string } | null
}

export type Checkout = {
  /** URL of the payment page. Null if an invoice is sent instead. */
  url: string | null
  /** The invoice to pay. Null if the provider issues it after the payment, or nothing is due. */
  invoice: InvoiceRow | null
  /** False if this returns an earlier purchase that is still open. */
  isNew: boolean
}

export type Payments = {
  provider: 'manual' | 'stripe'
  checkout(ctx: PaymentContext, plan: Plan): Promise<Checkout>
  preview(ctx: PaymentContext, plan: Plan): Promise<PlanChange>
  changePlan(ctx: PaymentContext, plan: Plan): Promise<PlanChange>
  cancel(ctx: PaymentContext): Promise<void>
  /** Resumes a cancelled subscription if its paid period is not over. Otherwise does nothing. */
  resume(ctx: PaymentContext): Promise<void>
  withdrawOffers(ctx: PaymentContext): Promise<void>
  /**
   * Ends the subscription immediately without a charge, before the store is removed. Absent if nothing runs at the
   * provider.
   */
  end?(ctx: PaymentContext): Promise<void>
  /**
   * Returns the page where customers manage their payment themselves. If absent, the operation returns 409 `not_offered`.
   */
  openPortal?(ctx: PaymentContext): Promise<{ url: string }>
  /**
   * Returns data that the provider's own form needs to add a payment method. If absent, the operation returns 409
   * `not_offered`.
   */
  createClientToken?(ctx: PaymentContext): Promise<{ clientToken: string; publishableKey: string } | undefined>
  /** Issues the next invoice. The billing job calls it with the subscription locked, before notices are sent. */
  prepareRenewal?(ctx: { tx: StoreTx; services: Services; audit: Audit }, record: SubscriptionRecord): Promise<void>
  /** The provider's own pages and jobs, such as its webhook and the nightly search for missed reports. */
  pages?: readonly PageRoute[]
  jobs?: readonly Job[]
  operations?: readonly Operation[]
}
