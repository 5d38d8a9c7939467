// Marks the days whose sums a change makes wrong, in the transaction of the change.
import { archiveRestored } from '#platform/areas/archive.ts'
import { beforeCommit, type Subscriber } from '#platform/areas/events.ts'
import { reviewsChanged } from '#resources/reviews/events.ts'
import { mark, markAllDays } from './store.ts'

export const changeSubscribers: Subscriber[] = [
  beforeCommit([reviewsChanged], (tx, events) => {
    const changes = events.map(({ data }) => data)
    const ids = [...new Set(changes.flatMap((change) => change.ids))]
    tx.sendAlong(
      mark(
        tx,
        ids,
        changes.flatMap(({ submittedAt = [] }) => submittedAt),
      ),
    )
    if (changes.some(({ isAnyDay }) => isAnyDay)) tx.sendAlong(markAllDays(tx))
  }),
  beforeCommit([archiveRestored], (tx) => tx.sendAlong(markAllDays(tx))),
]
