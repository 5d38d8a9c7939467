// After a crash the next run writes another file. The old file is removed with the backup, or by the nightly cleanup.
import { createHash } from 'node:crypto'
import { PassThrough, type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { AreaArchive } from '#platform/areas/area.ts'
import type { StoreTx, Stream } from '#platform/db/db.ts'
import type { JobContext } from '#platform/jobs/jobs.ts'
import { type Lease, resumable, startRun, TakeoverError } from '#platform/jobs/resumable.ts'
import { signBeforeArchiving } from '#resources/evidence/heads/commands.ts'
import { readStore } from '../store.ts'
import { explainError } from '../target/rules.ts'
import { writeArchive } from '../write-archive.ts'
import { buildFileKey, nextRun, openPassphrase, type Run, writeJob } from './commands.ts'
import { encryption } from './encrypt.ts'
import { openPlace, type Place, RefusedPlace } from './open-place.ts'
import { FileProblem, readBack } from './read-back.ts'
import type { Backup } from './schema.ts'
import * as store from './store.ts'

const maxTries = 4
const reportAfterMs = 1_000
const pausesMs = [60_000, 300_000, 900_000]

type Problem = NonNullable<Backup['error']>
export type EndHandler = (tx: StoreTx, of: { origin: Backup['origin']; problem: Problem | null }) => Promise<unknown>

/** Thrown while other exports run. The run is retried soon, and this attempt does not count. */
class BusyError extends Error {}

type BegunBackup = store.Work & { tries: number; fileKey: string }

export const runBackup = (ctx: JobContext, run: Run, areas: readonly AreaArchive[], ended: EndHandler): Promise<void> =>
  resumable<BegunBackup, void>(ctx, {
    scope: run,
    next: () => nextRun(writeJob, run),
    claim: (tx) => begin(tx, run, ended),
    renew: (tx, _, { tries }) => store.isRunning(tx, run.backupId, tries),
    run: (begun, lease) => makeBackup(ctx, run, begun, areas, ended, lease),
  })

async function makeBackup(
  ctx: JobContext,
  run: Run,
  begun: BegunBackup,
  areas: readonly AreaArchive[],
  ended: EndHandler,
  lease: Lease,
): Promise<void> {
  const { services } = ctx
  let place: Place | undefined
  try {
    place = await openPlace(ctx, run, begun.location)
    const written = await write(ctx, run, begun, areas, place, lease.signal)
    await readBack(place.storage, {
      ...written,
      ...passphraseIn(ctx, run, begun),
      areas: areas.map(({ area }) => area),
      isEncrypted: begun.encrypted,
      signal: lease.signal,
    })
    await lease.finish(async (tx) => {
      await store.updateCompleted(tx, run.backupId, begun.tries, written)
      await ended(tx, { origin: begun.origin, problem: null })
    })
  } catch (error) {
    await place?.storage.remove(begun.fileKey).catch(() => {})
    if (error instanceof TakeoverError) throw error
    await lease.finish((tx) => giveUpOrTryAgain(tx, ctx, run, begun, error as Error, ended))
    services.log.warn({ err: (error as Error).message, backup: run.backupId }, 'a backup was not made')
  } finally {
    place?.close()
  }
}

const passphraseIn = ({ services }: JobContext, { storeEnvId, backupId }: Run, { passphrase: sealed }: store.Work) => {
  const passphrase = openPassphrase(services, storeEnvId, backupId, sealed)
  return passphrase === undefined ? {} : { passphrase }
}

async function begin(tx: StoreTx, run: Run, ended: EndHandler): Promise<BegunBackup | undefined> {
  const work = await store.lockUnfinished(tx, run.backupId)
  if (!work) return undefined
  if (work.tries >= maxTries) {
    const problem = {
      code: 'internal_error',
      message: 'The backup failed several times. Ask your operator.',
    }
    await store.updateFailed(tx, run.backupId, problem)
    await ended(tx, { origin: work.origin, problem })
    return undefined
  }
  await store.updateBegun(tx, run.backupId)
  const tries = work.tries + 1
  return { ...work, tries, fileKey: buildFileKey(tx.storeEnvId, run.backupId, { ...work, tries }) }
}

async function write(
  ctx: JobContext,
  run: Run,
  begun: BegunBackup,
  areas: readonly AreaArchive[],
  { storage }: Place,
  signal: AbortSignal,
): Promise<store.WrittenFile> {
  const { db, services } = ctx
  const { passphrase } = passphraseIn(ctx, run, begun)
  const encrypt = passphrase === undefined ? undefined : await encryption(passphrase)
  const found = await db.store(run, 'read', readStore)
  if (!found) throw new RefusedPlace('not_found', 'The store was deleted.')
  await signBeforeArchiving({ db, secrets: services.secrets }, run, ctx.stopping)
  const tableRows: Record<string, number> = {}
  const done = { bytes: 0, rows: 0 }
  const hash = createHash('sha256')
  const report = reporting(ctx, run, begun.tries, done)
  const measured = new Transform({
    transform(chunk: Buffer, _, next) {
      hash.update(chunk)
      done.bytes += chunk.length
      if (signal.aborted) return next(signal.reason)
      report().then(() => next(null, chunk), next)
    },
  })
  const plain = writeArchive(placeToRead(ctx, run), services, {
    areas,
    store: found,
    withAddresses: begun.addresses,
    counted(table, rows) {
      tableRows[table] = (tableRows[table] ?? 0) + rows
      done.rows += rows
    },
  })
  const source: Readable = encrypt ? await encrypt(plain) : plain
  const out = new PassThrough()
  const stored = storage.put(begun.fileKey, out).catch((error: Error) => {
    // Nothing reads the rest of the stream, so it must be closed.
    out.destroy(error)
    throw error
  })
  try {
    const [put, sent] = await Promise.allSettled([stored, pipeline(source, measured, out)])
    if (put.status === 'rejected') throw put.reason
    if (sent.status === 'rejected') throw sent.reason
  } finally {
    plain.destroy()
  }
  return { fileKey: begun.fileKey, bytes: done.bytes, rows: done.rows, tableRows, sha256: hash.digest('hex') }
}

function placeToRead({ db }: JobContext, run: Run): Stream {
  try {
    return db.stream('export', run)
  } catch (error) {
    throw new BusyError('Other exports of this store are running.', { cause: error })
  }
}

function reporting(
  { db }: JobContext,
  run: Run,
  tries: number,
  done: { bytes: number; rows: number },
): () => Promise<void> {
  let reportedAt = performance.now()
  return async () => {
    if (performance.now() - reportedAt < reportAfterMs) return
    reportedAt = performance.now()
    await db.store(run, 'write', (tx) => store.updateProgress(tx, run.backupId, tries, done))
  }
}

async function giveUpOrTryAgain(
  tx: StoreTx,
  { stopping }: JobContext,
  run: Run,
  begun: BegunBackup,
  error: Error,
  ended: EndHandler,
): Promise<void> {
  const next = nextRun(writeJob, run)
  if (stopping.aborted || error instanceof BusyError) {
    await store.updateUntried(tx, run.backupId)
    await startRun(tx, next, stopping.aborted ? 0 : pausesMs[0])
    return
  }
  const isLast = error instanceof RefusedPlace || begun.tries >= maxTries
  if (!isLast) return void (await startRun(tx, next, pausesMs[begun.tries - 1]))
  const problem = toProblem(error, begun)
  await store.updateFailed(tx, run.backupId, problem)
  await ended(tx, { origin: begun.origin, problem })
}

function toProblem(error: Error, { location }: store.Work): Problem {
  if (error instanceof RefusedPlace) return error.problem
  if (error instanceof FileProblem)
    return { code: 'backup_damaged', message: `The file was written, but reading it back failed. ${error.message}` }
  if (location !== null) return { code: 'backup_target_failed', message: explainError(error) }
  return { code: 'internal_error', message: 'The backup could not be written. Ask your operator.' }
}
