import type { StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import { change } from './store.ts'

/** These requests were handed over long ago without an outcome. The process died, and the mail may have arrived. */
export const updateLost = (tx: StoreTx, queuedBefore: Date): Promise<number> =>
  change(
    tx,
    sql`q.state in ('scheduled', 'skipped') and q.queued_at < ${queuedBefore}`,
    sql`state = 'failed', reason = 'outcome_unknown'`,
  )

export const findOldest = (tx: StoreTx) =>
  tx.first<{ queuedAt: string | null; expiresAt: string | null }>(sql`
    select (select min(q.queued_at) from review_requests q
             where q.store_env_id = ${tx.storeEnvId} and q.state in ('scheduled', 'skipped')) as "queuedAt",
           (select min(f.expires_at) from form_links f where f.store_env_id = ${tx.storeEnvId}) as "expiresAt"`)
