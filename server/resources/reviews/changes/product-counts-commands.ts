import type { StoreTx } from '#platform/db/db.ts'
import { copyStars } from '#resources/products/groups/commands.ts'
import * as store from './product-counts-store.ts'

export { countDifferences, findState } from './product-counts-store.ts'

/** Adds the changes to the counts of their products. Only the job writes counts, under a lock, so the copies match them. */
export async function addUp(tx: StoreTx): Promise<void> {
  await copyStars(tx, await store.addUp(tx))
}

export async function recount(tx: StoreTx): Promise<void> {
  await store.recount(tx)
  await copyStars(tx)
}
