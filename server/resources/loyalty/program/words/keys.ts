/** One form a kind of number, as the language has them. */
export type Counted = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

export type Words = {
  points: Counted
  days: Counted
  /** Days after which something is so, where the language has other forms for that. */
  afterDays: Counted
  order: string
  refund: string
  hold: string
  birthday: string
  /** Without and with a least total. */
  referral: string
  referralFrom: string
  /** Behind it, where the friend gets something too. */
  friend: string
  expiry: string
}
