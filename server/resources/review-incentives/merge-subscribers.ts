import { beforeCommit } from '#platform/areas/events.ts'
import { linesMerged, productMerged, reviewsMerged } from '#resources/products/events.ts'
import * as store from './merge-store.ts'
import * as rewards from './rewards/store.ts'

export const followMerges = [
  beforeCommit([productMerged], async (tx, events) => {
    for (const { data } of events) await store.updateProducts(tx, data)
  }),
  beforeCommit([linesMerged], async (tx, events) => {
    for (const { data } of events) await store.updatePromises(tx, data, data.orderIds)
  }),
  beforeCommit([reviewsMerged], async (tx, events) => {
    const ids = events.flatMap(({ data }) => data.ids)
    if ((await tx.all(rewards.selectAnyReward(tx, ids))).length === 0) return
    await rewards.lockAll(tx)
    for (const { data } of events) await store.updateRewards(tx, data, data.ids)
  }),
]
