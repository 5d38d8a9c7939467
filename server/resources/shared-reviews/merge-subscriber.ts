import { beforeCommit } from '#platform/areas/events.ts'
import { productMerged } from '#resources/products/events.ts'
import { updateMergedProduct } from './store.ts'

/** A grant for chosen products follows a merge: it then includes the target product. */
export const followMerges = beforeCommit([productMerged], async (tx, events) => {
  for (const { data } of events) await updateMergedProduct(tx, data)
})
