// Stripe's official library, set up: one pinned version of its API, short waits, and its own retries, which repeat a call under
// the same Idempotency-Key. Every write is given a key made of our own operation's id, so that a call that was made and whose
// answer was lost is answered again instead of done again.
import type Stripe from 'stripe'

/** What a client needs of the settings; one is kept for each such object. */
export type StripeSettings = Readonly<{ secretKey: string; origin: string | undefined }>

/** Answers have this version's shapes, whatever the account's own default is; webhooks are read again under it too. */
export const apiVersion = '2026-10-28.endive'

/** A merchant waits for the answer: three tries of this length are the longest. */
const timeoutMs = 8_000
const retries = 2

/** The library is loaded by those who sell through it: it is 60 resources, and most installations sell nothing. */
export async function createStripe({ secretKey, origin }: StripeSettings): Promise<Stripe> {
  const { default: StripeLibrary } = await import('stripe')
  const elsewhere = origin === undefined ? undefined : new URL(origin)
  return new StripeLibrary(secretKey, {
    apiVersion,
    timeout: timeoutMs,
    maxNetworkRetries: retries,
    // It would report how long our calls take, and to nobody's use here.
    telemetry: false,
    ...(elsewhere && {
      protocol: elsewhere.protocol === 'http:' ? 'http' : 'https',
      host: elsewhere.hostname,
      port: elsewhere.port || (elsewhere.protocol === 'http:' ? 80 : 443),
    }),
  })
}

const made = new WeakMap<StripeSettings, Promise<Stripe>>()

/** One client for each configuration, made when it is first needed. */
export function stripeOf(settings: StripeSettings): Promise<Stripe> {
  const client = made.get(settings) ?? createStripe(settings)
  made.set(settings, client)
  return client
}

/** Test and live data are apart at Stripe; the key says which of them this is. */
export const isTestKey = (secretKey: string): boolean => /^[sr]k_test_/.test(secretKey)
