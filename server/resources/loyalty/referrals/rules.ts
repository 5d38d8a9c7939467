/**
 * All spellings of one mailbox count as one person. Converts to lower case, removes a tag after a plus, and removes dots if
 * the provider ignores them.
 */
export function canonicalEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1).toLowerCase()
  const local = (email.slice(0, at).toLowerCase().split('+')[0] ?? '') || email.slice(0, at).toLowerCase()
  const isGmail = domain === 'gmail.com' || domain === 'googlemail.com'
  return isGmail ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`
}

export type FirstOrder = {
  id: string
  placedAt: number
  referralCode: string | null
  currency: string | null
  total: string | null
  refundedTotal: string
  customerName: string | null
}

/** `codes` are the code of the referral and the code in the advocate's link. */
export function qualifies(order: FirstOrder | undefined, codes: readonly string[], minimumTotal: string): boolean {
  if (!order || order.total === null) return false
  const sent = order.referralCode?.trim().toUpperCase()
  if (!codes.some((code) => code.toUpperCase() === sent)) return false
  const net = Number(order.total) - Number(order.refundedTotal)
  return net > 0 && net >= Number(minimumTotal)
}

/** If a member has more referrals than this in a week, the merchant decides about them. */
export const maxPerWeek = 10

export function oddity(facts: {
  friendName: string | null
  advocateName: string | null
  referredThisWeek: number
}): string | undefined {
  const [friend, advocate] = [plain(facts.friendName), plain(facts.advocateName)]
  if (friend !== '' && friend === advocate) return 'same_name'
  return facts.referredThisWeek > maxPerWeek ? 'many_in_a_week' : undefined
}

const plain = (name: string | null) => (name ?? '').trim().toLowerCase().replace(/\s+/g, ' ')
