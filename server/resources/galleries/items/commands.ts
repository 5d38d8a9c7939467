// Writes the items of a gallery under a lock on it, so counts and positions stay consistent.
import type { Actor } from '#platform/audit/audit.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { invalidateStorefront } from '#platform/storefront/invalidation.ts'
import { conflict, invalidField, notFound, orNotFound } from '#platform/values/errors.ts'
import { newId } from '#platform/values/ids.ts'
import { readTranslations, someText, translationsText } from '#platform/values/translations.ts'
import { compareOrder } from '#resources/faqs/rules.ts'
import { lockGallery } from '../commands.ts'
import { limits } from '../schema.ts'
import { deleteUnshownUploads, takeUploads } from '../upload-commands.ts'
import { type ItemRow, isFromForm } from './rules.ts'
import type { ItemChanges, NewItem, Permission } from './schema.ts'
import * as store from './store.ts'

export async function addItems(
  tx: StoreTx,
  galleryId: string,
  said: readonly NewItem[],
  actor: Actor,
): Promise<ItemRow[]> {
  const gallery = await lockGallery(tx, galleryId)
  const wanted = readPictures(said)
  const photos = await findPhotos(tx, galleryId, wanted)
  await requireProducts(
    tx,
    said.flatMap(({ productIds = [] }) => productIds),
  )
  const uploads = await takeUploads(
    tx,
    galleryId,
    wanted.flatMap(({ uploadId }) => uploadId ?? []),
  )
  if ([...photos.values(), ...uploads].some(({ itemId }) => itemId !== null))
    throw conflict('The gallery already has one of these pictures.')
  const { count, next } = await store.countAll(tx, galleryId)
  if (count + said.length > limits.items) throw conflict(`A gallery can have at most ${limits.items} items.`)
  const rows = said.map((item, i) => ({
    id: newId(tx.now.getTime()),
    ...(wanted[i] as Picture),
    position: next + i,
    caption: someText(item.caption),
    alt: someText(item.alt),
    translations: readTranslations(item.translations),
    ...choosePermission(item.permission, photos.get(wanted[i]?.reviewPhotoId ?? '')?.source ?? '', actor),
    productIds: item.productIds ?? [],
  }))
  await store.insert(tx, galleryId, rows)
  if (gallery.status === 'published') invalidateStorefront(tx)
  return store.listSome(
    tx,
    galleryId,
    rows.map(({ id }) => id),
  )
}

type Picture = { reviewPhotoId: string | null; uploadId: string | null }

/** Throws 400 unless each item names exactly one picture and all pictures differ. */
function readPictures(said: readonly NewItem[]): Picture[] {
  const wanted = said.map(({ reviewPhotoId, uploadId }) => ({
    reviewPhotoId: reviewPhotoId?.toLowerCase() ?? null,
    uploadId: uploadId?.toLowerCase() ?? null,
  }))
  const odd = wanted.findIndex(({ reviewPhotoId, uploadId }) => (reviewPhotoId === null) === (uploadId === null))
  if (odd >= 0) throw invalidField(`/items/${odd}`, 'must have one of reviewPhotoId and uploadId')
  for (const name of ['reviewPhotoId', 'uploadId'] as const) {
    const ids = wanted.map((picture) => picture[name])
    const repeated = ids.findIndex((id, i) => id !== null && ids.indexOf(id) !== i)
    if (repeated >= 0) throw invalidField(`/items/${repeated}/${name}`, 'is given twice')
  }
  return wanted
}

async function findPhotos(tx: StoreTx, galleryId: string, wanted: readonly Picture[]) {
  const ids = wanted.flatMap(({ reviewPhotoId }) => reviewPhotoId ?? [])
  const photos = new Map((await store.listPhotos(tx, galleryId, ids)).map((photo) => [photo.id, photo]))
  const unknown = ids.find((id) => !photos.has(id))
  if (unknown !== undefined) throw notFound('photo', unknown)
  return photos
}

function choosePermission(said: Permission | undefined, source: string, actor: Actor) {
  if (said === undefined)
    return isFromForm(source)
      ? { permission: 'granted' as const, permissionBy: { type: 'visitor' } }
      : { permission: 'pending' as const, permissionBy: null }
  return { permission: said, permissionBy: said === 'pending' ? null : toDecider(actor) }
}

const toDecider = ({ type, id }: Actor) => ({ type, ...(id !== undefined && { id }) })

export async function changeItem(
  tx: StoreTx,
  galleryId: string,
  itemId: string,
  changes: ItemChanges,
  actor: Actor,
): Promise<{ before: ItemRow; after: ItemRow }> {
  const gallery = await lockGallery(tx, galleryId)
  const before = await requireItem(tx, galleryId, itemId)
  if (changes.productIds) await requireProducts(tx, changes.productIds)
  const { caption = before.caption, alt = before.alt, translations = before.translations } = changes
  const { productIds = before.productIds, permission = before.permission } = changes
  const next = {
    ...before,
    caption: someText(caption),
    alt: someText(alt),
    translations: readTranslations(translations),
    productIds: productIds.map((id) => id.toLowerCase()),
    ...(permission !== before.permission && {
      permission,
      permissionBy: permission === 'pending' ? null : toDecider(actor),
      permissionAt: permission === 'pending' ? null : tx.now.toISOString(),
    }),
  }
  if (serializeTexts(next) === serializeTexts(before)) return { before, after: before }
  await store.update(tx, next)
  if (next.productIds.join() !== before.productIds.join()) await store.setProducts(tx, itemId, next.productIds)
  if (gallery.status === 'published') invalidateStorefront(tx)
  return { before, after: await requireItem(tx, galleryId, itemId) }
}

const serializeTexts = ({ caption, alt, permission, productIds, translations }: ItemRow) =>
  JSON.stringify([caption, alt, permission, productIds, translationsText(translations)])

export async function deleteItem(tx: StoreTx, galleryId: string, itemId: string): Promise<void> {
  const gallery = await lockGallery(tx, galleryId)
  await requireItem(tx, galleryId, itemId)
  await store.deleteItem(tx, itemId)
  await deleteUnshownUploads(tx)
  if (gallery.status === 'published') invalidateStorefront(tx)
}

/** Throws 400 unless `ids` names every item once. The later of two concurrent calls wins. */
export async function orderItems(tx: StoreTx, galleryId: string, ids: readonly string[]): Promise<void> {
  const gallery = await lockGallery(tx, galleryId)
  const wanted = ids.map((id) => id.toLowerCase())
  const { unknown, isRepeating, missing } = compareOrder(wanted, await store.listIds(tx, galleryId))
  if (unknown !== undefined) throw notFound('item', unknown)
  if (isRepeating) throw invalidField('/ids', 'names an item twice')
  if (missing > 0)
    throw invalidField(
      '/ids',
      `must name every item of the gallery once; ${missing === 1 ? 'one is' : `${missing} are`} missing`,
    )
  if ((await store.updatePositions(tx, galleryId, wanted)) > 0 && gallery.status === 'published')
    invalidateStorefront(tx)
}

const requireItem = async (tx: StoreTx, galleryId: string, itemId: string): Promise<ItemRow> =>
  orNotFound((await store.listSome(tx, galleryId, [itemId]))[0], 'item', itemId)

async function requireProducts(tx: StoreTx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const known = new Set(await store.listProducts(tx, ids))
  const unknown = ids.find((id) => !known.has(id.toLowerCase()))
  if (unknown !== undefined) throw notFound('product', unknown)
}
