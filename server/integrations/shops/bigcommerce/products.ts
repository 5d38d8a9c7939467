import { plainTextOf, priceOf, recordOf, recordsOf, textOf, timeOf } from '../fields.ts'
import type { IdentifierSources, ShopProduct, ShopVariant } from '../shop.ts'
import { type Fields, idOf } from './values.ts'

const nativeFields = ['gtin', 'upc', 'mpn', 'sku', 'brand', 'bin_picking_number'] as const

export function refusedSource(_: keyof IdentifierSources, source: string): string | undefined {
  if ((nativeFields as readonly string[]).includes(source) || /^meta:.{1,250}$/.test(source)) return undefined
  return `must be one of ${nativeFields.join(', ')}, or "meta:" and the name of a custom field, such as meta:EAN`
}

export type Surroundings = {
  identifiers: IdentifierSources
  brands: ReadonlyMap<string, string>
  currency: string | null
  origin: string | null
}

export function toProduct(row: Fields, around: Surroundings): ShopProduct | undefined {
  const platformProductId = idOf(row.id)
  if (!platformProductId) return undefined
  const path = textOf(recordOf(row.custom_url).url)
  const image = recordOf(row.primary_image)
  return {
    platformProductId,
    title: textOf(row.name),
    handle: path?.replace(/^\/|\/$/g, '') || null,
    url: around.origin && path ? new URL(path, around.origin).href : null,
    imageUrl: textOf(image.url_zoom) ?? textOf(image.url_standard),
    description: plainTextOf(row.description),
    // A product hidden in the storefront cannot be bought: the merchant has not published it, or has withdrawn it.
    status: row.is_visible === false ? 'draft' : 'active',
    categoryIds: (Array.isArray(row.categories) ? row.categories : []).flatMap((id) => idOf(id) ?? []),
    variants: recordsOf(row.variants).flatMap((variant) => toVariant(variant, row, around) ?? []),
    updatedAt: timeOf(row.date_modified),
  }
}

function toVariant(variant: Fields, product: Fields, around: Surroundings): ShopVariant | undefined {
  const platformVariantId = idOf(variant.id)
  if (!platformVariantId || variant.purchasing_disabled === true) return undefined
  const { identifiers } = around
  const found = (source: string | null) =>
    source === null ? null : (sourced(variant, source, around) ?? sourced(product, source, around))
  const labels = recordsOf(variant.option_values).flatMap(({ label }) => textOf(label) ?? [])
  return {
    platformVariantId,
    title: labels.length > 0 ? labels.join(' / ') : null,
    sku: textOf(variant.sku),
    gtin: found(identifiers.gtin) ?? (identifiers.gtin === 'gtin' ? found('upc') : null),
    mpn: found(identifiers.mpn),
    brand: found(identifiers.brand),
    // A variant without a price has the product's.
    price: priceOf(variant.price) ?? priceOf(variant.calculated_price) ?? priceOf(product.price),
    currency: around.currency,
    imageUrl: textOf(variant.image_url),
  }
}

function sourced(row: Fields, source: string, { brands }: Surroundings): string | null {
  if (source === 'brand') return brands.get(idOf(row.brand_id) ?? '') || null
  if (!source.startsWith('meta:')) return textOf(row[source])
  const name = source.slice('meta:'.length)
  return textOf(recordsOf(row.custom_fields).find((field) => field.name === name)?.value)
}
