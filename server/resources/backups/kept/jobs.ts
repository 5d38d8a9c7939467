import { Type } from 'typebox'
import type { AreaArchive } from '#platform/areas/area.ts'
import type { StoreScope, StoreTx } from '#platform/db/db.ts'
import { removeOrphans } from '#platform/files/storage/orphans.ts'
import { type CrossJobContext, job } from '#platform/jobs/jobs.ts'
import { deleteBackup, removeFilesJob, startBackupRun, verifyJob, writeJob } from './commands.ts'
import { openPlace } from './open-place.ts'
import { type EndHandler, runBackup } from './run-backup.ts'
import * as store from './store.ts'
import { verifyBackup } from './verify-backup.ts'

const text = Type.String()
const OfBackup = Type.Object({ storeEnvId: text, organizationId: text, backupId: text })

/** An unfinished backup counts as stalled after this time, which is far longer than a run needs. Its job was lost. */
const stalledMs = 3_600_000

export const keptJobs = (areas: readonly AreaArchive[], ended: EndHandler) => [
  job({
    id: writeJob,
    bulk: 'backups',
    payload: OfBackup,
    run: (ctx, run) => runBackup(ctx, run, areas, ended),
  }),
  job({
    id: verifyJob,
    bulk: 'backups',
    payload: OfBackup,
    run: (ctx, run) => verifyBackup(ctx, run, areas),
  }),
  job({
    id: removeFilesJob,
    maxAttempts: 12,
    payload: Type.Object({
      storeEnvId: text,
      organizationId: text,
      location: Type.Union([text, Type.Null()]),
      keys: Type.Array(text),
    }),
    async run(ctx, { location, keys, ...scope }) {
      // We have no credentials for a bucket that is no longer configured, so the merchant must delete its files.
      const place = await openPlace(ctx, scope, location).catch(() => undefined)
      try {
        for (const key of place ? keys : []) await place?.storage.remove(key)
      } finally {
        place?.close()
      }
    },
  }),
]

export async function sweepStore(ctx: CrossJobContext, scope: StoreScope): Promise<void> {
  const since = new Date(ctx.now.getTime() - stalledMs)
  await ctx.db.store(scope, 'write', async (tx: StoreTx) => {
    for (const { id } of await store.listExpired(tx)) await deleteBackup(tx, id)
    for (const { id, isVerifying } of await store.listStalled(tx, since))
      await startBackupRun(tx, isVerifying ? verifyJob : writeJob, id)
  })
  await removeOrphans(ctx.services.storage, `backups/${scope.storeEnvId}`, ctx, (keys) =>
    ctx.db.store(scope, 'read', (tx) => store.listUnknownFiles(tx, keys)),
  )
}
