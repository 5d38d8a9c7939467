// Runs nightly. Deletes old files, including those of unfinished uploads, and resumes imports whose job was lost.
import type { StoreScope } from '#platform/db/db.ts'
import { nextOrphanSearch, removeOrphans } from '#platform/files/storage/orphans.ts'
import type { CrossJobContext } from '#platform/jobs/jobs.ts'
import { resumeImport } from './commands.ts'
import * as store from './store.ts'

const keptMs = 30 * 86_400_000
/** Time without progress after which an import counts as stalled. It is much longer than any pause of a running import. */
const stalledMs = 3_600_000
const filesPerPage = 100

export async function sweepImports(ctx: CrossJobContext, scope: StoreScope, isChanged: boolean): Promise<Date> {
  await sweepStore(ctx, scope)
  await removeOrphans(ctx.services.storage, `imports/${scope.storeEnvId}`, ctx, (keys) =>
    ctx.db.store(scope, 'read', (tx) => store.listUnknownFiles(tx, keys)),
  )
  const hasFiles = await ctx.db.store(scope, 'read', store.hasFiles)
  return hasFiles ? ctx.now : nextOrphanSearch(ctx.now, isChanged)
}

async function sweepStore({ db, now, services, stopping }: CrossJobContext, scope: StoreScope): Promise<void> {
  const files = await db.store(scope, 'write', async (tx) => {
    for (const { id } of await store.listStalled(tx, new Date(now.getTime() - stalledMs))) await resumeImport(tx, id)
    return store.listOldFiles(tx, new Date(now.getTime() - keptMs), filesPerPage)
  })
  // The row's file key is cleared after the file is deleted. After a crash in between, the next run repeats the deletion.
  for (const file of files) await services.storage.remove(file.file_key)
  if (files.length === 0) return
  const ids = files.map((file) => file.id)
  await db.store(scope, 'write', (tx) => store.updateFilesRemoved(tx, ids))
  if (files.length === filesPerPage && !stopping.aborted) await sweepStore({ db, now, services, stopping }, scope)
}
