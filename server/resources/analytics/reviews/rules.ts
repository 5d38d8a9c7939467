import { computeAverage, computeShare, fillRows, type Span, toReportHead } from '../rules.ts'
import type { ReviewCounts, ReviewReport } from './schema.ts'

export type CountedReviews = {
  period: number
  received: number
  ones: number
  twos: number
  threes: number
  fours: number
  fives: number
  pending: number
  approved: number
  rejected: number
  spam: number
  verified: number
  withPhotos: number
  withReply: number
  incentivized: number
  imported: number
}

export const none: CountedReviews = {
  period: 0,
  received: 0,
  ones: 0,
  twos: 0,
  threes: 0,
  fours: 0,
  fives: 0,
  pending: 0,
  approved: 0,
  rejected: 0,
  spam: 0,
  verified: 0,
  withPhotos: 0,
  withReply: 0,
  incentivized: 0,
  imported: 0,
}

export function reviewReport(span: Span, found: readonly CountedReviews[]): ReviewReport {
  const all = found.reduce(added, none)
  const total = {
    ...toReviewCounts(all),
    verifiedShare: computeShare(all.verified, all.received),
    photoShare: computeShare(all.withPhotos, all.received),
    replyShare: computeShare(all.withReply, all.received),
  }
  const byPeriod = new Map<number, CountedReviews>()
  for (const row of found)
    byPeriod.set(row.period, { ...added(byPeriod.get(row.period) ?? none, row), period: row.period })
  return {
    ...toReportHead(span),
    total,
    data: fillRows(span, [...byPeriod.values()], (row = none) => toReviewCounts(row)),
  }
}

const names = Object.keys(none) as (keyof CountedReviews)[]

export function added(sum: CountedReviews, row: CountedReviews): CountedReviews {
  const both = { ...sum }
  for (const name of names) both[name] += row[name]
  return both
}

function toReviewCounts({
  ones,
  twos,
  threes,
  fours,
  fives,
  received,
  period: _,
  ...rest
}: CountedReviews): ReviewCounts {
  const stars = ones + 2 * twos + 3 * threes + 4 * fours + 5 * fives
  const ratings = { '1': ones, '2': twos, '3': threes, '4': fours, '5': fives }
  return { received, averageRating: computeAverage(stars, received), ratings, ...rest }
}
