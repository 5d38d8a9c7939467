import { archiveRestored } from '#platform/areas/archive.ts'
import { beforeCommit, type Subscriber } from '#platform/areas/events.ts'
import { countUnknown } from '#platform/calls/paging/row-counts.ts'
import { onReviewChanges, unknownState } from '#resources/reviews/changes/events.ts'
import { beforeOf } from '#resources/reviews/changes/rules.ts'
import { mark, markAllDays } from './store.ts'

export const changeSubscribers: Subscriber[] = [
  onReviewChanges(
    (change) => [change],
    (tx, changes) => {
      const moments = changes.flatMap((change) => [
        beforeOf(change)?.submittedAt ?? [],
        change.after?.submittedAt ?? [],
      ])
      tx.sendAlong(mark(tx, [...new Set(moments.flat())]))
      if (changes.some(({ before }) => before === unknownState)) tx.sendAlong(markAllDays(tx))
    },
  ),
  beforeCommit([archiveRestored], (tx) => {
    tx.sendAlong(markAllDays(tx))
    countUnknown(tx)
  }),
]
