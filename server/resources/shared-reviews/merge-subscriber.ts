import { beforeCommit } from '#platform/areas/events.ts'
import { productMerged } from '#resources/products/events.ts'
import { updateMergedProduct } from './store.ts'

/** A grant of chosen products goes on with the product that their reviews move to. */
export const followMerges = beforeCommit([productMerged], async (tx, events) => {
  for (const { data } of events) await updateMergedProduct(tx, data)
})
