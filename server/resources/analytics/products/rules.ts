// Finds the reasons why products need attention, and divides the products into pages. Pure functions.

import { type Days, toDayNumber, toPiece } from '../engine/rules.ts'
import { computeAverage, computeShare, dayOf } from '../rules.ts'
import type { Attention, ProductReport, ProductRow, Sort } from './schema.ts'

type Total = ProductReport['total']

export const noProduct: ProductRow = {
  product: { id: '', platformProductId: '', title: null, url: null, imageUrl: null },
  received: 0,
  averageRating: null,
  previousAverage: null,
  lowShare: null,
  attention: [],
}

export const attention = {
  /** Minimum fall of the average since the period before, in stars. Each of the two periods needs `least` reviews. */
  minFall: 0.5,
  least: 5,
  lowShare: 0.3,
  unansweredMs: 3 * 86_400_000,
  backlog: 5,
  backlogMs: 7 * 86_400_000,
} as const

export type Counts = {
  received: number
  stars: number
  low: number
  unanswered: number
  waiting: number
  before: number
  starsBefore: number
}
export type CountedProduct = Counts & { id: string }

/**
 * How the reviews of a day count. `notWaiting`: too recent for the backlog. `neither`: also too recent to count as
 * unanswered. `before`: in the earlier period.
 */
export const kinds = ['span', 'notWaiting', 'neither', 'before'] as const

/**
 * Assigns each day to a kind. On the day of an age limit, only some reviews are old enough. The day is counted in full,
 * and `young` says which reviews to subtract.
 */
export function splitKinds(
  days: Days,
  before: Days,
  timezone: string,
  now: Date,
): { byKind: Record<(typeof kinds)[number], Days>; young: { waiting: AgeLimit; unanswered: AgeLimit } | undefined } {
  const [waiting, unanswered] = [attention.backlogMs, attention.unansweredMs].map((ageMs) => {
    const after = new Date(now.getTime() - ageMs)
    const day = toDayNumber(dayOf(after, timezone))
    const isWithin = day >= days.start && day < days.end
    return { day, isWithin, after, end: isWithin ? toPiece({ start: day, end: day + 1 }, timezone).end : after }
  }) as [AgeLimit, AgeLimit]
  const between = (start: number, end: number) => ({ start: Math.max(start, days.start), end: Math.min(end, days.end) })
  return {
    byKind: {
      span: between(days.start, waiting.day + 1),
      notWaiting: between(waiting.day + 1, unanswered.day + 1),
      neither: between(unanswered.day + 1, days.end),
      before,
    },
    young: waiting.isWithin || unanswered.isWithin ? { waiting, unanswered } : undefined,
  }
}
type AgeLimit = { day: number; isWithin: boolean; after: Date; end: Date }

/** The limits are compared as integers, because 0.3 and 0.5 must be exact. */
const fallInHundredths = Math.round(attention.minFall * 100)
const lowInHundredths = Math.round(attention.lowShare * 100)

export function listAttention({ received, stars, low, unanswered, waiting, before, starsBefore }: Counts): Attention[] {
  const { least, backlog } = attention
  const reasons: Attention[] = []
  if (
    received >= least &&
    before >= least &&
    (starsBefore * received - stars * before) * 100 >= fallInHundredths * received * before
  )
    reasons.push('average_fell')
  if (unanswered > 0) reasons.push('low_unanswered')
  if (received >= least && low * 100 >= lowInHundredths * received) reasons.push('low_share')
  if (waiting >= backlog) reasons.push('backlog')
  return reasons
}

/** Halves are rounded up. */
const averageInHundredths = ({ stars, received }: Counts): number =>
  Math.floor((200 * stars + received) / (2 * received))

/** Sort keys. They are integers, so a cursor stores them exactly. */
const placeBySort: Record<Sort, (counts: Counts, reasons: readonly Attention[]) => number> = {
  reviews: ({ received }) => received,
  average: averageInHundredths,
  attention: (_, { length }) => length,
}

type PageQuery = {
  sort: Sort
  isDown: boolean
  attention: readonly Attention[] | undefined
  after: Place | undefined
  limit: number
}
type Place = { place: number; id: string }
export type ListedProduct = Place & { counts: Counts; attention: Attention[] }

/** Counts matching products and lists the next page. The list in memory never exceeds two pages. */
export function listPage(
  products: Iterable<CountedProduct>,
  { sort, isDown, attention: wanted, after, limit }: PageQuery,
): { total: Total; listed: ListedProduct[] } {
  const total = { products: 0, received: 0 }
  const order = (a: Place, b: Place) =>
    (a.place - b.place || (a.id < b.id ? -1 : Number(a.id > b.id))) * (isDown ? -1 : 1)
  let listed: ListedProduct[] = []
  const trim = () => {
    listed = listed.sort(order).slice(0, limit)
  }
  for (const counts of products) {
    if (counts.received === 0) continue
    const reasons = listAttention(counts)
    if (wanted && !wanted.some((each) => reasons.includes(each))) continue
    total.products++
    total.received += counts.received
    const found = { place: placeBySort[sort](counts, reasons), id: counts.id, counts, attention: reasons }
    if (after && order(found, after) <= 0) continue
    if (listed.push(found) >= 2 * limit) trim()
  }
  trim()
  return { total, listed }
}

export const toRow = (
  product: ProductRow['product'],
  { counts: { received, stars, low, before, starsBefore }, attention }: ListedProduct,
): ProductRow => ({
  product,
  received,
  averageRating: computeAverage(stars, received),
  previousAverage: computeAverage(starsBefore, before),
  lowShare: computeShare(low, received),
  attention,
})
