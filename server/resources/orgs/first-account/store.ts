import type { SystemTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'

/** Of those who would make the first account at once, one goes on; the next find that it is there. */
export const lock = (tx: SystemTx): Promise<number> =>
  tx.run(sql`select pg_advisory_xact_lock(hashtextextended('first account', 0))`)
