// Reads the token with which a merchant's server names the shopper: P.hmac, where P is base64url(JSON {email, exp}). It
// ignores every token that has another form, lacks a valid signature or has expired. These functions do no I/O.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { unauthenticated } from '../values/errors.ts'

export type Customer = { email: string }

/** A merchant's clock may run a little ahead of ours. */
const skewSeconds = 300
const longestSeconds = 24 * 3600

export function readCustomerToken(token: unknown, secrets: readonly string[], now: Date): Customer | undefined {
  if (typeof token !== 'string' || token.length > 2048) return undefined
  const [, payload = '', signature = ''] = /^([\w-]{1,1800}={0,2})\.([0-9a-f]{64})$/i.exec(token) ?? []
  const given = Buffer.from(signature, 'hex')
  // Tries every secret, so that the time reveals nothing about which one matches.
  const fitting = secrets.filter((secret) => isSignedWith(secret, payload, given))
  if (payload === '' || fitting.length === 0) return undefined
  return readPayload(payload, now.getTime() / 1000)
}

export function requireCustomer({ customer }: { customer: Customer | undefined }): Customer {
  if (!customer) throw unauthenticated('Send a signed customer token in the `x-customer-token` header.')
  return customer
}

export const signCustomerToken = (payload: string, secret: string): string =>
  `${payload}.${createHmac('sha256', secret).update(payload).digest('hex')}`

function isSignedWith(secret: string, payload: string, given: Buffer): boolean {
  const expected = createHmac('sha256', secret).update(payload).digest()
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function readPayload(payload: string, nowSeconds: number): Customer | undefined {
  const { email, exp } = parse(payload)
  if (typeof email !== 'string' || typeof exp !== 'number' || !Number.isFinite(exp)) return undefined
  if (exp <= nowSeconds || exp > nowSeconds + longestSeconds + skewSeconds) return undefined
  const address = email.trim()
  return isAddress(address) ? { email: address } : undefined
}

function parse(payload: string): { email?: unknown; exp?: unknown } {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(payload, 'base64url'))) ?? {}
  } catch {
    return {}
  }
}

const isAddress = (text: string) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: an address must not contain control characters
  text.length <= 254 && text.isWellFormed() && /^[^\s@\u0000-\u001f\u007f]+@[^\s@\u0000-\u001f\u007f]+$/.test(text)
