import type { StoreTx } from '#platform/db/db.ts'
import { notFound } from '#platform/values/errors.ts'
import type { Sharing } from './copy-fragments.ts'
import { buildHistory, type Entry } from './history-rules.ts'
import * as store from './history-store.ts'
import type { ActorAct } from './rules.ts'
import type { PastAct } from './schema.ts'

/** `actor` is undefined for jobs and the service itself. */
export function recordActs(tx: StoreTx, acts: readonly ActorAct[]): void {
  if (acts.length === 0) return
  const [decided, replied] = [new Set<string>(), new Set<string>()]
  const isFirst = (seen: Set<string>, reviewId: string) => !seen.has(reviewId) && seen.add(reviewId) !== undefined
  store.insert(
    tx,
    tx.by,
    acts.map(({ actor = null, decides = false, replies = false, wasPending = false, ...act }) => ({
      ...{ ...act, actor, wasPending },
      decides: decides && isFirst(decided, act.reviewId),
      replies: replies && isFirst(replied, act.reviewId),
    })),
  )
}

export async function readHistory(tx: StoreTx, reviewId: string, sharing: Sharing): Promise<PastAct[]> {
  const [reviews, entries, acts] = await store.read(tx, reviewId, sharing)
  if (reviews.length === 0) throw notFound('review', reviewId)
  return buildHistory(
    entries.toReversed().map(({ entry }) => JSON.parse(entry) as Entry),
    acts.toReversed(),
  )
}

/** Restores decision and reply times from an archive made before the two tables of acts became one. */
export const restoreFirstActs = store.insertFirstActs
