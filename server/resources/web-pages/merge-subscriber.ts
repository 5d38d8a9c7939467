import { beforeCommit } from '#platform/areas/events.ts'
import { replaceId } from '#platform/values/replace-id.ts'
import { productMerged } from '#resources/products/events.ts'
import * as store from './merge-store.ts'

/** Updates every version, so that a restored old version still shows reviews. */
export const followMerges = beforeCommit([productMerged], async (tx, events) => {
  for (const { data } of events)
    for (const version of await store.lockVersionsWith(tx, data.from))
      await store.updateVersion(tx, replaceId(version, data.from, data.into))
})
