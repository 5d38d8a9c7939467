import type { StoreReads } from '#platform/db/db.ts'
import { readSummedDays } from '../engine/commands.ts'
import { collectSources, splitDays, toDays } from '../engine/rules.ts'
import type { Span } from '../rules.ts'
import { type CountedWithheld, countWithheld } from './store.ts'

/** Reviews of these days by status and reason. Call it in a snapshot. */
export async function readWithheld(tx: StoreReads, span: Span): Promise<CountedWithheld[]> {
  const summedDays = await readSummedDays(tx, span.timezone, toDays(span))
  return countWithheld(tx, collectSources(span.timezone, [{ part: 0, split: splitDays(toDays(span), summedDays) }]))
}
