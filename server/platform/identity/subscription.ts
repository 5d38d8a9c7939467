export type SubscriptionFacts = {
  plan: string
  status: string
  trialEndsAt: string | null
  currentPeriodEndsAt: string | null
  pastDueSince: string | null
}

/** The way in which stores pay. `off` is for operators who run their own shops, with neither trial nor expiry. */
export const billings = ['off', 'manual', 'stripe'] as const
export type Billing = (typeof billings)[number]
