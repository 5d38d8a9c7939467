// Copies the files of photos to keys of the receiver, outside any transaction.
import type { Services } from '#platform/calls/services.ts'
import { newPhotoKey, readPhotoKey, type Variant, variantKey, variants } from '#platform/files/images/keys.ts'
import {
  type CopiedPhoto,
  insertPhotos,
  listAwaiting,
  type OriginPhoto,
} from '#resources/reviews/moderation/copy-commands.ts'
import { keepVariants } from '#resources/reviews/photos/commands.ts'
import type { Work } from './work.ts'

const reviewsAtOnce = 20

export async function copyPhotos({ ctx, scope, run, lease, isOver }: Work): Promise<void> {
  while (!isOver()) {
    const waiting = await ctx.db.store(scope, 'read', (tx) => listAwaiting(tx, run.grantId, reviewsAtOnce))
    for (const { id, photos } of waiting) {
      const origin = photos ?? []
      const copied = await copyFiles(ctx.services, scope.storeEnvId, origin)
      const isStillWanted = await lease.commit((tx) => insertPhotos(tx, id, origin, copied))
      if (!isStillWanted) await removeCopied(ctx.services, copied)
      if (isOver()) return
    }
    if (waiting.length < reviewsAtOnce) return
  }
}

async function copyFiles(
  services: Services,
  storeEnvId: string,
  photos: readonly OriginPhoto[],
): Promise<CopiedPhoto[]> {
  const copied: CopiedPhoto[] = []
  for (const [position, photo] of photos.entries()) {
    const key = await copyFile(services, storeEnvId, photo)
    if (key !== undefined) copied.push({ ...photo, ...key, position })
  }
  return copied
}

/** Undefined if the file was deleted, because the original was withdrawn. A later change then removes the copy. */
async function copyFile(
  { storage, images, clock, ...services }: Services,
  storeEnvId: string,
  photo: OriginPhoto,
): Promise<Pick<CopiedPhoto, 'id' | 'key' | 'variants'> | undefined> {
  const file = await storage.open(photo.key)
  if (!file) return undefined
  const extension = photo.key.slice(photo.key.lastIndexOf('.') + 1) as 'webp' | 'jpg' | 'png'
  const key = newPhotoKey(storeEnvId, clock.now(), extension, 'shared')
  await storage.put(key, file.content)
  const made: Variant[] = []
  for (const variant of variants.filter((each) => photo.variants?.includes(each))) {
    const found = await storage.open(variantKey(photo.key, variant))
    if (!found) continue
    await storage.put(variantKey(key, variant), found.content)
    made.push(variant)
  }
  const all =
    photo.variants === null
      ? await keepVariants({ ...services, storage, images, clock }, { storage_key: key, variants: null })
      : made
  return { id: readPhotoKey(key)?.photoId as string, key, variants: all }
}

async function removeCopied({ storage }: Services, photos: readonly CopiedPhoto[]): Promise<void> {
  for (const { key } of photos) {
    await storage.remove(key)
    for (const variant of variants) await storage.remove(variantKey(key, variant))
  }
}
