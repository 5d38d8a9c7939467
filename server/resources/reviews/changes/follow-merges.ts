// Moves reviews when their product merges into another. Their ids, orders and texts do not change.
import { beforeCommit } from '#platform/areas/events.ts'
import { productMerged, reviewsMerged } from '#resources/products/events.ts'
import type { ReviewState } from './events.ts'
import * as store from './merge-store.ts'
import { pairChanges, recordReviewChanges } from './record.ts'

export const followMerges = [
  beforeCommit([productMerged], async (tx, events) => {
    for (const { data } of events) await store.updateViews(tx, data)
  }),
  beforeCommit([reviewsMerged], async (tx, events) => {
    for (const { data } of events) {
      const { from, ids, into, platformIds, by: actor } = data
      const moved = new Map((await store.updateProduct(tx, into, ids)).map((state) => [state.id, state]))
      const before = ids.flatMap((id): ReviewState[] => {
        const after = moved.get(id)
        return after ? [{ ...after, productId: from, platformProductId: platformIds.from }] : []
      })
      recordReviewChanges(tx, pairChanges(before, [...moved.values()], { type: 'moved', actor }))
    }
  }),
]
