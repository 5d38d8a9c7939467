import { readPlainText, readPrice, readText, readTime, toRecord, toRecords } from '../fields.ts'
import type { IdentifierSources, ShopProduct, ShopVariant } from '../shop.ts'
import { type Fields, readId } from './values.ts'

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
  const platformProductId = readId(row.id)
  if (!platformProductId) return undefined
  const path = readText(toRecord(row.custom_url).url)
  const image = toRecord(row.primary_image)
  return {
    platformProductId,
    title: readText(row.name),
    handle: path?.replace(/^\/|\/$/g, '') || null,
    url: around.origin && path ? new URL(path, around.origin).href : null,
    imageUrl: readText(image.url_zoom) ?? readText(image.url_standard),
    description: readPlainText(row.description),
    // A product hidden in the storefront cannot be bought: the merchant has not published it, or has withdrawn it.
    status: row.is_visible === false ? 'draft' : 'active',
    categoryIds: (Array.isArray(row.categories) ? row.categories : []).flatMap((id) => readId(id) ?? []),
    groupKey: groupIn(row, around),
    variants: toRecords(row.variants).flatMap((variant) => toVariant(variant, row, around) ?? []),
    updatedAt: readTime(row.date_modified),
  }
}

/** The product's own value, or else the value of the first variant that has one. */
function groupIn(product: Fields, around: Surroundings): string | null {
  const { group = null } = around.identifiers
  if (group === null) return null
  const rows = [product, ...toRecords(product.variants)]
  return rows.map((row) => sourced(row, group, around)).find((value) => value !== null) ?? null
}

function toVariant(variant: Fields, product: Fields, around: Surroundings): ShopVariant | undefined {
  const platformVariantId = readId(variant.id)
  if (!platformVariantId || variant.purchasing_disabled === true) return undefined
  const { identifiers } = around
  const found = (source: string | null) =>
    source === null ? null : (sourced(variant, source, around) ?? sourced(product, source, around))
  const labels = toRecords(variant.option_values).flatMap(({ label }) => readText(label) ?? [])
  return {
    platformVariantId,
    title: labels.length > 0 ? labels.join(' / ') : null,
    sku: readText(variant.sku),
    gtin: found(identifiers.gtin) ?? (identifiers.gtin === 'gtin' ? found('upc') : null),
    mpn: found(identifiers.mpn),
    brand: found(identifiers.brand),
    // A variant without a price has the product's price.
    price: readPrice(variant.price) ?? readPrice(variant.calculated_price) ?? readPrice(product.price),
    currency: around.currency,
    imageUrl: readText(variant.image_url),
  }
}

function sourced(row: Fields, source: string, { brands }: Surroundings): string | null {
  if (source === 'brand') return brands.get(readId(row.brand_id) ?? '') || null
  if (!source.startsWith('meta:')) return readText(row[source])
  const name = source.slice('meta:'.length)
  return readText(toRecords(row.custom_fields).find((field) => field.name === name)?.value)
}
