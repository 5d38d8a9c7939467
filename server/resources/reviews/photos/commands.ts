import { randomBytes } from 'node:crypto'
import type { StoreTx } from '#platform/db/db.ts'
import { notFound } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import { enqueueAll } from '#platform/jobs.ts'
import { type Extension, photoKey, readPhotoKey } from './rules.ts'
import * as store from './store.ts'

/** Where the file of a new photo goes, before there is a row of it. */
export const newPhotoKey = (storeEnvId: string, at: Date, extension: Extension): string =>
  photoKey(storeEnvId, newId(at.getTime()), randomBytes(8), extension)

export type ReadyPhoto = { storageKey: string; width: number; height: number }

/** Photos whose files are stored already, behind those the review has; their ids are those of their keys. */
export async function addPhotos(tx: StoreTx, reviewId: string, photos: ReadyPhoto[]): Promise<void> {
  if (photos.length === 0) return
  if (!(await store.lockReview(tx, reviewId))) throw notFound('review', reviewId)
  const first = await store.nextPosition(tx, reviewId)
  await store.insert(
    tx,
    reviewId,
    photos.map((photo, i) => ({ ...photo, id: idOf(photo), position: first + i })),
  )
  await store.updateCount(tx, reviewId)
}

function idOf({ storageKey }: ReadyPhoto): string {
  const key = readPhotoKey(storageKey)
  if (!key) throw new Error(`${storageKey} is not the key of a photo: newPhotoKey makes them`)
  return key.photoId
}

export async function removePhoto(tx: StoreTx, reviewId: string, photoId: string): Promise<void> {
  const removed = (await store.lockReview(tx, reviewId)) ? await store.remove(tx, reviewId, photoId) : undefined
  if (!removed) throw notFound('photo', photoId)
  await store.updateCount(tx, reviewId)
  if (removed.storage_key !== null) await removeFiles(tx, [removed.storage_key])
}

const keysPerJob = 100

/** The files go once the transaction that dropped their rows has committed. */
export async function removeFiles(tx: StoreTx, keys: string[]): Promise<void> {
  const jobs = []
  for (let i = 0; i < keys.length; i += keysPerJob) jobs.push({ keys: keys.slice(i, i + keysPerJob) })
  if (jobs.length > 0) await enqueueAll(tx, 'reviews.remove_files', jobs)
}
