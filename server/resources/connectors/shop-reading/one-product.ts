import type { Position, Shop, ShopCategory, ShopProduct } from '#integrations/shops/shop.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { retireProduct, retireVariants, upsertProducts } from '#resources/products/commands.ts'
import type { Reading } from '#resources/products/rules.ts'
import { fit } from '../shops/rules.ts'
import type { ShopHearer } from './commands.ts'
import * as store from './store.ts'

const mostCategories = 20_000

/** Names of the product's categories by the shop's ids. Categories that no earlier sync has read are missing. */
export async function listKnownCategories(
  tx: StoreTx,
  { categoryIds }: ShopProduct,
  hearers: readonly ShopHearer[],
): Promise<Map<string, string>> {
  const known = new Map<string, string>()
  if (categoryIds.length === 0) return known
  for (const { listCategories } of hearers)
    for (const [id, name] of (await listCategories?.(tx, categoryIds)) ?? []) known.set(id, name)
  return known
}

/**
 * Reads the categories only if one is unknown. The parents of that category may be unknown too. Renamed categories wait for
 * the nightly sync.
 */
export async function readCategories(
  shop: Shop,
  { categoryIds }: ShopProduct,
  known: ReadonlyMap<string, string>,
): Promise<ShopCategory[]> {
  const found: ShopCategory[] = []
  if (categoryIds.every((id) => known.has(id))) return found
  let from: Position | null = null
  do {
    const page: Awaited<ReturnType<Shop['readCategories']>> = await shop.readCategories(from)
    found.push(...page.items)
    if (page.next !== null && JSON.stringify(page.next) === JSON.stringify(from)) break
    from = page.next
  } while (from !== null && found.length < mostCategories)
  return found
}

export async function writeProduct(
  tx: StoreTx,
  connectionId: string,
  product: ShopProduct,
  { known, categories }: { known: ReadonlyMap<string, string>; categories: readonly ShopCategory[] },
  hearers: readonly ShopHearer[],
): Promise<void> {
  if (categories.length > 0) for (const { recordCategories } of hearers) await recordCategories?.(tx, categories)
  const named = categories.flatMap(({ platformCategoryId, name }): [string, string][] => {
    const shown = name.trim().slice(0, 255)
    return shown === '' ? [] : [[platformCategoryId, shown]]
  })
  const names = new Map([...known, ...named])
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

/** Retires only products that were read from this shop, not products that were pushed. */
export async function retireShopProduct(
  tx: StoreTx,
  connectionId: string,
  platformProductId: string,
): Promise<boolean> {
  if (!(await store.isBrought(tx, connectionId, platformProductId))) return false
  return retireProduct(tx, platformProductId)
}
