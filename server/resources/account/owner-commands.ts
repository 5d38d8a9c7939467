import type { OrganizationTx, StoreTx } from '#platform/db/db.ts'
import { enqueueAll, type JobContext } from '#platform/jobs/jobs.ts'
import * as store from './owner-store.ts'

export const readStoreName = async (tx: StoreTx): Promise<string> => (await store.findStore(tx))?.name ?? ''

/** Queues one job per owner, so that a retry for one address does not mail the other owners again. */
export const enqueueForOwners = (
  { db }: Pick<JobContext, 'db'>,
  jobId: string,
  notice: { organizationId: string },
): Promise<void> => db.organization(notice.organizationId, 'write', (tx) => enqueueForOwnersIn(tx, jobId, notice))

export async function enqueueForOwnersIn(tx: OrganizationTx | StoreTx, jobId: string, notice: object): Promise<void> {
  const owners = await store.list(tx)
  const jobs = owners.map(({ email }) => ({ ...notice, to: email }))
  if (jobs.length > 0) await enqueueAll(tx, jobId, jobs)
}
