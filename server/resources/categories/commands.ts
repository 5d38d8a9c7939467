import { type BatchResult, buildReport, inLockOrder, type Report, writeInParts } from '#platform/calls/paging/batch.ts'
import { findPushedIds } from '#platform/calls/product-lookup.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { invalidateStorefront } from '#platform/storefront/invalidation.ts'
import { conflict, notFound } from '#platform/values/errors.ts'
import {
  type CategoryRow,
  comparePlacements,
  type Failure,
  type Item,
  nameKeyOf,
  type Placement,
  prepare,
  storageError,
} from './rules.ts'
import * as store from './store.ts'

export async function upsertCategories(tx: StoreTx, rows: readonly CategoryRow[]): Promise<Report<Failure>> {
  const { items, failures } = prepare(rows)
  const known = await store.listKnown(tx, idsOf(items))
  const isNew = ({ platformCategoryId: id, fingerprint }: Item) =>
    fingerprint === null || !known.get(id)?.fingerprint?.equals(fingerprint)
  const outcome = await writeInParts(tx, inOrder(items.filter(isNew)), (part) => write(tx, part), storageError)
  if (outcome.created + outcome.updated > 0) invalidateStorefront(tx)
  return buildReport(rows.length, failures, outcome)
}

export const idsOf = (items: readonly Item[]): string[] => items.map(({ platformCategoryId }) => platformCategoryId)

export const inOrder = (items: readonly Item[]): Item[] => inLockOrder(items, (item) => item.platformCategoryId)

async function write(tx: StoreTx, items: readonly Item[]): Promise<BatchResult<Failure>> {
  // These categories were known only by name. None had a platform id before, so the report counts them as created.
  const adopted = new Set((await store.adoptNamed(tx, items)).map(({ id }) => id))
  const written = await store.upsert(tx, items, 'pushed')
  const products = new Map(items.map((item) => [item.platformCategoryId, item.products ?? []]))
  const pushed = await findPushedIds(tx, [...products.values()].flat())
  const placements = written.flatMap(({ id: categoryId, platformCategoryId }) =>
    (products.get(platformCategoryId) ?? []).map((sent) => ({
      categoryId,
      platformProductId: pushed.get(sent) ?? sent,
    })),
  )
  const existing = written.filter((each) => !each.isNew).map(({ id }) => id)
  if (existing.length > 0) await store.deleteOtherProducts(tx, existing, placements)
  if (placements.length > 0) await store.insertPlacements(tx, placements, 'category')
  const created = written.filter((each) => each.isNew || adopted.has(each.id)).length
  return { created, updated: written.length - created, failures: [] }
}

export async function deleteCategory(tx: StoreTx, id: string): Promise<void> {
  if ((await store.deletePushed(tx, id)) > 0) return invalidateStorefront(tx)
  if (!(await store.find(tx, id))) throw notFound('category', id)
  throw conflict('This category is read from the shop. Delete it there, and the next sync deletes it here.')
}

export async function placeByName(
  tx: StoreTx,
  products: readonly { platformProductId: string; categories: readonly string[] }[],
): Promise<void> {
  const last = new Map(products.map((product) => [product.platformProductId, product]))
  const named = [...last.values()].map(({ platformProductId, categories }) => ({
    platformProductId,
    names: [...new Set(categories.map(nameKeyOf))].filter((name) => name !== ''),
  }))
  const names = [...new Set(named.flatMap((product) => product.names))].sort()
  const ids = names.length === 0 ? new Map<string, string>() : await findOrMake(tx, names)
  const wanted = named.flatMap(({ platformProductId, names: its }) =>
    its.flatMap((name) => {
      const categoryId = ids.get(name)
      return categoryId === undefined ? [] : [{ platformProductId, categoryId }]
    }),
  )
  await place(
    tx,
    named.map(({ platformProductId }) => platformProductId),
    wanted,
  )
}

async function findOrMake(tx: StoreTx, names: readonly string[]): Promise<Map<string, string>> {
  const found = await store.findNamed(tx, names)
  const known = new Set(found.map(({ name }) => name))
  const unknown = names.filter((name) => !known.has(name))
  if (unknown.length > 0) await store.insertNamed(tx, unknown)
  const made = unknown.length > 0 ? await store.findNamed(tx, unknown) : []
  return new Map([...found, ...made].map(({ name, id }) => [name, id]))
}

/** Assigns these products to exactly these categories. Changes only assignments that came from the rows of products. */
export async function place(
  tx: StoreTx,
  platformProductIds: readonly string[],
  wanted: readonly Placement[],
): Promise<void> {
  const { added, removed } = comparePlacements(await store.listPlacements(tx, platformProductIds), wanted)
  if (removed.length > 0) await store.deletePlacements(tx, removed)
  if (added.length > 0) await store.insertPlacements(tx, added, 'product')
  if (added.length + removed.length > 0) invalidateStorefront(tx)
}
