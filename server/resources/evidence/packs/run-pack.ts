// After a crash the next run writes another file. The nightly cleanup deletes the incomplete file.
import { createHash } from 'node:crypto'
import { PassThrough, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { StoreScope, StoreTx, Stream } from '#platform/db/db.ts'
import { nextOrphanSearch, removeOrphans } from '#platform/files/storage/orphans.ts'
import type { CrossJobContext } from '#platform/jobs/jobs.ts'
import { type Lease, resumable, startRun, TakeoverError } from '#platform/jobs/resumable.ts'
import { readSpan } from '#resources/analytics/rules.ts'
import { type HeadRow, storeHead } from '../heads/commands.ts'
import { ensureKey } from '../heads/key-commands.ts'
import { lock } from '../store.ts'
import { nextRun, type Run } from './commands.ts'
import * as store from './store.ts'
import { writePack } from './write-pack.ts'

const maxTries = 4
const retryAfterMs = 60_000

class Busy extends Error {}

export const runPack = (ctx: CrossJobContext, run: Run): Promise<void> =>
  resumable<store.Work, void>(ctx, {
    scope: run,
    next: () => nextRun(run),
    claim: (tx) => begin(tx, run),
    renew: (tx, _, { tries }) => store.isRunning(tx, run.packId, tries),
    run: (work, lease) => makePack(ctx, run, work, lease),
  })

async function makePack(ctx: CrossJobContext, run: Run, work: store.Work, lease: Lease): Promise<void> {
  const { db, services, stopping } = ctx
  await ensureKey(db, services.secrets)
  const fileKey = `packs/${run.storeEnvId}/${run.packId}-${work.tries}.zip`
  try {
    const { head, ...written } = await write(ctx, run, work, fileKey, lease.signal)
    await lease.finish(async (tx) => {
      if (head.size > 0) {
        await lock(tx, [])
        await storeHead(tx, head)
      }
      await store.updateCompleted(tx, run.packId, work.tries, { fileKey, size: head.size, ...written })
    })
  } catch (error) {
    await services.storage.remove(fileKey).catch(() => {})
    if (error instanceof TakeoverError) throw error
    services.log.warn({ err: (error as Error).message, pack: run.packId }, 'a pack of evidence was not made')
    const isRetried = stopping.aborted || error instanceof Busy || work.tries < maxTries
    await lease.finish(async (tx) => {
      if (isRetried) await startRun(tx, nextRun(run), stopping.aborted ? 0 : retryAfterMs)
      else await store.updateFailed(tx, run.packId, failed)
    })
  }
}

const failed = 'The evidence pack failed several times. Ask your operator.'

async function begin(tx: StoreTx, { packId }: Run): Promise<store.Work | undefined> {
  const work = await store.lockUnfinished(tx, packId)
  if (!work) return undefined
  await store.updateBegun(tx, packId)
  return { ...work, tries: work.tries + 1 }
}

async function write(
  ctx: CrossJobContext,
  run: Run,
  { from, to, timezone }: store.Work,
  fileKey: string,
  signal: AbortSignal,
) {
  const { services, now } = ctx
  const { begin, end } = readSpan({ from, to }, timezone, now)
  let head: HeadRow | undefined
  const plain = writePack(placeToRead(ctx, run), services.secrets, { from, to, begin, end, now }, (taken) => {
    head = taken
  })
  const hash = createHash('sha256')
  let bytes = 0
  const measured = new Transform({
    transform(chunk: Buffer, _, next) {
      hash.update(chunk)
      bytes += chunk.length
      if (signal.aborted) next(signal.reason)
      else next(null, chunk)
    },
  })
  const out = new PassThrough()
  const stored = services.storage.put(fileKey, out).catch((error: Error) => {
    out.destroy(error)
    throw error
  })
  const [put, sent] = await Promise.allSettled([stored, pipeline(plain, measured, out)])
  plain.destroy()
  if (put.status === 'rejected') throw put.reason
  if (sent.status === 'rejected') throw sent.reason
  if (!head) throw new Error('A pack was written without a head.')
  return { head, bytes, sha256: hash.digest('hex') }
}

function placeToRead({ db }: CrossJobContext, run: Run): Stream {
  try {
    return db.stream('export', run)
  } catch (error) {
    throw new Busy('Other exports of this store are running.', { cause: error })
  }
}

export async function deleteExpiredPacks(ctx: CrossJobContext, scope: StoreScope, isChanged: boolean): Promise<Date> {
  const { db, services } = ctx
  const expired = await db.store(scope, 'read', store.listExpired)
  for (const { fileKey } of expired) if (fileKey !== null) await services.storage.remove(fileKey)
  if (expired.length > 0)
    await db.store(scope, 'write', (tx) =>
      store.deletePacks(
        tx,
        expired.map(({ id }) => id),
      ),
    )
  await removeOrphans(services.storage, `packs/${scope.storeEnvId}`, ctx, (keys) =>
    db.store(scope, 'read', (tx) => store.listUnknownFiles(tx, keys)),
  )
  return (await db.store(scope, 'read', store.hasPacks)) ? ctx.now : nextOrphanSearch(ctx.now, isChanged)
}
