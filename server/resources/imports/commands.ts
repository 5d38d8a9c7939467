// The life of an import: received, counted, written in batches, ended. Its row stores the progress, so the next run resumes
// there.
import { isAboutData } from '#platform/calls/paging/batch.ts'
import { isAnalyzedAfter, tryToAnalyze } from '#platform/db/analyze.ts'
import type { StoreScope, StoreTx } from '#platform/db/db.ts'
import { enqueue, type JobContext } from '#platform/jobs/jobs.ts'
import { AppError, isTransient } from '#platform/values/errors.ts'
import { writeBatch } from './batches/commands.ts'
import { FileProblem } from './formats/problems.ts'
import { openRecords } from './formats/records.ts'
import { filledTables, open } from './open.ts'
import { enqueuePhotos } from './photos/commands.ts'
import { findRefusal } from './rules.ts'
import * as store from './store.ts'

/** `stuckAt` and `tries` count runs that made no progress. */
export type Run = StoreScope & { importId: string; stuckAt?: number | undefined; tries?: number | undefined }

/** A killed run is resumed after this time; a living one renews its lease earlier. */
const leaseMs = 45_000
const renewAfterMs = 10_000
const maxTries = 20
/** A run ends after this time, so imports of other stores get their turn. */
const sliceMs = 20_000
/** Tables are analyzed after this many new rows. */
const manyRows = 5_000

/** Refuses files beyond the store's limits. Checked before and after a file is received. */
export async function requireWithinLimits(tx: StoreTx, bytes: number): Promise<void> {
  const refused = findRefusal(await store.findKept(tx), bytes)
  if (refused) throw new AppError(refused.status, refused.code, refused.message)
}

export async function startImport(tx: StoreTx, row: store.NewImport): Promise<void> {
  await store.lockImports(tx)
  await requireWithinLimits(tx, row.fileBytes)
  await store.insert(tx, row)
  // Read after the insert: an upload that began earlier may end later, and still comes before the imports already there.
  const next = await store.findNext(tx)
  const { storeEnvId, organizationId } = tx
  const run = { storeEnvId, organizationId, importId: row.id }
  // Otherwise the previous import starts this one when it ends.
  if (next?.id === row.id) await enqueue(tx, 'imports.run', run)
  // Every import has a second, delayed job from the start, because the queue returns a dead worker's job only after hours.
  await enqueueLease(tx, run, leaseMs)
}

const enqueueLease = (tx: StoreTx, run: Run, inMs: number) =>
  enqueue(tx, 'imports.run', run, { key: `imports.run:${run.importId}`, inMs })

export const resumeImport = (tx: StoreTx, importId: string): Promise<number> =>
  enqueueLease(tx, { storeEnvId: tx.storeEnvId, organizationId: tx.organizationId, importId }, 0)

/** Safe to run again at any time: the slower of two parallel runs stops at its next batch. */
export async function runImport(ctx: JobContext, run: Run): Promise<void> {
  const work = await ctx.db.store(run, 'write', (tx) => begin(tx, run))
  if (!work) return
  try {
    const sliceEndsAt = performance.now() + sliceMs
    const isWhole = (await count(ctx, run, work)) && (await writeRows(ctx, run, work, sliceEndsAt))
    if (isWhole === true) {
      await ctx.db.store(run, 'write', (tx) => end(tx, run, null))
      await analyze(ctx, run, work)
    }
    // Stopped, or at the end of its slice: another run continues now. Otherwise another run has overtaken this one.
    else if (ctx.stopping.aborted || isWhole === 'later')
      await ctx.db.store(run, 'write', (tx) => enqueueLease(tx, run, 0))
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error
    const { code, message } = error
    await ctx.db.store(run, 'write', (tx) => end(tx, run, { code, message }))
  }
}

/** Updates the planner's statistics after a file of many rows. */
async function analyze(ctx: JobContext, run: Run, { dry_run: isDryRun, options }: store.Work): Promise<void> {
  const { processed } = (await ctx.db.store(run, 'read', (tx) => store.find(tx, run.importId))) ?? { processed: 0 }
  if (isDryRun || processed < manyRows) return
  await tryToAnalyze(ctx, run, filledTables(options))
}

async function begin(tx: StoreTx, run: Run): Promise<(store.Work & { file_key: string }) | undefined> {
  await store.lockImports(tx)
  const work = await store.lock(tx, run.importId)
  if (work?.status !== 'queued' && work?.status !== 'running') return undefined
  const next = await store.findNext(tx)
  if (next && next.id !== run.importId) {
    // The previous import starts this one; the lease covers the case that it never does.
    await enqueueLease(tx, run, leaseMs)
    return undefined
  }
  const tries = run.stuckAt === work.processed ? (run.tries ?? 0) + 1 : 0
  const { file_key } = work
  if (tries > maxTries || file_key === null) {
    const message = 'The import was tried again and again without getting further. Send the file once more.'
    await end(tx, run, { code: 'internal_error', message })
    return undefined
  }
  await enqueueLease(tx, { ...run, stuckAt: work.processed, tries }, leaseMs)
  await store.updateStarted(tx, run.importId)
  return { ...work, file_key }
}

/** Counts the rows in a first pass, and refuses a truncated file before any row is written. */
async function count(ctx: JobContext, run: Run, work: store.Work & { file_key: string }): Promise<boolean> {
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

/** True once all rows are written; `later` at the end of the slice. */
async function writeRows(
  ctx: JobContext,
  run: Run,
  work: store.Work & { file_key: string },
  sliceEndsAt: number,
): Promise<boolean | 'later'> {
  const { processed, dry_run: isDryRun } = work
  const file = await open(() => ctx.services.storage.read(work.file_key), run.importId, work)
  let at = processed
  let batches = 0
  let renewedAt = ctx.services.clock.nowMs()
  let next = file.batches.next()
  try {
    for (;;) {
      const { value: batch, done } = await next
      if (done) return true
      // Reads the next rows during the write; an error is thrown where they are awaited.
      next = file.batches.next()
      next.catch(() => {})
      const isLeaseDue = ctx.services.clock.nowMs() - renewedAt > renewAfterMs
      if (isLeaseDue) renewedAt = ctx.services.clock.nowMs()
      const write = (oneByOne: boolean) =>
        ctx.db.store(run, 'write', async (tx) => {
          if (isLeaseDue) await enqueueLease(tx, { ...run, stuckAt: at, tries: 0 }, leaseMs)
          return writeBatch(tx, run.importId, { at, batch, oneByOne })
        })
      if (!(await writeWithRetries(write)) || ctx.stopping.aborted) return false
      at += batch.size
      if (!isDryRun && isAnalyzedAfter(++batches)) await tryToAnalyze(ctx, run, filledTables(work.options))
      if (performance.now() > sliceEndsAt) return 'later'
    }
  } finally {
    await next.catch(() => {})
    await file.close()
  }
}

/** Retries after a deadlock. A value refused by the database costs its row, not the batch. */
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

/** Photos are downloaded after all reviews are written. */
async function end(tx: StoreTx, run: Run, error: store.Remark | null): Promise<void> {
  const { storeEnvId, organizationId, importId } = run
  await store.lockImports(tx)
  if (!error) await store.updateWarned(tx, importId)
  await store.updateEnded(tx, importId, error ? 'failed' : 'completed', error)
  await enqueuePhotos(tx, { storeEnvId, organizationId, importId })
  const next = await store.findNext(tx)
  if (next) await resumeImport(tx, next.id)
}
