// The import's row stores the progress, and the next run resumes from it.
import { isAboutData } from '#platform/calls/paging/batch.ts'
import { isAnalyzedAfter, tryToAnalyze } from '#platform/db/analyze.ts'
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
import { AppError, isTransient } from '#platform/values/errors.ts'
import { writeBatch } from './batches/commands.ts'
import { FileProblem } from './formats/problems.ts'
import { openRecords } from './formats/records.ts'
import { filledTables, open } from './open.ts'
import { enqueuePhotos } from './photo-commands.ts'
import { findRefusal } from './rules.ts'
import * as store from './store.ts'

/** `stuckAt` and `tries` count consecutive runs without progress. */
export type Run = StoreScope & { importId: string; stuckAt?: number | undefined; tries?: number | undefined }

const maxTries = 20
/** A run ends after this time, so that the imports of other stores have their turn. */
const sliceMs = 20_000
const manyRows = 5_000

/** Throws if an upload exceeds the store's limits. Called before the file is received and again after it. */
export async function requireWithinLimits(tx: StoreTx, bytes: number): Promise<void> {
  const refused = findRefusal(await store.findKept(tx), bytes)
  if (refused) throw new AppError(refused.status, refused.code, refused.message)
}

export async function startImport(tx: StoreTx, row: store.NewImport): Promise<void> {
  await store.lockImports(tx)
  await requireWithinLimits(tx, row.fileBytes)
  await store.insert(tx, row)
  // The next import is read after the insert, because uploads can finish out of order and the oldest import runs first.
  const next = await store.findNext(tx)
  const { storeEnvId, organizationId } = tx
  const run = { storeEnvId, organizationId, importId: row.id }
  // If an earlier import is running, this import starts when the earlier one ends.
  if (next?.id === row.id) await enqueue(tx, 'imports.run', run)
  await startRunAfterLease(tx, nextRun(run))
}

const nextRun = (run: Run): NextRun => ({ job: 'imports.run', payload: run, key: `imports.run:${run.importId}` })

export const resumeImport = (tx: StoreTx, importId: string): Promise<void> =>
  startRun(tx, nextRun({ storeEnvId: tx.storeEnvId, organizationId: tx.organizationId, importId }))

type Work = store.Work & { file_key: string; tries: number }

/** Two runs at the same time are safe: one of them stops at its next batch. */
export const runImport = (ctx: JobContext, run: Run): Promise<void> =>
  resumable<Work, void>(ctx, {
    scope: run,
    next: ({ processed, tries }) => nextRun({ ...run, stuckAt: processed, tries }),
    claim: (tx) => begin(tx, run),
    // A check of the status suffices, because `writeBatch` verifies the position of each batch.
    renew: (tx) => store.isRunning(tx, run.importId),
    run: (work, lease) => runSlice(ctx, run, work, lease),
  })

async function runSlice(ctx: JobContext, run: Run, work: Work, lease: Lease): Promise<void> {
  const sliceEndsAt = performance.now() + sliceMs
  try {
    const isWhole = (await count(ctx, run, work)) && (await writeRows(ctx, run, work, sliceEndsAt))
    if (!isWhole) return void (await lease.finish((tx) => startRun(tx, nextRun(run))))
    await lease.finish((tx) => end(tx, run, null))
    await analyze(ctx, run, work)
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error
    const { code, message } = error
    await lease.finish((tx) => end(tx, run, { code, message }))
  }
}

async function analyze(ctx: JobContext, run: Run, { dry_run: isDryRun, options }: Work): Promise<void> {
  const { processed } = (await ctx.db.store(run, 'read', (tx) => store.find(tx, run.importId))) ?? { processed: 0 }
  if (isDryRun || processed < manyRows) return
  await tryToAnalyze(ctx, run, filledTables(options))
}

async function begin(tx: StoreTx, run: Run): Promise<Work | undefined> {
  await store.lockImports(tx)
  const work = await store.lock(tx, run.importId)
  if (work?.status !== 'queued' && work?.status !== 'running') return undefined
  const next = await store.findNext(tx)
  if (next && next.id !== run.importId) {
    // Checks again later, in case the import ahead of this one never ends.
    await startRunAfterLease(tx, nextRun(run))
    return undefined
  }
  const tries = run.stuckAt === work.processed ? (run.tries ?? 0) + 1 : 0
  const { file_key } = work
  if (tries > maxTries || file_key === null) {
    const message = 'The import was retried several times without progress. Upload the file again.'
    await end(tx, run, { code: 'internal_error', message })
    return undefined
  }
  await store.updateStarted(tx, run.importId)
  return { ...work, file_key, tries }
}

/** Reads the file once without writing. Stores the total, and refuses a truncated file before any row is written. */
async function count(ctx: JobContext, run: Run, work: Work): Promise<boolean> {
  if (work.total !== null) return true
  if (!(await ctx.services.storage.exists(work.file_key))) {
    throw new FileProblem('file_missing', 'The uploaded file was deleted. Upload it again.')
  }
  const { records, warnings, close } = await openRecords(ctx.services.storage.read(work.file_key))
  let total = 0
  try {
    for await (const _ of records) {
      total++
      if (ctx.stopping.aborted) return false
    }
  } finally {
    await close()
  }
  const remarks = warnings.map(({ code, message }) => ({ code, message }))
  await ctx.db.store(run, 'write', (tx) => store.updateCounted(tx, run.importId, total, remarks))
  return true
}

/** Returns false at the end of the time slice and when the process stops. */
async function writeRows(ctx: JobContext, run: Run, work: Work, sliceEndsAt: number): Promise<boolean> {
  const { processed, dry_run: isDryRun } = work
  const file = await open(() => ctx.services.storage.read(work.file_key), run.importId, work, ctx.services)
  let at = processed
  let batches = 0
  let next = file.batches.next()
  try {
    for (;;) {
      const { value: batch, done } = await next
      if (done) return true
      // The next rows are read while these are written. A read error is thrown later, where the rows are awaited.
      next = file.batches.next()
      next.catch(() => {})
      const write = (oneByOne: boolean) =>
        ctx.db.store(run, 'write', (tx) => writeBatch(tx, run.importId, { at, batch, oneByOne }))
      if (!(await writeWithRetries(write))) throw new TakeoverError()
      if (ctx.stopping.aborted) return false
      at += batch.size
      if (!isDryRun && isAnalyzedAfter(++batches)) await tryToAnalyze(ctx, run, filledTables(work.options))
      if (performance.now() > sliceEndsAt) return false
    }
  } finally {
    await next.catch(() => {})
    await file.close()
  }
}

/** Retries a deadlock. If the database refuses a value, writes the rows one by one, so that only one row fails. */
async function writeWithRetries(write: (oneByOne: boolean) => Promise<boolean>): Promise<boolean> {
  let oneByOne = false
  for (let attempts = 1; ; attempts++) {
    try {
      return await write(oneByOne)
    } catch (error) {
      if (attempts >= 4 || !(isTransient(error) || (isAboutData(error) && !oneByOne))) throw error
      oneByOne ||= isAboutData(error)
    }
  }
}

async function end(tx: StoreTx, run: Run, error: store.Remark | null): Promise<void> {
  const { storeEnvId, organizationId, importId } = run
  await store.lockImports(tx)
  if (!error) await store.updateWarned(tx, importId)
  if ((await store.updateEnded(tx, importId, error ? 'failed' : 'completed', error)) === 0) return
  await enqueuePhotos(tx, { storeEnvId, organizationId, importId })
  const next = await store.findNext(tx)
  if (next) await resumeImport(tx, next.id)
}
