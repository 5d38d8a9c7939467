// A queue of one store that a job works off. The rows say what is due; the job and the wake-up only save waiting: the job
// comes at once, the wake-up finds what a worker that dies at once has left lying.
import type { StoreTx } from '../../db/db.ts'
import { enqueue } from '../jobs.ts'
import { scheduleWakeUp } from '../schedule.ts'

const secondLookMs = 120_000

/** Something is due: the store's job runs now, and once more a little later, should this one be lost. */
export async function wake(tx: StoreTx, jobId: string): Promise<void> {
  const { storeEnvId, organizationId } = tx
  await enqueue(tx, jobId, { storeEnvId, organizationId }, { key: `${jobId}:${storeEnvId}` })
  await lookAgain(tx, jobId)
}

export const lookAgain = (tx: StoreTx, jobId: string): Promise<void> =>
  scheduleWakeUp(tx, jobId, new Date(tx.now.getTime() + secondLookMs))

/** For what is next due in the store: its job runs now, or then. */
export async function wakeForNext(tx: StoreTx, jobId: string, next: Date | null): Promise<void> {
  if (next && next <= tx.now) await wake(tx, jobId)
  else if (next) await scheduleWakeUp(tx, jobId, next)
}
