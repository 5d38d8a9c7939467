import type { StoreReads } from '#platform/db/db.ts'
import type { Span } from '../rules.ts'
import { readKept } from '../sums/commands.ts'
import { cut, daysOf, sourcesOf } from '../sums/rules.ts'
import { type CountedWithheld, countWithheld } from './store.ts'

/** What became of the reviews that were submitted on these days; to be read in a snapshot. */
export async function readWithheld(tx: StoreReads, span: Span): Promise<CountedWithheld[]> {
  const kept = await readKept(tx, span.timezone, daysOf(span))
  return countWithheld(tx, sourcesOf(span.timezone, [{ part: 0, cut: cut(daysOf(span), kept) }]))
}
