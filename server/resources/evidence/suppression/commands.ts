import { beforeCommit, type Subscriber } from '#platform/areas/events.ts'
import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { newId } from '#platform/values/ids.ts'
import { readSpan } from '#resources/analytics/rules.ts'
import { readWithheld } from '#resources/analytics/withheld/commands.ts'
import { reviewRemoved } from '#resources/reviews/events.ts'
import type { ModerationReason } from '#resources/reviews/schema.ts'
import * as settings from '../settings/store.ts'
import { type Counted, type CountedReason, suppressionReport } from './rules.ts'
import type { Suppression } from './schema.ts'
import * as store from './store.ts'

/** How much of what came in on these days is withheld now; without days, on the last thirty. To be read in a snapshot. */
export async function readSuppression(
  tx: StoreReads,
  days: { from?: string; to?: string },
  now: Date,
): Promise<Suppression> {
  const span = readSpan(days, await store.findTimezone(tx), now)
  const { alertGap } = await settings.find(tx)
  const withheld = await readWithheld(tx, span)
  return suppressionReport(span, countedIn(withheld), { reasons: reasonsIn(withheld), alertGap })
}

type Withheld = Awaited<ReturnType<typeof readWithheld>>

const countedIn = (rows: Withheld): Counted[] =>
  rows.flatMap(({ rating, became, count }) =>
    rating === null ? [] : [{ rating, became: became as Counted['became'], count }],
  )

const reasonsIn = (rows: Withheld): CountedReason[] =>
  rows.flatMap(({ reason, count }) => (reason === null ? [] : [{ reason: reason as ModerationReason, count }]))

/**
 * What the store deletes stays withheld: else deleting would be the way to hide it. What the erasure of its author removes does
 * not count any more.
 */
export const deletionSubscribers: Subscriber[] = [
  beforeCommit([reviewRemoved], async (tx: StoreTx, events) => {
    const removed = events.map(({ data }) => data).filter(({ cause }) => cause === 'store')
    if (removed.length === 0) return
    await store.insertDeleted(
      tx,
      removed.map(({ rating, submittedAt, reason }) => ({
        ...{ id: newId(tx.now.getTime()), rating, submittedAt },
        reason: reason ?? 'unspecified',
      })),
    )
  }),
]
