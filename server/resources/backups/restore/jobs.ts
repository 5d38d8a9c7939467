import { Type } from 'typebox'
import type { AreaArchive } from '#platform/areas/area.ts'
import { nextOrphanSearch, removeOrphans } from '#platform/files/storage/orphans.ts'
import { job } from '#platform/jobs/jobs.ts'
import { storeWalk } from '#platform/jobs/store-walk.ts'
import { removeFile, restoreJob, resumeRestore, runRestore } from './commands.ts'
import * as store from './store.ts'

/** A running restore reports progress far more often than this. */
const stalledMs = 3_600_000

export const restoreJobs = (areas: readonly AreaArchive[]) => [
  job({
    id: restoreJob,
    bulk: 'restores',
    payload: Type.Object({ storeEnvId: Type.String(), organizationId: Type.String(), importId: Type.String() }),
    run: (ctx, run) => runRestore(ctx, run, areas),
  }),
  ...storeWalk({
    id: 'backups.clean_restores',
    schedule: '37 2 * * *',
    operatorName: 'restores-clean',
    async visit(ctx, scope, isChanged) {
      const since = new Date(ctx.now.getTime() - stalledMs)
      const ended = await ctx.db.store(scope, 'write', async (tx) => {
        for (const { id } of await store.listStalled(tx, since)) await resumeRestore(tx, id)
        return store.listEndedFiles(tx)
      })
      for (const { id, fileKey } of ended) await removeFile(ctx, { ...scope, importId: id }, fileKey)
      await removeOrphans(ctx.services.storage, `restores/${scope.storeEnvId}`, ctx, (keys) =>
        ctx.db.store(scope, 'read', (tx) => store.listUnknownFiles(tx, keys)),
      )
      const hasFiles = await ctx.db.store(scope, 'read', store.hasFiles)
      return hasFiles ? ctx.now : nextOrphanSearch(ctx.now, isChanged)
    },
  }),
]
