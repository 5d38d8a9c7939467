// Totals of whole tables are sums of small counts. See docs/decisions/0032-totals-of-tables.md.
import type { StoreReads, StoreTx } from '../../db/db.ts'
import type { CountedTable } from './row-counts-store.ts'
import * as store from './row-counts-store.ts'

export { totalOf } from './row-counts-store.ts'

/** With more changes than this, the job adds them up, because every total reads all changes. */
const mostChanges = 200

export function countChange(tx: StoreTx, table: CountedTable, count: number): void {
  if (count !== 0) tx.sendAlong(store.insertChange(tx, table, count))
}

/**
 * Counts the rows that the previous upsert inserted, without waiting for its result. `ids` are the ids that it gives to
 * new rows.
 */
export const countNew = (tx: StoreTx, table: CountedTable, ids: readonly string[]): void =>
  tx.sendAlong(store.insertChangeOfNew(tx, table, ids))

export const countUnknown = (tx: StoreTx): void => tx.sendAlong(store.insertUnknownChange(tx))

export async function areCountsBehind(tx: StoreReads): Promise<boolean> {
  const states = await store.listStates(tx)
  return store.countedTables.some((table) => needsWork(states.find(({ counted }) => counted === table)))
}

const needsWork = (state: store.CountsState | undefined) => !state?.isValid || state.changes > mostChanges

/** Adds up the changes. Counts all rows of a table that has no valid count. */
export async function sumRowCounts(tx: StoreTx): Promise<void> {
  await store.lockCounts(tx)
  const states = await store.listStates(tx)
  for (const table of store.countedTables) {
    const state = states.find(({ counted }) => counted === table)
    if (!state?.isValid) await store.recount(tx, table)
    else if (needsWork(state)) await store.addUp(tx, table)
  }
}

/** Compares the counts with the rows, and counts again if they differ. Returns the tables with a wrong count. */
export async function checkRowCounts(tx: StoreTx): Promise<CountedTable[]> {
  await store.lockCounts(tx)
  const states = await store.listStates(tx)
  const wrong: CountedTable[] = []
  for (const table of store.countedTables) {
    const isValid = states.find(({ counted }) => counted === table)?.isValid ?? false
    const differs = isValid && (await store.isWrong(tx, table))
    if (differs) wrong.push(table)
    if (!isValid || differs) await store.recount(tx, table)
  }
  return wrong
}
