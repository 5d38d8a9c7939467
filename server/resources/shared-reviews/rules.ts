// Matches products of two stores by the first kind of identifier that finds a product of the receiver.
import { hash, randomBytes } from 'node:crypto'
import type { MatchWord } from './schema.ts'

export type KeyedProduct = {
  id: string
  platformProductId: string
  title: string | null
  url: string | null
  /** Comparison keys of the valid GTINs of live variants. */
  gtins: readonly string[]
  skus: readonly string[]
}

const keysOf: Record<MatchWord, (product: KeyedProduct) => readonly string[]> = {
  gtin: ({ gtins }) => gtins,
  sku: ({ skus }) => skus,
  platform_product_id: ({ platformProductId }) => [platformProductId],
}

/** Products of the receiver by kind of identifier and comparison key. */
export type ProductIndex = ReadonlyMap<MatchWord, Map<string, Set<string>>>

export const createIndex = (words: readonly MatchWord[]): ProductIndex =>
  new Map(words.map((word) => [word, new Map()]))

export function addToIndex(index: ProductIndex, product: KeyedProduct): void {
  for (const [word, byKey] of index)
    for (const key of keysOf[word](product)) byKey.set(key, (byKey.get(key) ?? new Set()).add(product.id))
}

/**
 * The matching product of the receiver. Undefined if no identifier matches, or if the first that matches finds
 * several products.
 */
export function matchProduct(index: ProductIndex, product: KeyedProduct): string | undefined {
  for (const [word, byKey] of index) {
    const found = new Set(keysOf[word](product).flatMap((key) => [...(byKey.get(key) ?? [])]))
    if (found.size > 0) return found.size === 1 ? [...found][0] : undefined
  }
  return undefined
}

export type MatchedProduct = {
  originProductId: string
  productId: string
  platformProductId: string
  title: string | null
  url: string | null
}

export type MatchPlan = {
  written: readonly MatchedProduct[]
  /** Products of the giver that now match another product of the receiver. */
  moved: readonly MatchedProduct[]
  /** Products of the giver that no longer match. */
  lost: readonly string[]
  hasNew: boolean
}

export function planMatches(stored: readonly MatchedProduct[], found: readonly MatchedProduct[]): MatchPlan {
  const before = new Map(stored.map((each) => [each.originProductId, each]))
  const now = new Set(found.map(({ originProductId }) => originProductId))
  const changed = found.filter((each) => {
    const old = before.get(each.originProductId)
    return (
      old?.productId !== each.productId ||
      old.title !== each.title ||
      old.url !== each.url ||
      old.platformProductId !== each.platformProductId
    )
  })
  return {
    written: changed,
    moved: changed.filter((each) => {
      const old = before.get(each.originProductId)
      return old !== undefined && old.productId !== each.productId
    }),
    lost: stored
      .filter(({ originProductId }) => !now.has(originProductId))
      .map(({ originProductId }) => originProductId),
    hasNew: changed.some(({ originProductId }) => !before.has(originProductId)),
  }
}

export const newCode = (): string => `evgr_${randomBytes(18).toString('base64url')}`
export const digestCode = (code: string): Buffer => hash('sha256', code.trim(), 'buffer')
