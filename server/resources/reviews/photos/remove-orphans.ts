import type { StoreScope, StoreTx } from '#platform/db/db.ts'
import { readPhotoKey, stemOf } from '#platform/files/images/keys.ts'
import { nextOrphanSearch, removeOrphans } from '#platform/files/storage/orphans.ts'
import type { CrossJobContext } from '#platform/jobs/jobs.ts'
import { listUploadKeys } from '#resources/uploads/commands.ts'
import { listKnownKeys } from './store.ts'

export async function removeOrphanedPhotos(ctx: CrossJobContext, scope: StoreScope, isChanged: boolean): Promise<Date> {
  const { db, services } = ctx
  const removed = await removeOrphans(services.storage, `photos/${scope.storeEnvId}`, ctx, (keys) =>
    db.store(scope, 'read', (tx) => listUnknown(tx, keys)),
  )
  if (removed > 0) services.log.info({ store: scope.storeEnvId, removed }, 'deleted photos without a row')
  return nextOrphanSearch(ctx.now, isChanged)
}

/** Reads uploads first, so an upload that is claimed between the two queries is found as a photo. */
async function listUnknown(tx: StoreTx, keys: readonly string[]): Promise<string[]> {
  const photos = keys.flatMap((key) => readPhotoKey(key)?.photoId ?? [])
  const known = [...(await listUploadKeys(tx, photos)), ...(await listKnownKeys(tx, photos))]
  const stems = new Set(known.map(stemOf))
  return keys.filter((key) => readPhotoKey(key) && !stems.has(stemOf(key)))
}
