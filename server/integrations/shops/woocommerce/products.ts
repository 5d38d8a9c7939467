// Amounts are strings in the major unit, or empty; names and descriptions are HTML.
import {
  isRecord,
  readId,
  readLink,
  readPlainText,
  readPrice,
  readText,
  readTime,
  toRecord,
  toRecords,
} from '../fields.ts'
import type { IdentifierSources, ShopCategory, ShopProduct, ShopVariant, VariantIdentifier } from '../shop.ts'

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

export const hasVariations = (node: Node): boolean => Array.isArray(node.variations) && node.variations.length > 0

export function toProduct(
  node: Node,
  variations: readonly Node[],
  identifiers: IdentifierSources,
  currency: string | null,
): ShopProduct | undefined {
  const platformProductId = readId(node.id)
  if (platformProductId === undefined || node.status === 'trash') return undefined
  const variants = hasVariations(node) ? variations.filter(({ status }) => (status ?? 'publish') === 'publish') : [node]
  return {
    platformProductId,
    title: readPlainText(node.name),
    handle: readText(node.slug),
    url: readLink(node.permalink),
    imageUrl: readLink(toRecords(node.images)[0]?.src),
    description: readPlainText(node.description),
    status: node.status === 'publish' ? 'active' : 'draft',
    categoryIds: toRecords(node.categories).flatMap(({ id }) => readId(id) ?? []),
    groupKey: groupIn([node, ...variants], identifiers.group),
    variants: variants.flatMap((variant) => toVariant(variant, node, identifiers, currency) ?? []),
    updatedAt: parseGmt(node.date_modified_gmt),
  }
}

/** The product's own value, or else the value of the first variation that has one. */
const groupIn = (nodes: readonly Node[], source: string | null = null): string | null =>
  nodes.map((node) => sourced(node, source)).find((value) => value !== null) ?? null

function toVariant(
  node: Node,
  product: Node,
  identifiers: IdentifierSources,
  currency: string | null,
): ShopVariant | undefined {
  const platformVariantId = readId(node.id)
  if (platformVariantId === undefined) return undefined
  const found = (kind: VariantIdentifier) => sourced(node, identifiers[kind]) ?? sourced(product, identifiers[kind])
  const price = readPrice(node.price)
  return {
    platformVariantId,
    title: node === product ? null : chosenIn(node),
    sku: readText(node.sku),
    gtin: found('gtin'),
    mpn: found('mpn'),
    brand: found('brand'),
    price,
    currency: price === null ? null : currency,
    imageUrl: readLink(toRecord(node.image).src) ?? null,
  }
}

const chosenIn = (node: Node): string | null =>
  readText(
    toRecords(node.attributes)
      .flatMap(({ option }) => readPlainText(option) ?? [])
      .join(' / '),
  )

function sourced(node: Node, source: string | null): string | null {
  if (source === null) return null
  if (source === 'brands') return readPlainText(toRecords(node.brands)[0]?.name)
  if (source.startsWith('meta:')) {
    const key = source.slice('meta:'.length)
    return readText(toRecords(node.meta_data).find((meta) => meta.key === key)?.value)
  }
  if (source.startsWith('attribute:')) return attributeIn(node, source.slice('attribute:'.length))
  return readText(node[source])
}

/** Finds an attribute by its visible name or its slug, with or without the prefix of global attributes. */
function attributeIn(node: Node, wanted: string): string | null {
  const name = plain(wanted)
  const attribute = toRecords(node.attributes).find((each) => plain(each.name) === name || plain(each.slug) === name)
  const [option] = Array.isArray(attribute?.options) ? attribute.options : [attribute?.option]
  return readPlainText(option)
}

const plain = (value: unknown): string | undefined =>
  typeof value === 'string' ? value.trim().toLowerCase().replace(/^pa_/, '') : undefined

/** WordPress times have no zone; fields that end in `_gmt` are UTC. */
export const parseGmt = (value: unknown): Date | null =>
  typeof value === 'string' && value !== '' ? readTime(/(Z|[+-]\d\d:?\d\d)$/.test(value) ? value : `${value}Z`) : null

export function toCategory(node: Node): ShopCategory | undefined {
  const platformCategoryId = readId(node.id)
  const name = readPlainText(node.name)
  if (platformCategoryId === undefined || name === null) return undefined
  return {
    platformCategoryId,
    name,
    handle: readText(node.slug),
    parentPlatformCategoryId: readId(node.parent) ?? null,
  }
}

export const readProductId = (body: unknown): string | undefined =>
  isRecord(body) ? (readId(body.parent_id) ?? readId(body.id)) : undefined
