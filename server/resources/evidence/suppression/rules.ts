import { computeAverage, computeShare, dayOf, type Span } from '#resources/analytics/rules.ts'
import { type ModerationReason, moderationReasons, type Status } from '#resources/reviews/schema.ts'
import type { MeterPeriod, Suppression, WithheldCounts } from './schema.ts'

export type CountedReviews = { rating: number; became: Status | 'deleted'; count: number }
export type CountedReason = { reason: ModerationReason; count: number }

/** Fewer decided reviews say nothing about a difference. */
export const minDecided = 10
const ratings = [1, 2, 3, 4, 5] as const

export function suppressionReport(
  { from, to, timezone, complete }: Pick<Span, 'from' | 'to' | 'timezone' | 'complete'>,
  counted: readonly CountedReviews[],
  { reasons, alertGap }: { reasons: readonly CountedReason[]; alertGap: number },
): Suppression {
  const of = (...stars: number[]) => countWithheld(counted.filter(({ rating }) => stars.includes(rating)))
  const [low, high] = [of(1, 2), of(4, 5)]
  const gap = computeGap(low, high)
  const forReason = (reason: ModerationReason) => sumCounts(reasons.filter((each) => each.reason === reason))
  return {
    ...{ from, to, timezone, complete },
    byRating: ratings.map((rating) => ({ rating, ...of(rating) })),
    ...{ low, high, gap },
    averageReceived: averageRating(counted),
    averagePublished: averageRating(counted.filter(isPublished)),
    averageWithheld: averageRating(counted.filter(isWithheld)),
    byReason: Object.fromEntries(
      moderationReasons.map((reason) => [reason, forReason(reason)]),
    ) as Suppression['byReason'],
    alert: gap !== null && gap >= alertGap && countDecided(low) >= minDecided,
  }
}

/** First day of a period that ends today and includes today. */
export const findFirstDay = (period: MeterPeriod, timezone: string, now: Date): string =>
  Temporal.PlainDate.from(dayOf(now, timezone))
    .subtract({ days: Number.parseInt(period, 10) - 1 })
    .toString()

type Groups = Pick<Suppression, 'low' | 'high'>

/** Whether enough reviews are decided for a comparison that no single decision could reverse. */
export const isComparable = ({ low, high }: Groups): boolean =>
  Math.min(countDecided(low), countDecided(high)) >= minDecided &&
  (low.withheld + high.withheld === 0 || !isTurnedByOne({ low, high }))

/** One decision changes the share of the smaller group most: by 1 / its decided reviews. Whole numbers avoid rounding. */
function isTurnedByOne({ low, high }: Groups): boolean {
  const [lows, highs] = [countDecided(low), countDecided(high)]
  return Math.abs(low.withheld * highs - high.withheld * lows) <= Math.max(lows, highs)
}

const countDecided = ({ published, withheld }: WithheldCounts) => published + withheld

const isPublished = ({ became }: CountedReviews) => became === 'approved'
const isPending = ({ became }: CountedReviews) => became === 'pending'
const isWithheld = (each: CountedReviews) => !isPublished(each) && !isPending(each)

const sumCounts = (rows: readonly { count: number }[]) => rows.reduce((sum, { count }) => sum + count, 0)

const averageRating = (rows: readonly CountedReviews[]) =>
  computeAverage(
    rows.reduce((sum, { rating, count }) => sum + rating * count, 0),
    sumCounts(rows),
  )

function countWithheld(rows: readonly CountedReviews[]): WithheldCounts {
  const [published, withheld] = [sumCounts(rows.filter(isPublished)), sumCounts(rows.filter(isWithheld))]
  const pending = sumCounts(rows.filter(isPending))
  return {
    received: published + withheld + pending,
    ...{ published, withheld, pending },
    withheldShare: computeShare(withheld, published + withheld),
  }
}

function computeGap({ withheldShare: low }: WithheldCounts, { withheldShare: high }: WithheldCounts): number | null {
  return low === null || high === null ? null : Math.round((low - high) * 10_000) / 10_000 + 0
}
