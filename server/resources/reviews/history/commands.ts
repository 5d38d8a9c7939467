// Keeps who did what about reviews, and tells it.
import type { StoreTx } from '#platform/db/db.ts'
import { notFound } from '#platform/values/errors.ts'
import { type ActKind, type Entry, historyOf } from './rules.ts'
import type { PastAct } from './schema.ts'
import * as store from './store.ts'

type Noted = { reviewId: string; kind: ActKind; count?: number }

/** `by`: who acts, as rows name them; jobs and the service itself have no such name. */
export function noteActs(tx: StoreTx, by: string | undefined, acts: readonly Noted[]): void {
  if (acts.length > 0)
    store.insert(
      tx,
      tx.by,
      acts.map((act) => ({ ...act, actor: by ?? null })),
    )
}

export async function readHistory(tx: StoreTx, reviewId: string): Promise<PastAct[]> {
  const [reviews, entries, acts] = await store.read(tx, reviewId)
  if (reviews.length === 0) throw notFound('review', reviewId)
  return historyOf(
    entries.toReversed().map(({ entry }) => JSON.parse(entry) as Entry),
    acts.toReversed(),
  )
}
