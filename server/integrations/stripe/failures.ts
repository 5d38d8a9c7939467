// What it means when a call of Stripe fails. Its messages are for the operator: they name keys' endings and ids.
import type Stripe from 'stripe'

type Failure =
  /** Nothing is known of whether it was done: it may be asked again under the same key. */
  | 'uncertain'
  /** Not now, and nothing was done. */
  | 'busy'
  /** The key does not fit, or may not do this: only the operator can mend it. */
  | 'misconfigured'
  /** The customer's bank said no. */
  | 'declined'
  /** What was named is not there. */
  | 'missing'
  /** Stripe found fault with the call itself. */
  | 'refused'

/** Undefined for whatever did not come from the library. */
export function failureOf(error: unknown): Failure | undefined {
  if (!isStripeError(error)) return undefined
  const { statusCode, code } = error
  if (statusCode === undefined) return 'uncertain'
  if (statusCode === 401 || statusCode === 403) return 'misconfigured'
  if (statusCode === 402) return 'declined'
  if (statusCode === 429 || (statusCode === 400 && code === 'rate_limit')) return 'busy'
  if (statusCode === 404 || code === 'resource_missing') return 'missing'
  // 409: the first call under this key is still running.
  return statusCode >= 500 || statusCode === 409 ? 'uncertain' : 'refused'
}

/** Removed at Stripe, while we still name it. */
export const isMissingCustomer = (error: unknown): boolean =>
  isStripeError(error) && failureOf(error) === 'missing' && error.param === 'customer'

type StripeError = InstanceType<typeof Stripe.errors.StripeError>

/** By its shape, so that the library need not be loaded to ask. */
const isStripeError = (error: unknown): error is StripeError =>
  error instanceof Error && 'type' in error && typeof error.type === 'string' && error.type.startsWith('Stripe')

/** What a log may have of it: no message, which can name what a customer typed. */
export const describe = (error: unknown): object =>
  isStripeError(error)
    ? { type: error.type, status: error.statusCode, code: error.code, requestId: error.requestId }
    : { type: error instanceof Error ? error.name : 'unknown' }
