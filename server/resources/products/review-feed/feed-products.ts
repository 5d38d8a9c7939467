// A GTIN or SKU of any variant identifies the product. An MPN identifies it only with its brand, so each brand becomes a
// product.
import { normalGtin } from '../rules.ts'
import type { ReviewedProduct } from './store.ts'
import type { FeedProduct } from './xml.ts'

type IdentifierGroup = Record<'gtins' | 'mpns' | 'skus' | 'brands', string[]>

/** Never empty for a product with variants. If it has no identifiers, its page identifies it. */
export function toFeedProducts({ title, url, variants }: ReviewedProduct): FeedProduct[] {
  const byBrand = new Map<string, IdentifierGroup>()
  const isNewGtin = createFirstFilter()
  const isNewSku = createFirstFilter()
  for (const [gtin, mpn, sku, brandText] of variants) {
    const brand = brandText?.trim() ?? ''
    const ids = byBrand.get(brand) ?? { gtins: [], mpns: [], skus: [], brands: brand ? [brand] : [] }
    byBrand.set(brand, ids)
    const valid = gtin === null ? null : normalGtin(gtin)
    // Two numbers that differ only in leading zeros are the same GTIN.
    if (valid !== null && isNewGtin(valid.padStart(14, '0'))) ids.gtins.push(valid)
    if (mpn !== null) ids.mpns.push(mpn.trim())
    if (sku !== null && isNewSku(sku.trim())) ids.skus.push(sku.trim())
  }
  const all = [...byBrand.values()]
  const identified = all.filter(({ gtins, mpns, skus }) => gtins.length + mpns.length + skus.length > 0)
  return (identified.length > 0 ? identified : all.slice(0, 1)).map((ids) => ({ ...ids, name: title, url }))
}

function createFirstFilter(): (value: string) => boolean {
  const seen = new Set<string>()
  return (value) => seen.size < seen.add(value).size
}
