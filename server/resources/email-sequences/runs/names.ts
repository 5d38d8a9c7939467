import type { StoreTx } from '#platform/db/db.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { scheduleWakeUp } from '#platform/jobs/schedule.ts'

export const workJob = 'email_sequences.work'
export const clearJob = 'email_sequences.clear'

/** Changes within this time share one job, so that an order pushed in parts is complete when the job runs. */
const settleMs = 10_000

/**
 * Schedules a job that runs sooner than the coarse wake-up. The wake-up remains, because repeated pushes can postpone this
 * job.
 */
export async function workSoon(tx: StoreTx): Promise<void> {
  const { storeEnvId, organizationId } = tx
  await scheduleWakeUp(tx, workJob, tx.now)
  await enqueue(tx, workJob, { storeEnvId, organizationId }, { key: `${workJob}:${storeEnvId}`, inMs: settleMs })
}

export async function workNow(tx: StoreTx): Promise<void> {
  const { storeEnvId, organizationId } = tx
  await enqueue(tx, workJob, { storeEnvId, organizationId })
}
