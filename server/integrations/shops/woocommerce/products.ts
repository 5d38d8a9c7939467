// Amounts are texts in the major unit, or empty; names and descriptions are HTML.
import { idOf, isRecord, linkOf, plainTextOf, priceOf, recordOf, recordsOf, textOf, timeOf } from '../fields.ts'
import type { IdentifierSources, ShopCategory, ShopProduct, ShopVariant } from '../shop.ts'

const variantFields = 'id,parent_id,status,sku,price,global_unique_id,image,attributes,meta_data'
export const productFields =
  'id,name,slug,permalink,type,status,description,sku,price,global_unique_id,images,brands,categories,attributes,meta_data,variations,date_modified_gmt'
export const variationFields = variantFields

const nativeFields = ['global_unique_id', 'sku', 'brands']

export function refusedSource(kind: keyof IdentifierSources, source: string): string | undefined {
  if (nativeFields.includes(source) || /^(meta|attribute):\S/.test(source)) return undefined
  return `must be one of ${nativeFields.join(', ')}, "meta:" and a key of the ${kind === 'brand' ? 'product' : 'variation'}, or "attribute:" and the name of an attribute`
}

type Node = Record<string, unknown>

/** Published, and purchasable itself or by its variations. */
export const hasVariations = (node: Node): boolean => Array.isArray(node.variations) && node.variations.length > 0

export function toProduct(
  node: Node,
  variations: readonly Node[],
  identifiers: IdentifierSources,
  currency: string | null,
): ShopProduct | undefined {
  const platformProductId = idOf(node.id)
  if (platformProductId === undefined || node.status === 'trash') return undefined
  const variants = hasVariations(node) ? variations.filter(({ status }) => (status ?? 'publish') === 'publish') : [node]
  return {
    platformProductId,
    title: plainTextOf(node.name),
    handle: textOf(node.slug),
    url: linkOf(node.permalink),
    imageUrl: linkOf(recordsOf(node.images)[0]?.src),
    description: plainTextOf(node.description),
    status: node.status === 'publish' ? 'active' : 'draft',
    categoryIds: recordsOf(node.categories).flatMap(({ id }) => idOf(id) ?? []),
    variants: variants.flatMap((variant) => toVariant(variant, node, identifiers, currency) ?? []),
    updatedAt: gmtOf(node.date_modified_gmt),
  }
}

function toVariant(
  node: Node,
  product: Node,
  identifiers: IdentifierSources,
  currency: string | null,
): ShopVariant | undefined {
  const platformVariantId = idOf(node.id)
  if (platformVariantId === undefined) return undefined
  const found = (kind: keyof IdentifierSources) =>
    sourced(node, identifiers[kind]) ?? sourced(product, identifiers[kind])
  const price = priceOf(node.price)
  return {
    platformVariantId,
    title: node === product ? null : chosenIn(node),
    sku: textOf(node.sku),
    gtin: found('gtin'),
    mpn: found('mpn'),
    brand: found('brand'),
    price,
    currency: price === null ? null : currency,
    imageUrl: linkOf(recordOf(node.image).src) ?? null,
  }
}

/** "Red / L". A variation for any colour has no colour option. */
const chosenIn = (node: Node): string | null =>
  textOf(
    recordsOf(node.attributes)
      .flatMap(({ option }) => plainTextOf(option) ?? [])
      .join(' / '),
  )

function sourced(node: Node, source: string | null): string | null {
  if (source === null) return null
  if (source === 'brands') return plainTextOf(recordsOf(node.brands)[0]?.name)
  if (source.startsWith('meta:')) {
    const key = source.slice('meta:'.length)
    return textOf(recordsOf(node.meta_data).find((meta) => meta.key === key)?.value)
  }
  if (source.startsWith('attribute:')) return attributeIn(node, source.slice('attribute:'.length))
  return textOf(node[source])
}

/** By its visible name or its slug, with or without the prefix of global attributes. */
function attributeIn(node: Node, wanted: string): string | null {
  const name = plain(wanted)
  const attribute = recordsOf(node.attributes).find((each) => plain(each.name) === name || plain(each.slug) === name)
  const [option] = Array.isArray(attribute?.options) ? attribute.options : [attribute?.option]
  return plainTextOf(option)
}

const plain = (value: unknown): string | undefined =>
  typeof value === 'string' ? value.trim().toLowerCase().replace(/^pa_/, '') : undefined

/** WordPress times have no zone; fields that end in `_gmt` are UTC. */
export const gmtOf = (value: unknown): Date | null =>
  typeof value === 'string' && value !== '' ? timeOf(/(Z|[+-]\d\d:?\d\d)$/.test(value) ? value : `${value}Z`) : null

export function toCategory(node: Node): ShopCategory | undefined {
  const platformCategoryId = idOf(node.id)
  const name = plainTextOf(node.name)
  if (platformCategoryId === undefined || name === null) return undefined
  return {
    platformCategoryId,
    name,
    handle: textOf(node.slug),
    parentPlatformCategoryId: idOf(node.parent) ?? null,
  }
}

/** The product of a webhook, which reports a variation as a product. */
export const productIdOf = (body: unknown): string | undefined =>
  isRecord(body) ? (idOf(body.parent_id) ?? idOf(body.id)) : undefined
