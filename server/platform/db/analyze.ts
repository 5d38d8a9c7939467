import type { StoreTx } from './db.ts'
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
