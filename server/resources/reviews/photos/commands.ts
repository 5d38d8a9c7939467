import type { Audit } from '#platform/audit/audit.ts'
import type { Services } from '#platform/calls/services.ts'
import type { StoreScope, StoreTx } from '#platform/db/db.ts'
import { readPhotoKey, type Variant, variantKey, variants } from '#platform/files/images/keys.ts'
import { NotAPhoto } from '#platform/files/images/kind.ts'
import type { Photo } from '#platform/files/images/processing.ts'
import { enqueue, enqueueAll, type JobContext } from '#platform/jobs/jobs.ts'
import { invalidateStorefront } from '#platform/storefront/invalidation.ts'
import { notFound } from '#platform/values/errors.ts'
import type { WrittenReview } from '../changes/events.ts'
import { pairChanges, recordReviewChanges } from '../changes/record.ts'
import * as store from './store.ts'

/** `variants` lists variants whose files are already stored. A job creates the others. */
export type ReadyPhoto = { storageKey: string; width: number; height: number; variants?: Variant[] }

/** Adds photos with stored files after the review's existing photos. Each new photo's id comes from its storage key. */
export async function addPhotos(tx: StoreTx, reviewId: string, photos: ReadyPhoto[]): Promise<void> {
  if (photos.length === 0) return
  const review = await store.lockReview(tx, reviewId)
  if (!review) throw notFound('review', reviewId)
  recordReviewChanges(tx, pairChanges([review], await attachPhotos(tx, reviewId, photos), { type: 'photos_added' }))
}

/** Requires a review that this transaction locked or created, and whose change the caller records. */
export async function attachPhotos(tx: StoreTx, reviewId: string, photos: ReadyPhoto[]): Promise<WrittenReview[]> {
  const first = await store.nextPosition(tx, reviewId)
  const rows = photos.map((photo, i) => ({
    ...photo,
    id: parsePhotoId(photo),
    position: first + i,
    variants: photo.variants ?? null,
  }))
  await store.insert(tx, reviewId, rows)
  const written = await store.updateCount(tx, reviewId)
  await enqueueVariants(
    tx,
    rows.map((row) => row.id),
  )
  return written
}

function parsePhotoId({ storageKey }: ReadyPhoto): string {
  const key = readPhotoKey(storageKey)
  if (!key) throw new Error(`${storageKey} is not the key of a photo: create keys with newPhotoKey`)
  return key.photoId
}

/** `actor`: the caller's id in stored rows. */
export async function deletePhoto(
  tx: StoreTx,
  { reviewId, photoId, actor, audit }: { reviewId: string; photoId: string; actor: string; audit: Audit },
): Promise<void> {
  const review = await store.lockReview(tx, reviewId)
  const removed = review && (await store.deletePhoto(tx, reviewId, photoId))
  if (!removed) throw notFound('photo', photoId)
  const written = await store.updateCount(tx, reviewId)
  recordReviewChanges(tx, pairChanges([review], written, { type: 'photo_removed', photoId, actor, audit }))
  if (removed.storage_key !== null) await removeFiles(tx, [removed.storage_key])
}

const keysPerJob = 100

/** Deletes the files and their variants after the commit. */
export async function removeFiles(tx: StoreTx, keys: string[]): Promise<void> {
  const jobs = []
  for (let i = 0; i < keys.length; i += keysPerJob) jobs.push({ keys: keys.slice(i, i + keysPerJob) })
  if (jobs.length > 0) await enqueueAll(tx, 'reviews.remove_files', jobs)
}

export type VariantWork = StoreScope & { photoIds: string[] }

const photosPerJob = 10

/** Creates missing variants after the commit. */
export async function enqueueVariants(tx: StoreTx, photoIds: readonly string[]): Promise<void> {
  const { storeEnvId, organizationId } = tx
  for (let i = 0; i < photoIds.length; i += photosPerJob) {
    const work = { storeEnvId, organizationId, photoIds: photoIds.slice(i, i + photosPerJob) }
    await enqueue(tx, 'reviews.make_variants', work)
  }
}

/** Safe to run twice in parallel: the files are identical, and a row lists stored variants only. */
export async function makeVariants(ctx: JobContext, work: VariantWork): Promise<void> {
  const photos = await ctx.db.store(work, 'read', (tx) => store.listReady(tx, work.photoIds))
  for (const photo of photos) {
    if (ctx.stopping.aborted) throw new Error('The process is stopping. The next run creates the rest.')
    await makePhotoVariants(ctx, work, photo)
  }
}

async function makePhotoVariants(ctx: JobContext, scope: StoreScope, photo: store.ReadyRow): Promise<void> {
  const { db, services } = ctx
  const { id, storage_key: key } = photo
  const kept = await keepVariants(services, photo)
  const isStillThere = await db.store(scope, 'write', async (tx) => {
    invalidateStorefront(tx)
    return store.updateVariants(tx, id, key, kept)
  })
  // The photo was deleted before these files existed.
  if (!isStillThere) for (const variant of kept) await services.storage.remove(variantKey(key, variant))
}

/** Returns the stored variants. It returns none if the file is missing or unreadable. */
export async function keepVariants(
  { storage, images }: Services,
  photo: Pick<store.ReadyRow, 'storage_key' | 'variants'>,
): Promise<Variant[]> {
  const file = await storage.open(photo.storage_key)
  if (!file) return []
  const missing = variants.filter((variant) => !photo.variants?.includes(variant))
  const made = await images
    .makeVariants(Buffer.concat(await file.content.toArray()), missing)
    .catch((error: unknown): Photo['variants'] => {
      if (error instanceof NotAPhoto) return {}
      throw error
    })
  const kept: Variant[] = []
  for (const variant of missing) {
    const content = made[variant]
    if (!content) continue
    await storage.put(variantKey(photo.storage_key, variant), content)
    kept.push(variant)
  }
  return kept
}
