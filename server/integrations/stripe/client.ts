// The library repeats a call under the same Idempotency-Key. Every write's key is our own operation's id, so Stripe answers
// a lost call again instead of repeating it.
import type Stripe from 'stripe'

/** A client's settings; one client is cached per object. */
export type StripeSettings = Readonly<{ secretKey: string; origin: string | undefined }>

/** Answers have this version's shapes, not those of the account's default. Webhooks are read again with it too. */
export const apiVersion = '2026-10-28.endive'

/** A merchant waits for the answer, at most three attempts of this length. */
const timeoutMs = 8_000
const retries = 2

/** Loaded only by installations that sell: the library has 60 resources. */
export async function createStripe({ secretKey, origin }: StripeSettings): Promise<Stripe> {
  const { default: StripeLibrary } = await import('stripe')
  const elsewhere = origin === undefined ? undefined : new URL(origin)
  return new StripeLibrary(secretKey, {
    apiVersion,
    timeout: timeoutMs,
    maxNetworkRetries: retries,
    // Telemetry would report our calls' durations, without use here.
    telemetry: false,
    ...(elsewhere && {
      protocol: elsewhere.protocol === 'http:' ? 'http' : 'https',
      host: elsewhere.hostname,
      port: elsewhere.port || (elsewhere.protocol === 'http:' ? 80 : 443),
    }),
  })
}

const made = new WeakMap<StripeSettings, Promise<Stripe>>()

export function openStripe(settings: StripeSettings): Promise<Stripe> {
  const client = made.get(settings) ?? createStripe(settings)
  made.set(settings, client)
  return client
}

/** Test and live data are separate at Stripe, and the key shows which it is. */
export const isTestKey = (secretKey: string): boolean => /^[sr]k_test_/.test(secretKey)
