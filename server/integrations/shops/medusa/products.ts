// A price may depend on a currency or on rules. Only a price without rules is the variant's own. Amounts are in the major
// unit.
import { readId, readLink, readPrice, readText, readTime, toRecord, toRecords } from '../fields.ts'
import type { IdentifierSources, ShopProduct, ShopVariant, VariantIdentifier } from '../shop.ts'

export const productFields = [
  ...['id', 'title', 'handle', 'status', 'description', 'thumbnail', 'collection_id', 'metadata', 'updated_at'],
  ...['categories.id', 'collection.title', 'type.value', 'images.url'],
  ...['id', 'title', 'sku', 'ean', 'upc', 'barcode', 'metadata', 'thumbnail'].map((field) => `variants.${field}`),
  ...['amount', 'currency_code', 'min_quantity', 'max_quantity', 'rules_count'].map(
    (field) => `variants.prices.${field}`,
  ),
].join(',')

const nativeFields = ['ean', 'upc', 'barcode', 'sku', 'type', 'collection']

export function refusedSource(_: keyof IdentifierSources, source: string): string | undefined {
  if (nativeFields.includes(source) || /^meta:\S/.test(source)) return undefined
  return `must be one of ${nativeFields.join(', ')}, or "meta:" and a key of the metadata, such as meta:mpn`
}

type Node = Record<string, unknown>

export function toProduct(node: Node, identifiers: IdentifierSources, currency: string): ShopProduct | undefined {
  const platformProductId = readId(node.id)
  if (platformProductId === undefined) return undefined
  const collectionId = readId(node.collection_id)
  return {
    platformProductId,
    title: readText(node.title),
    handle: readText(node.handle),
    url: null,
    imageUrl: readLink(node.thumbnail) ?? readLink(toRecords(node.images)[0]?.url),
    description: readText(node.description),
    status: node.status === 'published' ? 'active' : 'draft',
    categoryIds: [
      ...toRecords(node.categories).flatMap(({ id }) => readId(id) ?? []),
      ...(collectionId === undefined ? [] : [collectionId]),
    ],
    groupKey: groupIn(node, identifiers.group),
    variants: toRecords(node.variants).flatMap((variant) => toVariant(variant, node, identifiers, currency) ?? []),
    updatedAt: readTime(node.updated_at),
  }
}

/** The product's own value, or else the value of the first variant that has one. */
const groupIn = (product: Node, source: string | null = null): string | null =>
  [{}, ...toRecords(product.variants)]
    .map((variant) => sourced(variant, product, source))
    .find((value) => value !== null) ?? null

function toVariant(
  node: Node,
  product: Node,
  identifiers: IdentifierSources,
  currency: string,
): ShopVariant | undefined {
  const platformVariantId = readId(node.id)
  if (platformVariantId === undefined) return undefined
  const found = (kind: VariantIdentifier) => sourced(node, product, identifiers[kind])
  return {
    platformVariantId,
    title: readText(node.title),
    sku: readText(node.sku),
    gtin: found('gtin'),
    mpn: found('mpn'),
    brand: found('brand'),
    ...priceIn(node.prices, currency),
    imageUrl: readLink(node.thumbnail),
  }
}

/** An empty `ean` is replaced by `upc`, and an empty `upc` by `barcode`. */
const otherwise: Record<string, string> = { ean: 'upc', upc: 'barcode' }

function sourced(variant: Node, product: Node, source: string | null): string | null {
  if (source === null) return null
  if (source.startsWith('meta:')) {
    const key = source.slice('meta:'.length)
    return readText(toRecord(variant.metadata)[key]) ?? readText(toRecord(product.metadata)[key])
  }
  if (source === 'type') return readText(toRecord(product.type).value)
  if (source === 'collection') return readText(toRecord(product.collection).title)
  const next = source === 'ean' || source === 'upc' ? otherwise[source] : undefined
  return readText(variant[source]) ?? (next === undefined ? null : sourced(variant, product, next))
}

function priceIn(value: unknown, currency: string): Pick<ShopVariant, 'price' | 'currency'> {
  const prices = toRecords(value).filter(
    ({ min_quantity, max_quantity, rules_count, rules }) =>
      (min_quantity ?? null) === null &&
      (max_quantity ?? null) === null &&
      !(Number(rules_count) > 0) &&
      Object.keys(toRecord(rules)).length === 0,
  )
  const wanted = prices.find(({ currency_code }) => currency_code === currency) ?? prices[0]
  const code = readText(wanted?.currency_code)?.toUpperCase() ?? null
  const price = readPrice(wanted?.amount)
  return price === null ? { price: null, currency: null } : { price, currency: code }
}
