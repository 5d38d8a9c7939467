import { beforeCommit } from '#platform/areas/events.ts'
import { productMerged } from '#resources/products/events.ts'
import * as store from './merge-store.ts'

export const followMerges = beforeCommit([productMerged], async (tx, events) => {
  for (const { data } of events) {
    await store.updateFaqs(tx, data)
    await store.updateQuestions(tx, data)
  }
})
