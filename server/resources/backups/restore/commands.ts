// A run that dies has written nothing. The next run starts at the beginning and derives the same ids.
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { AreaArchive } from '#platform/areas/area.ts'
import type { StoreScope, StoreTx } from '#platform/db/db.ts'
import { enqueue, type JobContext } from '#platform/jobs/jobs.ts'
import {
  type Lease,
  type NextRun,
  resumable,
  startRun,
  startRunAfterLease,
  TakeoverError,
} from '#platform/jobs/resumable.ts'
import { conflict } from '#platform/values/errors.ts'
import * as imports from '#resources/imports/elsewhere-commands.ts'
import { openArchive } from './open-archive.ts'
import { ArchiveProblem, notEmpty } from './problem.ts'
import { refusal, withTemporaryFile } from './receive.ts'
import { restoreArchive } from './restore-archive.ts'
import * as store from './store.ts'

export type Run = StoreScope & { importId: string }
export const restoreJob = 'backups.restore'

const maxTries = 5

/** Throws unless the store is empty. Called before the file is received, and again afterwards. */
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
  await startRunAfterLease(tx, nextRun(run))
  return added
}

const nextRun = ({ storeEnvId, organizationId, importId }: Run): NextRun => ({
  ...{ job: restoreJob, payload: { storeEnvId, organizationId, importId } as Run },
  key: `${restoreJob}:${importId}`,
})

export const resumeRestore = (tx: StoreTx, importId: string) =>
  startRun(tx, nextRun({ storeEnvId: tx.storeEnvId, organizationId: tx.organizationId, importId }))

type Begun = { fileKey: string; dryRun: boolean; tries: number }

/** Two parallel runs are safe, because only one of them writes. */
export const runRestore = (ctx: JobContext, run: Run, areas: readonly AreaArchive[]): Promise<void> =>
  resumable<Begun, void>(ctx, {
    scope: run,
    next: () => nextRun(run),
    claim: (tx) => begin(tx, run),
    renew: (tx, _, { tries }) => store.isRunning(tx, run.importId, tries),
    run: (begun, lease) => restore(ctx, run, begun, areas, lease),
  })

async function restore(
  ctx: JobContext,
  run: Run,
  { fileKey, dryRun: isDryRun }: Begun,
  areas: readonly AreaArchive[],
  { signal, finish }: Lease,
): Promise<void> {
  const { db, services, now, stopping } = ctx
  const photos = new Map<string, string>()
  try {
    await withTemporaryFile(async (path) => {
      await pipeline(services.storage.read(fileKey), createWriteStream(path, { mode: 0o600 }))
      const archive = await openArchive(
        path,
        areas.map(({ area }) => area),
      )
      const work = { db, services, now, stopping, run, areas, archive, photos, isDryRun, signal }
      await restoreArchive(work).finally(() => archive.close())
    })
  } catch (error) {
    if (stopping.aborted) return void (await finish((tx) => startRun(tx, nextRun(run))))
    if (error instanceof TakeoverError || !(error instanceof ArchiveProblem)) throw error
    for (const key of photos.values()) await services.storage.remove(key)
    await finish((tx) => fail(tx, run, error))
  }
  await removeFile(ctx, run, fileKey)
}

export async function removeFile({ db, services }: Pick<JobContext, 'db' | 'services'>, run: Run, key: string) {
  await services.storage.remove(key)
  await db.store(run, 'write', (tx) => store.updateFileRemoved(tx, run.importId))
}

async function begin(tx: StoreTx, run: Run): Promise<Begun | undefined> {
  const work = await store.lockRestore(tx, run.importId)
  if ((work?.status !== 'queued' && work?.status !== 'running') || work.fileKey === null) return undefined
  if (!(await store.takeTurn(tx, run.importId))) {
    await startRunAfterLease(tx, nextRun(run))
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
  return { fileKey: work.fileKey, dryRun: work.dryRun, tries: work.tries + 1 }
}

/**
 * If data was added to the store during the restore, reports that instead of `problem`, because rows of the archive may
 * conflict with it.
 */
async function fail(tx: StoreTx, { importId }: Run, problem: ArchiveProblem): Promise<void> {
  const { code, message } = (await store.hasContents(tx)) ? notEmpty() : problem
  await imports.markEnded(tx, importId, { code, message })
}
