/** A store's subscription as the database has it; what it means is the billing area's knowledge. */
export type SubscriptionFacts = {
  plan: string
  status: string
  trialEndsAt: string | null
  currentPeriodEndsAt: string | null
  pastDueSince: string | null
}
