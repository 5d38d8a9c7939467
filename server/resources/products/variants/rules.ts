import type { Item, ItemVariant } from '../rules.ts'

export type StoredVariant = { id: string; productId: string; position: number; isRetired: boolean } & ItemVariant

export type VariantWrite = ItemVariant & { productId: string; position: number }

export type VariantDiff = { writes: VariantWrite[]; gone: string[] }

/**
 * Only differences are written, so a new price in a product of 2,048 variants writes one row. The generator yields once per
 * product.
 */
export function* diffingVariants(
  items: readonly { id: string; item: Item }[],
  stored: readonly StoredVariant[],
): Generator<void, VariantDiff> {
  const known = Map.groupBy(stored, (variant) => variant.productId)
  const writes: VariantWrite[] = []
  const gone: string[] = []
  for (const { id: productId, item } of items) {
    yield
    const left = new Map(known.get(productId)?.map((variant) => [variant.platformVariantId, variant]))
    for (const [position, variant] of item.variants.entries()) {
      const before = left.get(variant.platformVariantId)
      left.delete(variant.platformVariantId)
      if (!before || before.isRetired || before.position !== position || differ(before, variant)) {
        writes.push({ ...variant, productId, position })
      }
    }
    for (const variant of left.values()) if (!variant.isRetired) gone.push(variant.id)
  }
  return { writes, gone }
}

const differ = (a: ItemVariant, b: ItemVariant) =>
  a.title !== b.title ||
  a.sku !== b.sku ||
  a.gtin !== b.gtin ||
  a.mpn !== b.mpn ||
  a.brand !== b.brand ||
  a.price !== b.price ||
  a.currency !== b.currency ||
  a.imageUrl !== b.imageUrl

/**
 * `holders` maps live variants to their products. A variant can move if this request has a row of its current product
 * that omits the variant and is not refused.
 */
export function claimsRefused(items: readonly Item[], holders: ReadonlyMap<string, string>): Map<Item, string> {
  const claims = collectClaims(items)
  const byPlatformId = new Map(items.map((item) => [item.platformProductId, item]))
  const takers = new Map<Item, [taker: Item, variant: string][]>()
  const refused = new Map<Item, string>()
  const waiting: [Item, string][] = []

  for (const [variant, [first, ...rest]] of claims) {
    const holder = holders.get(variant)
    const giver = holder === undefined ? undefined : byPlatformId.get(holder)
    const isKept = holder !== undefined && (!giver || [first, ...rest].includes(giver))
    for (const claimant of rest) if (claimant !== giver) waiting.push([claimant, variant])
    if (!first || first === giver) continue
    if (isKept) waiting.push([first, variant])
    else if (giver)
      takers
        .set(giver, takers.get(giver) ?? [])
        .get(giver)
        ?.push([first, variant])
  }
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [item, variant] = next
    if (refused.has(item)) continue
    refused.set(item, variant)
    waiting.push(...(takers.get(item) ?? []))
  }
  return refused
}

function collectClaims(items: readonly Item[]): Map<string, Item[]> {
  const claims = new Map<string, Item[]>()
  for (const item of items.toSorted((a, b) => a.index - b.index)) {
    for (const { platformVariantId } of item.variants) {
      const claimants = claims.get(platformVariantId)
      if (claimants) claimants.push(item)
      else claims.set(platformVariantId, [item])
    }
  }
  return claims
}
