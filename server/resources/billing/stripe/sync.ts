// Reads the state at Stripe each time, because events may be old, repeat and arrive in any order.
import type Stripe from 'stripe'
import { readId } from '#integrations/stripe/webhooks.ts'
import type { Audit } from '#platform/audit/audit.ts'
import type { Services } from '#platform/calls/services.ts'
import type { StoreDb, StoreTx } from '#platform/db/db.ts'
import { findSubscription, lockSubscription, recordEvents, setProvider } from '../commands.ts'
import { mirrorInvoice, recordRefund } from '../invoices/commands.ts'
import { lockByProviderRef } from '../invoices/store.ts'
import type { SubscriptionRecord } from '../transitions.ts'
import { toMirroredInvoice } from './invoices.ts'
import {
  instantOf,
  isOver,
  isSame,
  type Marks,
  type MirroredRecord,
  type PlansByPrice,
  readMarks,
  splitRefund,
  toMirroredRecord,
} from './rules.ts'
import { createClient, plansByPrice } from './session.ts'
import * as store from './store.ts'

export type SyncContext = { db: Pick<StoreDb, 'store'>; services: Services; audit: Audit }

/** Cause of the change. `act` is an owner's action, which is already in the audit log. */
export type Source = 'act' | 'webhook' | 'reconciliation'

export type SyncResult = {
  subscription: Stripe.Subscription
  record: SubscriptionRecord
  hasChanged: boolean
}

const recentInvoices = 20

export const readSubscription = (stripe: Stripe, id: string): Promise<Stripe.Subscription> =>
  stripe.subscriptions.retrieve(id, { expand: ['schedule', 'latest_invoice'] })

type Extra = {
  source: Source
  invoice?: Stripe.Invoice
  given?: readonly ReturnedMoney[]
  within?: (tx: StoreTx) => Promise<void>
}

export async function syncSubscription(
  ctx: SyncContext,
  marks: Marks,
  id: string,
  extra: Extra,
): Promise<SyncResult | undefined> {
  const { db, services } = ctx
  const { readingAt, known, customer } = await db.store(marks, 'write', async (tx) => ({
    readingAt: await store.takeReading(tx),
    known: await findSubscription(tx),
    customer: (await store.findCustomer(tx))?.customer ?? null,
  }))
  const stripe = await createClient(services)
  const subscription = await readSubscription(stripe, id)
  const own = readMarks(subscription)
  const isOwn = own?.storeEnvId === marks.storeEnvId && own.organizationId === marks.organizationId
  if (!isOwn || readId(subscription.customer) !== customer) {
    services.log.warn(
      { subscription: id, storeEnvId: marks.storeEnvId },
      'a subscription at Stripe is not this store’s',
    )
    return undefined
  }
  const other = known?.provider === 'stripe' ? known.providerSubscription : null
  if (other !== null && other !== id && !isOver(subscription)) {
    const holder = await readSubscription(stripe, other)
    if (!isOver(holder) && readMarks(holder)) return endSecond(ctx, marks, holder, subscription)
  }
  const isTheOne = other === null || other === id || !isOver(subscription)
  const { data: recent } = await stripe.invoices.list({ subscription: id, limit: recentInvoices })
  const invoices = [
    // If `recent` has the invoice of `extra` too, the copy in `recent` counts, because it was read later.
    ...new Map([...(extra.invoice ? [extra.invoice] : []), ...recent].map((each) => [each.id, each])).values(),
  ]
  const plans = await plansByPrice(services, stripe)
  const record = toMirroredRecord(subscription, invoices, plans)
  return db.store(marks, 'write', async (tx) => {
    const before = (await lockSubscription(tx)).record
    const isApplied = record !== undefined && isTheOne && (await store.applyReading(tx, readingAt))
    const hasMoved = isApplied && !isSame(before, record)
    const after = hasMoved
      ? await move(ctx, tx, { before, record, subscription, readingAt, source: extra.source })
      : before
    if (isApplied) await setProvider(tx, { provider: 'stripe', customer, subscription: id })
    const isMoney = await mirror(tx, invoices, plans, extra.given ?? [])
    await extra.within?.(tx)
    return { subscription, record: after, hasChanged: hasMoved || isMoney }
  })
}

type Move = {
  before: SubscriptionRecord
  record: MirroredRecord
  subscription: Stripe.Subscription
  readingAt: string
  source: Source
}

async function move({ audit, services }: SyncContext, tx: StoreTx, change: Move): Promise<SubscriptionRecord> {
  const { before, record, subscription, readingAt, source } = change
  const after = await recordEvents(tx, [
    { kind: 'mirrored', key: `stripe ${subscription.id} ${readingAt}`, at: readingAt, record },
  ])
  if (source === 'act') return after
  const details = {
    from: { plan: before.plan, status: before.status },
    to: { plan: after.plan, status: after.status },
    worksUntil: after.currentPeriodEndsAt,
  }
  const action = source === 'webhook' ? 'subscription.reported' : 'subscription.reconciled'
  await audit(tx, action, undefined, details)
  if (source === 'reconciliation')
    services.log.warn({ storeEnvId: tx.storeEnvId, ...details }, 'the reconciliation healed a subscription')
  return after
}

async function mirror(
  tx: StoreTx,
  invoices: readonly Stripe.Invoice[],
  known: PlansByPrice,
  given: readonly ReturnedMoney[],
): Promise<boolean> {
  const payer = (await store.findPayer(tx)).name
  let isNew = false
  // Oldest first, because our list of invoices is in the order of insertion.
  for (const invoice of [...invoices].sort((a, b) => a.created - b.created)) {
    const mirrored = toMirroredInvoice(invoice, { payer, known })
    if (!mirrored) continue
    const before = await lockByProviderRef(tx, 'stripe', invoice.id)
    let current = await mirrorInvoice(tx, mirrored)
    isNew ||= before?.state !== current.state
    for (const back of given.filter((each) => each.invoice === invoice.id)) {
      const { net, vat } = splitRefund(back.amount, current)
      if (net <= 0n) continue
      const { ref, at, note } = back
      if (!(await recordRefund(tx, current, { ref, number: ref, net, vat, at, note }))) continue
      isNew = true
      current = await mirrorInvoice(tx, mirrored)
    }
  }
  return isNew
}

type ReturnedMoney = { invoice: string; ref: string; amount: number; at: string; note: string }

/**
 * Returns refunds of a payment, and lost disputes. An open dispute is excluded, because it may be won and a credit note
 * cannot be undone.
 */
export async function readGivenBack(
  services: Services,
  paymentIntent: string,
): Promise<{ subscription: string; invoice: Stripe.Invoice; given: ReturnedMoney[] } | undefined> {
  const stripe = await createClient(services)
  const payments = await stripe.invoicePayments.list({
    payment: { type: 'payment_intent', payment_intent: paymentIntent },
    limit: 1,
  })
  const invoiceId = readId(payments.data[0]?.invoice)
  if (!invoiceId) return undefined
  const invoice = await stripe.invoices.retrieve(invoiceId)
  const subscription = readId(invoice.parent?.subscription_details?.subscription)
  if (!subscription) return undefined
  const refunds = await stripe.refunds.list({ payment_intent: paymentIntent, limit: 100 })
  const disputes = await stripe.disputes.list({ payment_intent: paymentIntent, limit: 100 })
  const given = [
    ...refunds.data
      .filter(({ status }) => status === 'succeeded')
      .map(({ id, amount, created }) => ({ ref: id, amount, created, note: 'Refund' })),
    ...disputes.data
      .filter(({ status }) => status === 'lost')
      .map(({ id, amount, created }) => ({ ref: id, amount, created, note: 'Chargeback' })),
  ]
  given.sort((a, b) => a.created - b.created)
  return {
    subscription,
    invoice,
    given: given.map(({ created, ...each }) => ({ ...each, invoice: invoiceId, at: instantOf(created) })),
  }
}

async function endSecond(
  ctx: SyncContext,
  marks: Marks,
  a: Stripe.Subscription,
  b: Stripe.Subscription,
): Promise<SyncResult | undefined> {
  const { services, db, audit } = ctx
  const stripe = await createClient(services)
  const [kept, second] = a.created <= b.created ? [a, b] : [b, a]
  const { data: paid } = await stripe.invoices.list({ subscription: second.id, status: 'paid', limit: 100 })
  await stripe.subscriptions.cancel(second.id, {}, { idempotencyKey: `evident-second-${second.id}` })
  for (const { id, amount_paid: amount } of paid) {
    if (amount === 0) continue
    const [payment] = (await stripe.invoicePayments.list({ invoice: id, limit: 1 })).data
    const intent = readId(payment?.payment.payment_intent)
    if (intent) await stripe.refunds.create({ payment_intent: intent }, { idempotencyKey: `evident-second-${id}` })
  }
  services.log.warn(
    { storeEnvId: marks.storeEnvId, subscription: second.id },
    'a second subscription was ended and paid back',
  )
  await db.store(marks, 'write', (tx) =>
    audit(tx, 'subscription.second_ended', undefined, { subscription: second.id, kept: kept.id }),
  )
  return syncSubscription(ctx, marks, kept.id, { source: 'webhook' })
}
