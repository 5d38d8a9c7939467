// Every action is one transaction, so charges and records always agree.
import type { AuditAction } from '#platform/audit/audit-actions.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { conflict } from '#platform/values/errors.ts'
import { changedMeanwhile, lockSubscription, readSubscription, recordEvents, touchSubscription } from '../commands.ts'
import { findCustomer } from '../invoices/commands.ts'
import type { Checkout, PaymentContext, Payments, PlanChange } from '../payment.ts'
import { isHigher, planCurrency, proration } from '../proration.ts'
import { decideSubscriptionState, planNames } from '../rules.ts'
import type { Plan } from '../schema.ts'
import { readSeller } from '../seller-commands.ts'
import { type Happening, type SubscriptionRecord, toFacts } from '../transitions.ts'
import { computeVat, vatAmount } from '../vat.ts'
import {
  act,
  buildPurchase,
  dateOf,
  inDays,
  issue,
  issueRenewal,
  listOpenByPurpose,
  paymentDays,
  withdraw,
} from './invoicing.ts'

export const manualPayments: Payments = {
  provider: 'manual',

  checkout: (ctx, plan) => inTransaction(ctx, (tx) => checkout(ctx, tx, plan)),

  preview: ({ db, scope, services, now }, plan) =>
    db.store(scope, 'read', async (tx) => planned(tx, await readSubscription(tx), plan, now, services.config.mailFrom)),

  changePlan: (ctx, plan) => inTransaction(ctx, (tx) => changePlan(ctx, tx, plan)),

  cancel: (ctx) => inTransaction(ctx, (tx) => cancel(ctx, tx)),

  resume: (ctx) =>
    inTransaction(ctx, async (tx) => {
      const { record } = await lockSubscription(tx)
      const { status, lapsed } = decideState(record, tx.now)
      if (status !== 'cancelled' || lapsed) return
      await recordEvents(tx, [act(tx, { kind: 'resumed' })])
      await ctx.audit(tx, 'subscription.resumed', undefined, { plan: record.plan })
    }),

  withdrawOffers: (ctx) =>
    inTransaction(ctx, async (tx) => {
      await lockSubscription(tx)
      for (const invoice of await listOpenByPurpose(tx, ['purchase', 'renewal']))
        await withdraw({ ...ctx, tx }, invoice)
    }),

  async prepareRenewal({ tx, services, audit }, record) {
    await issueRenewal({ tx, services, audit }, record)
  },
}

const inTransaction = <T>({ db, scope }: PaymentContext, work: (tx: StoreTx) => Promise<T>) =>
  db.store(scope, 'write', work)

async function checkout({ services, audit }: PaymentContext, tx: StoreTx, plan: Plan): Promise<Checkout> {
  const { record, hasJustChanged } = await lockSubscription(tx)
  const { status, lapsed } = decideState(record, tx.now)
  const open = await listOpenByPurpose(tx, ['purchase', 'renewal', 'upgrade'])
  const begun = open.find((each) => each.purpose !== 'upgrade' && each.plan === plan)
  if (begun && (lapsed || status === 'trialing')) return { url: null, invoice: begun, isNew: false }
  if (hasJustChanged) throw changedMeanwhile()
  // A plan that was set by hand has no paid month, so a plan can still be bought.
  if (!lapsed && (status === 'active' || status === 'past_due') && record.periodStartsAt !== null)
    throw conflict('The store already has a subscription. Change its plan instead.', 'already_subscribed')
  if (status === 'cancelled' && !lapsed && record.periodStartsAt !== null) {
    if (plan !== record.plan)
      throw conflict(
        `The store has paid for ${planNames[record.plan]}. Resume that plan first (POST /billing/checkout), then change it.`,
        'already_subscribed',
      )
    await recordEvents(tx, [act(tx, { kind: 'resumed' })])
    await audit(tx, 'subscription.resumed', undefined, { plan })
    return { url: null, invoice: null, isNew: false }
  }
  const unpaid = open.find(({ purpose }) => purpose === 'upgrade')
  if (unpaid) throw overdue(unpaid.number)
  for (const invoice of open) await withdraw({ tx, audit }, invoice)
  const invoice = await issue({ tx, services, audit }, buildPurchase(plan, inDays(tx.now, paymentDays)))
  await touchSubscription(tx)
  await audit(tx, 'subscription.checkout_started', undefined, { plan, invoice: invoice.number })
  return { url: null, invoice, isNew: true }
}

async function changePlan(ctx: PaymentContext, tx: StoreTx, plan: Plan): Promise<PlanChange> {
  const { services, audit } = ctx
  const { record, hasJustChanged } = await lockSubscription(tx)
  if (hasJustChanged && plan !== record.plan && plan !== record.nextPlan) throw changedMeanwhile()
  const change = await planned(tx, record, plan, tx.now, services.config.mailFrom)
  const isAsItWas = change.kind === 'none' && record.nextPlan === null
  if (isAsItWas || (change.kind === 'downgrade' && record.nextPlan === plan)) return change
  const from = record.plan
  const changed = await recordEvents(tx, [act(tx, toHappening(change))])
  // Replaces the open renewal invoice by one for the new plan. `changed` is used, because a downgrade after the end of
  // the period has already taken effect there.
  for (const renewal of await listOpenByPurpose(tx, ['renewal'])) {
    await withdraw({ tx, audit }, renewal)
    await issueRenewal({ tx, services, audit }, changed, renewal)
  }
  if (change.dueNow.net > 0n)
    await issue(
      { tx, services, audit },
      {
        purpose: 'upgrade',
        plan,
        lines: [
          {
            description: `${planNames[plan]} instead of ${planNames[from]}, ${dateOf(tx.now)} to ${changed.currentPeriodEndsAt?.slice(0, 10)}`,
            net: change.dueNow.net,
          },
        ],
        dueAt: inDays(tx.now, paymentDays),
      },
    )
  const action: Record<PlanChange['kind'], AuditAction> = {
    upgrade: 'subscription.plan_changed',
    downgrade: 'subscription.downgrade_scheduled',
    none: 'subscription.downgrade_withdrawn',
  }
  await audit(tx, action[change.kind], undefined, { from, to: plan, effectiveAt: change.effectiveAt.toISOString() })
  return change
}

const toHappening = ({ kind, plan }: PlanChange): Happening =>
  kind === 'upgrade'
    ? { kind: 'upgraded', plan }
    : kind === 'downgrade'
      ? { kind: 'downgrade_scheduled', plan }
      : { kind: 'downgrade_withdrawn' }

async function planned(
  tx: StoreTx,
  record: SubscriptionRecord,
  plan: Plan,
  now: Date,
  mailFrom: string,
): Promise<PlanChange> {
  const { status, lapsed } = decideState(record, now)
  const { periodStartsAt, currentPeriodEndsAt } = record
  if (
    lapsed ||
    (status !== 'active' && status !== 'past_due') ||
    periodStartsAt === null ||
    currentPeriodEndsAt === null
  )
    throw conflict(
      'The store has no subscription to change. Buy a plan first (POST /billing/checkout).',
      'not_subscribed',
    )
  const free = { net: 0n, vat: 0n, currency: planCurrency }
  if (plan === record.plan) return { plan, kind: 'none', effectiveAt: now, dueNow: free }
  const endsAt = new Date(currentPeriodEndsAt)
  if (!isHigher(plan, record.plan))
    return { plan, kind: 'downgrade', effectiveAt: endsAt < now ? now : endsAt, dueNow: free }
  if (status === 'past_due') throw overdue()
  const net = proration(record.plan, plan, { startsAt: new Date(periodStartsAt), endsAt }, now)
  const seller = await readSeller(tx, mailFrom)
  const vat = vatAmount(net, computeVat(seller, await findCustomer(tx)).rate)
  return { plan, kind: 'upgrade', effectiveAt: now, dueNow: { net, vat, currency: planCurrency } }
}

async function cancel({ audit }: PaymentContext, tx: StoreTx): Promise<void> {
  const { record } = await lockSubscription(tx)
  const { status, lapsed } = decideState(record, tx.now)
  if (lapsed) throw conflict('The store has no subscription to cancel.', 'not_subscribed')
  if (status === 'cancelled') return
  for (const invoice of await listOpenByPurpose(tx, ['purchase', 'renewal'])) await withdraw({ tx, audit }, invoice)
  const { currentPeriodEndsAt } = await recordEvents(tx, [act(tx, { kind: 'cancelled' })])
  await audit(tx, 'subscription.cancelled', undefined, { plan: record.plan, worksUntil: currentPeriodEndsAt })
}

const overdue = (number?: string) =>
  conflict(
    `${number ? `The invoice ${number}` : 'An invoice'} is not paid yet: it comes before anything else is bought.`,
    'payment_overdue',
  )

const decideState = (record: SubscriptionRecord, now: Date) => decideSubscriptionState(toFacts(record), now, 'manual')
