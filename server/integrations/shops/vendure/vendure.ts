import { readShopUrl } from '../address.ts'
import { readId, readText, readTime, toRecord, toRecords } from '../fields.ts'
import {
  compareCount,
  type Page,
  type Platform,
  type Position,
  type Shop,
  type ShopCategory,
  type ShopConnection,
  ShopFailure,
  type ShopOrder,
  type ShopProduct,
  type ShopTools,
} from '../shop.ts'
import { interpretStandardWebhook, readStandardWebhook, withoutHooks } from '../standard-webhooks.ts'
import { nextTimePosition, readTimePosition } from '../time-pages.ts'
import { createClient } from './client.ts'
import { codeKinds, issueCode, withdrawCode } from './codes.ts'
import {
  type CustomFields,
  collectionsDocument,
  countsDocument,
  ordersDocument,
  partsDocument,
  productCountDocument,
  productsDocument,
  variantsDocument,
} from './documents.ts'
import { toOrder } from './orders.ts'
import { refusedSource, toProduct } from './products.ts'
import { createRatings } from './ratings.ts'
import { readSettings } from './settings.ts'

const productPage = 50
/** Number of variants included with a product. If a product has more variants, they are read in separate pages. */
const variantsWithin = 50
/** Vendure's own limit for a list in the Admin API. */
const variantPage = 1_000
const orderPage = 50
const partsPage = 500
/**
 * Refunds and parcels leave the order's `updatedAt` unchanged. Orders placed in this period are therefore checked for new
 * refunds and parcels.
 */
const lookedBackMs = 90 * 86_400_000
/** Some of Vendure's databases store whole seconds, and its filter `after` excludes the given time itself. */
const reachMs = 1_000

export const vendure: Platform = {
  name: 'vendure',
  identifiers: { gtin: 'meta:gtin', mpn: 'meta:mpn', brand: 'meta:brand' },
  refusedSource,
  readAddress: (typed) => readShopUrl(typed, ['/admin-api', '/shop-api', '/admin', '/dashboard']),
  refusedCredentials({ username, password, apiKey, channelToken, ...others }) {
    const [other] = Object.keys(others)
    if (other)
      return { field: other, message: 'must be left out: Vendure takes a username and a password, or an apiKey' }
    if (channelToken !== undefined && !isHeader(channelToken))
      return { field: 'channelToken', message: 'must be the token of a channel' }
    if (apiKey !== undefined) {
      if (username !== undefined || password !== undefined)
        return { field: 'apiKey', message: 'must stand alone, or be left out for a username and a password' }
      return isHeader(apiKey) ? undefined : { field: 'apiKey', message: 'must be an API key of an administrator' }
    }
    if (!username) return { field: 'username', message: 'must be the address of an administrator' }
    return password ? undefined : { field: 'password', message: 'must be the password of the administrator' }
  },
  credentialLast4: ({ apiKey, username }) => (apiKey ?? username)?.slice(-4) ?? null,
  hookSecret: 'ours',
  codeKinds,
  open,
  readWebhook: readStandardWebhook,
  interpretWebhook: (_, body) => interpretStandardWebhook(body),
}

const isHeader = (text: string): boolean => /^[\x21-\x7e]{1,500}$/.test(text)

function open(connection: ShopConnection, tools: ShopTools): Shop {
  const { identifiers, address } = connection
  const client = createClient(connection, tools)
  const { query } = client

  async function readFields(): Promise<CustomFields> {
    const { product, variant } = await readSettings(client)
    const isWanted = (name: string) => Object.values(identifiers).includes(`meta:${name}`)
    return { product: product.filter(isWanted), variant: variant.filter(isWanted) }
  }

  async function readProductList(
    options: Record<string, unknown>,
  ): Promise<{ items: ShopProduct[]; seen: number; total: number }> {
    const fields = await readFields()
    const data = await query(productsDocument(fields), {
      options: { sort: { id: 'ASC' }, ...options },
      variants: { take: variantsWithin, sort: { id: 'ASC' } },
    })
    const list = listIn(data, 'products')
    const { precision } = await readSettings(client)
    const items: ShopProduct[] = []
    for (const node of list.items) {
      const within = toRecord(node.variantList)
      const variants = toRecords(within.items)
      if (variants.length < Number(within.totalItems))
        variants.splice(0, variants.length, ...(await readVariants(fields, String(node.id))))
      const product = toProduct(node, variants, identifiers, { address, precision })
      if (product) items.push(product)
    }
    return { items, seen: list.items.length, total: list.totalItems }
  }

  /**
   * A deletion during the read moves other variants to a page that was already read. So the function reads again
   * until the count is stable.
   */
  async function readVariants(fields: CustomFields, productId: string): Promise<Record<string, unknown>[]> {
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      const found = new Map<string, Record<string, unknown>>()
      const totals = new Set<number>()
      for (let skip = 0; ; ) {
        const options = { take: variantPage, skip, sort: { id: 'ASC' } }
        const { items, totalItems } = listIn(
          await query(variantsDocument(fields), { productId, options }),
          'productVariants',
        )
        totals.add(totalItems)
        for (const node of items) found.set(String(node.id), node)
        skip += items.length
        if (items.length === 0 || skip >= totalItems) break
      }
      const [total = 0] = totals
      if (totals.size === 1 && found.size >= total) return [...found.values()]
    }
    throw new ShopFailure('shop_failed', "The product's variants change faster than they can be read.")
  }

  async function readProducts(from: Position | null): Promise<Page<ShopProduct>> {
    const skip = Number(from?.skip ?? 0)
    const { items, seen, total } = await readProductList({ take: productPage, skip })
    const end = skip + seen
    return { items, next: seen > 0 && end < total ? { skip: end } : null, total }
  }

  async function findProducts(ids: readonly string[]): Promise<readonly ShopProduct[]> {
    const found: ShopProduct[] = []
    for (let at = 0; at < ids.length; at += productPage) {
      const some = ids.slice(at, at + productPage)
      const { items } = await readProductList({ take: productPage, filter: { id: { in: some } } })
      found.push(...items)
    }
    return found
  }

  async function readCategories(from: Position | null): Promise<Page<ShopCategory>> {
    const skip = Number(from?.skip ?? 0)
    const options = { take: 250, skip, sort: { id: 'ASC' } }
    const { items, totalItems } = listIn(await query(collectionsDocument, { options }), 'collections')
    const end = skip + items.length
    return {
      items: items.flatMap((node) => toCategory(node) ?? []),
      next: items.length > 0 && end < totalItems ? { skip: end } : null,
      total: totalItems,
    }
  }

  async function readOrders(
    since: { placed: Date } | { changed: Date },
    from: Position | null,
  ): Promise<Page<ShopOrder>> {
    if ('changed' in since && from?.of === 'parts') return await readChangedParts(since.changed, from)
    const [field, start] = 'placed' in since ? ['orderPlacedAt', since.placed] : ['updatedAt', since.changed]
    const position = readTimePosition(from) ?? { from: new Date(start.getTime() - reachMs).toISOString(), skip: 0 }
    const options = {
      take: orderPage,
      skip: position.skip,
      sort: { [field]: 'ASC' },
      filter: { [field]: { after: position.from }, active: { eq: false } },
    }
    const { items, totalItems } = listIn(await query(ordersDocument, { options }), 'orders')
    const times = items.map((node) => readTime(node[field]))
    const next = nextTimePosition(position, times, orderPage, reachMs)
    return {
      items: await toOrders(items),
      next: next ?? ('changed' in since ? { of: 'parts', skip: 0 } : null),
      total: from === null ? totalItems : null,
    }
  }

  async function readChangedParts(changed: Date, from: Position): Promise<Page<ShopOrder>> {
    const skip = Number(from.skip ?? 0)
    const options = {
      take: partsPage,
      skip,
      sort: { id: 'ASC' },
      filter: { orderPlacedAt: { after: new Date(changed.getTime() - lookedBackMs).toISOString() } },
    }
    const { items, totalItems } = listIn(await query(partsDocument, { options }), 'orders')
    const ids = items
      .filter(({ payments, fulfillments }) =>
        [...toRecords(payments).flatMap(({ refunds }) => toRecords(refunds)), ...toRecords(fulfillments)].some(
          ({ updatedAt }) => (readTime(updatedAt)?.getTime() ?? 0) >= changed.getTime() - reachMs,
        ),
      )
      .flatMap(({ id }) => readId(id) ?? [])
    const end = skip + items.length
    return {
      items: await findOrders(ids),
      next: items.length > 0 && end < totalItems ? { of: 'parts', skip: end } : null,
      total: null,
    }
  }

  async function toOrders(nodes: readonly Record<string, unknown>[]): Promise<ShopOrder[]> {
    const { precision } = await readSettings(client)
    return nodes.flatMap((node) => toOrder(node, precision) ?? [])
  }

  async function findOrders(ids: readonly string[]): Promise<ShopOrder[]> {
    const found: ShopOrder[] = []
    for (let at = 0; at < ids.length; at += orderPage) {
      const options = { take: orderPage, filter: { id: { in: ids.slice(at, at + orderPage) } } }
      const { items } = listIn(await query(ordersDocument, { options }), 'orders')
      found.push(...(await toOrders(items)))
    }
    return found
  }

  return {
    async check() {
      const data = await query(countsDocument)
      const products = listIn(data, 'products', false).totalItems
      const orders = listIn(data, 'orders', false).totalItems
      return {
        checks: [
          { name: 'products', ok: true, message: `Products can be read; the channel has ${products}.` },
          { name: 'orders', ok: true, message: `Orders can be read; the channel has ${orders}.` },
        ],
        missingScopes: [],
      }
    },
    readProducts,
    async verify({ products }) {
      const { totalItems } = listIn(await query(productCountDocument), 'products', false)
      return compareCount('Vendure', totalItems, products)
    },
    findProducts,
    readCategories,
    readOrders,
    findOrder: async (id) => (await findOrders([id]))[0],
    ...withoutHooks,
    issueCode: (code) => issueCode(code, client),
    withdrawCode: (code) => withdrawCode(code, client),
    destination: (shows) => (shows === 'ratings' ? createRatings(client) : undefined),
  }
}

function listIn(
  data: Record<string, unknown>,
  name: string,
  hasItems = true,
): { items: Record<string, unknown>[]; totalItems: number } {
  const list = toRecord(data[name])
  if (typeof list.totalItems !== 'number' || (hasItems && !Array.isArray(list.items)))
    throw new ShopFailure('answer_unreadable', `Vendure returned no list of ${name}.`)
  return { items: toRecords(list.items), totalItems: list.totalItems }
}

const rootCollection = '__root_collection__'

function toCategory(node: Record<string, unknown>): ShopCategory | undefined {
  const platformCategoryId = readId(node.id)
  const name = readText(node.name)
  if (platformCategoryId === undefined || name === null) return undefined
  const parent = toRecord(node.parent)
  return {
    platformCategoryId,
    name,
    handle: readText(node.slug),
    parentPlatformCategoryId: parent.name === rootCollection ? null : (readId(parent.id) ?? null),
  }
}
