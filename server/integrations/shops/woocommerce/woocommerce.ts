import { readShopUrl } from '../address.ts'
import { isPermitted } from '../answer.ts'
import { readId, readText } from '../fields.ts'
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
import { inSmallerPages } from '../smaller-pages.ts'
import { nextTimePosition, readTimePosition } from '../time-pages.ts'
import { createClient } from './client.ts'
import { codeKinds, issueCode, withdrawCode } from './codes.ts'
import { findHooks, removeHooks, repairHooks } from './hooks.ts'
import { orderFields, readOrder } from './orders.ts'
import { hasVariations, parseGmt, productFields, refusedSource, toCategory, toProduct } from './products.ts'
import { createRatings } from './ratings.ts'
import { createVariationReader, variationCount } from './variations.ts'
import { interpretWebhook, readWebhook } from './webhooks.ts'

/** WooCommerce's maximum. Pages are smaller after a failed page, because some hosts cannot build a hundred products. */
const productPage = 100
const orderPage = 100
/** Maximum number of variations read for one page. Further products wait for the next page. */
const mostVariations = 5_000
/** WooCommerce's times are whole seconds, and "after" excludes the given second itself. */
const reachMs = 1_000

export const woocommerce: Platform = {
  name: 'woocommerce',
  identifiers: { gtin: 'global_unique_id', mpn: null, brand: 'brands' },
  refusedSource,
  readAddress: (typed) => readShopUrl(typed, ['/wp-json', '/wp-admin', '/index.php']),
  refusedCredentials({ consumerKey, consumerSecret, ...others }) {
    const [other] = Object.keys(others)
    if (other)
      return { field: other, message: 'must be left out: WooCommerce takes a consumerKey and a consumerSecret' }
    if (!isPart(consumerKey)) return { field: 'consumerKey', message: 'must be a consumer key, which begins with ck_' }
    if (!isPart(consumerSecret))
      return { field: 'consumerSecret', message: 'must be a consumer secret, which begins with cs_' }
    return undefined
  },
  credentialLast4: ({ consumerKey }) => consumerKey?.slice(-4) ?? null,
  hookSecret: 'set',
  codeKinds,
  open,
  readWebhook,
  interpretWebhook: (topic, body) => interpretWebhook(topic, body),
}

const isPart = (text: string | undefined): boolean => text !== undefined && /^[\x21-\x39\x3b-\x7e]{1,500}$/.test(text)

function open(connection: ShopConnection, tools: ShopTools): Shop {
  const client = createClient(connection, tools)
  const { identifiers } = connection
  const readVariations = createVariationReader(client)

  /** The shop's currency; null for a key that is not allowed to read settings. */
  async function readCurrency(): Promise<string | null> {
    try {
      const current = await client.find('/data/currencies/current', { _fields: 'code' })
      return readText(current?.code) ?? connection.currency
    } catch (error) {
      if (error instanceof ShopFailure && error.code === 'credentials_refused') return connection.currency
      throw error
    }
  }

  async function toProducts(rows: readonly Record<string, unknown>[], currency: string | null): Promise<ShopProduct[]> {
    const variations = await readVariations(rows.filter(hasVariations))
    return rows.flatMap(
      (row) => toProduct(row, variations.get(readId(row.id) ?? '') ?? [], identifiers, currency) ?? [],
    )
  }

  async function readProducts(from: Position | null): Promise<Page<ShopProduct>> {
    const offset = Number(from?.offset ?? 0)
    const currency = from ? readText(from.currency) : await readCurrency()
    const wanted = Math.min(productPage, Number(from?.size ?? productPage))
    const { result, size } = await inSmallerPages(wanted, 5, (per_page) =>
      client.list('/products', { ...everyProduct, _fields: productFields, per_page, offset }),
    )
    const rows = withinBounds(result.rows)
    const end = offset + rows.length
    // Without a total, which a proxy may remove, a short page is the last one.
    const isLast =
      result.total === null ? result.rows.length < size && rows.length === result.rows.length : end >= result.total
    return {
      items: await toProducts(rows, currency),
      next: rows.length > 0 && !isLast ? { offset: end, size: Math.min(productPage, size * 2), currency } : null,
      total: result.total,
    }
  }

  async function findProducts(ids: readonly string[]): Promise<readonly ShopProduct[]> {
    const currency = await readCurrency()
    const numbers = ids.filter((id) => /^\d{1,15}$/.test(id))
    const found: ShopProduct[] = []
    for (let at = 0; at < numbers.length; at += productPage) {
      const include = numbers.slice(at, at + productPage).join(',')
      const query = { ...everyProduct, _fields: productFields, per_page: productPage, include }
      let { rows } = await client.list('/products', query)
      for (; rows.length > 0; ) {
        const some = withinBounds(rows)
        found.push(...(await toProducts(some, currency)))
        rows = rows.slice(some.length)
      }
    }
    return found
  }

  async function readCategories(from: Position | null): Promise<Page<ShopCategory>> {
    const page = Number(from?.page ?? 1)
    const query = {
      per_page: 100,
      page,
      orderby: 'id',
      order: 'asc',
      hide_empty: 'false',
      _fields: 'id,name,slug,parent',
    }
    const { rows, total } = await client.list('/products/categories', query)
    const isLast = rows.length < 100 || (total !== null && page * 100 >= total)
    return {
      items: rows.flatMap((row) => toCategory(row) ?? []),
      next: isLast ? null : { page: page + 1 },
      total,
    }
  }

  async function readOrders(
    since: { placed: Date } | { changed: Date },
    from: Position | null,
  ): Promise<Page<ShopOrder>> {
    const [filter, orderby, field, start] =
      'placed' in since
        ? (['after', 'date', 'date_created_gmt', since.placed] as const)
        : (['modified_after', 'modified', 'date_modified_gmt', since.changed] as const)
    const position = readTimePosition(from) ?? { from: new Date(start.getTime() - reachMs).toISOString(), skip: 0 }
    const { rows, total } = await client.list('/orders', {
      [filter]: position.from.slice(0, 19),
      dates_are_gmt: 'true',
      orderby,
      order: 'asc',
      per_page: orderPage,
      offset: position.skip,
      _fields: orderFields,
    })
    const times = rows.map((row) => parseGmt(row[field]))
    const items: ShopOrder[] = []
    for (const row of rows) {
      const order = await readOrder(row, client)
      if (order) items.push(order)
    }
    return {
      items,
      next: nextTimePosition(position, times, orderPage, reachMs) ?? null,
      total: from === null ? total : null,
    }
  }

  return {
    async check() {
      const products = await client.list('/products', { ...everyProduct, per_page: 1, _fields: 'id' })
      const orders = await client.list('/orders', { per_page: 1, _fields: 'id' })
      const checks = [
        { name: 'products', ok: true, message: `Products can be read; the shop has ${products.total ?? 'some'}.` },
        { name: 'orders', ok: true, message: `Orders can be read; the shop has ${orders.total ?? 'some'}.` },
      ]
      // Any shop manager's key can read webhooks. An empty call, which WooCommerce ignores, shows whether the key may write
      // them.
      const mayHook =
        (await isPermitted(() => client.list('/webhooks', { per_page: 1 }))) && (await client.mayWrite('/webhooks'))
      const message = mayHook
        ? 'Webhooks can be created.'
        : 'The key may not create webhooks. Use a Read/Write key of a user who manages WooCommerce.'
      return {
        checks: [...checks, { name: 'webhooks', ok: mayHook, message }],
        missingScopes: mayHook ? [] : ['read_write'],
      }
    },
    readProducts,
    async verify({ products }) {
      const { total } = await client.list('/products', { ...everyProduct, per_page: 1, _fields: 'id' })
      if (total === null) return { isWhole: false, reason: 'WooCommerce did not report the number of products.' }
      return compareCount('WooCommerce', total, products)
    },
    findProducts,
    readCategories,
    readOrders,
    async findOrder(id) {
      if (!/^\d{1,15}$/.test(id)) return undefined
      const order = await client.find(`/orders/${id}`, { _fields: orderFields })
      return order && (await readOrder(order, client))
    },
    findHooks: () => findHooks(client, connection),
    repairHooks: () => repairHooks(client, connection),
    removeHooks: () => removeHooks(client, connection),
    issueCode: (code) => issueCode(code, client),
    withdrawCode: (code) => withdrawCode(code, client),
    destination: (shows) => (shows === 'ratings' ? createRatings(client) : undefined),
  }
}

const everyProduct = { status: 'any', orderby: 'id', order: 'asc' }

function withinBounds(rows: readonly Record<string, unknown>[]): Record<string, unknown>[] {
  let sum = 0
  const end = rows.findIndex((row) => {
    sum += variationCount(row)
    return sum > mostVariations
  })
  return rows.slice(0, end === -1 ? rows.length : Math.max(1, end))
}
