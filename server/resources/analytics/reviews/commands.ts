import type { StoreReads } from '#platform/db/db.ts'
import { readSummedDays } from '../engine/commands.ts'
import { collectSources, sourcesOfPeriods, splitDays, toDays } from '../engine/rules.ts'
import type { Span } from '../rules.ts'
import { reviewReport } from './rules.ts'
import type { ReviewReport } from './schema.ts'
import { type CountedWithheld, countReviews, countWithheld } from './store.ts'

/** Reviews of these days by status and reason. Call it in a snapshot. */
export async function readWithheld(tx: StoreReads, span: Span): Promise<CountedWithheld[]> {
  const summedDays = await readSummedDays(tx, span.timezone, toDays(span))
  return countWithheld(tx, collectSources(span.timezone, [{ part: 0, split: splitDays(toDays(span), summedDays) }]))
}

/** Call it in a snapshot. */
export async function readReviewReport(tx: StoreReads, span: Span): Promise<ReviewReport> {
  const summedDays = await readSummedDays(tx, span.timezone, toDays(span))
  return reviewReport(span, await countReviews(tx, sourcesOfPeriods(span, summedDays)))
}
