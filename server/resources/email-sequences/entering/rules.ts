import { isAtLeast, isLate } from '../runs/rules.ts'
import type { Filter, TriggerEvent } from '../schema.ts'

export type Subject = {
  productIds: readonly string[]
  categoryIds: readonly string[]
  total: string | null
  /** Null if the event has no order. */
  isFirstOrder: boolean | null
  tier: string | null
}

export type Fact = Subject & {
  event: TriggerEvent
  /** Identifies the event, so that a repeated report is recognised. */
  ref: string
  at: Date
  email: string
  platformOrderId: string | null
  reviewId: string | null
}

export function decideRefusal(
  fact: Pick<Fact, 'at'>,
  publishedAt: Date,
  now: Date,
): 'before_publishing' | 'too_late' | undefined {
  if (fact.at < publishedAt) return 'before_publishing'
  return isLate(fact.at.getTime(), now.getTime()) ? 'too_late' : undefined
}

/**
 * Name of the first filter that does not match, or undefined. A filter by products or categories matches if one product or
 * category matches.
 */
export function findMisfit(filter: Filter, subject: Subject): keyof Filter | undefined {
  const { productIds, categoryIds, minimumTotal, firstOrder, tier } = filter
  const isNarrowed = productIds.length + categoryIds.length > 0
  const isInside =
    productIds.some((id) => subject.productIds.includes(id)) ||
    categoryIds.some((id) => subject.categoryIds.includes(id))
  if (isNarrowed && !isInside) return productIds.length > 0 ? 'productIds' : 'categoryIds'
  if (minimumTotal !== null && (subject.total === null || !isAtLeast(subject.total, minimumTotal)))
    return 'minimumTotal'
  if (firstOrder !== null && subject.isFirstOrder !== firstOrder) return 'firstOrder'
  return tier !== null && subject.tier !== tier ? 'tier' : undefined
}

export const factName = ({ event, ref }: Pick<Fact, 'event' | 'ref'>): string => `${event} ${ref}`

export function isReached(
  tiers: readonly { name: string; threshold: number }[],
  from: string | null,
  to: string | null,
): boolean {
  const findThreshold = (name: string | null) => tiers.find((tier) => tier.name === name)?.threshold
  const [before, after] = [findThreshold(from), findThreshold(to)]
  return after !== undefined && (before === undefined || after > before)
}
