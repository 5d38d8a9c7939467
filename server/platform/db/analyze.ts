import type { Log } from '../process/log.ts'
import type { StoreDb, StoreScope, StoreTx } from './db.ts'
import { sql } from './query.ts'

export type FilledTable =
  | 'reviews'
  | 'customers'
  | 'import_rows'
  | 'order_line_items'
  | 'products'
  | 'product_variants'
  | 'shop_products'
  | 'loyalty_members'
  | 'loyalty_grants'
  | 'loyalty_journal'

/** Run it in a transaction of its own, because ANALYZE blocks changes to the tables' definitions until the commit. */
export const analyzeFilled = (tx: StoreTx, tables: readonly FilledTable[]): Promise<number> =>
  tx.run(sql`select app.analyze_filled(${tables}::text[])`)

/** A failure costs only speed: autovacuum analyzes later. */
export const tryToAnalyze = (
  { db, services }: { db: StoreDb; services: { log: Log } },
  scope: StoreScope,
  tables: readonly FilledTable[],
): Promise<unknown> =>
  db
    .store(scope, 'write', (tx) => analyzeFilled(tx, tables))
    .catch((error: Error) => services.log.warn({ err: error.message }, 'a filled table was not analyzed'))

/**
 * True for the first, second, fourth … batch. Until ANALYZE runs, plans are those for an empty table: foreign key
 * checks read all of a store's rows for each new row.
 */
export const isAnalyzedAfter = (batches: number): boolean => batches > 0 && (batches & (batches - 1)) === 0
