// The rows decide which work is due. The job and the wake-up only shorten the wait.
import type { StoreTx } from '../../db/db.ts'
import { enqueue } from '../jobs.ts'
import { scheduleWakeUp } from '../schedule.ts'

const secondLookMs = 120_000

/**
 * Runs the store's job now, and once more later in case the first job is lost. Calls that share a transaction add one job,
 * because adding it is a third of a submission's time in PostgreSQL.
 */
export async function wake(tx: StoreTx, jobId: string): Promise<void> {
  if (tx.wokenJobs.has(jobId)) return
  tx.wokenJobs.add(jobId)
  const { storeEnvId, organizationId } = tx
  await enqueue(tx, jobId, { storeEnvId, organizationId }, { key: `${jobId}:${storeEnvId}` })
  await lookAgain(tx, jobId)
}

export const lookAgain = (tx: StoreTx, jobId: string): Promise<void> =>
  scheduleWakeUp(tx, jobId, new Date(tx.now.getTime() + secondLookMs))

/** Runs the store's job when its next row is due. */
export async function wakeForNext(tx: StoreTx, jobId: string, next: Date | null): Promise<void> {
  if (next && next <= tx.now) await wake(tx, jobId)
  else if (next) await scheduleWakeUp(tx, jobId, next)
}
