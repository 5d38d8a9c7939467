import { onPickedAsking, type Subscriber } from '#platform/areas/events.ts'
import type { StoreTx } from '#platform/db/db.ts'
import type { Query } from '#platform/db/query.ts'
import { selectSubscribed } from '#resources/connectors/commands.ts'
import { linesBooked } from '#resources/loyalty/events.ts'
import { ordersChanged } from '#resources/orders/events.ts'
import { reviewsChanged } from '#resources/reviews/changes/events.ts'
import { queueFacts, type SubscribedConnection } from './commands.ts'
import { type BookedLines, factsInJournal, factsInReviews } from './rules.ts'

const ofJournal = (tx: StoreTx) => selectSubscribed(tx, ['points_changed', 'tier_changed'])

/**
 * An order changes points only in a second round of events. The connections are read in the first round, because there
 * they share a round trip with the reads of other subscribers.
 */
const askedWithOrders = new WeakMap<StoreTx, readonly SubscribedConnection[]>()

const ask = onPickedAsking(
  ordersChanged,
  ({ orders }) => orders,
  (tx) => [ofJournal(tx)],
  (tx, _orders, [subscribed]) => void askedWithOrders.set(tx, subscribed),
)

const queueJournal: Subscriber = {
  to: [linesBooked.name],
  asks: (tx) => (askedWithOrders.has(tx) ? [] : [ofJournal(tx) as Query<unknown>]),
  beforeCommit(tx, events, answers) {
    const subscribed = askedWithOrders.get(tx) ?? (answers[0] as SubscribedConnection[] | undefined) ?? []
    const facts = events.flatMap(({ data }) => factsInJournal(data as BookedLines))
    return queueFacts(tx, facts, [subscribed])
  },
}

export const factSubscribers: readonly Subscriber[] = [
  onPickedAsking(
    reviewsChanged,
    ({ reviews }) => factsInReviews(reviews),
    (tx) => [selectSubscribed(tx, ['review_submitted', 'review_approved'])],
    queueFacts,
  ),
  ask,
  queueJournal,
]
