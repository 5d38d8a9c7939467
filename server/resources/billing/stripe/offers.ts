import type { Offer } from '#integrations/stripe/prices.ts'
import { monthlyPrice, planCurrency } from '../proration.ts'
import { planNames } from '../rules.ts'
import { plans } from '../schema.ts'

export const offers: readonly Offer[] = plans.map((plan) => ({
  plan,
  name: planNames[plan],
  amount: monthlyPrice(plan),
  currency: planCurrency.toLowerCase(),
}))
