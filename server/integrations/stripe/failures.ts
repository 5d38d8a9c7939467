// Stripe's messages contain ids and the last characters of keys, so only the operator may see them.
import type Stripe from 'stripe'

type Failure =
  /** It is unknown whether the call took effect. The call can be repeated under the same key. */
  | 'uncertain'
  /** Stripe is busy and the call had no effect. */
  | 'busy'
  /** The key is wrong or lacks a permission, which only the operator can fix. */
  | 'misconfigured'
  | 'declined'
  | 'missing'
  | 'refused'

export function classifyFailure(error: unknown): Failure | undefined {
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

/** True if the customer was deleted at Stripe, while we still reference it. */
export const isMissingCustomer = (error: unknown): boolean =>
  isStripeError(error) && classifyFailure(error) === 'missing' && error.param === 'customer'

type StripeError = InstanceType<typeof Stripe.errors.StripeError>

/** The error is checked by its shape, so that the library need not be loaded. */
const isStripeError = (error: unknown): error is StripeError =>
  error instanceof Error && 'type' in error && typeof error.type === 'string' && error.type.startsWith('Stripe')

/** The part of the error that may be logged. The message is left out, because it may contain a customer's input. */
export const describe = (error: unknown): object =>
  isStripeError(error)
    ? { type: error.type, status: error.statusCode, code: error.code, requestId: error.requestId }
    : { type: error instanceof Error ? error.name : 'unknown' }
