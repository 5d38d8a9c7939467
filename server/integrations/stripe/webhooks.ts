import type Stripe from 'stripe'
import { judgeSignedTime, signedTimeToleranceMs } from '#platform/values/signed-time.ts'
import { openStripe, type StripeSettings } from './client.ts'

const toleranceSeconds = signedTimeToleranceMs / 1000

type Reading = { event: Stripe.Event; refusal?: undefined } | { event?: undefined; refusal: string }

/** Stripe signs every attempt again, so a captured call is worthless after `toleranceSeconds`. */
export async function readEvent(
  settings: StripeSettings & { webhookSecret: string },
  call: { body: Buffer; signature: string; now: Date },
): Promise<Reading> {
  const stripe = await openStripe(settings)
  const { body, signature, now } = call
  try {
    const { webhookSecret } = settings
    const event = stripe.webhooks.constructEvent(
      body,
      signature,
      webhookSecret,
      toleranceSeconds,
      undefined,
      now.getTime(),
    )
    if (!isEvent(event)) return { refusal: 'The body is not a Stripe event.' }
    // The library refuses only times in the past, so we check for future ones.
    const times = signedAt(signature).map((seconds) => judgeSignedTime(seconds * 1000, now))
    if (times.includes('ahead')) return { refusal: ahead('The time in Stripe-Signature') }
    if (times.includes('old')) return { refusal: misfit }
    if (judgeSignedTime(event.created * 1000, now) === 'ahead') return { refusal: ahead("The event's `created`") }
    return { event }
  } catch {
    return { refusal: misfit }
  }
}

const misfit = 'Invalid signature: it does not match this body, or it is too old.'

const ahead = (what: string) =>
  `${what} is more than ${toleranceSeconds} seconds ahead of our clock. Check both clocks, and send the event again.`

/** Returns every `t` of the header, because the library verifies only one of several, and parses `1x` as 1. */
const signedAt = (header: string): number[] =>
  header
    .split(',')
    .filter((each) => each.startsWith('t='))
    .map((each) => Number(each.slice(2)))

const isEvent = (value: unknown): value is Stripe.Event => {
  const { id, object, type, created, data } = (value ?? {}) as Partial<Stripe.EventBase>
  const isObject = typeof data?.object === 'object' && data.object !== null
  return (
    typeof id === 'string' && object === 'event' && typeof type === 'string' && Number.isInteger(created) && isObject
  )
}

/** Ids of an event's subject. The event's own data may be old already, so the subject is read from the API. */
export type About = { subscription: string | null; paymentIntent: string | null }

/** Kinds that change a store's plan or payments. All others are ignored. Stripe filters by at most twenty kinds. */
export const kindsOfInterest = [
  'charge.dispute.closed',
  'charge.refunded',
  'checkout.session.completed',
  'customer.subscription.created',
  'customer.subscription.deleted',
  'customer.subscription.pending_update_applied',
  'customer.subscription.pending_update_expired',
  'customer.subscription.updated',
  'invoice.finalized',
  'invoice.marked_uncollectible',
  'invoice.paid',
  'invoice.payment_action_required',
  'invoice.payment_failed',
  'invoice.voided',
  'refund.created',
  'refund.failed',
  'refund.updated',
  'subscription_schedule.released',
  'subscription_schedule.updated',
] as const

/** Undefined for an irrelevant event, or one without a subject. */
export function readAbout({ type, data }: Stripe.Event): About | undefined {
  if (!kindsOfInterest.some((each) => each === type)) return undefined
  const object = data.object as {
    id?: unknown
    object?: unknown
    subscription?: unknown
    released_subscription?: unknown
    payment_intent?: unknown
    parent?: { subscription_details?: { subscription?: unknown } | null } | null
  }
  const subscription =
    object.object === 'subscription'
      ? readId(object.id)
      : (readId(object.subscription) ??
        readId(object.released_subscription) ??
        readId(object.parent?.subscription_details?.subscription))
  const isPayment = ['charge', 'refund', 'dispute'].includes(String(object.object))
  const paymentIntent = isPayment ? readId(object.payment_intent) : null
  return subscription || paymentIntent ? { subscription, paymentIntent } : undefined
}

/** Reads an id, also from an expanded object. Null if the value does not look like an id of Stripe. */
export function readId(value: unknown): string | null {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : value
  return typeof id === 'string' && /^[a-z]+(_[A-Za-z0-9]+)+$/.test(id) && id.length <= 255 ? id : null
}
