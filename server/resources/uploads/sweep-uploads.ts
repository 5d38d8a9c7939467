import type { StoreScope } from '#platform/db/db.ts'
import { forEveryStore } from '#platform/jobs/every-store.ts'
import type { CrossJobContext } from '#platform/jobs/jobs.ts'
import { removeUploadFiles } from './commands.ts'
import { unclaimedMs } from './rules.ts'
import * as store from './store.ts'

const rowsPerTransaction = 200

export async function sweepUploads(ctx: CrossJobContext): Promise<void> {
  const before = new Date(ctx.now.getTime() - unclaimedMs)
  await forEveryStore(ctx, (scope) => sweepStore(ctx, scope, before))
  await ctx.services.storage.removeUnfinished(before)
}

async function sweepStore({ db, stopping }: CrossJobContext, scope: StoreScope, before: Date): Promise<void> {
  const sweepSome = () =>
    db.store(scope, 'write', async (tx) => {
      const removed = await store.deleteUnclaimed(tx, before, rowsPerTransaction)
      await removeUploadFiles(
        tx,
        removed.map((row) => row.storage_key),
      )
      return removed.length
    })
  while ((await sweepSome()) === rowsPerTransaction) if (stopping.aborted) return
}
