export type SubscriptionFacts = {
  plan: string
  status: string
  trialEndsAt: string | null
  currentPeriodEndsAt: string | null
  pastDueSince: string | null
}

/** How stores pay. `off` is for operators who run their own shops: there are no trials, and nothing expires. */
export const billings = ['off', 'manual', 'stripe'] as const
export type Billing = (typeof billings)[number]
