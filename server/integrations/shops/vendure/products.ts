// Converts a Vendure product to ours. Money is a whole number of the currency's smallest unit.
import { fromMinorUnits } from '#platform/values/money.ts'
import { readId, readLink, readPlainText, readText, readTime, toRecord, toRecords } from '../fields.ts'
import type { IdentifierSources, ShopProduct, ShopVariant, VariantIdentifier } from '../shop.ts'

type Node = Record<string, unknown>

export function refusedSource(_: keyof IdentifierSources, source: string): string | undefined {
  if (source === 'sku' || /^attribute:\S/.test(source) || /^meta:[A-Za-z_]\w*$/.test(source)) return undefined
  return 'must be sku, "meta:" and the name of a custom field such as meta:gtin, or "attribute:" and the name of a facet'
}

/** One shop's URL, and the decimals of its amounts. `usualPrecision` means the currency's own smallest unit. */
export type Settings = { address: string; precision: number }

/** Vendure's default strategy reports this precision for every currency. */
const usualPrecision = 2

export function toProduct(
  node: Node,
  variants: readonly Node[],
  identifiers: IdentifierSources,
  settings: Settings,
): ShopProduct | undefined {
  const platformProductId = readId(node.id)
  if (platformProductId === undefined) return undefined
  return {
    platformProductId,
    title: readText(node.name),
    handle: readText(node.slug),
    url: null,
    imageUrl: readLink(toRecord(node.featuredAsset).preview, `${settings.address}/`),
    description: readPlainText(node.description),
    status: node.enabled === false ? 'draft' : 'active',
    categoryIds: toRecords(node.collections).flatMap(({ id }) => readId(id) ?? []),
    groupKey: groupIn([node, ...variants], identifiers.group),
    variants: variants
      .filter(({ enabled }) => enabled !== false)
      .flatMap((variant) => toVariant(variant, node, identifiers, settings) ?? []),
    updatedAt: readTime(node.updatedAt),
  }
}

/** The product's own value, or else the value of the first variant that has one. */
const groupIn = (nodes: readonly Node[], source: string | null = null): string | null =>
  nodes.map((node) => sourced(node, source)).find((value) => value !== null) ?? null

function toVariant(
  node: Node,
  product: Node,
  identifiers: IdentifierSources,
  { address, precision }: Settings,
): ShopVariant | undefined {
  const platformVariantId = readId(node.id)
  if (platformVariantId === undefined) return undefined
  const found = (kind: VariantIdentifier) => sourced(node, identifiers[kind]) ?? sourced(product, identifiers[kind])
  const currency = readText(node.currencyCode)
  return {
    platformVariantId,
    title: readText(node.name),
    sku: readText(node.sku),
    gtin: found('gtin'),
    mpn: found('mpn'),
    brand: found('brand'),
    price: amountIn(node.priceWithTax, currency, precision) ?? amountIn(node.price, currency, precision),
    currency,
    imageUrl: readLink(toRecord(node.featuredAsset).preview, `${address}/`),
  }
}

function sourced(node: Node, source: string | null): string | null {
  if (source === null) return null
  if (source === 'sku') return readText(node.sku)
  if (source.startsWith('meta:')) return readText(toRecord(node.customFields)[source.slice('meta:'.length)])
  const wanted = source.slice('attribute:'.length).toLowerCase()
  const value = toRecords(node.facetValues).find(({ facet }) =>
    [toRecord(facet).code, toRecord(facet).name].some((name) => readText(name)?.toLowerCase() === wanted),
  )
  return readText(value?.name)
}

/**
 * Null for an invalid or negative amount. A shop with its own precision counts in units of that precision, not in the
 * currency's smallest unit.
 */
export function amountIn(units: unknown, currency: string | null, precision: number): string | null {
  if (typeof units !== 'number' || !Number.isSafeInteger(units) || units < 0 || currency === null) return null
  if (precision === usualPrecision) return fromMinorUnits(BigInt(units), currency)
  const text = String(units).padStart(precision + 1, '0')
  return precision === 0 ? text : `${text.slice(0, -precision)}.${text.slice(-precision)}`
}
