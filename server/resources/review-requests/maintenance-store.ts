import type { StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import { change } from './store.ts'

/** These requests were handed over long ago and have no outcome. Their process died, and the mail may have arrived. */
export const updateLost = (tx: StoreTx, queuedBefore: Date): Promise<number> =>
  change(
    tx,
    sql`q.state in ('scheduled', 'skipped') and q.queued_at < ${queuedBefore}`,
    sql`state = 'failed', reason = 'outcome_unknown'`,
  )
