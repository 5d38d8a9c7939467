import type { EmailSettings } from '#resources/email/settings/schema.ts'
import { isWhollyRefunded } from '#resources/orders/rules.ts'

/** Instants as ISO text, as in rows and pushes. */
export type OrderDates = {
  placedAt: string
  fulfilledAt: string | null
  deliveredAt: string | null
  /** True if a merchant entered the purchase. `placedAt` is then the time that the merchant chose for the request. */
  isStated?: boolean
}

export type PlanFacts = OrderDates & {
  email: string | null
  cancelledAt: string | null
  total: string | null
  refundedTotal: string
  hasLines: boolean
}

export type Plan = { state: 'scheduled' | 'skipped'; reason: string | null; scheduledFor: Date | null }

type DueTerms = Pick<EmailSettings, 'trigger' | 'delayDays' | 'maxOrderAgeDays' | 'onlyDispatched'>
type Terms = DueTerms & Pick<EmailSettings, 'skipRefundedOrders'>

const dayMs = 86_400_000
/** The last instant that the API can represent. */
const endMs = Date.parse('9999-12-31T23:59:59.999Z')

/** A later push can remove these reasons. The request is then scheduled. */
export const temporarySkipReasons = ['no_email', 'no_products', 'order_cancelled', 'order_refunded', 'too_old'] as const
type SkipReason = (typeof temporarySkipReasons)[number] | 'before_connection'

/** `connectedAt` is the first connection of a shop. Earlier buyers get no request, no matter how their orders arrive. */
export function planRequest(facts: PlanFacts, terms: Terms, now: Date, connectedAt?: Date): Plan {
  const skipped = (reason: SkipReason): Plan => ({
    state: 'skipped',
    reason,
    scheduledFor: null,
  })
  if (connectedAt && Date.parse(facts.placedAt) < connectedAt.getTime()) return skipped('before_connection')
  if (facts.cancelledAt !== null) return skipped('order_cancelled')
  if (terms.skipRefundedOrders && isWhollyRefunded(facts)) return skipped('order_refunded')
  if (facts.email === null) return skipped('no_email')
  if (isTooOld(facts.placedAt, terms, now)) return skipped('too_old')
  if (!facts.hasLines) return skipped('no_products')
  return { state: 'scheduled', reason: null, scheduledFor: dueAt(facts, terms) }
}

/** The request of an undispatched order becomes due when the order is too old, and is then skipped. */
export function dueAt(
  { placedAt, fulfilledAt, deliveredAt, isStated }: OrderDates,
  { trigger, delayDays, maxOrderAgeDays, onlyDispatched }: DueTerms,
): Date {
  if (isStated) return new Date(placedAt)
  const isUndispatched = fulfilledAt === null && deliveredAt === null
  if (onlyDispatched && trigger !== 'placed' && isUndispatched)
    return new Date(Math.min(Date.parse(placedAt) + (maxOrderAgeDays + 1) * dayMs, endMs))
  const fulfilled = trigger === 'placed' ? null : fulfilledAt
  const delivered = trigger === 'delivered' ? deliveredAt : null
  return new Date(Math.min(Date.parse(delivered ?? fulfilled ?? placedAt) + delayDays * dayMs, endMs))
}

/** Compares whole days, so an order is still young enough if the delay equals the permitted age. */
export const isTooOld = (
  placedAt: string,
  { maxOrderAgeDays }: Pick<DueTerms, 'maxOrderAgeDays'>,
  now: Date,
): boolean => Math.floor((now.getTime() - Date.parse(placedAt)) / dayMs) > maxOrderAgeDays

const wakeUpStepMs = 300_000
/** Subtracts room for rounding, so a rounded instant is still within the valid years. */
const lastWakeUpMs = endMs - 2 * wakeUpStepMs

/** Rounds wake-ups to five minutes, so a batch of orders causes few wake-ups instead of one per order. */
export const wakeUpTimes = (instants: readonly Date[]): Date[] => [
  ...new Map(
    instants.map((at) => {
      const ms = Math.ceil(at.getTime() / wakeUpStepMs) * wakeUpStepMs
      return [ms, new Date(Math.min(ms, lastWakeUpMs))]
    }),
  ).values(),
]
