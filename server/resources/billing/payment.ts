// What a payment provider has to do. One of them is chosen by BILLING; entry hands them to the area (areas.ts). They
// open their own transactions, since one that asks another company must not hold any while it waits.

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

/** What a change of the plan comes to, before it is made. */
export type PlanChange = {
  plan: Plan
  kind: 'upgrade' | 'downgrade' | 'none'
  effectiveAt: Date
  /** Charged at once, in the currency's smallest unit: nothing for a downgrade. */
  dueNow: { net: bigint; vat: bigint; currency: string }
  /** The present plan stays until the customer has paid there, as their bank asks. */
  actionRequired?: { url: string } | null
}

export type Checkout = {
  /** Where to pay; null where an invoice is sent instead. */
  url: string | null
  /** What is to be paid; null where the provider issues it after the payment, or nothing is. */
  invoice: InvoiceRow | null
  /** False: what had been begun already is answered again. */
  isNew: boolean
}

export type Payments = {
  provider: 'manual' | 'stripe'
  checkout(ctx: PaymentContext, plan: Plan): Promise<Checkout>
  preview(ctx: PaymentContext, plan: Plan): Promise<PlanChange>
  changePlan(ctx: PaymentContext, plan: Plan): Promise<PlanChange>
  cancel(ctx: PaymentContext): Promise<void>
  /** What was cancelled goes on, if there is still time; otherwise nothing. */
  resume(ctx: PaymentContext): Promise<void>
  /** What was begun and waits for its payment can be paid no more. */
  withdrawOffers(ctx: PaymentContext): Promise<void>
  /** At once, and without a charge: the store is about to be removed. Absent: nothing runs anywhere but here. */
  end?(ctx: PaymentContext): Promise<void>
  /** Where customers look after payment themselves. Absent: 409 `not_offered`. */
  openPortal?(ctx: PaymentContext): Promise<{ url: string }>
  /** What the provider's own form needs to take a means of payment. Absent: 409 `not_offered`. */
  createClientToken?(ctx: PaymentContext): Promise<{ clientToken: string; publishableKey: string } | undefined>
  /** Called by the clock's job with the subscription locked, before notices are sent: issues what is to be paid next. */
  prepareRenewal?(ctx: { tx: StoreTx; services: Services; audit: Audit }, record: SubscriptionRecord): Promise<void>
  /** Its own: such as the address to which a provider reports, and the nightly search for what it did not report. */
  pages?: readonly PageRoute[]
  jobs?: readonly Job[]
  operations?: readonly Operation[]
}
