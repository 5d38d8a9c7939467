import { readPrice, readText, readTime } from '../fields.ts'
import type { IdentifierSources, ShopProduct, ShopVariant, VariantIdentifier } from '../shop.ts'
import { parseMetafield } from './documents.ts'
import { parseGid } from './graphql/ids.ts'

type Metafields = {
  gtin?: { value?: unknown } | null
  mpn?: { value?: unknown } | null
  brand?: { value?: unknown } | null
  group?: { value?: unknown } | null
}

export type ProductNode = Metafields & {
  id?: unknown
  title?: unknown
  handle?: unknown
  vendor?: unknown
  productType?: unknown
  status?: unknown
  updatedAt?: unknown
  onlineStoreUrl?: unknown
  description?: unknown
  featuredMedia?: { preview?: { image?: { url?: unknown } | null } | null } | null
}

export type VariantNode = Metafields & {
  id?: unknown
  title?: unknown
  sku?: unknown
  barcode?: unknown
  price?: unknown
  image?: { url?: unknown } | null
}

const nativeFields = ['barcode', 'sku', 'vendor', 'productType', 'title', 'handle'] as const

export function refusedSource(_: keyof IdentifierSources, source: string): string | undefined {
  if ((nativeFields as readonly string[]).includes(source) || parseMetafield(source)) return undefined
  return `must be one of ${nativeFields.join(', ')}, or "meta:" and a metafield's namespace and key, such as meta:custom.mpn`
}

export function toProduct(
  node: ProductNode,
  variants: readonly VariantNode[],
  categoryIds: readonly string[],
  identifiers: IdentifierSources,
  currency: string | null,
): ShopProduct | undefined {
  const platformProductId = parseGid(node.id)
  if (!platformProductId) return undefined
  return {
    platformProductId,
    title: readText(node.title),
    handle: readText(node.handle),
    url: readText(node.onlineStoreUrl),
    imageUrl: readText(node.featuredMedia?.preview?.image?.url),
    description: readText(node.description),
    status: toStatus(node.status),
    categoryIds,
    groupKey: groupIn([node, ...variants], identifiers.group),
    variants: variants.flatMap((variant) => toVariant(variant, node, identifiers, currency) ?? []),
    updatedAt: readTime(node.updatedAt),
  }
}

/** The product's own value, or else the value of the first variant that has one. */
const groupIn = (nodes: readonly (ProductNode | VariantNode)[], source: string | null = null): string | null =>
  nodes.map((node) => sourced(node, 'group', source)).find((value) => value !== null) ?? null

function toVariant(
  node: VariantNode,
  product: ProductNode,
  identifiers: IdentifierSources,
  currency: string | null,
): ShopVariant | undefined {
  const platformVariantId = parseGid(node.id)
  if (!platformVariantId) return undefined
  const found = (kind: VariantIdentifier) =>
    sourced(node, kind, identifiers[kind]) ?? sourced(product, kind, identifiers[kind])
  const title = readText(node.title)
  return {
    platformVariantId,
    // Shopify's name for the only variant of a product without options.
    title: title === 'Default Title' ? null : title,
    sku: readText(node.sku),
    gtin: found('gtin'),
    mpn: found('mpn'),
    brand: found('brand'),
    price: readPrice(node.price),
    currency,
    imageUrl: readText(node.image?.url),
  }
}

function sourced(node: ProductNode | VariantNode, kind: keyof IdentifierSources, source: string | null): string | null {
  if (source === null) return null
  if (parseMetafield(source)) return readText(node[kind]?.value)
  // Variants and products both have a title; merchants mean the product's title.
  if (source === 'title' && !('vendor' in node)) return null
  return readText((node as Record<string, unknown>)[source])
}

/** An `UNLISTED` product is sold only through its link. An unknown status never puts a product on sale. */
function toStatus(status: unknown): ShopProduct['status'] {
  if (status === 'ACTIVE' || status === 'UNLISTED') return 'active'
  return status === 'ARCHIVED' ? 'archived' : 'draft'
}
