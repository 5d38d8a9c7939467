import { archiveRestored } from '#platform/areas/archive.ts'
import { beforeCommit, type Subscriber } from '#platform/areas/events.ts'
import { countChanges, countProductChanges } from './counts-rules.ts'
import { insertChanges, insertUnknownChange } from './counts-store.ts'
import { onReviewChanges } from './events.ts'
import * as products from './product-counts-store.ts'

export const countSubscribers: Subscriber[] = [
  onReviewChanges(
    (change) => [change],
    (tx, changes) => {
      const counts = countChanges(changes)
      if (counts === undefined) tx.sendAlong(insertUnknownChange(tx))
      else if (counts.length > 0) tx.sendAlong(insertChanges(tx, counts))
      const ofProducts = countProductChanges(changes)
      if (ofProducts === undefined) tx.sendAlong(products.insertUnknownChange(tx))
      else if (ofProducts.length > 0) tx.sendAlong(products.insertChanges(tx, ofProducts))
    },
  ),
  beforeCommit([archiveRestored], (tx) => {
    tx.sendAlong(insertUnknownChange(tx))
    tx.sendAlong(products.insertUnknownChange(tx))
  }),
]
