import type { StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import { change } from './store.ts'

/** Handed over long ago without an outcome: its process died, and the mail may have arrived. */
export const updateLost = (tx: StoreTx, queuedBefore: Date): Promise<number> =>
  change(
    tx,
    sql`q.state in ('scheduled', 'skipped') and q.queued_at < ${queuedBefore}`,
    sql`state = 'failed', reason = 'outcome_unknown'`,
  )
