// How a store's mail is received. Too many failures or complaints, and the mail that nobody waits for stops until a person
// has looked: what a store keeps sending to nobody costs every other store its reputation.
import { auditAs } from '#platform/audit.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { enqueue } from '#platform/jobs.ts'
import { reasonToPause } from './rules.ts'
import * as store from './store.ts'

/** Asked whenever a failure or a complaint was noted: the rates rise at no other time. */
export async function checkDeliverability(tx: StoreTx): Promise<void> {
  const reception = await store.countDeliverability(tx)
  const reason = reasonToPause(reception)
  if (!reason || !(await store.pause(tx, reason))) return
  const { storeEnvId, organizationId } = tx
  await auditAs({ type: 'system' })(
    tx,
    'email.sending_paused',
    { type: 'store', id: storeEnvId },
    { reason, ...reception },
  )
  await enqueue(tx, 'email.tell_paused', { storeEnvId, organizationId, reason })
}
