// Makes a pack: streams it to the storage, then offers it whole. A killed run starts over under another name, and the
// nightly sweep deletes its file.
import { createHash } from 'node:crypto'
import { PassThrough, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { StoreScope, StoreTx, Stream } from '#platform/db/db.ts'
import { removeOrphans } from '#platform/files/storage/orphans.ts'
import type { CrossJobContext } from '#platform/jobs/jobs.ts'
import { readSpan } from '#resources/analytics/rules.ts'
import { type HeadRow, insert as insertHead } from '../heads/store.ts'
import { ensureKey } from '../keys/commands.ts'
import { lock } from '../store.ts'
import { lease, leaseMs, type Run } from './commands.ts'
import * as store from './store.ts'
import { writePack } from './write-pack.ts'

const maxTries = 4
const renewAfterMs = 10_000

/** Others are reading, or the process stops. Retried, and not counted as a try. */
class Later extends Error {}

export async function runPack(ctx: CrossJobContext, run: Run): Promise<void> {
  const { db, services } = ctx
  const work = await db.store(run, 'write', (tx) => begin(tx, run))
  if (!work) return
  await ensureKey(db, services.secrets)
  const fileKey = `packs/${run.storeEnvId}/${run.packId}-${work.tries}.zip`
  try {
    const { head, ...written } = await write(ctx, run, work, fileKey)
    const isOurs = await db.store(run, 'write', async (tx) => {
      if (head.size > 0) {
        await lock(tx, [])
        await insertHead(tx, head)
      }
      return (await store.updateCompleted(tx, run.packId, work.tries, { fileKey, size: head.size, ...written })) > 0
    })
    if (!isOurs) await services.storage.remove(fileKey)
  } catch (error) {
    await services.storage.remove(fileKey).catch(() => {})
    services.log.warn({ err: (error as Error).message, pack: run.packId }, 'a pack of evidence was not made')
    if (error instanceof Later || work.tries < maxTries)
      await db.store(run, 'write', (tx) => lease(tx, run.packId, ctx.stopping.aborted ? 0 : 60_000))
    else await db.store(run, 'write', (tx) => store.updateFailed(tx, run.packId, failed))
  }
}

const failed = 'The backup failed several times. Ask your operator.'

async function begin(tx: StoreTx, { packId }: Run): Promise<store.Work | undefined> {
  const work = await store.lockUnfinished(tx, packId)
  if (!work) return undefined
  await store.updateBegun(tx, packId)
  await lease(tx, packId, leaseMs)
  return { ...work, tries: work.tries + 1 }
}

async function write(ctx: CrossJobContext, run: Run, { from, to, timezone }: store.Work, fileKey: string) {
  const { db, services, now } = ctx
  const { begin, end } = readSpan({ from, to }, timezone, now)
  let head: HeadRow | undefined
  const plain = writePack(placeToRead(ctx, run), services.secrets, { from, to, begin, end, now }, (taken) => {
    head = taken
  })
  const hash = createHash('sha256')
  let bytes = 0
  let renewedAt = services.clock.nowMs()
  const stillHere = async () => {
    if (ctx.stopping.aborted) throw new Later('The process stops. The next one starts over.')
    if (services.clock.nowMs() - renewedAt < renewAfterMs) return
    renewedAt = services.clock.nowMs()
    await db.store(run, 'write', (tx) => lease(tx, run.packId, leaseMs))
  }
  const measured = new Transform({
    transform(chunk: Buffer, _, next) {
      hash.update(chunk)
      bytes += chunk.length
      stillHere().then(() => next(null, chunk), next)
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
    throw new Later('Other exports of this store are running.', { cause: error })
  }
}

export async function cleanPacks(ctx: CrossJobContext, scope: StoreScope): Promise<void> {
  const { db, services } = ctx
  const expired = await db.store(scope, 'read', store.listExpired)
  for (const { fileKey } of expired) if (fileKey !== null) await services.storage.remove(fileKey)
  if (expired.length > 0)
    await db.store(scope, 'write', (tx) =>
      store.remove(
        tx,
        expired.map(({ id }) => id),
      ),
    )
  await removeOrphans(services.storage, `packs/${scope.storeEnvId}`, ctx, (keys) =>
    db.store(scope, 'read', (tx) => store.listUnknownFiles(tx, keys)),
  )
}
