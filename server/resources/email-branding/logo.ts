// A logo that was uploaded here: a picture of its own that everybody may see. It is never removed again, also when another
// takes its place: mails that were sent show it.
import { buffer } from 'node:stream/consumers'
import type { Services } from '#platform/calls/services.ts'
import type { StoreDb, StoreScope, StoreTx } from '#platform/db/db.ts'
import { newPhotoKey } from '#platform/files/images/keys.ts'
import { AppError, invalidField } from '#platform/values/errors.ts'
import { claimUploads, listUploadKeys, removeUploadFiles } from '#resources/uploads/commands.ts'

export type Logo = { uploadId: string; key: string; url: string }

/** How the addresses of pictures begin that everybody may see. */
export const uploadedPicturesUrl = ({ media }: Pick<Services, 'media'>): string => media.publicUrl('catalogue/')

/** Made and stored before anything is written: the upload is claimed by `takeUpload`, in the transaction of the look. */
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
