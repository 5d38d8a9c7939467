import { beforeCommit } from '#platform/areas/events.ts'
import { productMerged } from '#resources/products/events.ts'
import { updatePlaces } from './merge-store.ts'

export const followMerges = beforeCommit([productMerged], async (tx, events) => {
  for (const { data } of events) await updatePlaces(tx, data)
})
