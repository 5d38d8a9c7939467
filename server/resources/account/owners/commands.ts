// Notifies the owners of an organization of what they have to know of one of its stores.
import type { OrganizationTx, StoreTx } from '#platform/db/db.ts'
import { enqueueAll, type JobContext } from '#platform/jobs/jobs.ts'
import * as store from './store.ts'

export const readStoreName = async (tx: StoreTx): Promise<string> => (await store.findStore(tx))?.name ?? ''

/**
 * Adds the job once more for each owner, with the address as `to`: a job of its own for each, so that one address that
 * fails repeats no other's mail.
 */
export const enqueueForOwners = (
  { db }: Pick<JobContext, 'db'>,
  jobId: string,
  notice: { organizationId: string },
): Promise<void> => db.organization(notice.organizationId, 'write', (tx) => enqueueForOwnersIn(tx, jobId, notice))

/** The same, in the transaction of what they have to know. */
export async function enqueueForOwnersIn(tx: OrganizationTx | StoreTx, jobId: string, notice: object): Promise<void> {
  const owners = await store.list(tx)
  const jobs = owners.map(({ email }) => ({ ...notice, to: email }))
  if (jobs.length > 0) await enqueueAll(tx, jobId, jobs)
}
