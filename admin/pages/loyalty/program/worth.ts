import type { Reward } from '../../../api/loyalty.ts'
import { shownLocale } from '../../../components/locale.ts'

/**
 * An estimate of what points are worth, at the best rate of the rewards that take an amount off. Undefined without such a
 * reward in this currency, because other rewards have no price here.
 */
export function estimateWorth(points: number, rewards: readonly Reward[], currency: string): string | undefined {
  const rates = rewards.flatMap(({ active, kind, value, cost, currency: own }) =>
    active && kind === 'fixed_amount' && own === currency && cost > 0 ? [Number(value) / cost] : [],
  )
  if (rates.length === 0 || points <= 0) return undefined
  const format = new Intl.NumberFormat(shownLocale, { style: 'currency', currency, maximumFractionDigits: 0 })
  return format.format(points * Math.max(...rates))
}
