// Which facts begin a run, and of which sequences. Pure.
import { isAtLeast, isLate } from '../runs/rules.ts'
import type { Filter, TriggerEvent } from '../schema.ts'

/** What a filter can ask about whoever a fact is about. */
export type Subject = {
  /** What was bought, or reviewed. */
  productIds: readonly string[]
  categoryIds: readonly string[]
  total: string | null
  /** Null where it is about no order. */
  isFirstOrder: boolean | null
  tier: string | null
}

export type Fact = Subject & {
  event: TriggerEvent
  /** What makes it the same fact when it is told again. */
  ref: string
  at: Date
  email: string
  platformOrderId: string | null
  reviewId: string | null
}

/** Why a fact begins no run; undefined when it does. */
export function refusalOf(
  fact: Pick<Fact, 'at'>,
  publishedAt: Date,
  now: Date,
): 'before_publishing' | 'too_late' | undefined {
  if (fact.at < publishedAt) return 'before_publishing'
  return isLate(fact.at.getTime(), now.getTime()) ? 'too_late' : undefined
}

/** The first filter that does not fit, by its name; undefined when all do. A product or a category is enough. */
export function misfitOf(filter: Filter, subject: Subject): keyof Filter | undefined {
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

/** A tier is reached from below; whoever falls to it has reached nothing. */
export function isReached(
  tiers: readonly { name: string; threshold: number }[],
  from: string | null,
  to: string | null,
): boolean {
  const thresholdOf = (name: string | null) => tiers.find((tier) => tier.name === name)?.threshold
  const [before, after] = [thresholdOf(from), thresholdOf(to)]
  return after !== undefined && (before === undefined || after > before)
}
