import type { StoreTx } from '#platform/db/db.ts'
import { invalidateStorefront } from '#platform/storefront/invalidation.ts'
import { conflict, notFound, orNotFound } from '#platform/values/errors.ts'
import { newId } from '#platform/values/ids.ts'
import { type Content, changedContent, isSame, isSameRule, type PlacementRow, toContent } from './rules.ts'
import { limits, type NewPlacement, type PlacementChanges } from './schema.ts'
import * as store from './store.ts'

export async function createPlacement(tx: StoreTx, placement: NewPlacement): Promise<PlacementRow> {
  const content = toContent(placement)
  await requireNamed(tx, content, placement)
  await store.lockList(tx)
  if ((await store.countAll(tx)) >= limits.placements)
    throw conflict(`A store can have at most ${limits.placements} placements.`)
  const id = newId(tx.now.getTime())
  await store.insert(tx, { ...content, id })
  if (hasRule(content)) await store.setRule(tx, id, content.rule)
  if (content.status === 'published') invalidateStorefront(tx)
  return requirePlacement(tx, id)
}

/** Throws 409 if the placement changed after the caller read it. A change that alters nothing writes nothing. */
export async function changePlacement(
  tx: StoreTx,
  id: string,
  changes: PlacementChanges,
): Promise<{ before: PlacementRow; after: PlacementRow }> {
  const before = await lockPlacement(tx, id)
  if (changes.updatedAt !== undefined && Date.parse(changes.updatedAt) !== Date.parse(before.updatedAt))
    throw conflict('This placement was changed by someone else. Read it again and repeat your change.')
  const content = changedContent(before, changes)
  await requireNamed(tx, content, changes)
  if (isSame(content, before)) return { before, after: before }
  await store.update(tx, { ...content, id })
  if (!isSameRule(content.rule, before.rule)) await store.setRule(tx, id, content.rule)
  if (content.status === 'published' || before.status === 'published') invalidateStorefront(tx)
  return { before, after: await requirePlacement(tx, id) }
}

export async function deletePlacement(tx: StoreTx, id: string): Promise<PlacementRow> {
  const placement = await lockPlacement(tx, id)
  await store.deletePlacement(tx, id)
  if (placement.status === 'published') invalidateStorefront(tx)
  return placement
}

export const requirePlacement = async (tx: StoreTx, id: string): Promise<PlacementRow> =>
  orNotFound(await store.find(tx, id), 'placement', id)

const lockPlacement = async (tx: StoreTx, id: string): Promise<PlacementRow> =>
  orNotFound(await store.lock(tx, id), 'placement', id)

const hasRule = ({ rule }: Content): boolean =>
  rule.productIds.length + rule.categoryIds.length + rule.excludeProductIds.length > 0

/** New references must exist in this store. References stored earlier may point to deleted rows. */
async function requireNamed(tx: StoreTx, content: Content, { rule = {}, settings = {} }: PlacementChanges) {
  const { productIds = [], categoryIds = [], excludeProductIds = [] } = rule
  const products = [...productIds, ...excludeProductIds]
  if (products.length > 0) requireAll('product', products, await store.listProducts(tx, products))
  if (categoryIds.length > 0) requireAll('category', categoryIds, await store.lockCategories(tx, categoryIds))
  if (settings.galleryId && content.galleryId !== null && !(await store.hasGallery(tx, content.galleryId)))
    throw notFound('gallery', settings.galleryId)
}

function requireAll(what: string, ids: readonly string[], found: readonly string[]): void {
  const known = new Set(found)
  const unknown = ids.find((id) => !known.has(id.toLowerCase()))
  if (unknown !== undefined) throw notFound(what, unknown)
}
