// The row is written before the files, so the nightly cleanup finds files that remain after a crash.

import type { Services } from '#platform/calls/services.ts'
import type { StoreDb, StoreScope, StoreTx } from '#platform/db/db.ts'
import { photoKey, type Variant, variantKey, variants } from '#platform/files/images/keys.ts'
import { NotAPhoto } from '#platform/files/images/kind.ts'
import type { Photo } from '#platform/files/images/processing.ts'
import { enqueueAll } from '#platform/jobs/jobs.ts'
import { AppError, invalid, invalidField, notFound } from '#platform/values/errors.ts'
import { newId } from '#platform/values/ids.ts'
import { firstRepeated, maxUnclaimed, maxUnclaimedPerHour, toNewUpload, type UploadSource } from './rules.ts'
import type { NewUpload } from './schema.ts'
import * as store from './store.ts'

const hourMs = 3_600_000

export type UploadContext = {
  db: StoreDb
  services: Services
  scope: StoreScope
  source: UploadSource
}

/** Must not run inside a transaction, because it opens short transactions before and after it stores the files. */
export async function receiveUpload(receiving: UploadContext, bytes: Buffer): Promise<NewUpload> {
  const { db, services, scope, source } = receiving
  const photo = await services.images.processPhoto(bytes, scope).catch(refuse)
  const id = newId(services.clock.nowMs())
  const storageKey = photoKey(scope.storeEnvId, id)
  const row = { id, source, storageKey, width: photo.width, height: photo.height }
  await db.store(scope, 'write', (tx) => admit(tx, row))
  const made = variants.filter((variant) => photo.variants[variant])
  await keep(services.storage, storageKey, photo)
  await db.store(scope, 'write', (tx) => store.updateReady(tx, id, made))
  return toNewUpload({ id, storage_key: storageKey, width: photo.width, height: photo.height }, services.media)
}

/**
 * Writes files in parallel, because a request waits and a bucket may be far away. Returns after all writes have finished.
 */
async function keep({ put }: Services['storage'], storageKey: string, { file, variants }: Photo): Promise<void> {
  const files = Object.entries(variants).map(([variant, bytes]) =>
    put(variantKey(storageKey, variant as Variant), bytes),
  )
  const outcomes = await Promise.allSettled([...files, put(storageKey, file)])
  const failed = outcomes.find(({ status }) => status === 'rejected')
  if (failed) throw (failed as PromiseRejectedResult).reason
}

/** The error has a `reason`, so that a form can translate it. */
function refuse(error: unknown): never {
  if (!(error instanceof NotAPhoto)) throw error
  const { message, reason } = error
  if (reason === 'kind') throw new AppError(415, 'unsupported_media_type', message, { extra: { reason } })
  const details = [{ path: '/file', message }]
  throw new AppError(400, 'validation_failed', `/file: ${message}`, { details, extra: { reason } })
}

async function admit(tx: StoreTx, row: store.NewUploadRow): Promise<void> {
  await store.lockCounting(tx)
  const { all, lately } = await store.countUnclaimed(tx, row.source, new Date(tx.now.getTime() - hourMs))
  const most = maxUnclaimed[row.source]
  if (lately >= maxUnclaimedPerHour[row.source])
    throw tooMany('Too many photos were uploaded recently. Try again later.', 600)
  if (all >= most)
    throw tooMany(
      `${most} uploaded photos are unused. Each is deleted after a day, unless a review, a gallery or the email logo uses it.`,
      3600,
    )
  await store.insert(tx, row)
}

const tooMany = (message: string, seconds: number) =>
  new AppError(429, 'rate_limited', message, {
    headers: { 'retry-after': String(seconds) },
  })

export type ClaimedPhoto = { storageKey: string; width: number; height: number; variants: Variant[] }

/** Each photo can be claimed once. Throws 400 that lists every invalid `/photoIds/…`. */
export async function claimUploads(tx: StoreTx, ids: readonly string[]): Promise<ClaimedPhoto[]> {
  if (ids.length === 0) return []
  const wanted = ids.map((id) => id.toLowerCase())
  const repeated = firstRepeated(wanted)
  if (repeated >= 0) throw invalidField(`/photoIds/${repeated}`, 'is given twice')
  const claimed = new Map((await store.claim(tx, wanted)).map((row) => [row.id, row]))
  if (claimed.size < wanted.length) throw gone(wanted.flatMap((id, i) => (claimed.has(id) ? [] : i)))
  return wanted.flatMap((id) => {
    const { storage_key: storageKey, width, height, variants } = claimed.get(id) as store.ClaimedUpload
    return { storageKey, width, height, variants }
  })
}

/** Claims pictures that the store itself uploaded, never shoppers' uploads. Throws 404 for an invalid id. */
export async function claimOwnUploads(tx: StoreTx, ids: readonly string[]): Promise<(ClaimedPhoto & { id: string })[]> {
  if (ids.length === 0) return []
  const claimed = await store.claim(tx, ids, 'api')
  const unknown = ids.find((id) => !claimed.some((row) => row.id === id))
  if (unknown !== undefined) throw notFound('upload', unknown)
  return claimed.map(({ storage_key: storageKey, ...row }) => ({ ...row, storageKey }))
}

/** Reports all unavailable photos together, so that a form can remove them in one step. */
function gone(positions: number[]): AppError {
  const message = 'is no photo that waits for a review: upload it again'
  const details = positions.map((i) => ({ path: `/photoIds/${i}`, message }))
  return invalid(`/photoIds/${positions[0]}: ${message}`, details)
}

/** Throws 404 for a claimed photo, because it is in use. */
export async function deleteUpload(tx: StoreTx, id: string): Promise<void> {
  const removed = await store.deleteUpload(tx, id)
  if (!removed) throw notFound('upload', id)
  await removeUploadFiles(tx, [removed.storage_key])
}

export const listUploadKeys = store.listKnownKeys

export async function readUploads(tx: StoreTx, media: Services['media'], ids: readonly string[]): Promise<NewUpload[]> {
  const found = new Map((await store.list(tx, ids)).map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = found.get(id.toLowerCase())
    return row ? [toNewUpload(row, media)] : []
  })
}

const keysPerJob = 100

/** Deletes the files after the commit that deleted their rows. */
export async function removeUploadFiles(tx: StoreTx, keys: readonly string[]): Promise<void> {
  const jobs = []
  for (let i = 0; i < keys.length; i += keysPerJob) jobs.push({ keys: keys.slice(i, i + keysPerJob) })
  if (jobs.length > 0) await enqueueAll(tx, 'uploads.remove_files', jobs)
}
