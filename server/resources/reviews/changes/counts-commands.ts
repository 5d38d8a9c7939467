import type { StoreTx } from '#platform/db/db.ts'
import * as store from './counts-store.ts'
import * as products from './product-counts-store.ts'

/** Every total reads all rows of changes, so the job adds up more than this. */
const mostChanges = 200

/** Adds up the changes. Counts all reviews if the store has no valid counts. */
export async function sumCounts(tx: StoreTx): Promise<void> {
  await store.lockCounts(tx)
  const state = await store.findState(tx)
  if (!state?.isValid) await store.recount(tx)
  else if (state.changes > mostChanges) await store.addUp(tx)
  const ofProducts = await products.findState(tx)
  if (!ofProducts?.isValid) await products.recount(tx)
  else if (ofProducts.changes > mostChanges) await products.addUp(tx)
}

/** Compares the counts with the reviews, and counts again if they differ. Returns the number of wrong counts. */
export async function checkCounts(tx: StoreTx): Promise<number> {
  await store.lockCounts(tx)
  return (await checkWith(tx, store)) + (await checkWith(tx, products))
}

type Counts = {
  findState(tx: StoreTx): Promise<{ isValid: boolean | null } | undefined>
  countDifferences(tx: StoreTx): Promise<number>
  recount(tx: StoreTx): Promise<number>
}

async function checkWith(tx: StoreTx, { findState, countDifferences, recount }: Counts): Promise<number> {
  const state = await findState(tx)
  const differences = state?.isValid ? await countDifferences(tx) : 0
  if (!state?.isValid || differences > 0) await recount(tx)
  return differences
}
