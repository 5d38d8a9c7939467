import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import * as store from './counts-store.ts'
import * as products from './product-counts-commands.ts'

/** Above this number of rows of changes, the job adds them up, because every total reads all of these rows. */
const mostChanges = 200

/** `isCopied` is false if a product of a group has no copy of its counts yet. */
type State = { isValid: boolean | null; changes: number; isCopied?: boolean } | undefined

type Counts = {
  findState(tx: StoreReads): Promise<State>
  addUp(tx: StoreTx): Promise<unknown>
  recount(tx: StoreTx): Promise<unknown>
  countDifferences(tx: StoreTx): Promise<number>
}

const needsWork = (state: State): boolean => !state?.isValid || state.changes > mostChanges || state.isCopied === false

export const areReviewCountsBehind = async (tx: StoreReads): Promise<boolean> =>
  needsWork(await store.findState(tx)) || needsWork(await products.findState(tx))

/** Adds up the changes. Counts all reviews if the store has no valid counts. */
export async function sumCounts(tx: StoreTx): Promise<void> {
  await store.lockCounts(tx)
  await sumWith(tx, store)
  await sumWith(tx, products)
}

async function sumWith(tx: StoreTx, { findState, addUp, recount }: Counts): Promise<void> {
  const state = await findState(tx)
  if (!state?.isValid) await recount(tx)
  else if (needsWork(state)) await addUp(tx)
}

/** Compares the counts with the reviews, and counts again if they differ. Returns the number of wrong counts. */
export async function checkCounts(tx: StoreTx): Promise<number> {
  await store.lockCounts(tx)
  return (await checkWith(tx, store)) + (await checkWith(tx, products))
}

async function checkWith(tx: StoreTx, { findState, countDifferences, recount }: Counts): Promise<number> {
  const state = await findState(tx)
  const differences = state?.isValid ? await countDifferences(tx) : 0
  if (!state?.isValid || differences > 0) await recount(tx)
  return differences
}
