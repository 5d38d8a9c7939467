import { domainToASCII } from 'node:url'
import type { GivenReason, Reason } from './schema.ts'

export const softBounceDays = 3
export const softBounceWindowDays = 60
export const softBouncePauseDays = 14

/**
 * Preserves dots and `+`, because such addresses may belong to different people. An impossible domain is left unchanged.
 */
export function normaliseAddress(email: string): string {
  const text = email.trim().normalize('NFC').toLowerCase()
  const at = text.lastIndexOf('@')
  const domain = at < 0 ? '' : domainToASCII(text.slice(at + 1))
  return domain ? `${text.slice(0, at)}@${domain}` : text
}

export const reasonOf = (reason: GivenReason): Reason =>
  reason === 'bounce' ? 'hard_bounce' : reason === 'unsubscribed' ? 'unsubscribe' : reason

export type Skip = 'customer_suppressed' | 'customer_unsubscribed'

export const skipFor = (reasons: readonly Reason[]): Skip =>
  reasons.every((reason) => reason === 'unsubscribe') ? 'customer_unsubscribed' : 'customer_suppressed'

/** Mail after a complaint harms all stores' sending reputation, so only an Admin or Owner may remove a complaint. */
export const needsAnswerablePerson = (reason: Reason): boolean => reason === 'complaint'

/** A deliverable address: one `@` between two parts within the length limits, and a domain of several labels. */
export function isAddress(normalised: string): boolean {
  const [local = '', domain = '', ...rest] = normalised.split('@')
  return (
    rest.length === 0 &&
    /^[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}$/u.test(local) &&
    Buffer.byteLength(normalised) <= 254 &&
    /^(?=.{3,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/.test(domain)
  )
}
