// What an address is, when enough has bounced, and which word a suppression has in a skipped message.
import { domainToASCII } from 'node:url'
import type { GivenReason, Reason } from './schema.ts'

export const softBounceDays = 3
export const softBounceWindowDays = 60
export const softBouncePauseDays = 14

/**
 * One person is one address, however it was typed and in whichever script its domain is written. Dots and `+` stay: two
 * boxes that may be two people's are never taken for one. An address whose domain cannot be one is kept as it is.
 */
export function normaliseAddress(email: string): string {
  const text = email.trim().normalize('NFC').toLowerCase()
  const at = text.lastIndexOf('@')
  const domain = at < 0 ? '' : domainToASCII(text.slice(at + 1))
  return domain ? `${text.slice(0, at)}@${domain}` : text
}

/** The same reason as other systems write it. */
export const reasonOf = (reason: GivenReason): Reason =>
  reason === 'bounce' ? 'hard_bounce' : reason === 'unsubscribed' ? 'unsubscribe' : reason

export type Skip = 'customer_suppressed' | 'customer_unsubscribed'

/** Of several reasons the graver one is told. */
export const skipFor = (reasons: readonly Reason[]): Skip =>
  reasons.every((reason) => reason === 'unsubscribe') ? 'customer_unsubscribed' : 'customer_suppressed'

/** A complaint stands in a mailbox provider's books: only a person who is answerable may take it back. */
export const needsAnswerablePerson = (reason: Reason): boolean => reason === 'complaint'

/** What a mail can be sent to: one `@` between two parts of bearable length, and a domain of several labels. */
export function isAddress(normalised: string): boolean {
  const [local = '', domain = '', ...rest] = normalised.split('@')
  return (
    rest.length === 0 &&
    /^[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}$/u.test(local) &&
    Buffer.byteLength(normalised) <= 254 &&
    /^(?=.{3,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/.test(domain)
  )
}
