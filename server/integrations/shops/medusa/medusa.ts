import { readShopUrl } from '../address.ts'
import { readId, readText, readTime, toRecord, toRecords } from '../fields.ts'
import {
  type Check,
  compareCount,
  type Page,
  type Platform,
  type Position,
  type Shop,
  type ShopCategory,
  type ShopConnection,
  type ShopOrder,
  type ShopProduct,
  type ShopTools,
} from '../shop.ts'
import { inSmallerPages } from '../smaller-pages.ts'
import { interpretStandardWebhook, readStandardWebhook, withoutHooks } from '../standard-webhooks.ts'
import { nextTimePosition, readTimePosition } from '../time-pages.ts'
import { createClient } from './client.ts'
import { codeKinds, issueCode, withdrawCode } from './codes.ts'
import { orderFields, toOrder } from './orders.ts'
import { productFields, refusedSource, toProduct } from './products.ts'
import { createRatings } from './ratings.ts'

/** Pages get smaller after a failed page, because a few products can have thousands of variants each. */
const productPage = 100
const orderPage = 100
const paymentPage = 500
/** As many ids as fit into a URL. */
const idPage = 100
/**
 * A refund of returned items leaves the order's `updated_at` unchanged, so payments of this period are checked for later
 * refunds.
 */
const refundableMs = 90 * 86_400_000

export const medusa: Platform = {
  name: 'medusa',
  identifiers: { gtin: 'ean', mpn: 'meta:mpn', brand: 'meta:brand' },
  refusedSource,
  readAddress: (typed) => readShopUrl(typed, ['/admin', '/app', '/store']),
  refusedCredentials({ apiKey, ...others }) {
    const [other] = Object.keys(others)
    if (other) return { field: other, message: 'must be left out: Medusa takes an apiKey' }
    if (!apiKey) return { field: 'apiKey', message: 'must be a secret API key, which begins with sk_' }
    return /^[\x21-\x39\x3b-\x7e]{1,500}$/.test(apiKey)
      ? undefined
      : { field: 'apiKey', message: 'must hold no spaces and no colon' }
  },
  credentialLast4: ({ apiKey }) => apiKey?.slice(-4) ?? null,
  hookSecret: 'ours',
  codeKinds,
  open,
  readWebhook: readStandardWebhook,
  interpretWebhook: (_, body) => interpretStandardWebhook(body),
}

function open(connection: ShopConnection, tools: ShopTools): Shop {
  const client = createClient(connection, tools)

  async function readCurrency(): Promise<string> {
    if (connection.currency) return connection.currency.toLowerCase()
    const { rows } = await client.list('/admin/stores', 'stores', { fields: 'id,supported_currencies.*', limit: 1 })
    const currencies = toRecords(rows[0]?.supported_currencies)
    return readText((currencies.find(({ is_default }) => is_default === true) ?? currencies[0])?.currency_code) ?? ''
  }

  const toProducts = (rows: readonly Record<string, unknown>[], currency: string): ShopProduct[] =>
    rows.flatMap((row) => toProduct(row, connection.identifiers, currency) ?? [])

  async function readProducts(from: Position | null): Promise<Page<ShopProduct>> {
    const offset = Number(from?.offset ?? 0)
    const currency = readText(from?.currency) ?? (await readCurrency())
    const limit = Number(from?.limit ?? productPage)
    const page = await inSmallerPages(limit, 1, (size) =>
      client.list('/admin/products', 'products', { fields: productFields, order: 'id', offset, limit: size }),
    )
    const { rows, count } = page.result
    const end = offset + rows.length
    return {
      items: toProducts(rows, currency),
      next:
        rows.length > 0 && end < count ? { offset: end, limit: Math.min(productPage, page.size * 2), currency } : null,
      total: count,
    }
  }

  async function findProducts(ids: readonly string[]): Promise<readonly ShopProduct[]> {
    const currency = await readCurrency()
    const found: ShopProduct[] = []
    for (let at = 0; at < ids.length; ) {
      const { result, size } = await inSmallerPages(idPage, 1, (limit) =>
        client.list('/admin/products', 'products', { fields: productFields, id: ids.slice(at, at + limit), limit }),
      )
      found.push(...toProducts(result.rows, currency))
      at += size
    }
    return found
  }

  async function readCategories(from: Position | null): Promise<Page<ShopCategory>> {
    const isCollections = from?.of === 'collections'
    const offset = Number(from?.offset ?? 0)
    const [path, name, title] = isCollections
      ? (['/admin/collections', 'collections', 'title'] as const)
      : (['/admin/product-categories', 'product_categories', 'name'] as const)
    const fields = isCollections ? 'id,title,handle' : 'id,name,handle,parent_category_id'
    const { rows, count } = await client.list(path, name, { fields, order: 'id', offset, limit: 250 })
    const end = offset + rows.length
    const isLast = rows.length === 0 || end >= count
    return {
      items: rows.flatMap((row) => {
        const platformCategoryId = readId(row.id)
        const label = readText(row[title])
        return platformCategoryId === undefined || label === null
          ? []
          : {
              platformCategoryId,
              name: label,
              handle: readText(row.handle),
              parentPlatformCategoryId: readId(row.parent_category_id) ?? null,
            }
      }),
      next: isLast ? (isCollections ? null : { of: 'collections', offset: 0 }) : { ...from, offset: end },
      total: count,
    }
  }

  async function readOrders(
    since: { placed: Date } | { changed: Date },
    from: Position | null,
  ): Promise<Page<ShopOrder>> {
    if ('changed' in since && from?.of === 'refunds') return await readRefunded(since.changed, from)
    const [field, start] = 'placed' in since ? ['created_at', since.placed] : ['updated_at', since.changed]
    const position = readTimePosition(from) ?? { from: start.toISOString(), skip: 0 }
    const { rows, count } = await client.list('/admin/orders', 'orders', {
      fields: orderFields,
      order: field,
      [`${field}[$gte]`]: position.from,
      offset: position.skip,
      limit: orderPage,
    })
    const times = rows.map((row) => readTime(row[field]))
    const next = nextTimePosition(position, times, orderPage, 0)
    return {
      items: rows.flatMap((row) => toOrder(row) ?? []),
      next: next ?? ('changed' in since ? { of: 'refunds', offset: 0 } : null),
      total: from === null ? count : null,
    }
  }

  async function readRefunded(changed: Date, from: Position): Promise<Page<ShopOrder>> {
    const offset = Number(from.offset ?? 0)
    const { rows, count } = await client.list('/admin/payments', 'payments', {
      fields: 'id,refunds.created_at,payment_collection.order.id',
      'created_at[$gte]': new Date(changed.getTime() - refundableMs).toISOString(),
      order: 'id',
      offset,
      limit: paymentPage,
    })
    const isRefunded = (row: Record<string, unknown>) =>
      toRecords(row.refunds).some(({ created_at }) => (readTime(created_at) ?? 0) >= changed)
    const ids = rows
      .filter(isRefunded)
      .flatMap((row) => readId(toRecord(toRecord(row.payment_collection).order).id) ?? [])
    const end = offset + rows.length
    return {
      items: await findOrders([...new Set(ids)]),
      next: rows.length > 0 && end < count ? { of: 'refunds', offset: end } : null,
      total: null,
    }
  }

  async function findOrders(ids: readonly string[]): Promise<ShopOrder[]> {
    const found: ShopOrder[] = []
    for (let at = 0; at < ids.length; at += idPage) {
      const id = ids.slice(at, at + idPage)
      const { rows } = await client.list('/admin/orders', 'orders', { fields: orderFields, id, limit: idPage })
      found.push(...rows.flatMap((row) => toOrder(row) ?? []))
    }
    return found
  }

  return {
    async check() {
      const products = await client.list('/admin/products', 'products', { fields: 'id', limit: 1 })
      const checks: Check[] = [
        { name: 'products', ok: true, message: `Products can be read; the shop has ${products.count}.` },
      ]
      const orders = await client.list('/admin/orders', 'orders', { fields: 'id', limit: 1 })
      checks.push({ name: 'orders', ok: true, message: `Orders can be read; the shop has ${orders.count}.` })
      return { checks, missingScopes: [] }
    },
    readProducts,
    async verify({ products }) {
      const { count } = await client.list('/admin/products', 'products', { fields: 'id', limit: 1 })
      return compareCount('Medusa', count, products)
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
