import type { Actor } from '#platform/audit/audit.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { invalidateStorefront } from '#platform/storefront/invalidation.ts'
import { conflict, notFound, orNotFound } from '#platform/values/errors.ts'
import { newId } from '#platform/values/ids.ts'
import { ensureHandle } from './handles/commands.ts'
import { type Content, changedContent, namedIn, type PageRow, requireNewest, toContent } from './rules.ts'
import { limits, type NewWebPage, type WebPageChanges } from './schema.ts'
import * as store from './store.ts'

export const slugTaken = () => conflict('Another page of this store has this slug.', 'slug_taken')

export async function createPage(tx: StoreTx, page: NewWebPage, actor: Actor): Promise<PageRow> {
  const content = toContent(page, (await store.findPlace(tx)).origins)
  await requireNamed(tx, page)
  await store.lockList(tx)
  if ((await store.countAll(tx)) >= limits.pages) throw conflict(`A store can have at most ${limits.pages} pages.`)
  const id = newId(tx.now.getTime())
  await ensureHandle(tx)
  await store.deleteFormerSlug(tx, page.slug)
  await store.insert(tx, { id, slug: page.slug })
  await store.insertVersion(tx, id, 1, content, toSaver(actor))
  // If the slug was a former slug of another page, it no longer redirects to that page.
  invalidateStorefront(tx)
  return requirePage(tx, id)
}

/** Creates the next version. Throws 409 if the page changed after the caller read it, or another page has the slug. */
export async function changePage(tx: StoreTx, id: string, changes: WebPageChanges, actor: Actor): Promise<PageRow> {
  await requireNamed(tx, changes)
  if (changes.slug !== undefined) await store.lockList(tx)
  const before = await lockPage(tx, id)
  requireNewest(before, changes.version)
  const content = changedContent(before, changes, (await store.findPlace(tx)).origins)
  const { slug = before.slug } = changes
  if (slug !== before.slug) await store.deleteFormerSlug(tx, slug)
  // The slug is not part of the published content. If the newest version is public and only the slug changes, the next
  // version is therefore public too.
  const isMovedAlone = slug !== before.slug && isOnlySlug(changes) && before.publishedVersion === before.version
  await addVersion(tx, before, content, actor, { slug, ...(isMovedAlone && { publishedVersion: before.version + 1 }) })
  if (slug !== before.slug) {
    await store.insertFormerSlug(tx, id, before.slug)
    await store.deleteOldFormerSlugs(tx, id)
    invalidateStorefront(tx)
  }
  return requirePage(tx, id)
}

const isOnlySlug = ({ version: _, ...said }: WebPageChanges) => Object.keys(said).join() === 'slug'

export async function restoreVersion(
  tx: StoreTx,
  id: string,
  version: number,
  { seen, actor }: { seen: number | undefined; actor: Actor },
): Promise<PageRow> {
  const before = await lockPage(tx, id)
  requireNewest(before, seen)
  const content = orNotFound(await store.findVersion(tx, id, version), 'version', String(version))
  await addVersion(tx, before, content, actor)
  return requirePage(tx, id)
}

async function addVersion(
  tx: StoreTx,
  before: PageRow,
  content: Content,
  actor: Actor,
  place: Partial<store.Place> = {},
): Promise<void> {
  const version = before.version + 1
  await store.insertVersion(tx, before.id, version, content, toSaver(actor))
  await store.update(tx, { ...before, ...place, version })
  await store.deleteOldVersions(tx, before.id, version)
}

export type Publication = { page: PageRow; isChanged: boolean }

export async function publishPage(tx: StoreTx, id: string, seen: number | undefined): Promise<Publication> {
  const before = await lockPage(tx, id)
  requireNewest(before, seen)
  await ensureHandle(tx)
  return showVersion(tx, before, before.version)
}

export const unpublishPage = async (tx: StoreTx, id: string): Promise<Publication> =>
  showVersion(tx, await lockPage(tx, id), null)

async function showVersion(tx: StoreTx, before: PageRow, publishedVersion: number | null): Promise<Publication> {
  if (before.publishedVersion === publishedVersion) return { page: await requirePage(tx, before.id), isChanged: false }
  await store.update(tx, { ...before, publishedVersion })
  invalidateStorefront(tx)
  return { page: await requirePage(tx, before.id), isChanged: true }
}

export async function deletePage(tx: StoreTx, id: string): Promise<PageRow> {
  const page = await lockPage(tx, id)
  await store.deletePage(tx, id)
  if (page.publishedVersion !== null) invalidateStorefront(tx)
  return page
}

export const requirePage = async (tx: StoreTx, id: string): Promise<PageRow> =>
  orNotFound(await store.find(tx, id), 'web page', id)

const lockPage = async (tx: StoreTx, id: string): Promise<PageRow> =>
  orNotFound(await store.lock(tx, id), 'web page', id)

/** Throws 404 for a product or gallery of another store. */
export async function requireNamed(tx: StoreTx, said: Pick<WebPageChanges, 'blocks' | 'translations'>): Promise<void> {
  const { productIds, galleryIds } = namedIn(said)
  if (productIds.length + galleryIds.length === 0) return
  const known = await store.listKnown(tx, productIds, galleryIds)
  const product = productIds.find((id) => !known.has(id))
  if (product !== undefined) throw notFound('product', product)
  const gallery = galleryIds.find((id) => !known.has(id))
  if (gallery !== undefined) throw notFound('gallery', gallery)
}

const toSaver = ({ type, id }: Actor) => ({ type, ...(id !== undefined && { id }) })
