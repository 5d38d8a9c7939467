import type { StoreTx } from '#platform/db/db.ts'
import * as store from './counts-store.ts'

/** Every total reads all rows of changes, so the job adds up more than this. */
const mostChanges = 200

/** Adds up the changes. Counts all reviews if the store has no valid counts. */
export async function sumCounts(tx: StoreTx): Promise<void> {
  await store.lockCounts(tx)
  const state = await store.findState(tx)
  if (!state?.isValid) await store.recount(tx)
  else if (state.changes > mostChanges) await store.addUp(tx)
}

/** Compares the counts with the reviews, and counts again if they differ. Returns the number of wrong counts. */
export async function checkCounts(tx: StoreTx): Promise<number> {
  await store.lockCounts(tx)
  const state = await store.findState(tx)
  const differences = state?.isValid ? await store.countDifferences(tx) : 0
  if (!state?.isValid || differences > 0) await store.recount(tx)
  return differences
}
