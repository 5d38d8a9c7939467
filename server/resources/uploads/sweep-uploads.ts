import type { StoreScope } from '#platform/db/db.ts'
import type { CrossJobContext } from '#platform/jobs/jobs.ts'
import { later } from '#platform/jobs/store-walk.ts'
import { removeUploadFiles } from './commands.ts'
import { unclaimedMs } from './rules.ts'
import * as store from './store.ts'

const rowsPerTransaction = 200

export const removeUnfinishedFiles = ({ services, now }: CrossJobContext): Promise<unknown> =>
  services.storage.removeUnfinished(new Date(now.getTime() - unclaimedMs))

export async function sweepUploads(
  { db, now, stopping }: CrossJobContext,
  scope: StoreScope,
): Promise<Date | undefined> {
  const before = new Date(now.getTime() - unclaimedMs)
  const sweepSome = () =>
    db.store(scope, 'write', async (tx) => {
      const removed = await store.deleteUnclaimed(tx, before, rowsPerTransaction)
      await removeUploadFiles(
        tx,
        removed.map((row) => row.storage_key),
      )
      return removed.length
    })
  while ((await sweepSome()) === rowsPerTransaction) if (stopping.aborted) return now
  return later((await db.store(scope, 'read', store.findOldest))?.at, unclaimedMs)
}
