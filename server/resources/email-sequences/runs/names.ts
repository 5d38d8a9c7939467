// The jobs of sequences, by the names under which the schedule and the settings know them.
import type { StoreTx } from '#platform/db/db.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { scheduleWakeUp } from '#platform/jobs/schedule.ts'

export const workJob = 'email_sequences.work'
export const clearJob = 'email_sequences.clear'

/** What follows within this time of each other is done by one job: an order that comes in several pushes is whole by then. */
const settleMs = 10_000

/** Sooner than the schedule, whose wake-ups are coarse; they stay in case every next push puts this off again. */
export async function workSoon(tx: StoreTx): Promise<void> {
  const { storeEnvId, organizationId } = tx
  await scheduleWakeUp(tx, workJob, tx.now)
  await enqueue(tx, workJob, { storeEnvId, organizationId }, { key: `${workJob}:${storeEnvId}`, inMs: settleMs })
}

export async function workNow(tx: StoreTx): Promise<void> {
  const { storeEnvId, organizationId } = tx
  await enqueue(tx, workJob, { storeEnvId, organizationId })
}
