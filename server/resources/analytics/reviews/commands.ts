import type { StoreReads } from '#platform/db/db.ts'
import type { SubjectFilter } from '#resources/reviews/schema.ts'
import { readSummedDays } from '../engine/commands.ts'
import { collectSources, piecesOfPeriods, sourcesOfPeriods, splitDays, toDays } from '../engine/rules.ts'
import type { Span } from '../rules.ts'
import { reviewReport } from './rules.ts'
import type { ReviewReport } from './schema.ts'
import { type CountedWithheld, countReviews, countShopReviews, countShopWithheld, countWithheld } from './store.ts'

/** Counts reviews of these days by status and reason. Call it in a snapshot. */
export async function readWithheld(
  tx: StoreReads,
  span: Span,
  subject: SubjectFilter = 'product',
): Promise<CountedWithheld[]> {
  return [
    ...(subject === 'shop' ? [] : await readProductsWithheld(tx, span)),
    ...(subject === 'product' ? [] : await countShopWithheld(tx, [{ part: 0, begin: span.begin, end: span.end }])),
  ]
}

async function readProductsWithheld(tx: StoreReads, span: Span): Promise<CountedWithheld[]> {
  const summedDays = await readSummedDays(tx, span.timezone, toDays(span))
  return countWithheld(tx, collectSources(span.timezone, [{ part: 0, split: splitDays(toDays(span), summedDays) }]))
}

/** Call it in a snapshot. */
export async function readReviewReport(
  tx: StoreReads,
  span: Span,
  subject: SubjectFilter = 'product',
): Promise<ReviewReport> {
  return reviewReport(span, [
    ...(subject === 'shop' ? [] : await countProductsReviews(tx, span)),
    ...(subject === 'product' ? [] : await countShopReviews(tx, piecesOfPeriods(span))),
  ])
}

async function countProductsReviews(tx: StoreReads, span: Span) {
  const summedDays = await readSummedDays(tx, span.timezone, toDays(span))
  return countReviews(tx, sourcesOfPeriods(span, summedDays))
}
