// These functions do no I/O and compute from all payments and refunds together, so order and repetition make no difference.
// Money is in cents.
import { conflict } from '#platform/values/errors.ts'

export const earnJob = 'affiliates.earn'
export const affiliatesFeature = 'affiliates'
export const currency = 'USD'

const sharePercent = 20n
export const mostPerReferral = 500_00n
const earningMonths = 12
const pendingDays = 30
export const cookieDays = 60
const dayMs = 86_400_000

export type Fact = {
  kind: 'paid' | 'refunded'
  documentId: string
  invoiceId: string
  net: bigint
  at: string
}
export type Earning = Fact & { amount: bigint; payableAt: string }

const computeShare = (net: bigint) => (net * sharePercent + 50n) / 100n
const least = (a: bigint, b: bigint) => (a < b ? a : b)
const later = (a: string, b: string) => (a > b ? a : b)

/**
 * Counts each payment and each refund once, in order of time. A refund reduces the earning of its invoice, so a later
 * invoice may earn that amount within the maximum.
 */
export function computeEarnings(facts: readonly Fact[]): Earning[] {
  const once = [...new Map(facts.map((fact) => [`${fact.kind} ${fact.documentId}`, fact])).values()]
  const paid = new Map(once.filter(({ kind }) => kind === 'paid').map((fact) => [fact.invoiceId, fact]))
  const untilMs = findEarningEnd([...paid.values()])
  // Clocks may differ, so a credit note is never sorted before its invoice.
  const effective = (fact: Fact) => later(fact.at, paid.get(fact.invoiceId)?.at ?? fact.at)
  const rank = ({ kind }: Fact) => (kind === 'paid' ? 0 : 1)
  const ordered = once.toSorted(
    (a, b) =>
      Date.parse(effective(a)) - Date.parse(effective(b)) ||
      rank(a) - rank(b) ||
      (a.documentId < b.documentId ? -1 : a.documentId > b.documentId ? 1 : 0),
  )
  const ofInvoice = new Map<string, bigint>()
  let earned = 0n
  return ordered.map((fact) => {
    const before = ofInvoice.get(fact.invoiceId) ?? 0n
    const share = computeShare(fact.net)
    const amount =
      fact.kind === 'refunded'
        ? -least(share, before)
        : Date.parse(fact.at) < untilMs
          ? least(share, mostPerReferral - earned)
          : 0n
    ofInvoice.set(fact.invoiceId, before + amount)
    earned += amount
    return {
      ...fact,
      amount,
      payableAt: payableAt(later(paid.get(fact.invoiceId)?.at ?? fact.at, fact.at), fact, paid),
    }
  })
}

/** A refund takes effect when the invoice's own earning is payable, or immediately if that date has passed. */
function payableAt(at: string, fact: Fact, paid: ReadonlyMap<string, Fact>): string {
  const due = new Date(Date.parse(paid.get(fact.invoiceId)?.at ?? fact.at) + pendingDays * dayMs).toISOString()
  return fact.kind === 'refunded' ? later(due, at) : due
}

function findEarningEnd(paid: readonly Fact[]): number {
  const firstMs = Math.min(...paid.map(({ at }) => Date.parse(at)))
  return Number.isFinite(firstMs) ? monthsLater(new Date(firstMs), earningMonths).getTime() : Number.NEGATIVE_INFINITY
}

/** Adds months. The day of the month stays the same, or is the last day of a shorter month. */
function monthsLater(from: Date, months: number): Date {
  const moved = new Date(from)
  moved.setUTCMonth(from.getUTCMonth() + months)
  if (moved.getUTCDate() !== from.getUTCDate()) moved.setUTCDate(0)
  return moved
}

export type ReferralState = 'signed_up' | 'paying' | 'ended' | 'rejected'

export function decideState(
  {
    rejectedReason,
    firstPaidAt,
    earned,
  }: { rejectedReason: string | null; firstPaidAt: string | null; earned: bigint },
  now: Date,
): ReferralState {
  if (rejectedReason !== null) return 'rejected'
  if (firstPaidAt === null) return 'signed_up'
  const isOver = monthsLater(new Date(firstPaidAt), earningMonths).getTime() <= now.getTime()
  return isOver || earned >= mostPerReferral ? 'ended' : 'paying'
}

export type Member = { userId: string; email: string }

/** People earn nothing from their own payments. Addresses that differ only in the +tag count as the same. */
export function isSelfReferral(own: readonly Member[], referred: readonly Member[]): boolean {
  const people = new Set(own.flatMap(({ userId, email }) => [`user ${userId}`, plain(email)]))
  return referred.some(({ userId, email }) => people.has(`user ${userId}`) || people.has(plain(email)))
}

const plain = (email: string) => email.toLowerCase().replace(/\+[^@]*(?=@)/, '')

export function dollars(cents: bigint): string {
  const size = cents < 0n ? -cents : cents
  return `${cents < 0n ? '-' : ''}${size / 100n}.${String(size % 100n).padStart(2, '0')}`
}

const characters = 'abcdefghjkmnpqrstuvwxyz23456789'

export const encodeCode = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => characters[byte % characters.length]).join('')

export const codeTaken = () => conflict('This code is taken. Choose another one.', 'code_taken')
export const alreadyJoined = (code: string) =>
  conflict(
    `The code of this organization is ${code}. It cannot be changed, because links may contain it.`,
    'already_affiliate',
  )

const cookieName = 'evident_ref'

/** Affiliate code in the browser's cookie. */
export const codeInCookies = (cookies: string | undefined): string | undefined =>
  new RegExp(`(?:^|;\\s*)${cookieName}=([a-z0-9-]{3,32})(?:;|$)`).exec(cookies ?? '')?.[1]

export const cookieFor = (code: string, isSecure: boolean): string =>
  `${cookieName}=${code}; Max-Age=${cookieDays * 86_400}; Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`

export const buildLink = (origin: string, code: string) => `${origin}/r/${code}`
