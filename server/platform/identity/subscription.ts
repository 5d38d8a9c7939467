/** A store's subscription as the database has it; what it means is the billing area's knowledge. */
export type SubscriptionFacts = {
  plan: string
  status: string
  trialEndsAt: string | null
  currentPeriodEndsAt: string | null
  pastDueSince: string | null
}

/** Whether stores pay here, and how: `off` for those who run their own, with neither trial nor end. */
export const billings = ['off', 'manual', 'stripe'] as const
export type Billing = (typeof billings)[number]
