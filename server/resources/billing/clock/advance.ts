// Runs in one transaction that locks the subscription, so that only one of two processes advances it.
import { auditAs } from '#platform/audit/audit.ts'
import type { StoreScope, StoreTx } from '#platform/db/db.ts'
import { enqueueAll, type JobContext } from '#platform/jobs/jobs.ts'
import { lockSubscription, recordEvents } from '../commands.ts'
import type { Payments } from '../payment.ts'
import { atInstant, pastDueSince, type SubscriptionRecord } from '../transitions.ts'
import { nextStepAt, noticesAt } from './rules.ts'
import * as store from './store.ts'

export const notifyJob = 'billing.notify_owner'

const audit = auditAs({ type: 'system' })

export async function advance(
  { db, services }: Pick<JobContext, 'db' | 'services'>,
  payments: Payments | undefined,
  { storeEnvId, organizationId }: StoreScope,
): Promise<void> {
  await db.store({ storeEnvId, organizationId }, 'write', async (tx) => {
    await payments?.prepareRenewal?.({ tx, services, audit }, await present(tx))
    const { record } = await lockSubscription(tx)
    for (const notice of noticesAt(record, tx.now)) {
      const owners = await store.insertNotice(tx, notice)
      if (owners.length === 0) continue
      if (notice.kind === 'expired') await audit(tx, 'subscription.expired', undefined, { plan: record.plan })
      const jobs = owners.map((userId) => ({ storeEnvId, organizationId, ...notice, userId }))
      await enqueueAll(tx, notifyJob, jobs)
    }
    await store.updateNextStep(tx, nextStepAt(record, tx.now))
  })
}

async function present(tx: StoreTx): Promise<SubscriptionRecord> {
  const { record } = await lockSubscription(tx)
  const isFolded = atInstant(record, tx.now.toISOString()) === record && pastDueSince(record) === null
  // An older version may have counted a paid invoice as owed. This computes the debt again before anybody is notified.
  return isFolded ? record : recordEvents(tx, [])
}
