// Counts what became of the review requests of finished days, for the report of it; the report is the same as one that reads every
// request.
import { archiveRestored } from '#platform/areas/archive.ts'
import { beforeCommit, type Subscriber } from '#platform/areas/events.ts'
import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { oldRequestsChanged } from '#resources/orders/events.ts'
import { onReviewChanges, type ReviewChange, unknownState } from '#resources/reviews/changes/events.ts'
import { countDays, forgetDays, hasUncountedDays, readKeptDays } from '../counted-days/commands.ts'
import type { Span } from '../rules.ts'
import { dayOfNumber, type Piece, singleDays, sourcesOfPeriods } from '../sums/rules.ts'
import type { CountedRequests } from './rules.ts'
import type { Grouping } from './schema.ts'
import * as store from './store.ts'

/** What became of the requests of each group; to be read in a snapshot. */
export async function readRequests(tx: StoreReads, span: Span, groupBy: Grouping): Promise<CountedRequests[]> {
  const kept = await readKeptDays(tx, span, store)
  const { pieces } = sourcesOfPeriods(span, kept, singleDays)
  const changed = [...kept.changed].map(dayOfNumber)
  const areMany = daysIn(pieces) > mostLookedUp
  return store.countRequests(tx, span, { groupBy, until: dayOfNumber(kept.until), changed, pieces, areMany })
}

/** Of more days, it is quicker to read all reviews of orders than to look for those of each order. */
const mostLookedUp = 100

const daysIn = (pieces: readonly Piece[]): number =>
  pieces.reduce((sum, { begin, end }) => sum + (end.getTime() - begin.getTime()) / 86_400_000, 0)

/** Counts days that have changed, or some that are not counted yet. True while there may be more. */
export const countRequestDays = (tx: StoreTx): Promise<boolean> => countDays(tx, store)

/** Whether there is anything to count that a report would be quicker for. */
export const areRequestDaysBehind = async (tx: StoreReads): Promise<boolean> =>
  (await store.hasChanges(tx)) || (await hasUncountedDays(tx, store))

/** Has every day counted anew; until then every request is read. */
export const forgetRequestDays = (tx: StoreTx): Promise<void> => forgetDays(tx, store)

/** Orders whose reviews are others now, or were submitted at another time; `any` if we do not know which orders. */
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
