import type { StoreDb, StoreScope } from '#platform/db/db.ts'
import { notFound } from '#platform/errors.ts'
import { countReviews } from '../reviews/store.ts'
import { readSpan } from '../rules.ts'
import { maxDays } from '../schema.ts'
import { findFacts } from '../store.ts'
import { createRecount, type Difference } from './rules.ts'
import { streamFacts } from './store.ts'

export type Recount = { from: string; to: string; differences: Difference[] }

/** Both are read from one snapshot, of as many days as a report may have. */
export function recountStore(db: StoreDb, scope: StoreScope): Promise<Recount> {
  return db.stream('export', scope).read(async (tx) => {
    const facts = await findFacts(tx)
    if (!facts) throw notFound('store')
    const today = readSpan({}, facts.timezone, tx.now)
    const from = Temporal.PlainDate.from(today.to)
      .subtract({ days: maxDays - 1 })
      .toString()
    const span = readSpan({ from }, facts.timezone, tx.now)
    const reported = await countReviews(tx, span)
    const recount = createRecount(facts.timezone)
    for await (const batch of streamFacts(tx, span)) for (const fact of batch) recount.add(fact)
    return { from: span.from, to: span.to, differences: recount.differences(span, reported) }
  })
}
