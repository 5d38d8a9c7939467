// Receives, tries and ends a restore. A killed run has written nothing, and the next one starts over with the same ids.
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { AreaArchive } from '#platform/areas/area.ts'
import type { StoreScope, StoreTx } from '#platform/db/db.ts'
import { enqueue, type JobContext } from '#platform/jobs/jobs.ts'
import { conflict } from '#platform/values/errors.ts'
import * as imports from '#resources/imports/elsewhere/commands.ts'
import { openArchive } from './open-archive.ts'
import { ArchiveProblem, notEmpty } from './problem.ts'
import { refusal, withTemporaryFile } from './receive.ts'
import { Elsewhere, restoreArchive } from './restore-archive.ts'
import * as store from './store.ts'

export type Run = StoreScope & { importId: string }
export const restoreJob = 'backups.restore'

/** A run whose process was killed resumes after this time. A live run renews its lease earlier. */
const leaseMs = 45_000
const renewAfterMs = 10_000
const maxTries = 5

/** Checked before a file is received, and again afterwards. */
export async function requireEmpty(tx: StoreTx): Promise<void> {
  if (await store.hasContents(tx)) throw refusal(notEmpty())
  if (await imports.hasUnfinished(tx))
    throw conflict('An import of this store is under way. Restore an archive when it has ended.', 'too_many_imports')
}

export async function startRestore(tx: StoreTx, row: imports.Elsewhere, fileKey: string) {
  await imports.lockImports(tx)
  await requireEmpty(tx)
  const added = await imports.addImport(tx, row)
  await store.insertRestore(tx, row.id, fileKey)
  const { storeEnvId, organizationId } = tx
  const run = { storeEnvId, organizationId, importId: row.id }
  await enqueue(tx, restoreJob, run)
  // From the start a second job waits, in case the first dies with its process.
  await enqueueLease(tx, run, leaseMs)
  return added
}

const enqueueLease = (tx: StoreTx, { storeEnvId, organizationId, importId }: Run, inMs: number) =>
  enqueue(tx, restoreJob, { storeEnvId, organizationId, importId }, { key: `${restoreJob}:${importId}`, inMs })

export const resumeRestore = (tx: StoreTx, importId: string) =>
  enqueueLease(tx, { storeEnvId: tx.storeEnvId, organizationId: tx.organizationId, importId }, 0)

/** May run again at any time, in parallel too: only one run writes. */
export async function runRestore(ctx: JobContext, run: Run, areas: readonly AreaArchive[]): Promise<void> {
  const { db, services, now, stopping } = ctx
  const begun = await db.store(run, 'write', (tx) => begin(tx, run))
  if (!begun) return
  const { fileKey, dryRun: isDryRun } = begun
  const photos = new Map<string, string>()
  const stillHere = renewing(ctx, run)
  try {
    await withTemporaryFile(async (path) => {
      await pipeline(services.storage.read(fileKey), createWriteStream(path, { mode: 0o600 }))
      const archive = await openArchive(
        path,
        areas.map(({ area }) => area),
      )
      const work = { db, services, now, stopping, run, areas, archive, photos, isDryRun, stillHere }
      await restoreArchive(work).finally(() => archive.close())
    })
  } catch (error) {
    if (error instanceof Elsewhere) return
    if (!(error instanceof ArchiveProblem)) throw error
    for (const key of photos.values()) await services.storage.remove(key)
    await db.store(run, 'write', (tx) => fail(tx, run, error))
  }
  await removeFile(ctx, run, fileKey)
}

/** Clears the file's key only after the file is deleted. */
export async function removeFile({ db, services }: Pick<JobContext, 'db' | 'services'>, run: Run, key: string) {
  await services.storage.remove(key)
  await db.store(run, 'write', (tx) => store.updateFileRemoved(tx, run.importId))
}

async function begin(tx: StoreTx, run: Run): Promise<{ fileKey: string; dryRun: boolean } | undefined> {
  const work = await store.lockRestore(tx, run.importId)
  if ((work?.status !== 'queued' && work?.status !== 'running') || work.fileKey === null) return undefined
  if (!(await store.takeTurn(tx, run.importId))) {
    await enqueueLease(tx, run, leaseMs)
    return undefined
  }
  if (work.tries >= maxTries) {
    const message = 'The restore failed several times. Send the archive again, or ask your operator.'
    await imports.markEnded(tx, run.importId, { code: 'internal_error', message })
    return undefined
  }
  await store.updateTried(tx, run.importId)
  await imports.markStarted(tx, run.importId)
  await imports.resetDone(tx, run.importId)
  await enqueueLease(tx, run, leaseMs)
  return { fileKey: work.fileKey, dryRun: work.dryRun }
}

/** Called often. Renews the run's lease from time to time, and ends the run when the process stops. */
function renewing({ db, services, stopping }: JobContext, run: Run): () => Promise<void> {
  let renewedAt = services.clock.nowMs()
  return async () => {
    if (stopping.aborted) throw new Error('The process stops. The next one starts over.')
    if (services.clock.nowMs() - renewedAt < renewAfterMs) return
    renewedAt = services.clock.nowMs()
    await db.store(run, 'write', (tx) => enqueueLease(tx, run, leaseMs))
  }
}

/** A row may not have fitted because somebody has added contents since. */
async function fail(tx: StoreTx, { importId }: Run, problem: ArchiveProblem): Promise<void> {
  const { code, message } = (await store.hasContents(tx)) ? notEmpty() : problem
  await imports.markEnded(tx, importId, { code, message })
}
