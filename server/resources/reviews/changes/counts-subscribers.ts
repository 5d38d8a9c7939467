import { archiveRestored } from '#platform/areas/archive.ts'
import { beforeCommit, type Subscriber } from '#platform/areas/events.ts'
import { countChanges } from './counts-rules.ts'
import { insertChanges, insertUnknownChange } from './counts-store.ts'
import { onReviewChanges } from './events.ts'

export const countSubscribers: Subscriber[] = [
  onReviewChanges(
    (change) => [change],
    (tx, changes) => {
      const counts = countChanges(changes)
      if (counts === undefined) tx.sendAlong(insertUnknownChange(tx))
      else if (counts.length > 0) tx.sendAlong(insertChanges(tx, counts))
    },
  ),
  beforeCommit([archiveRestored], (tx) => tx.sendAlong(insertUnknownChange(tx))),
]
