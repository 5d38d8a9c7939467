import { share, toMinorUnits } from '#platform/values/money.ts'
import { prices } from './rules.ts'
import { type Plan, plans } from './schema.ts'

export const planCurrency = 'USD'

export const monthlyPrice = (plan: Plan): bigint => toMinorUnits(prices[plan], planCurrency)

export const isHigher = (plan: Plan, than: Plan): boolean => plans.indexOf(plan) > plans.indexOf(than)

export function proration(from: Plan, to: Plan, period: { startsAt: Date; endsAt: Date }, now: Date): bigint {
  const left = BigInt(Math.max(0, period.endsAt.getTime() - now.getTime()))
  const whole = BigInt(Math.max(1, period.endsAt.getTime() - period.startsAt.getTime()))
  return share(monthlyPrice(to) - monthlyPrice(from), left, whole)
}
