import type { StoreScope, StoreTx } from '#platform/db/db.ts'
import type { JobContext } from '#platform/jobs/jobs.ts'
import { earliest, later } from '#platform/jobs/store-walk.ts'
import { deleteExpiredLinks } from './form-links/commands.ts'
import * as store from './maintenance-store.ts'
import { planUnplanned } from './planning/commands.ts'
import { findNextDue } from './sending/store.ts'

/** Age at which a queued request without an outcome counts as lost. Every sender stops retrying earlier. */
const lostAfterMs = 10 * 86_400_000

export async function maintainStore({ db, now, stopping }: JobContext, scope: StoreScope): Promise<void> {
  await db.store(scope, 'write', async (tx) => {
    await store.updateLost(tx, new Date(now.getTime() - lostAfterMs))
    await deleteExpiredLinks(tx)
  })
  while (!stopping.aborted && (await db.store(scope, 'write', planUnplanned)) > 0);
}

/** Returns the next time at which `maintainStore` or the sender has work although nothing changes in the store. */
export const findNextMaintenance = async (tx: StoreTx): Promise<Date | undefined> => {
  const { queuedAt, expiresAt } = (await store.findOldest(tx)) ?? {}
  return earliest(await findNextDue(tx), later(queuedAt, lostAfterMs), expiresAt)
}
