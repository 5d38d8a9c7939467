// Stripe is the source of truth: each action reads the state there, requests the change, then reads the result.
import type Stripe from 'stripe'
import type { AuditAction } from '#platform/audit/audit-actions.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { conflict } from '#platform/values/errors.ts'
import { findSubscription, readSubscription, recordEvents } from '../commands.ts'
import type { Checkout, PaymentContext, Payments, PlanChange } from '../payment.ts'
import { isHigher, planCurrency } from '../proration.ts'
import { decideSubscriptionState, planNames } from '../rules.ts'
import type { Plan } from '../schema.ts'
import { type SubscriptionRecord, toFacts } from '../transitions.ts'
import { endAct, newestAct, type SeenState, withAct } from './acts.ts'
import { withCustomer } from './customers.ts'
import { isOver, marksFor, readPending } from './rules.ts'
import { asking, loadPrice, requireSettings, unavailable } from './session.ts'
import * as store from './store.ts'
import { type SyncResult, syncSubscription } from './sync.ts'

export const stripePayments = {
  provider: 'stripe',
  checkout,
  preview,
  changePlan,
  cancel,
  resume: resumeCancelled,
  withdrawOffers: closeCheckout,
  end,

  openPortal: (ctx: PaymentContext) =>
    withCustomer(ctx, async (stripe, customer) => {
      const { url } = await stripe.billingPortal.sessions.create({ customer, return_url: buildPageUrl(ctx) })
      return { url }
    }),

  async createClientToken(ctx: PaymentContext) {
    const { publishableKey } = requireSettings(ctx.services)
    if (publishableKey === undefined) return undefined
    return withCustomer(ctx, async (stripe, customer) => {
      const intent = await stripe.setupIntents.create({
        customer,
        usage: 'off_session',
        automatic_payment_methods: { enabled: true },
        metadata: marksFor(ctx.scope),
      })
      if (intent.client_secret === null) throw unavailable()
      return { clientToken: intent.client_secret, publishableKey }
    })
  },
} satisfies Payments

const buildPageUrl = ({ services, scope }: PaymentContext, outcome = '') =>
  `${services.origin}/admin/stores/${scope.storeEnvId}/settings/billing${outcome}`

type CurrentState = {
  record: SubscriptionRecord
  seen: SeenState
  subscription: Stripe.Subscription | undefined
}

async function loadCurrent(ctx: PaymentContext): Promise<CurrentState> {
  const { db, scope, services } = ctx
  const act = await newestAct(ctx)
  const row = await db.store(scope, 'read', findSubscription)
  const id = row?.provider === 'stripe' ? row.providerSubscription : null
  const synced =
    id === null ? undefined : await asking(services, () => syncSubscription(ctx, scope, id, { source: 'act' }))
  const record = synced?.record ?? (await db.store(scope, 'read', readSubscription))
  const isUnderWay = synced !== undefined && !isOver(synced.subscription)
  return { record, seen: { act, record }, subscription: isUnderWay ? synced.subscription : undefined }
}

const decideState = (record: SubscriptionRecord, now: Date) => decideSubscriptionState(toFacts(record), now, 'stripe')

async function settle(
  ctx: PaymentContext,
  id: string,
  act: string,
  done: { action: AuditAction; details: object } | undefined,
): Promise<SyncResult> {
  const { scope, services, audit } = ctx
  const within = async (tx: StoreTx) => {
    await endAct(tx, act)
    if (done) await audit(tx, done.action, undefined, { ...done.details })
  }
  const synced = await asking(services, () => syncSubscription(ctx, scope, id, { source: 'act', within }))
  if (!synced) throw unavailable()
  return synced
}

async function checkout(ctx: PaymentContext, plan: Plan): Promise<Checkout> {
  const { db, scope, services, now } = ctx
  const act = await newestAct(ctx)
  const begun = await openCheckout(ctx, plan)
  const current = await loadCurrent(ctx)
  const { record, subscription } = current
  const seen = { ...current.seen, act }
  const { status, lapsed } = decideState(record, now)
  if (subscription && lapsed && status !== 'cancelled') {
    // After the grace period of fourteen days, a payment of the open invoice resumes the same subscription.
    const { latest_invoice: invoice } = subscription
    const url = typeof invoice === 'object' ? invoice?.hosted_invoice_url : undefined
    if (url) return { url, invoice: null, isNew: false }
  }
  if (subscription && status === 'cancelled') return resume(ctx, subscription, seen, plan)
  if (subscription || (!lapsed && (status === 'active' || status === 'past_due')))
    throw conflict('The store already has a subscription. Change its plan instead.', 'already_subscribed')
  if (begun) return { url: begun, invoice: null, isNew: false }
  const trialEndsAt = record.status === 'trialing' ? record.trialEndsAt : null
  return withAct(ctx, { kind: 'checkout', plan, seen }, async (act) => {
    const session = await withCustomer(ctx, async (stripe, customer) => {
      const price = await loadPrice(services, stripe, plan)
      const trialEnd = computeTrialEnd(trialEndsAt, now)
      return stripe.checkout.sessions.create(
        {
          mode: 'subscription',
          customer,
          client_reference_id: scope.storeEnvId,
          line_items: [{ price: price.id, quantity: 1 }],
          metadata: marksFor(scope),
          subscription_data: {
            metadata: marksFor(scope),
            ...(trialEnd !== undefined && { trial_end: trialEnd }),
          },
          success_url: buildPageUrl(ctx, '?checkout=done'),
          cancel_url: buildPageUrl(ctx, '?checkout=left'),
        },
        { idempotencyKey: `evident-${act}-${customer}` },
      )
    })
    await db.store(scope, 'write', async (tx) => {
      await store.updateCheckout(tx, session.id, plan)
      await endAct(tx, act)
      await ctx.audit(tx, 'subscription.checkout_started', undefined, { plan })
    })
    return { url: session.url, invoice: null, isNew: true }
  })
}

/**
 * Stripe requires a trial end at least two days ahead. The end is rounded to whole minutes, so that a retry sends the same
 * request.
 */
function computeTrialEnd(trialEndsAt: string | null, now: Date): number | undefined {
  if (trialEndsAt === null || Date.parse(trialEndsAt) <= now.getTime()) return undefined
  const leastMs = now.getTime() + 2 * 86_400_000 + 600_000
  return Math.ceil(Math.max(Date.parse(trialEndsAt), leastMs) / 60_000) * 60
}

/** Returns the open page for the same plan, and closes one for another plan, because two open pages could both be paid. */
async function openCheckout(ctx: PaymentContext, plan: Plan): Promise<string | undefined> {
  const { db, scope, services } = ctx
  const known = await db.store(scope, 'read', store.findStore)
  const id = known?.checkout
  if (!id) return undefined
  const open = await asking(services, (stripe) => stripe.checkout.sessions.retrieve(id))
  if (open.status === 'open' && open.url !== null && known.checkoutPlan === plan) return open.url
  await closeCheckout(ctx)
  return undefined
}

/** If the customer pays on the page before it closes, the payment counts for the store. */
async function closeCheckout(ctx: PaymentContext): Promise<void> {
  const { db, scope, services } = ctx
  const id = (await db.store(scope, 'read', store.findStore))?.checkout
  if (!id) return
  await asking(services, async (stripe) => {
    let session = await stripe.checkout.sessions.retrieve(id)
    if (session.status === 'open')
      session = await stripe.checkout.sessions.expire(id).catch(() => stripe.checkout.sessions.retrieve(id))
    if (session.status === 'open') throw unavailable()
    const { subscription } = session
    if (typeof subscription === 'string') await syncSubscription(ctx, scope, subscription, { source: 'webhook' })
    await db.store(scope, 'write', (tx) => store.clearCheckout(tx, id))
  })
}

async function resume(
  ctx: PaymentContext,
  subscription: Stripe.Subscription,
  seen: SeenState,
  plan: Plan,
): Promise<Checkout> {
  if (plan !== seen.record.plan)
    throw conflict(
      `The store has paid for ${planNames[seen.record.plan]}. Resume that plan first (POST /billing/checkout), then change it.`,
      'already_subscribed',
    )
  return withAct(ctx, { kind: 'resume', plan, seen }, async (act) => {
    await asking(ctx.services, (stripe) =>
      stripe.subscriptions.update(
        subscription.id,
        { cancel_at_period_end: false },
        { idempotencyKey: `evident-${act}` },
      ),
    )
    await settle(ctx, subscription.id, act, { action: 'subscription.resumed', details: { plan } })
    return { url: null, invoice: null, isNew: false }
  })
}

type PlannedChange = PlanChange & { subscription: Stripe.Subscription; seen: SeenState }

async function planned(ctx: PaymentContext, plan: Plan): Promise<PlannedChange> {
  const { record, subscription, seen } = await loadCurrent(ctx)
  const { status, lapsed } = decideState(record, ctx.now)
  const isLive = !lapsed && (status === 'active' || status === 'past_due')
  if (!isLive || !subscription || record.currentPeriodEndsAt === null)
    throw conflict(
      'The store has no subscription to change. Buy a plan first (POST /billing/checkout).',
      'not_subscribed',
    )
  const dueNow = { net: 0n, vat: 0n, currency: planCurrency }
  const base = { plan, dueNow, actionRequired: null, subscription, seen }
  if (plan === record.plan) return { ...base, kind: 'none', effectiveAt: ctx.now }
  const isUpgrade = isHigher(plan, record.plan)
  if (!isUpgrade) return { ...base, kind: 'downgrade', effectiveAt: new Date(record.currentPeriodEndsAt) }
  if (status === 'past_due')
    throw conflict('An invoice is unpaid. Pay it before you buy anything else.', 'payment_overdue')
  return { ...base, kind: 'upgrade', effectiveAt: ctx.now }
}

const toDue = (invoice: Stripe.Invoice) => {
  const net = Math.max(0, invoice.total_excluding_tax ?? invoice.total)
  return { net: BigInt(net), vat: BigInt(Math.max(0, invoice.total) - net), currency: invoice.currency.toUpperCase() }
}

const itemsFor = (subscription: Stripe.Subscription, price: Stripe.Price) => [
  { id: subscription.items.data[0]?.id ?? '', price: price.id },
]

async function preview(ctx: PaymentContext, plan: Plan): Promise<PlanChange> {
  const { services } = ctx
  const { subscription, seen: _, ...change } = await planned(ctx, plan)
  if (change.kind !== 'upgrade') return change
  return asking(services, async (stripe) => {
    const price = await loadPrice(services, stripe, plan)
    const invoice = await stripe.invoices.createPreview({
      subscription: subscription.id,
      subscription_details: { items: itemsFor(subscription, price), proration_behavior: 'always_invoice' },
    })
    return { ...change, dueNow: toDue(invoice) }
  })
}

async function changePlan(ctx: PaymentContext, plan: Plan): Promise<PlanChange> {
  const { subscription, seen, ...change } = await planned(ctx, plan)
  const { record } = seen
  const pending = readPending(subscription)
  if (change.kind === 'upgrade' && pending?.plan === plan) return { ...change, actionRequired: toAction(pending) }
  const isAsItWas = change.kind === 'none' && record.nextPlan === null && !pending
  if (isAsItWas || (change.kind === 'downgrade' && record.nextPlan === plan)) return change
  return withAct(ctx, { kind: 'change', plan, seen }, async (act) => {
    const { services } = ctx
    const invoice = await asking(services, async (stripe) => {
      if (pending) await withdrawPending(stripe, subscription)
      const price = await loadPrice(services, stripe, plan)
      if (subscription.status === 'trialing') return changeOnTrial(stripe, subscription, price, act)
      if (change.kind === 'upgrade') return upgrade(stripe, subscription, price, act)
      return change.kind === 'downgrade'
        ? downgrade(stripe, subscription, price, act)
        : releaseSchedule(stripe, subscription)
    })
    const actions: Record<PlanChange['kind'], AuditAction> = {
      upgrade: 'subscription.plan_changed',
      downgrade: 'subscription.downgrade_scheduled',
      none: 'subscription.downgrade_withdrawn',
    }
    const details = { from: record.plan, to: plan, effectiveAt: change.effectiveAt.toISOString() }
    const isWaiting = invoice?.status === 'open'
    const done = { action: isWaiting ? 'subscription.payment_required' : actions[change.kind], details } as const
    const synced = await settle(ctx, subscription.id, act, done)
    const waiting = readPending(synced.subscription)
    return { ...change, ...(invoice && { dueNow: toDue(invoice) }), actionRequired: waiting ? toAction(waiting) : null }
  })
}

const toAction = ({ url }: { url: string | null }) => (url === null ? null : { url })

/**
 * The upgrade is either paid immediately, or it waits for payment while the current plan stays. Stripe cancels an unpaid
 * upgrade after a day.
 */
async function upgrade(stripe: Stripe, subscription: Stripe.Subscription, price: Stripe.Price, act: string) {
  await releaseSchedule(stripe, subscription)
  const before = subscription.latest_invoice
  const changed = await stripe.subscriptions.update(
    subscription.id,
    {
      items: itemsFor(subscription, price),
      proration_behavior: 'always_invoice',
      payment_behavior: 'pending_if_incomplete',
      expand: ['latest_invoice'],
    },
    { idempotencyKey: `evident-${act}` },
  )
  const { latest_invoice: invoice } = changed
  const isNew =
    typeof invoice === 'object' && invoice !== null && typeof before === 'object' && invoice.id !== before?.id
  return isNew ? invoice : undefined
}

/** Nothing is paid yet, so nothing is prorated. */
async function changeOnTrial(stripe: Stripe, subscription: Stripe.Subscription, price: Stripe.Price, act: string) {
  const items = itemsFor(subscription, price)
  await stripe.subscriptions.update(
    subscription.id,
    { items, proration_behavior: 'none' },
    { idempotencyKey: `evident-${act}` },
  )
  return undefined
}

/** The schedule has two phases: the current price until the paid period ends, then the lower price. */
async function downgrade(stripe: Stripe, subscription: Stripe.Subscription, price: Stripe.Price, act: string) {
  const [item] = subscription.items.data
  if (!item) throw new Error(`The subscription ${subscription.id} has no item.`)
  const { schedule: existing } = subscription
  const schedule =
    typeof existing === 'object' && existing !== null
      ? existing
      : await stripe.subscriptionSchedules.create(
          { from_subscription: subscription.id },
          { idempotencyKey: `evident-${act}-schedule` },
        )
  const start = schedule.current_phase?.start_date ?? item.current_period_start
  await stripe.subscriptionSchedules.update(
    schedule.id,
    {
      end_behavior: 'release',
      proration_behavior: 'none',
      phases: [
        { items: [{ price: item.price.id, quantity: 1 }], start_date: start, end_date: item.current_period_end },
        { items: [{ price: price.id, quantity: 1 }], duration: { interval: 'month', interval_count: 1 } },
      ],
    },
    { idempotencyKey: `evident-${act}` },
  )
  return undefined
}

async function releaseSchedule(stripe: Stripe, { schedule }: Stripe.Subscription): Promise<undefined> {
  if (typeof schedule !== 'object' || schedule === null || schedule.status !== 'active') return undefined
  await stripe.subscriptionSchedules.release(schedule.id)
  return undefined
}

/** Voiding the invoice cancels the pending update. */
async function withdrawPending(stripe: Stripe, { latest_invoice: invoice }: Stripe.Subscription): Promise<void> {
  if (typeof invoice === 'object' && invoice?.status === 'open') await stripe.invoices.voidInvoice(invoice.id)
}

async function cancel(ctx: PaymentContext): Promise<void> {
  const { db, scope, services, now, audit } = ctx
  const { record, subscription, seen } = await loadCurrent(ctx)
  const { status, lapsed } = decideState(record, now)
  if (lapsed && !subscription) throw conflict('The store has no subscription to cancel.', 'not_subscribed')
  if (status === 'cancelled') return
  const details = { plan: record.plan, worksUntil: record.currentPeriodEndsAt ?? record.trialEndsAt }
  if (!subscription) {
    await db.store(scope, 'write', async (tx) => {
      const at = tx.now.toISOString()
      await recordEvents(tx, [{ kind: 'cancelled', key: `cancelled ${at}`, at }])
      await audit(tx, 'subscription.cancelled', undefined, details)
    })
    return
  }
  await withAct(ctx, { kind: 'cancel', plan: null, seen }, async (act) => {
    await asking(services, async (stripe) => {
      if (readPending(subscription)) await withdrawPending(stripe, subscription)
      await releaseSchedule(stripe, subscription)
      await stripe.subscriptions.update(
        subscription.id,
        { cancel_at_period_end: true },
        { idempotencyKey: `evident-${act}` },
      )
    })
    await settle(ctx, subscription.id, act, { action: 'subscription.cancelled', details })
  })
}

async function resumeCancelled(ctx: PaymentContext): Promise<void> {
  const { db, scope, now, audit } = ctx
  const { record, subscription, seen } = await loadCurrent(ctx)
  const { status, lapsed } = decideState(record, now)
  if (status !== 'cancelled' || lapsed) return
  if (subscription) await resume(ctx, subscription, seen, record.plan)
  else
    await db.store(scope, 'write', async (tx) => {
      const at = tx.now.toISOString()
      await recordEvents(tx, [{ kind: 'resumed', key: `resumed ${at}`, at }])
      await audit(tx, 'subscription.resumed', undefined, { plan: record.plan })
    })
}

async function end(ctx: PaymentContext): Promise<void> {
  const { services, scope } = ctx
  const { subscription } = await loadCurrent(ctx)
  if (!subscription) return
  await asking(services, async (stripe) => {
    await releaseSchedule(stripe, subscription)
    await stripe.subscriptions.cancel(
      subscription.id,
      { invoice_now: false, prorate: false },
      { idempotencyKey: `evident-end-${subscription.id}` },
    )
    await syncSubscription(ctx, scope, subscription.id, { source: 'reconciliation' })
  })
}
