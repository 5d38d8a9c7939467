import { beforeCommit } from '#platform/areas/events.ts'
import { linesMerged } from '#resources/products/events.ts'
import { updateProduct } from './line-item-store.ts'

export const followMerges = beforeCommit([linesMerged], async (tx, events) => {
  for (const { data } of events) await updateProduct(tx, data)
})
