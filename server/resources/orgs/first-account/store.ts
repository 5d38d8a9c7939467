import type { SystemTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'

/** Serialises first accounts, so the second call finds the first. */
export const lock = (tx: SystemTx): Promise<number> =>
  tx.run(sql`select pg_advisory_xact_lock(hashtextextended('first account', 0))`)
