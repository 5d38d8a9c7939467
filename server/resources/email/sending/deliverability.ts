// Pauses a store's non-transactional mail when too many of its mails bounce or get complaints, until a person resumes it.
// All stores share one sending reputation.
import { auditAs } from '#platform/audit/audit.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { reasonToPause } from './rules.ts'
import * as store from './store.ts'

/** Called after each recorded bounce or complaint, because rates rise at no other time. */
export async function checkDeliverability(tx: StoreTx): Promise<void> {
  const counts = await store.countDeliverability(tx)
  const reason = reasonToPause(counts)
  if (!reason || !(await store.pause(tx, reason))) return
  const { storeEnvId, organizationId } = tx
  await auditAs({ type: 'system' })(
    tx,
    'email.sending_paused',
    { type: 'store', id: storeEnvId },
    { reason, ...counts },
  )
  await enqueue(tx, 'email.tell_paused', { storeEnvId, organizationId, reason })
}
