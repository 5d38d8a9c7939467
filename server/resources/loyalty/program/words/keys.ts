/** One form per plural category of the language. */
export type Counted = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

export type Words = {
  points: Counted
  days: Counted
  /** "After {days}", for languages that need another form there. */
  afterDays: Counted
  order: string
  refund: string
  hold: string
  birthday: string
  /** Without and with a minimum total. */
  referral: string
  referralFrom: string
  /** Appended if the friend gets points too. */
  friend: string
  expiry: string
}
