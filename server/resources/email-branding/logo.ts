// Stores an uploaded logo as a public picture. It is never deleted, even when replaced, because sent mails show it.
import { buffer } from 'node:stream/consumers'
import type { Services } from '#platform/calls/services.ts'
import type { StoreDb, StoreScope, StoreTx } from '#platform/db/db.ts'
import { newPhotoKey } from '#platform/files/images/keys.ts'
import { AppError, invalidField } from '#platform/values/errors.ts'
import { claimUploads, listUploadKeys, removeUploadFiles } from '#resources/uploads/commands.ts'

export type Logo = { uploadId: string; key: string; url: string }

export const uploadedPicturesUrl = ({ media }: Pick<Services, 'media'>): string => media.publicUrl('catalogue/')

/** Creates and stores the picture before the look is written. `takeUpload` claims the upload in the look's transaction. */
export async function makeLogo(
  db: StoreDb,
  { images, storage, media, clock }: Services,
  scope: StoreScope,
  uploadId: string,
): Promise<Logo> {
  const [uploadKey] = await db.store(scope, 'read', (tx) => listUploadKeys(tx, [uploadId]))
  if (uploadKey === undefined || !(await storage.exists(uploadKey))) throw noUpload()
  const picture = await images.makeLogo(await buffer(storage.read(uploadKey)), scope)
  const key = newPhotoKey(scope.storeEnvId, clock.now(), 'png', 'catalogue')
  await storage.put(key, picture)
  return { uploadId, key, url: media.publicUrl(key) }
}

export async function takeUpload(tx: StoreTx, uploadId: string): Promise<void> {
  const claimed = await claimUploads(tx, [uploadId]).catch((error: unknown) => {
    throw error instanceof AppError && error.status === 400 ? noUpload() : error
  })
  await removeUploadFiles(
    tx,
    claimed.map(({ storageKey }) => storageKey),
  )
}

const noUpload = () => invalidField('/logoUploadId', 'is no picture that waits to be used: upload it again')
