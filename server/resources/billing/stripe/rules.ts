// Converts Stripe's objects to ours. The current state of a subscription at Stripe is complete, so no history is needed.
// These functions do no I/O.
import type Stripe from 'stripe'
import { planOfPrice } from '#integrations/stripe/prices.ts'
import { readId } from '#integrations/stripe/webhooks.ts'
import { share, toMinorUnits } from '#platform/values/money.ts'
import { includes, trialPlan } from '../rules.ts'
import { type Plan, plans } from '../schema.ts'
import { pastDueSince, type SubscriptionRecord } from '../transitions.ts'

export type MirroredRecord = Omit<SubscriptionRecord, 'trialEndsAt'>

/** Plans by price id, because a phase of a schedule may contain only the id of its price. */
export type PlansByPrice = ReadonlyMap<string, Plan>

/**
 * Metadata on every object that we create at Stripe. We trust it in objects that we read, because only our own key can
 * write it.
 */
export type Marks = { storeEnvId: string; organizationId: string }

export const marksFor = ({ storeEnvId, organizationId }: Marks) => ({
  evident_store: storeEnvId,
  evident_organization: organizationId,
})

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function readMarks({ metadata }: Pick<Stripe.Subscription, 'metadata'>): Marks | undefined {
  const { evident_store: storeEnvId = '', evident_organization: organizationId = '' } = metadata
  return uuid.test(storeEnvId) && uuid.test(organizationId) ? { storeEnvId, organizationId } : undefined
}

export const instantOf = (seconds: number) => new Date(seconds * 1000).toISOString()
export const instantOrNull = (seconds: number | null) => (seconds === null ? null : instantOf(seconds))

export const isPlan = (text: string | undefined): text is Plan => plans.some((each) => each === text)

export const isOver = ({ status }: Pick<Stripe.Subscription, 'status'>) =>
  status === 'canceled' || status === 'incomplete_expired'

export function readPending(subscription: Stripe.Subscription): { plan: Plan; url: string | null } | undefined {
  const price = subscription.pending_update?.subscription_items?.[0]?.price
  const plan = price && planOfPrice(price)
  if (!isPlan(plan)) return undefined
  const { latest_invoice: invoice } = subscription
  return { plan, url: typeof invoice === 'object' ? (invoice?.hosted_invoice_url ?? null) : null }
}

/**
 * Returns undefined before the first payment, or for an unknown plan. While a trial continues after a purchase, its plan
 * applies unless the purchased plan is higher.
 */
export function toMirroredRecord(
  subscription: Stripe.Subscription,
  owed: readonly Stripe.Invoice[],
  known: PlansByPrice,
): MirroredRecord | undefined {
  const [item] = subscription.items.data
  const bought = item && planOfPrice(item.price)
  if (!item || !isPlan(bought) || subscription.status === 'incomplete') return undefined
  const isTrialing = subscription.status === 'trialing'
  const plan = isTrialing && includes(trialPlan, bought) ? trialPlan : bought
  const next = plan === bought ? findNextPhase(subscription, known) : { plan: bought, at: item.current_period_end }
  const endsAt = subscription.ended_at ?? subscription.cancel_at
  const base = {
    plan,
    anchorAt: instantOf(subscription.billing_cycle_anchor),
    periodStartsAt: instantOf(item.current_period_start),
    currentPeriodEndsAt: instantOf(item.current_period_end),
    cancelledAt: null,
    nextPlan: next?.plan ?? null,
    nextPlanAt: next ? instantOf(next.at) : null,
    owed: {},
  }
  const none = { nextPlan: null, nextPlanAt: null }
  switch (subscription.status) {
    case 'past_due':
    case 'unpaid':
      // Stored as active with a debt. The debt's due date decides when notices are sent and the days of grace end.
      return { ...base, ...none, status: 'active', owed: collectOwed(subscription, owed) }
    case 'active':
    case 'trialing':
      if (!subscription.cancel_at_period_end && subscription.cancel_at === null) return { ...base, status: 'active' }
      return cancelled(base, subscription, endsAt ?? item.current_period_end)
    case 'canceled':
      if (subscription.cancellation_details?.reason === 'payment_failed')
        return { ...base, ...none, status: 'expired', cancelledAt: instantOrNull(subscription.ended_at) }
      return cancelled(base, subscription, Math.min(endsAt ?? item.current_period_end, item.current_period_end))
    default:
      return { ...base, ...none, status: 'expired' }
  }
}

const cancelled = (base: Omit<MirroredRecord, 'status'>, sub: Stripe.Subscription, endsAt: number): MirroredRecord => ({
  ...base,
  ...{ nextPlan: null, nextPlanAt: null },
  status: 'cancelled',
  cancelledAt: instantOf(sub.canceled_at ?? sub.ended_at ?? endsAt),
  currentPeriodEndsAt: instantOf(endsAt),
})

function findNextPhase({ schedule }: Stripe.Subscription, known: PlansByPrice): { plan: Plan; at: number } | undefined {
  if (typeof schedule !== 'object' || schedule === null || schedule.status !== 'active') return undefined
  const now = schedule.current_phase
  const next = schedule.phases.find(({ start_date: start }) => now !== null && start >= now.end_date)
  const price = next?.items[0]?.price
  const plan = typeof price === 'object' && !price.deleted ? planOfPrice(price) : known.get(readId(price) ?? '')
  return next && isPlan(plan) ? { plan, at: next.start_date } : undefined
}

/**
 * Returns the due dates of unpaid invoices. The invoice of a pending upgrade is excluded, because the current period is
 * already paid.
 */
function collectOwed(subscription: Stripe.Subscription, invoices: readonly Stripe.Invoice[]): Record<string, string> {
  const isWaiting = (id: string) => subscription.pending_update !== null && readId(subscription.latest_invoice) === id
  const open = invoices.filter(({ status, id }) => (status === 'open' || status === 'uncollectible') && !isWaiting(id))
  if (open.length === 0) {
    const [item] = subscription.items.data
    return { [subscription.id]: instantOf(item?.current_period_start ?? subscription.created) }
  }
  return Object.fromEntries(
    open.map(({ id, created, status_transitions: { finalized_at: at } }) => [id, instantOf(at ?? created)]),
  )
}

/** Compares the date since which money is owed, not the number of invoices. */
export const isSame = (a: MirroredRecord, b: MirroredRecord): boolean =>
  JSON.stringify(inOrder(a)) === JSON.stringify(inOrder(b))

const inOrder = (record: MirroredRecord) => [
  ...[record.plan, record.status, record.anchorAt, record.periodStartsAt, record.currentPeriodEndsAt],
  ...[record.cancelledAt, record.nextPlan, record.nextPlanAt, pastDueSince(record)],
]

export function splitRefund(
  gross: number,
  invoice: { net: string; gross: string; currency: string; refundedNet: string },
) {
  const whole = toMinorUnits(invoice.gross, invoice.currency)
  const wholeNet = toMinorUnits(invoice.net, invoice.currency)
  const left = wholeNet - toMinorUnits(invoice.refundedNet, invoice.currency)
  const shared = whole > 0n ? share(wholeNet, BigInt(gross), whole) : 0n
  const vat = BigInt(gross) - shared
  // The net of each refund is rounded, so several refunds together could exceed the invoice's net.
  if (shared > left) return { net: left, vat }
  return { net: shared, vat: vat > 0n ? vat : 0n }
}
