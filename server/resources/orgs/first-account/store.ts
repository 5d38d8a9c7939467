import type { SystemTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'

/** Serialises requests for a first account, so the second request finds the account of the first. */
export const lock = (tx: SystemTx): Promise<number> =>
  tx.run(sql`select pg_advisory_xact_lock(hashtextextended('first account', 0))`)
