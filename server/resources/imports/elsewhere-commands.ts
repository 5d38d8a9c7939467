// Adds imports whose file another area stores and reads, so that the list of imports shows their progress.
import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { orNotFound } from '#platform/values/errors.ts'
import type { Import } from './schema.ts'
import * as store from './store.ts'

export type Elsewhere = Omit<store.NewImport, 'fileKey' | 'options' | 'warnings'>

/** `options.status` has no effect here, because each review of an archive has its own status. */
export async function addImport(tx: StoreTx, row: Elsewhere): Promise<Import> {
  await store.insert(tx, { ...row, fileKey: null, options: { status: 'pending', kind: 'archive' }, warnings: [] })
  return orNotFound(await store.find(tx, row.id), 'import', row.id)
}

export const lockImports = (tx: StoreTx): Promise<number> => store.lockImports(tx)

export const markStarted = (tx: StoreTx, id: string): Promise<number> => store.updateStarted(tx, id)

export const markCounted = (
  tx: StoreTx,
  id: string,
  total: number,
  warnings: readonly store.Remark[],
): Promise<number> => store.updateCounted(tx, id, total, warnings)

export const addDone = (tx: StoreTx, id: string, rows: number): Promise<number> =>
  store.updateProgress(tx, id, { processed: rows, imported: rows, updated: 0, skipped: 0, failed: 0 })

export const resetDone = (tx: StoreTx, id: string): Promise<number> => store.resetProgress(tx, id)

export const markTableRows = (
  tx: StoreTx,
  id: string,
  rows: ReadonlyMap<string, number>,
  unproven: Readonly<Record<string, number>>,
): Promise<number> =>
  store.updateTableRows(
    tx,
    id,
    Object.fromEntries(
      [...rows].map(([type, count]) => [type, type in unproven ? [count, unproven[type] ?? 0] : count]),
    ),
  )

export const addWarning = (tx: StoreTx, id: string, warning: store.Remark): Promise<number> =>
  store.insertWarning(tx, id, warning)

export const markEnded = (tx: StoreTx, id: string, error: store.Remark | null): Promise<number> =>
  store.updateEnded(tx, id, error ? 'failed' : 'completed', error)

export const hasUnfinished = async (tx: StoreReads): Promise<boolean> => (await store.findUnfinished(tx)) !== undefined
