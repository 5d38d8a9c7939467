// Uploads of the store for its galleries. Each is deleted with the last item that shows it.
import type { StoreScope, StoreTx } from '#platform/db/db.ts'
import { enqueue, type JobContext } from '#platform/jobs/jobs.ts'
import { invalidateStorefront } from '#platform/storefront/invalidation.ts'
import { keepVariants } from '#resources/reviews/photos/commands.ts'
import { claimOwnUploads, removeUploadFiles } from '#resources/uploads/commands.ts'
import * as store from './upload-store.ts'

/** Locks uploads that galleries of the store use, and claims unused ones. Throws 404 for any other upload. */
export async function takeUploads(tx: StoreTx, galleryId: string, ids: readonly string[]): Promise<store.Upload[]> {
  if (ids.length === 0) return []
  const here = await store.lock(tx, galleryId, ids)
  const taken = await claimOwnUploads(
    tx,
    ids.filter((id) => !here.some((upload) => upload.id === id)),
  )
  if (taken.length > 0) await store.insert(tx, taken)
  return here
}

export const deleteUnshownUploads = async (tx: StoreTx): Promise<void> =>
  removeUploadFiles(tx, await store.deleteUnshown(tx))

export const variantsJob = 'galleries.make_variants'

const photosPerJob = 10

/** An archive holds the originals; the variants are rendered again. */
export async function enqueueVariants(tx: StoreTx, photoIds: readonly string[]): Promise<void> {
  const { storeEnvId, organizationId } = tx
  for (let i = 0; i < photoIds.length; i += photosPerJob)
    await enqueue(tx, variantsJob, { storeEnvId, organizationId, photoIds: photoIds.slice(i, i + photosPerJob) })
}

export async function makeVariants(
  { db, services, stopping }: JobContext,
  work: StoreScope & { photoIds: string[] },
): Promise<void> {
  const files = await db.store(work, 'read', (tx) => store.listFiles(tx, work.photoIds))
  for (const file of files) {
    if (stopping.aborted) throw new Error('The process is stopping; the next run continues.')
    const kept = await keepVariants(services, file)
    await db.store(work, 'write', async (tx) => {
      if (await store.updateVariants(tx, file.id, kept)) invalidateStorefront(tx)
    })
  }
}
