// Decides if a due request is sent, skipped or postponed, by current facts. Pure.
import type { EmailSettings } from '#resources/email/settings/schema.ts'
import { isWhollyRefunded } from '#resources/orders/rules.ts'
import { dueAt, isTooOld, type OrderDates } from '../planning/rules.ts'

export type Product = {
  id: string
  title: string
  imageUrl: string | null
  isExcluded: boolean
  /** By this order, or by this address. */
  isReviewed: boolean
}

export type Facts = OrderDates & {
  email: string | null
  cancelledAt: string | null
  total: string | null
  refundedTotal: string
  acceptsMarketing: boolean | null
  country: string | null
  products: readonly Product[]
}

export type Terms = { settings: EmailSettings; isLapsed: boolean; timezone: string }

export type Verdict = { products: readonly Product[] } | { skip: string }

/** Content of the mail, or the reason to skip it. The order of the checks is the order of the reported reasons. */
export function judge(facts: Facts, { settings, isLapsed }: Terms, now: Date): Verdict {
  if (facts.cancelledAt !== null) return { skip: 'order_cancelled' }
  if (settings.skipRefundedOrders && isWhollyRefunded(facts)) return { skip: 'order_refunded' }
  if (facts.email === null) return { skip: 'no_email' }
  if (isTooOld(facts.placedAt, settings, now)) return { skip: 'too_old' }
  if (!settings.requestsEnabled) return { skip: 'requests_off' }
  if (isLapsed) return { skip: 'subscription_expired' }
  if (facts.products.length === 0) return { skip: 'no_products' }
  const open = facts.products.filter(({ isReviewed }) => !isReviewed)
  if (open.length === 0) return { skip: 'already_reviewed' }
  const products = open.filter(({ isExcluded }) => !isExcluded)
  if (products.length === 0) return { skip: 'product_excluded' }
  if (settings.consent === 'opted_in_only' && facts.acceptsMarketing !== true) return { skip: 'no_consent' }
  return { products }
}

/** Later due date, if the trigger became known or the delay longer since the planning. */
export const dueLater = (facts: OrderDates, { settings }: Terms, now: Date): Date | undefined => {
  const due = dueAt(facts, settings)
  return due > now ? due : undefined
}

/** Unique per mail: a request handed over again has an attempt number in its key. */
export const requestKey = (id: string, attempt: number): string =>
  attempt === 0 ? `review_request:${id}` : `review_request:${id}:${attempt + 1}`

/** A returned reminder, after a change of address or sender, needs a new key. */
export const reminderKey = (id: string, number: number, dueAt: string | null): string =>
  `review_reminder:${id}:${number}:${Date.parse(dueAt ?? '') || 0}`

export const firstNameOf = (name: string | null): string | null => name?.trim().split(/\s+/)[0] || null
