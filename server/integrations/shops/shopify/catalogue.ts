import { readText } from '../fields.ts'
import type { IdentifierSources, Page, Position, ShopCategory, ShopProduct } from '../shop.ts'
import type { BulkPosition, createBulkReader, Root } from './bulk.ts'
import {
  bulkCatalogue,
  collections,
  existingProducts,
  moreCollections,
  moreVariants,
  productsAtOnce,
  someProducts,
} from './documents.ts'
import type { Client } from './graphql/client.ts'
import { isNumber, parseGid, toGid } from './graphql/ids.ts'
import { type ProductNode, toProduct, type VariantNode } from './products.ts'

export type Connection<T> = { nodes: T[]; pageInfo: { hasNextPage: boolean; endCursor: string | null } }
type FullProduct = ProductNode & { variants: Connection<VariantNode>; collections: Connection<{ id: string }> }

type Parts = {
  client: Client
  bulk: ReturnType<typeof createBulkReader>
  identifiers: IdentifierSources
  currency: string | null
}

export async function readProducts(from: Position | null, parts: Parts): Promise<Page<ShopProduct>> {
  const { bulk, identifiers } = parts
  const query = bulkCatalogue(identifiers)
  const page = from === null ? await bulk.start(query) : await bulk.read(from as BulkPosition, query)
  const items = page.roots.flatMap((root) => fromRoot(root, identifiers, page.currency ?? parts.currency) ?? [])
  return { items, next: page.next, total: page.total }
}

function fromRoot({ node, children }: Root, identifiers: IdentifierSources, currency: string | null) {
  const variants = children.filter(({ id }) => hasGidType(id, 'ProductVariant'))
  const collections = children.filter(({ id }) => hasGidType(id, 'Collection'))
  return toProduct(
    node,
    variants,
    collections.flatMap(({ id }) => parseGid(id) ?? []),
    identifiers,
    currency,
  )
}

const hasGidType = (gid: unknown, type: string): boolean =>
  typeof gid === 'string' && gid.startsWith(`gid://shopify/${type}/`)

export async function findProducts(ids: readonly string[], parts: Parts): Promise<ShopProduct[]> {
  const asked = ids.filter(isNumber)
  // A long list of ids is mostly deleted products, so a query first asks which exist. Querying the details of all would
  // cost a hundred times as much.
  const there = asked.length > productsAtOnce ? await findExisting(asked, parts.client) : asked
  const found: ShopProduct[] = []
  for (let at = 0; at < there.length; at += productsAtOnce)
    found.push(...(await findFew(there.slice(at, at + productsAtOnce), parts)))
  return found
}

async function findExisting(ids: readonly string[], client: Client): Promise<string[]> {
  const { nodes } = await client.ask<{ nodes: ({ id: string } | null)[] }>(existingProducts, {
    ids: ids.map(toProductGid),
  })
  return nodes.flatMap((node) => parseGid(node?.id) ?? [])
}

async function findFew(ids: readonly string[], { client, identifiers, currency }: Parts): Promise<ShopProduct[]> {
  const { nodes, shop } = await client.ask<{ nodes: (FullProduct | null)[]; shop: { currencyCode: string } }>(
    someProducts(identifiers),
    { ids: ids.map(toProductGid) },
  )
  const found: ShopProduct[] = []
  for (const node of nodes) {
    if (!node) continue
    const id = String(node.id)
    const variants = await toItsEnd(node.variants, async (after) => {
      const { product } = await client.ask<{ product: Pick<FullProduct, 'variants'> | null }>(
        moreVariants(identifiers),
        { id, after },
      )
      return product?.variants
    })
    const collections = await toItsEnd(node.collections, async (after) => {
      const { product } = await client.ask<{ product: Pick<FullProduct, 'collections'> | null }>(moreCollections, {
        id,
        after,
      })
      return product?.collections
    })
    const categoryIds = collections.flatMap((each) => parseGid(each.id) ?? [])
    found.push(
      ...([toProduct(node, variants, categoryIds, identifiers, shop?.currencyCode ?? currency)] as const).flatMap(
        (each) => each ?? [],
      ),
    )
  }
  return found
}

const toProductGid = (id: string) => toGid('Product', id)

/**
 * Reads the rest of a list whose first page came with its parent. A product may have 2,048 variants, but one page has
 * fewer.
 */
export async function toItsEnd<T>(
  first: Connection<T>,
  readMore: (after: string) => Promise<Connection<T> | undefined>,
): Promise<T[]> {
  const nodes = [...first.nodes]
  let { pageInfo } = first
  while (pageInfo.hasNextPage && pageInfo.endCursor) {
    const more = await readMore(pageInfo.endCursor)
    if (!more) break
    nodes.push(...more.nodes)
    // A cursor that does not advance would loop for ever.
    if (more.pageInfo.endCursor === pageInfo.endCursor) break
    pageInfo = more.pageInfo
  }
  return nodes
}

export async function readCategories(from: Position | null, client: Client): Promise<Page<ShopCategory>> {
  const after = typeof from?.after === 'string' ? from.after : null
  const { collections: page, collectionsCount } = await client.ask<{
    collections: Connection<{ id: string; title: string; handle: string }>
    collectionsCount: { count: number } | null
  }>(collections, { after })
  const items = page.nodes.flatMap(({ id, title, handle }) => {
    const platformCategoryId = parseGid(id)
    const name = readText(title)
    return platformCategoryId && name
      ? [{ platformCategoryId, name, handle: readText(handle), parentPlatformCategoryId: null }]
      : []
  })
  const { hasNextPage, endCursor } = page.pageInfo
  const next = hasNextPage && endCursor && endCursor !== after ? { after: endCursor } : null
  return { items, next, total: collectionsCount?.count ?? null }
}
