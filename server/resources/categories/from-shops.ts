import type { ShopCategory } from '#integrations/shops/shop.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { invalidateStorefront } from '#platform/storefront/invalidation.ts'
import type { ShopHearer } from '#resources/connectors/shop-reading/commands.ts'
import { idsOf, inOrder, place } from './commands.ts'
import { isAsInShop, readable } from './rules.ts'
import * as store from './store.ts'

async function recordCategories(tx: StoreTx, categories: readonly ShopCategory[]): Promise<void> {
  const items = readable(categories)
  const known = await store.listKnown(tx, idsOf(items))
  const changed = items.filter((item) => {
    const stored = known.get(item.platformCategoryId)
    return !stored || !isAsInShop(stored, item)
  })
  if (changed.length === 0) return
  await store.adoptNamed(tx, changed)
  await store.upsert(tx, inOrder(changed), 'shop')
  invalidateStorefront(tx)
}

async function listCategories(tx: StoreTx, platformIds: readonly string[]): Promise<Map<string, string>> {
  const known = await store.listKnown(tx, platformIds)
  return new Map([...known].flatMap(([id, { name, source }]) => (source === 'shop' ? [[id, name] as const] : [])))
}

/** Only uses ids of categories that were already read. Newer categories follow with the next sync. */
export async function placeProducts(
  tx: StoreTx,
  products: readonly { platformProductId: string; categoryIds: readonly string[] }[],
): Promise<void> {
  const known = await store.listKnown(tx, [...new Set(products.flatMap(({ categoryIds }) => categoryIds))])
  const wanted = products.flatMap(({ platformProductId, categoryIds }) =>
    [...new Set(categoryIds)].flatMap((id) => {
      const category = known.get(id)
      return category ? [{ platformProductId, categoryId: category.id }] : []
    }),
  )
  await place(
    tx,
    products.map(({ platformProductId }) => platformProductId),
    wanted,
  )
}

async function deleteMissing(tx: StoreTx, platformCategoryIds: readonly string[]): Promise<void> {
  if ((await store.deleteMissingOfShop(tx, platformCategoryIds)) > 0) invalidateStorefront(tx)
}

export const shopCategories: ShopHearer = {
  recordCategories,
  listCategories,
  placeProducts,
  categoriesRead: deleteMissing,
}
