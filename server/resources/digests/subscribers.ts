import { archiveRestored } from '#platform/areas/archive.ts'
import { beforeCommit, onPicked, type Subscriber } from '#platform/areas/events.ts'
import { onReviewChanges } from '#resources/reviews/changes/events.ts'
import { reviewSettingsChanged } from '#resources/reviews/submissions/events.ts'
import { markProducts, markStore } from './commands.ts'
import { productsOf } from './rules.ts'

export const digestSubscribers: readonly Subscriber[] = [
  onReviewChanges(
    (change) => [change],
    (tx, changes) => {
      const products = productsOf(changes)
      if (products.length > 0) markProducts(tx, products)
    },
  ),
  onPicked(
    reviewSettingsChanged,
    ({ before, after }) => (after.digest && !before.digest ? [after] : []),
    (tx) => markStore(tx),
  ),
  beforeCommit([archiveRestored], (tx) => markStore(tx)),
]
