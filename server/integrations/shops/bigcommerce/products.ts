// A product as V3 says it, in the shape of ours.
import type { IdentifierSources, ShopProduct, ShopVariant } from '../shop.ts'
import { amountOf, type Fields, fieldsOf, idOf, listOf, text, timeOf } from './values.ts'

const nativeFields = ['gtin', 'upc', 'mpn', 'sku', 'brand', 'bin_picking_number'] as const

export function refusedSource(_: keyof IdentifierSources, source: string): string | undefined {
  if ((nativeFields as readonly string[]).includes(source) || /^meta:.{1,250}$/.test(source)) return undefined
  return `must be one of ${nativeFields.join(', ')}, or "meta:" and the name of a custom field, such as meta:EAN`
}

export type Surroundings = {
  identifiers: IdentifierSources
  brands: ReadonlyMap<string, string>
  currency: string | null
  /** The storefront's own address, without a slash at its end. */
  origin: string | null
}

export function toProduct(row: Fields, around: Surroundings): ShopProduct | undefined {
  const platformProductId = idOf(row.id)
  if (!platformProductId) return undefined
  const path = text(fieldsOf(row.custom_url).url)
  const image = fieldsOf(row.primary_image)
  return {
    platformProductId,
    title: text(row.name),
    handle: path?.replace(/^\/|\/$/g, '') || null,
    url: around.origin && path ? new URL(path, around.origin).href : null,
    imageUrl: text(image.url_zoom) ?? text(image.url_standard),
    description: plainText(row.description),
    // What the storefront does not show cannot be bought: to a merchant it is not there yet, or not any more.
    status: row.is_visible === false ? 'draft' : 'active',
    categoryIds: (Array.isArray(row.categories) ? row.categories : []).flatMap((id) => idOf(id) ?? []),
    variants: listOf(row.variants).flatMap((variant) => toVariant(variant, row, around) ?? []),
    updatedAt: timeOf(row.date_modified),
  }
}

function toVariant(variant: Fields, product: Fields, around: Surroundings): ShopVariant | undefined {
  const platformVariantId = idOf(variant.id)
  if (!platformVariantId || variant.purchasing_disabled === true) return undefined
  const { identifiers } = around
  const found = (source: string | null) =>
    source === null ? null : (sourced(variant, source, around) ?? sourced(product, source, around))
  const labels = listOf(variant.option_values).flatMap(({ label }) => text(label) ?? [])
  return {
    platformVariantId,
    title: labels.length > 0 ? labels.join(' / ') : null,
    sku: text(variant.sku),
    gtin: found(identifiers.gtin) ?? (identifiers.gtin === 'gtin' ? found('upc') : null),
    mpn: found(identifiers.mpn),
    brand: found(identifiers.brand),
    // A variant without a price of its own costs what the product does.
    price: amountOf(variant.price) ?? amountOf(variant.calculated_price) ?? amountOf(product.price),
    currency: around.currency,
    imageUrl: text(variant.image_url),
  }
}

function sourced(row: Fields, source: string, { brands }: Surroundings): string | null {
  if (source === 'brand') return brands.get(idOf(row.brand_id) ?? '') || null
  if (!source.startsWith('meta:')) return text(row[source])
  const name = source.slice('meta:'.length)
  return text(listOf(row.custom_fields).find((field) => field.name === name)?.value)
}

/** Without its markup. Entities beyond those that mark-up itself needs are rare, and stay as they are. */
function plainText(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }
  return text(
    value
      .replace(/<[^<>]*>/g, ' ')
      .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => entities[name] ?? '')
      .replace(/\s+/g, ' '),
  )
}
