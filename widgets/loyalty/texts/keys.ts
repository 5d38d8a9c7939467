export type Texts = {
  heading: string
  /** `{n}`, by the categories of Intl.PluralRules. */
  points: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }
  toSpend: string
  /** `{points}` */
  owed: string
  /** `{points}` */
  pending: string
  /** `{points}`, `{date}` */
  expiring: string
  tier: string
  /** `{points}`, `{tier}` */
  toNext: string
  highest: string
  rewards: string
  noRewards: string
  enough: string
  /** `{points}` */
  missing: string
  rules: string
  loading: string
  signedOut: string
  signIn: string
  failed: string
  retry: string
  unavailable: string
  showAll: string
}
