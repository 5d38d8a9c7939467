// Imitates the part of WooCommerce's REST API that a connected shop uses: lists by offset with totals in headers, one
// status for any wrong key, and webhooks that an API call creates and that deactivate after failures. Calls that the real
// API refuses are refused here.
import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { type Kind, makeObject, type Row } from './woocommerce/published-shapes.ts'

export type Trouble = { status: number; headers?: Record<string, string>; body?: string } | 'hang up'

export type FakeWooCommerce = {
  address: string
  consumerKey: string
  consumerSecret: string
  /** The WooCommerce version. Version 10.3 can list the variations of several products. */
  version: number
  currency: string
  /** Permission of the key. A `read` key cannot create webhooks. */
  scope: 'read' | 'read_write'
  products: Row[]
  variations: Row[]
  orders: Row[]
  /** Refunds of orders, by `parent_id`. The body of an order contains only their id, reason and total. */
  refunds: Row[]
  categories: Row[]
  webhooks: Row[]
  coupons: Row[]
  calls: string[]
  troubles: Trouble[]
  before: ((path: string) => void) | undefined
  /** A page with more rows than this fails, like a host that reaches its memory limit. */
  mostRows: number
  /** Simulates a cache that removed the totals header. */
  hidesTotals: boolean
  addProduct(values: Row, variations?: Row[]): Row
  addOrder(values: Row): Row
  addCategory(values: Row): Row
  /** Sends the webhook of a change. Five failures in a row deactivate the webhook. */
  deliver(topic: string, body: Row): Promise<number[]>
  close(): Promise<void>
}

export async function startWooCommerce(): Promise<FakeWooCommerce> {
  let lastId = 10
  const nextId = () => ++lastId
  const fails = new Map<unknown, number>()
  const made = (kind: Kind, rows: Row[], values: Row): Row => {
    const row = makeObject(kind, { id: nextId(), ...values })
    rows.push(row)
    return row
  }
  const shop: FakeWooCommerce = {
    address: '',
    consumerKey: 'ck_0123456789abcdef0123456789abcdef01234567',
    consumerSecret: 'cs_fedcba9876543210fedcba9876543210fedcba98',
    version: 10.3,
    currency: 'EUR',
    scope: 'read_write',
    products: [],
    variations: [],
    orders: [],
    refunds: [],
    categories: [],
    webhooks: [],
    coupons: [],
    calls: [],
    troubles: [],
    before: undefined,
    mostRows: Number.POSITIVE_INFINITY,
    hidesTotals: false,
    addProduct(values, variations = []) {
      const id = nextId()
      const rows = variations.map((each) =>
        made('variation', shop.variations, { status: 'publish', ...each, parent_id: id }),
      )
      return made('product', shop.products, {
        id,
        type: rows.length > 0 ? 'variable' : 'simple',
        status: 'publish',
        date_modified_gmt: '2026-11-01T10:00:00',
        ...values,
        variations: rows.map((row) => row.id),
      })
    },
    addOrder: (values) =>
      made('order', shop.orders, { status: 'processing', currency: shop.currency, refunds: [], ...values }),
    addCategory: (values) => made('category', shop.categories, values),
    async deliver(topic, body) {
      const text = JSON.stringify(body)
      const wanted = shop.webhooks.filter((hook) => hook.topic === topic && hook.status === 'active')
      return await Promise.all(
        wanted.map(async (hook) => {
          const status = await post(String(hook.delivery_url), text, {
            'content-type': 'application/json',
            'x-wc-webhook-topic': topic,
            'x-wc-webhook-id': String(hook.id),
            'x-wc-webhook-delivery-id': String(nextId()),
            'x-wc-webhook-signature': createHmac('sha256', String(hook.secret)).update(text).digest('base64'),
          })
          const isTaken = (status >= 200 && status < 300) || status === 301 || status === 302
          fails.set(hook, isTaken ? 0 : (fails.get(hook) ?? 0) + 1)
          if ((fails.get(hook) ?? 0) >= 5) hook.status = 'disabled'
          return status
        }),
      )
    },
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://shop.example')
    shop.calls.push(`${request.method} ${url.pathname.replace('/wp-json/wc/v3', '')}${decodeURIComponent(url.search)}`)
    shop.before?.(url.pathname)
    const trouble = shop.troubles.shift()
    if (trouble === 'hang up') return void request.socket.destroy()
    if (trouble) return void response.writeHead(trouble.status, trouble.headers).end(trouble.body ?? '')
    if (!url.pathname.startsWith('/wp-json/wc/v3/'))
      return void response
        .writeHead(404, { 'content-type': 'text/html' })
        .end('<!DOCTYPE html><title>Page not found</title>')
    const reply = await route(request, url)
    response.writeHead(reply.status ?? 200, { 'content-type': 'application/json; charset=UTF-8', ...reply.headers })
    response.end(JSON.stringify(reply.body))
  }

  async function route(request: IncomingMessage, url: URL): Promise<Reply> {
    const proof = Buffer.from(`${shop.consumerKey}:${shop.consumerSecret}`).toString('base64')
    if (request.headers.authorization !== `Basic ${proof}`)
      return refusal(401, 'woocommerce_rest_cannot_view', 'Sorry, you cannot list resources.')
    const path = url.pathname.slice('/wp-json/wc/v3'.length)
    const { searchParams: query } = url
    const [, area, id, part] = path.split('/')
    if (path === '/products') return list(shop.products, query, isIn(query))
    if (area === 'products' && id && !part && request.method === 'PUT') return await change(request, id)
    if (path === '/products/categories') return list(shop.categories, query)
    if (area === 'products' && part === 'variations')
      return list(shop.variations, query, ({ parent_id }) => String(parent_id) === id)
    if (path === '/variations' && shop.version >= 10.3) {
      const parents = query.get('parent')?.split(',')
      return list(shop.variations, query, ({ parent_id }) => !parents || parents.includes(String(parent_id)))
    }
    if (path === '/orders') return list(shop.orders, query, isIn(query))
    if (area === 'orders' && part === 'refunds')
      return list(shop.refunds, query, ({ parent_id }) => String(parent_id) === id)
    if (area === 'orders' && id) return one(shop.orders, id, query)
    if (path === '/data/currencies/current') return { body: { code: shop.currency, name: '', symbol: '' } }
    if (area === 'coupons') return await coupons(request, id, query)
    if (area === 'webhooks') return await hooks(request, id, query)
    return refusal(404, 'rest_no_route', 'No route was found matching the URL and request method.')
  }

  /** `any` means every status except the trash. */
  function isIn(query: URLSearchParams) {
    const status = query.get('status') ?? 'any'
    const include = query.get('include')?.split(',')
    return (row: Row) =>
      (status === 'any' ? row.status !== 'trash' : row.status === status) &&
      (!include || include.includes(String(row.id))) &&
      isAfter(row.date_created_gmt, query.get('after')) &&
      isAfter(row.date_modified_gmt, query.get('modified_after'))
  }

  function list(rows: Row[], query: URLSearchParams, isWanted: (row: Row) => boolean = () => true): Reply {
    const perPage = Number(query.get('per_page') ?? 10)
    if (!(perPage >= 1 && perPage <= 100)) return refusal(400, 'rest_invalid_param', 'Invalid parameter(s): per_page')
    const field = { date: 'date_created_gmt', modified: 'date_modified_gmt' }[query.get('orderby') ?? ''] ?? 'id'
    const found = rows.filter(isWanted).sort((a, b) => compare(a[field], b[field]) || compare(a.id, b.id))
    if (query.get('order') !== 'asc') found.reverse()
    const offset = Number(query.get('offset') ?? (Number(query.get('page') ?? 1) - 1) * perPage)
    const page = found.slice(offset, offset + perPage)
    if (page.length > shop.mostRows) return refusal(500, 'internal_server_error', 'There has been a critical error.')
    const totals = { 'x-wp-total': String(found.length), 'x-wp-totalpages': String(Math.ceil(found.length / perPage)) }
    return { body: page.map((row) => only(row, query)), headers: shop.hidesTotals ? {} : totals }
  }

  function one(rows: Row[], id: string, query: URLSearchParams): Reply {
    const row = rows.find((each) => String(each.id) === id)
    return row ? { body: only(row, query) } : refusal(404, 'woocommerce_rest_shop_order_invalid_id', 'Invalid ID.')
  }

  /** Checks the API key before the product. In the metadata, null deletes a key, and values are stored as text. */
  async function change(request: IncomingMessage, id: string): Promise<Reply> {
    if (shop.scope === 'read')
      return refusal(
        401,
        'woocommerce_rest_authentication_error',
        'The API key provided does not have write permissions.',
      )
    const product = shop.products.find((each) => String(each.id) === id)
    if (!product) return refusal(400, 'woocommerce_rest_product_invalid_id', 'Invalid ID.')
    const sent = (await json(request)) as { meta_data?: { key: string; value: string | null }[] }
    const meta = new Map(((product.meta_data ?? []) as { key: string }[]).map((each) => [each.key, each as Row]))
    for (const { key, value } of sent.meta_data ?? [])
      if (value === null) meta.delete(key)
      else meta.set(key, { id: meta.get(key)?.id ?? nextId(), key, value: String(value) })
    product.meta_data = [...meta.values()]
    return { body: product }
  }

  /** Codes are stored in lower case and are case-insensitive. */
  async function coupons(request: IncomingMessage, id: string | undefined, query: URLSearchParams): Promise<Reply> {
    const code = query.get('code')?.toLowerCase()
    if (request.method === 'GET') return list(shop.coupons, query, (row) => code === undefined || row.code === code)
    if (shop.scope === 'read')
      return refusal(401, 'woocommerce_rest_cannot_create', 'Sorry, you are not allowed to create resources.')
    const found = shop.coupons.find((each) => String(each.id) === id)
    if (request.method === 'DELETE') {
      if (!found) return refusal(404, 'woocommerce_rest_shop_coupon_invalid_id', 'Invalid ID.')
      if (query.get('force') !== 'true')
        return refusal(501, 'woocommerce_rest_trash_not_supported', 'The coupon does not support trashing.')
      shop.coupons.splice(shop.coupons.indexOf(found), 1)
      return { body: found }
    }
    // The schema lists `date_expires_gmt` as writable, but no setter takes it.
    const { date_expires_gmt: _, ...sent } = (await json(request)) as Row
    const name = String(sent.code).toLowerCase()
    if (shop.coupons.some((each) => each.code === name))
      return refusal(400, 'woocommerce_rest_coupon_code_already_exists', 'The coupon code already exists')
    const row = { id: nextId(), ...sent, code: name }
    shop.coupons.push(row)
    return { status: 201, body: row }
  }

  async function hooks(request: IncomingMessage, id: string | undefined, query: URLSearchParams): Promise<Reply> {
    if (request.method === 'GET') return list(shop.webhooks, query)
    // The key's permission is checked before the body.
    if (shop.scope === 'read')
      return refusal(
        401,
        'woocommerce_rest_authentication_error',
        'The API key provided does not have write permissions.',
      )
    const hook = shop.webhooks.find((each) => String(each.id) === id)
    if (request.method === 'DELETE' && hook) {
      shop.webhooks.splice(shop.webhooks.indexOf(hook), 1)
      return { body: hook }
    }
    const { secret, ...values } = (await json(request)) as Row
    const absent = ['topic', 'delivery_url'].filter((name) => values[name] === undefined)
    if (!hook && absent.length > 0)
      return refusal(400, 'rest_missing_callback_param', `Missing parameter(s): ${absent.join(', ')}`)
    if (hook) {
      fails.delete(hook)
      return { body: Object.assign(hook, values, secret === undefined ? {} : { secret }) }
    }
    const row = made('webhook', shop.webhooks, { status: 'active', ...values, secret: secret ?? shop.consumerSecret })
    // The webhook URL has to accept this test request before the call succeeds.
    await post(String(row.delivery_url), `webhook_id=${row.id}`, {
      'content-type': 'application/x-www-form-urlencoded',
    })
    return { status: 201, body: { ...row, secret: undefined } }
  }

  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  shop.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return shop
}

type Reply = { status?: number; headers?: Record<string, string>; body: unknown }

const refusal = (status: number, code: string, message: string): Reply => ({
  status,
  body: { code, message, data: { status } },
})

function only(row: Row, query: URLSearchParams): Row {
  const fields = query.get('_fields')?.split(',')
  return fields ? Object.fromEntries(Object.entries(row).filter(([name]) => fields.includes(name))) : row
}

/** Compares whole seconds. Equal times do not count as later. */
const isAfter = (time: unknown, after: string | null): boolean => after === null || String(time) > after.slice(0, 19)

function compare(one: unknown, other: unknown): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  return String(one) < String(other) ? -1 : String(one) > String(other) ? 1 : 0
}

async function post(url: string, body: string, headers: Record<string, string>): Promise<number> {
  try {
    return (await fetch(url, { method: 'POST', headers, body, redirect: 'manual' })).status
  } catch {
    return 0
  }
}
