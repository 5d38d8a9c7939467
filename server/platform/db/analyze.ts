import type { Log } from '../process/log.ts'
import type { StoreDb, StoreScope, StoreTx } from './db.ts'
import { sql } from './query.ts'

/** The tables that grow by whole files. */
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

/**
 * Has the planner look at what was just filled. No statement may need it, many are better for it. In a transaction of its
 * own: the tables cannot be changed in their form until it ends.
 */
export const analyzeFilled = (tx: StoreTx, tables: readonly FilledTable[]): Promise<number> =>
  tx.run(sql`select app.analyze_filled(${tables}::text[])`)

/** The same, where a failure changes nothing but the speed: autovacuum does it later. */
export const tryToAnalyze = (
  { db, services }: { db: StoreDb; services: { log: Log } },
  scope: StoreScope,
  tables: readonly FilledTable[],
): Promise<unknown> =>
  db
    .store(scope, 'write', (tx) => analyzeFilled(tx, tables))
    .catch((error: Error) => services.log.warn({ err: error.message }, 'a filled table was not analyzed'))

/**
 * Whether to analyze after so many batches: the first, second, fourth … one. What was planned for an empty table, the checks of
 * foreign keys above all, reads all of a store's rows for each new one, until the planner is shown that there are some.
 */
export const isAnalyzedAfter = (batches: number): boolean => batches > 0 && (batches & (batches - 1)) === 0
