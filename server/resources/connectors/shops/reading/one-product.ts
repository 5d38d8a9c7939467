// One product of a shop, as it is at this moment: the shop was asked for it by its id, so what it denies is gone.
import type { Position, Shop, ShopCategory, ShopProduct } from '#integrations/shops/shop.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { retireProduct, retireVariants, upsertProducts } from '#resources/products/commands.ts'
import type { Reading } from '#resources/products/rules.ts'
import { fit } from '../rules.ts'
import type { ShopHearer } from './commands.ts'
import * as store from './store.ts'

const mostCategories = 20_000

/** The shop's categories, which one of a product may be below; asked for only where the product has any. */
export async function readCategories(shop: Shop, { categoryIds }: ShopProduct): Promise<ShopCategory[]> {
  const found: ShopCategory[] = []
  if (categoryIds.length === 0) return found
  let from: Position | null = null
  do {
    const page: Awaited<ReturnType<Shop['readCategories']>> = await shop.readCategories(from)
    found.push(...page.items)
    if (page.next !== null && JSON.stringify(page.next) === JSON.stringify(from)) break
    from = page.next
  } while (from !== null && found.length < mostCategories)
  return found
}

/** Its variants that the shop has no more are retired at once. What does not fit is left out. */
export async function writeProduct(
  tx: StoreTx,
  connectionId: string,
  product: ShopProduct,
  categories: readonly ShopCategory[],
  hearers: readonly ShopHearer[],
): Promise<void> {
  if (categories.length > 0) for (const { recordCategories } of hearers) await recordCategories?.(tx, categories)
  const named = categories.flatMap(({ platformCategoryId, name }): [string, string][] => {
    const known = name.trim().slice(0, 255)
    return known === '' ? [] : [[platformCategoryId, known]]
  })
  const names = new Map(named)
  const fitted = fit(product, names)
  if (!('row' in fitted)) return
  const { row } = fitted
  const variantIds = row.variants?.map(({ platformVariantId }) => platformVariantId) ?? []
  const elsewhere = await store.listElsewhere(tx, connectionId, row.platformProductId, variantIds)
  if (elsewhere.length > 0)
    await retireVariants(
      tx,
      elsewhere.map(({ id }) => id),
    )
  const reading: Reading = { missing: new Map(), returned: new Set() }
  await upsertProducts(tx, [row], reading)
  if (reading.missing.size > 0) await retireVariants(tx, [...reading.missing.keys()])
  await store.insertBrought(tx, connectionId, row.platformProductId)
  for (const { placeProducts } of hearers) await placeProducts?.(tx, [product])
}

/** Only what this shop has brought: what was pushed by others and is none of the shop's stays. */
export async function removeProduct(tx: StoreTx, connectionId: string, platformProductId: string): Promise<boolean> {
  if (!(await store.isBrought(tx, connectionId, platformProductId))) return false
  return retireProduct(tx, platformProductId)
}
