// A price may depend on a currency or on rules; only one without rules is the variant's. Amounts are in the major unit.
import { idOf, linkOf, priceOf, recordOf, recordsOf, textOf, timeOf } from '../fields.ts'
import type { IdentifierSources, ShopProduct, ShopVariant } from '../shop.ts'

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
  const platformProductId = idOf(node.id)
  if (platformProductId === undefined) return undefined
  const collectionId = idOf(node.collection_id)
  return {
    platformProductId,
    title: textOf(node.title),
    handle: textOf(node.handle),
    url: null,
    imageUrl: linkOf(node.thumbnail) ?? linkOf(recordsOf(node.images)[0]?.url),
    description: textOf(node.description),
    status: node.status === 'published' ? 'active' : 'draft',
    categoryIds: [
      ...recordsOf(node.categories).flatMap(({ id }) => idOf(id) ?? []),
      ...(collectionId === undefined ? [] : [collectionId]),
    ],
    variants: recordsOf(node.variants).flatMap((variant) => toVariant(variant, node, identifiers, currency) ?? []),
    updatedAt: timeOf(node.updated_at),
  }
}

function toVariant(
  node: Node,
  product: Node,
  identifiers: IdentifierSources,
  currency: string,
): ShopVariant | undefined {
  const platformVariantId = idOf(node.id)
  if (platformVariantId === undefined) return undefined
  const found = (kind: keyof IdentifierSources) => sourced(node, product, identifiers[kind])
  return {
    platformVariantId,
    title: textOf(node.title),
    sku: textOf(node.sku),
    gtin: found('gtin'),
    mpn: found('mpn'),
    brand: found('brand'),
    ...priceIn(node.prices, currency),
    imageUrl: linkOf(node.thumbnail),
  }
}

/** Merchants who choose the first of Medusa's three fields mean whichever is filled. */
const otherwise: Record<string, string> = { ean: 'upc', upc: 'barcode' }

function sourced(variant: Node, product: Node, source: string | null): string | null {
  if (source === null) return null
  if (source.startsWith('meta:')) {
    const key = source.slice('meta:'.length)
    return textOf(recordOf(variant.metadata)[key]) ?? textOf(recordOf(product.metadata)[key])
  }
  if (source === 'type') return textOf(recordOf(product.type).value)
  if (source === 'collection') return textOf(recordOf(product.collection).title)
  const next = source === 'ean' || source === 'upc' ? otherwise[source] : undefined
  return textOf(variant[source]) ?? (next === undefined ? null : sourced(variant, product, next))
}

function priceIn(value: unknown, currency: string): Pick<ShopVariant, 'price' | 'currency'> {
  const prices = recordsOf(value).filter(
    ({ min_quantity, max_quantity, rules_count, rules }) =>
      (min_quantity ?? null) === null &&
      (max_quantity ?? null) === null &&
      !(Number(rules_count) > 0) &&
      Object.keys(recordOf(rules)).length === 0,
  )
  const wanted = prices.find(({ currency_code }) => currency_code === currency) ?? prices[0]
  const code = textOf(wanted?.currency_code)?.toUpperCase() ?? null
  const price = priceOf(wanted?.amount)
  return price === null ? { price: null, currency: null } : { price, currency: code }
}
