// Requests are counted by day. Each day is counted a day after its end. A report from these counts equals a report that
// reads every request.
import { archiveRestored } from '#platform/areas/archive.ts'
import { beforeCommit, type Subscriber } from '#platform/areas/events.ts'
import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { oldRequestsChanged } from '#resources/review-requests/events.ts'
import { onReviewChanges, type ReviewChange, unknownState } from '#resources/reviews/changes/events.ts'
import { countDays, deleteDays, hasUncountedDays, readCountedDays } from '../engine/counted-days.ts'
import { dayOfNumber, type Piece, singleDays, sourcesOfPeriods } from '../engine/rules.ts'
import type { Span } from '../rules.ts'
import type { CountedRequests } from './rules.ts'
import type { Grouping } from './schema.ts'
import * as store from './store.ts'

/** Call it in the snapshot of the report. */
export async function readRequests(tx: StoreReads, span: Span, groupBy: Grouping): Promise<CountedRequests[]> {
  const summedDays = await readCountedDays(tx, span, store)
  const { pieces } = sourcesOfPeriods(span, summedDays, singleDays)
  const changed = [...summedDays.changed].map(dayOfNumber)
  const areMany = daysIn(pieces) > mostLookedUp
  return store.countRequests(tx, span, { groupBy, until: dayOfNumber(summedDays.until), changed, pieces, areMany })
}

/** Above this number of days, one read of all reviews of orders is faster than a lookup for each order. */
const mostLookedUp = 100

const daysIn = (pieces: readonly Piece[]): number =>
  pieces.reduce((sum, { begin, end }) => sum + (end.getTime() - begin.getTime()) / 86_400_000, 0)

export const countRequestDays = (tx: StoreTx): Promise<boolean> => countDays(tx, store)

export const areRequestDaysBehind = async (tx: StoreReads): Promise<boolean> =>
  (await store.hasChanges(tx)) || (await hasUncountedDays(tx, store))

/** Deletes all counted days, so reports read every request until the next run. */
export const deleteRequestDays = (tx: StoreTx): Promise<void> => deleteDays(tx, store)

/**
 * Returns a review's orders before and after a change of its order or time of submission. Returns `any` if the state
 * before is unknown.
 */
function orderChangesIn(change: ReviewChange): readonly string[] {
  if (change.before === unknownState) return ['any']
  const { before, after } = change
  if (before?.orderId === after?.orderId && before?.submittedAt === after?.submittedAt) return []
  return [before, after].flatMap((state) => state?.orderId ?? [])
}

export const requestSubscribers: Subscriber[] = [
  beforeCommit([oldRequestsChanged], (tx, events) =>
    tx.sendAlong(
      store.mark(
        tx,
        events.flatMap(({ data }) => data.sentAt),
      ),
    ),
  ),
  onReviewChanges(orderChangesIn, (tx, orders) => {
    if (orders.includes('any')) return tx.sendAlong(store.markAllDays(tx))
    tx.sendAlong(store.markOrders(tx, orders))
  }),
  beforeCommit([archiveRestored], (tx) => tx.sendAlong(store.markAllDays(tx))),
]
