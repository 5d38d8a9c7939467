import { type Pace, waitUntil } from '#resources/email/sending/pacing-rules.ts'
import type { EmailSettings } from '#resources/email/settings/schema.ts'
import { isWhollyRefunded } from '#resources/orders/rules.ts'
import { dueAt, isTooOld, type OrderDates } from '../planning/rules.ts'

export type Product = {
  id: string
  title: string
  imageUrl: string | null
  isExcluded: boolean
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

export type DueRequest = Facts & {
  id: string
  orderId: string
  platformOrderId: string
  orderNumber: string | null
  customerName: string | null
  locale: string | null
  state: string
  reason: string | null
  attempt: number
  sentAt: string | null
  queuedAt: string | null
  remindedAt: string[]
  reminderDueAt: string | null
  reminderQueuedAt: string | null
  isOpened: boolean
}

export type Terms = { settings: EmailSettings; isLapsed: boolean; timezone: string }

export type Verdict = { products: readonly Product[] } | { skip: string }

/** Content of the mail, or the reason to skip it. The first check that fails is the reported reason. */
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

/** Returns a later due time if the trigger's date became known, or the delay became longer, after the planning. */
export const dueLater = (facts: OrderDates, { settings }: Terms, now: Date): Date | undefined => {
  const due = dueAt(facts, settings)
  return due > now ? due : undefined
}

/** The key is unique per mail, because a request that is queued again has an attempt number in its key. */
export const requestKey = (id: string, attempt: number): string =>
  attempt === 0 ? `review_request:${id}` : `review_request:${id}:${attempt + 1}`

/**
 * A reminder that is queued again after a change of address or sender needs a new key, so the key includes the due time.
 */
export const reminderKey = (id: string, number: number, dueAt: string | null): string =>
  `review_reminder:${id}:${number}:${Date.parse(dueAt ?? '') || 0}`

export const parseFirstName = (name: string | null): string | null => name?.trim().split(/\s+/)[0] || null

/**
 * A request waits for this time for another request to the same person. If the other request is sent, the waiting
 * request is skipped.
 */
export const waitForOtherMs = 10 * 60_000

/** `immediate` is a request sent by a person, which ignores delay, night and the limit per address. */
export type Sending = 'request' | 'reminder' | 'immediate'

/**
 * Data about email addresses. `asked` is true if a request was sent within the limit's days, and false if one is being
 * sent.
 */
export type AddressFacts = {
  suppressed: ReadonlyMap<string, string>
  asked: Map<string, boolean>
  recent: Map<string, number[]>
}

export type OutgoingRequest = {
  due: DueRequest
  products: readonly Product[]
  email: string
  reminder: number
  key: string
}
export type SkippedRequest = { id: string; reason: string }
export type PostponedRequest = { id: string; at: Date }
export type Triage = { skipped: SkippedRequest[]; waiting: PostponedRequest[]; ready: OutgoingRequest[] }

export const limitsRequests = ({ settings }: Terms, sending: Sending): boolean =>
  settings.frequencyCap?.requestDays != null && sending === 'request'

export function triage(
  found: readonly DueRequest[],
  { suppressed, asked, recent }: AddressFacts,
  terms: Terms & Pace,
  now: Date,
  sending: Sending,
): Triage {
  const groups: Triage = { skipped: [], waiting: [], ready: [] }
  for (const due of found) {
    const { id, email } = due
    const mail = numberMail(due, sending)
    const verdict = judge(due, terms, now)
    const early = sending === 'request' ? dueLater(due, terms, now) : undefined
    if ('skip' in verdict) groups.skipped.push({ id, reason: verdict.skip })
    else if (early) groups.waiting.push({ id, at: early })
    else if (email !== null) {
      const reason = suppressed.get(email)
      const sentTo = recent.get(email) ?? []
      const until = sending === 'immediate' || reason ? undefined : waitUntil(due.country, sentTo, terms, now)
      const isAsked = asked.get(email)
      if (reason) groups.skipped.push({ id, reason })
      else if (isAsked === true) groups.skipped.push({ id, reason: 'already_asked' })
      else if (isAsked === false) groups.waiting.push({ id, at: new Date(now.getTime() + waitForOtherMs) })
      else if (until) groups.waiting.push({ id, at: until })
      else {
        recent.set(email, [...sentTo, now.getTime()])
        if (limitsRequests(terms, sending)) asked.set(email, false)
        groups.ready.push({ due, products: verdict.products, email, ...mail })
      }
    }
  }
  return groups
}

function numberMail({ id, attempt, remindedAt, reminderDueAt }: DueRequest, sending: Sending) {
  if (sending !== 'reminder') return { reminder: 0, key: requestKey(id, attempt) }
  const reminder = remindedAt.length + 1
  return { reminder, key: reminderKey(id, reminder, reminderDueAt) }
}

/** Reminders are only for buyers who got the request and did not open the form. */
export const isReminderWanted = (due: DueRequest, { settings }: Terms): boolean =>
  due.state === 'sent' && !due.isOpened && due.remindedAt.length < settings.reminders
