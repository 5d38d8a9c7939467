import type { StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'

/** Handed over long ago and never heard of again: whoever had it is gone, and it may have arrived. */
export const updateLost = (tx: StoreTx, queuedBefore: Date): Promise<number> =>
  tx.run(sql`
    update review_requests set state = 'failed', reason = 'outcome_unknown', updated_at = ${tx.now}
     where store_env_id = ${tx.storeEnvId} and state in ('scheduled', 'skipped') and queued_at < ${queuedBefore}`)
