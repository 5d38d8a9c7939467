// Records changes that receivers of grants must copy, in the transaction of the change. A store without grants needs
// only one small query, which shares a round trip with other subscribers.
import type { Subscriber } from '#platform/areas/events.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { productMerged, productsWritten } from '#resources/products/events.ts'
import { copiesChanged, type ReviewChange, reviewsChanged } from '#resources/reviews/changes/events.ts'
import { wakeReceiver } from './copying.ts'
import * as runs from './run-store.ts'
import * as store from './store.ts'

/** Only approved reviews are copied, so a change is skipped if the review is approved neither before nor after it. */
function sharedIn({ before, after }: ReviewChange): string[] {
  const wasShared = before !== null && (typeof before === 'string' || before.status === 'approved')
  if (!wasShared && after?.status !== 'approved') return []
  const review = after ?? (typeof before === 'string' ? null : before)
  return review ? [review.id] : []
}

const reviewIdsOf = (events: readonly { data: object }[]): string[] => [
  ...new Set(events.flatMap(({ data }) => (data as { reviews: readonly ReviewChange[] }).reviews.flatMap(sharedIn))),
]

async function note(tx: StoreTx, followers: readonly store.Follower[], reviewIds: readonly (string | null)[]) {
  if (followers.length === 0) return
  tx.sendAlong(
    runs.insertChanges(
      tx,
      followers.map(({ grantId }) => grantId),
      reviewIds,
    ),
  )
  for (const receiverId of new Set(followers.flatMap((each) => each.receiverId ?? [])))
    await wakeReceiver(tx, receiverId)
}

export const followingSubscribers: Subscriber[] = [
  {
    to: [reviewsChanged.name],
    asks: (_, events) => (reviewIdsOf(events).length > 0 ? [store.selectFollowers()] : []),
    beforeCommit: (tx, events, [followers = []]) => note(tx, followers as store.Follower[], reviewIdsOf(events)),
  },
  {
    to: [productsWritten.name, productMerged.name],
    asks: (tx) => [store.selectMatching(tx)],
    beforeCommit: (tx, _, [followers = []]) => note(tx, followers as store.Follower[], [null]),
  },
  {
    to: [copiesChanged.name],
    async beforeCommit(tx, events) {
      const sums = new Map<string, number>()
      for (const { data } of events)
        for (const [grantId, count] of Object.entries((data as { counts: Record<string, number> }).counts))
          sums.set(grantId, (sums.get(grantId) ?? 0) + count)
      for (const [grantId, count] of sums) if (count !== 0) await store.addCopies(tx, grantId, count)
    },
  },
]
