/** One form per plural category of the language. */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

export type Words = {
  points: PluralForms
  days: PluralForms
  /** "After {days}", for languages that need another form there. */
  afterDays: PluralForms
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
