// What of a product's reviews needs somebody, and which products a page shows. Pure.
import { averageOf, dayOf, shareOf } from '../rules.ts'
import { type Days, numberOf, pieceOf } from '../sums/rules.ts'
import type { Counts, CountsOfProduct, Kind } from './counts.ts'
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
  /** Stars by which the average fell, with so many reviews in either span. */
  fallOf: 0.5,
  least: 5,
  lowShare: 0.3,
  unansweredMs: 3 * 86_400_000,
  backlog: 5,
  backlogMs: 7 * 86_400_000,
} as const

/**
 * What waits for somebody does so by its age, to the moment. Of days that begin later than that moment it is not counted who waits; of the
 * day that has it, those who came later are taken off.
 */
export function kindsOf(
  days: Days,
  before: Days,
  timezone: string,
  now: Date,
): { kinds: DaysOfKind[]; young: { waiting: Aged; unanswered: Aged } | undefined } {
  const [waiting, unanswered] = [attention.backlogMs, attention.unansweredMs].map((ageMs) => {
    const after = new Date(now.getTime() - ageMs)
    const day = numberOf(dayOf(after, timezone))
    const isWithin = day >= days.start && day < days.end
    return { day, isWithin, after, end: isWithin ? pieceOf({ start: day, end: day + 1 }, timezone).end : after }
  }) as [Aged, Aged]
  const between = (start: number, end: number) => ({ start: Math.max(start, days.start), end: Math.min(end, days.end) })
  return {
    kinds: [
      { kind: 'span', days: between(days.start, waiting.day + 1) },
      { kind: 'notWaiting', days: between(waiting.day + 1, unanswered.day + 1) },
      { kind: 'neither', days: between(unanswered.day + 1, days.end) },
      { kind: 'before', days: before },
    ],
    young: waiting.isWithin || unanswered.isWithin ? { waiting, unanswered } : undefined,
  }
}
type Aged = { day: number; isWithin: boolean; after: Date; end: Date }
export type DaysOfKind = { kind: Kind; days: Days }

/** Limits are compared as whole numbers: 4.5 to 4.0 has fallen by exactly 0.5, and three of ten are exactly 0.3. */
const fallInHundredths = Math.round(attention.fallOf * 100)
const lowInHundredths = Math.round(attention.lowShare * 100)

export function attentionOf({ received, stars, low, unanswered, waiting, before, starsBefore }: Counts): Attention[] {
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
const hundredthsOf = ({ stars, received }: Counts): number => Math.floor((200 * stars + received) / (2 * received))

/** What each sort goes by: whole numbers, as a cursor holds them. */
const placeOf: Record<Sort, (counts: Counts, reasons: readonly Attention[]) => number> = {
  reviews: ({ received }) => received,
  average: hundredthsOf,
  attention: (_, { length }) => length,
}

type Sought = {
  sort: Sort
  isDown: boolean
  attention: readonly Attention[] | undefined
  /** The last product of the page before, and what it was sorted by. */
  after: Place | undefined
  limit: number
}
type Place = { place: number; id: string }
export type Listed = Place & { counts: Counts; attention: Attention[] }

/** How many products are asked for, and the first of them behind the page before. No more is held than twice what is shown. */
export function listOf(
  products: Iterable<CountsOfProduct>,
  { sort, isDown, attention: wanted, after, limit }: Sought,
): { total: Total; listed: Listed[] } {
  const total = { products: 0, received: 0 }
  const order = (a: Place, b: Place) =>
    (a.place - b.place || (a.id < b.id ? -1 : Number(a.id > b.id))) * (isDown ? -1 : 1)
  let listed: Listed[] = []
  const cut = () => {
    listed = listed.sort(order).slice(0, limit)
  }
  for (const counts of products) {
    if (counts.received === 0) continue
    const reasons = attentionOf(counts)
    if (wanted && !wanted.some((each) => reasons.includes(each))) continue
    total.products++
    total.received += counts.received
    const found = { place: placeOf[sort](counts, reasons), id: counts.id, counts, attention: reasons }
    if (after && order(found, after) <= 0) continue
    if (listed.push(found) >= 2 * limit) cut()
  }
  cut()
  return { total, listed }
}

export const toRow = (
  product: ProductRow['product'],
  { counts: { received, stars, low, before, starsBefore }, attention }: Listed,
): ProductRow => ({
  product,
  received,
  averageRating: averageOf(stars, received),
  previousAverage: averageOf(starsBefore, before),
  lowShare: shareOf(low, received),
  attention,
})
