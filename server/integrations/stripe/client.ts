// The library repeats a call under the same Idempotency-Key. Every write's key is our own operation's id. If a response is
// lost, Stripe sends the same response again instead of repeating the call.
import type Stripe from 'stripe'

/** A client's settings. One client is cached for each settings object. */
export type StripeSettings = Readonly<{ secretKey: string; origin: string | undefined }>

/**
 * Responses have this version's shapes, not those of the account's default version. Objects of webhooks are read again with
 * this version.
 */
export const apiVersion = '2026-10-28.endive'

/** Timeout of each attempt. A merchant waits for at most three attempts. */
const timeoutMs = 8_000
const retries = 2

/** The library has 60 resources, so it is loaded only by installations with billing. */
export async function createStripe({ secretKey, origin }: StripeSettings): Promise<Stripe> {
  const { default: StripeLibrary } = await import('stripe')
  const elsewhere = origin === undefined ? undefined : new URL(origin)
  return new StripeLibrary(secretKey, {
    apiVersion,
    timeout: timeoutMs,
    maxNetworkRetries: retries,
    // Telemetry would report our calls' durations, which has no use here.
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

/** Test and live data are separate at Stripe, and the prefix of a key shows which of the two it accesses. */
export const isTestKey = (secretKey: string): boolean => /^[sr]k_test_/.test(secretKey)
