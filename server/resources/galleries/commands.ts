import type { StoreTx } from '#platform/db/db.ts'
import type { Secrets } from '#platform/process/secrets.ts'
import { invalidateStorefront } from '#platform/storefront/invalidation.ts'
import { conflict, orNotFound } from '#platform/values/errors.ts'
import { newId } from '#platform/values/ids.ts'
import type { CallerRights } from '#resources/outbound-webhooks/commands.ts'
import { deleteGalleryWebhook, setGalleryWebhook } from '#resources/outbound-webhooks/gallery-commands.ts'
import { leadSubmitted } from './events.ts'
import type { LeadFormChanges } from './lead-form/schema.ts'
import { deleteGalleryLeads } from './leads/commands.ts'
import { changedContent, type GalleryRow, isSame, toContent } from './rules.ts'
import { type GalleryChanges, limits, type NewGallery } from './schema.ts'
import * as store from './store.ts'
import { deleteUnshownUploads } from './upload-commands.ts'

/** Includes the new secret of the form's webhook, which the API returns only once. */
export type GalleryChange = { gallery: GalleryRow; webhookSecret: string | undefined }

export async function createGallery(
  tx: StoreTx,
  secrets: Secrets,
  caller: CallerRights,
  gallery: NewGallery,
): Promise<GalleryChange> {
  const content = toContent(gallery)
  await store.lockList(tx)
  if ((await store.countAll(tx)) >= limits.galleries)
    throw conflict(`A store can have at most ${limits.galleries} galleries.`)
  const id = newId(tx.now.getTime())
  await store.insert(tx, { ...content, id })
  const webhookSecret = await setWebhook(tx, secrets, caller, id, gallery.leadForm)
  return { gallery: await requireGallery(tx, id), webhookSecret }
}

/** Throws 409 if the gallery changed after the caller read it. A change that alters nothing writes nothing. */
export async function changeGallery(
  tx: StoreTx,
  secrets: Secrets,
  caller: CallerRights,
  id: string,
  changes: GalleryChanges,
): Promise<GalleryChange & { before: GalleryRow }> {
  const before = await lockGallery(tx, id)
  if (changes.updatedAt !== undefined && Date.parse(changes.updatedAt) !== Date.parse(before.updatedAt))
    throw conflict('This gallery was changed by someone else. Read it again and repeat your change.')
  const content = changedContent(before, changes)
  const webhookSecret = await setWebhook(tx, secrets, caller, id, changes.leadForm)
  const isOtherwise = !isSame(content, before)
  if (isOtherwise) await store.update(tx, { ...content, id })
  if (isOtherwise && (content.status === 'published' || before.status === 'published')) invalidateStorefront(tx)
  return { before, gallery: await requireGallery(tx, id), webhookSecret }
}

async function setWebhook(
  tx: StoreTx,
  secrets: Secrets,
  caller: CallerRights,
  galleryId: string,
  { webhookUrl: url }: LeadFormChanges = {},
) {
  if (url === undefined) return undefined
  return setGalleryWebhook(tx, secrets, { galleryId, event: leadSubmitted.name, url }, caller)
}

export async function deleteGallery(tx: StoreTx, id: string): Promise<GalleryRow> {
  const gallery = await lockGallery(tx, id)
  await deleteGalleryWebhook(tx, id)
  await deleteGalleryLeads(tx, id)
  await store.deleteGallery(tx, id)
  await deleteUnshownUploads(tx)
  if (gallery.status === 'published') invalidateStorefront(tx)
  return gallery
}

export const requireGallery = async (tx: StoreTx, id: string): Promise<GalleryRow> =>
  orNotFound(await store.find(tx, id), 'gallery', id)

export const lockGallery = async (tx: StoreTx, id: string): Promise<GalleryRow> =>
  orNotFound(await store.lock(tx, id), 'gallery', id)
