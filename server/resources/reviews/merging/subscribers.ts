// Reviews follow their product into another one. They keep their ids, orders, marks and words.
import { beforeCommit, publish } from '#platform/areas/events.ts'
import { productMerged, reviewsMerged } from '#resources/products/events.ts'
import { reviewActed, reviewsChanged } from '../events.ts'
import { noteActs } from '../history/commands.ts'
import * as store from './store.ts'

export const followMerges = [
  beforeCommit([productMerged], async (tx, events) => {
    for (const { data } of events) await store.updateViews(tx, data)
  }),
  beforeCommit([reviewsMerged], async (tx, events) => {
    for (const { data } of events) {
      const { ids, into, platformIds, by } = data
      await store.updateProduct(tx, into, ids)
      publish(tx, reviewsChanged, { ids })
      for (const id of ids) publish(tx, reviewActed, { id, acts: [{ type: 'moved', ...platformIds }] })
      noteActs(
        tx,
        by,
        ids.map((reviewId) => ({ reviewId, kind: 'changed' })),
      )
    }
  }),
]
