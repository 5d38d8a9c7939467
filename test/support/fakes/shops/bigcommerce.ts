// Imitates the part of BigCommerce that a connected shop uses: V3 for catalogue and webhooks, V2 for orders, a shared
// quota, and webhooks signed by Standard Webhooks.
import { createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BcData, BcOrder, BcProduct } from './bigcommerce/model.ts'

export * from './bigcommerce/model.ts'

export type BcFailure =
  | 'hang up'
  | 'html'
  | 'redirect'
  | 'not json'
  | { status: number; headers?: Record<string, string>; body?: string }
type Hook = { id: number; scope: string; destination: string; is_active: boolean }

export type FakeBigCommerce = Awaited<ReturnType<typeof startBigCommerce>>

export async function startBigCommerce({ now = () => Date.now() }: { now?: () => number } = {}) {
  const fake = {
    hash: 'abc123',
    origin: '',
    data: { products: new Map(), brands: [], categories: [], orders: new Map() } as BcData,
    tokens: new Map<string, Set<'products' | 'orders' | 'hooks' | 'coupons'>>([
      ['bc-token', new Set(['products', 'orders', 'hooks', 'coupons'])],
    ]),
    calls: [] as { method: string; path: string; at: number }[],
    failures: [] as BcFailure[],
    outage: undefined as BcFailure | undefined,
    /** Runs after each page of products, so that tests can delete rows between pages. */
    afterPage: undefined as ((page: number) => void) | undefined,
    /** Null means unlimited calls. */
    quota: null as { perWindow: number; windowMs: number; left: number; endsAt: number } | null,
    /** True if lists support cursors. */
    hasCursors: false,
    /** True if orders include their line items. */
    hasConsignments: true,
    hooks: [] as Hook[],
    coupons: [] as ({ id: number; code: string; name: string } & Record<string, unknown>)[],
    refusedScopes: new Set<string>(),
    deliver,
    close,
  }

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  fake.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const { pathname, searchParams: query } = new URL(request.url ?? '', fake.origin)
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString('utf8')
    const method = request.method ?? ''
    fake.calls.push({ method, path: pathname, at: now() })
    const failure = fake.failures.shift() ?? fake.outage
    if (failure) return fail(failure, response)
    if (!takeCall(response)) return
    const token = fake.tokens.get(String(request.headers['x-auth-token']))
    if (!token) return send(response, 401, { status: 401, title: 'Unauthorized' })
    const base = `/stores/${fake.hash}`
    if (!pathname.startsWith(`${base}/`)) return send(response, 404, { status: 404 })
    const path = pathname.slice(base.length)
    const needed = path.startsWith('/v2/coupons')
      ? 'coupons'
      : path.includes('/hooks')
        ? 'hooks'
        : path.includes('/orders')
          ? 'orders'
          : 'products'
    if (path !== '/v2/store' && !token.has(needed)) return send(response, 403, { status: 403, title: 'Forbidden' })
    if (path === '/v3/hooks' || path.startsWith('/v3/hooks/')) return hooks(method, path, text, response)
    if (path.startsWith('/v2/orders') || path.startsWith('/v3/orders')) return orders(path, query, response)
    if (path.startsWith('/v2/coupons')) return coupons(method, path, query, text, response)
    return catalogue(path, query, response)
  }

  /** Sets the quota headers of every response. Refuses a call above the quota and names the start of the next window. */
  function takeCall(response: ServerResponse): boolean {
    const { quota } = fake
    if (!quota) return true
    if (quota.endsAt <= now()) Object.assign(quota, { left: quota.perWindow, endsAt: now() + quota.windowMs })
    const isLeft = quota.left > 0
    if (isLeft) quota.left -= 1
    response.setHeader('x-rate-limit-requests-left', quota.left)
    response.setHeader('x-rate-limit-requests-quota', quota.perWindow)
    response.setHeader('x-rate-limit-time-window-ms', quota.windowMs)
    response.setHeader('x-rate-limit-time-reset-ms', Math.max(quota.endsAt - now(), 0))
    if (!isLeft) send(response, 429, { status: 429, title: 'Too Many Requests' })
    return isLeft
  }

  function catalogue(path: string, query: URLSearchParams, response: ServerResponse): unknown {
    if (path === '/v2/store')
      return send(response, 200, {
        id: fake.hash,
        secure_url: 'https://acme.example',
        domain: 'acme.example',
        currency: 'USD',
      })
    if (path === '/v3/catalog/brands') return sendList(fake.data.brands, query, response)
    if (path === '/v3/catalog/trees/categories')
      return sendList(
        fake.data.categories.map((each) => ({ id: each.category_id, ...each })),
        query,
        response,
      )
    if (path !== '/v3/catalog/products') return send(response, 404, { status: 404 })
    const { products } = fake.data
    if (products instanceof Map) {
      const rows = [...products.values()].sort((a, b) => a.id - b.id)
      sendList(
        rows.map((row) => productRow(row, query)),
        query,
        response,
      )
    } else {
      const { page, limit } = readPage(query)
      const length = Math.max(Math.min(limit, products.count - (page - 1) * limit), 0)
      const rows = Array.from({ length }, (_, index) => productRow(products.make((page - 1) * limit + index), query))
      send(response, 200, { data: rows, meta: { pagination: pagination(products.count, length, page, limit) } })
    }
    fake.afterPage?.(Number(query.get('page') ?? 1))
  }

  function sendList<T extends { id?: number }>(
    all: readonly T[],
    query: URLSearchParams,
    response: ServerResponse,
  ): void {
    const ids = query.get('id:in')?.split(',').map(Number)
    const rows = ids ? all.filter(({ id }) => ids.includes(id ?? 0)) : all
    const { page, limit } = readPage(query)
    const after = query.get('after')
    const from = after ? rows.findIndex(({ id }) => (id ?? 0) > Number(after)) : (page - 1) * limit
    const data = from < 0 ? [] : rows.slice(from, from + limit)
    const more = from >= 0 && from + limit < rows.length
    const cursors = { end_cursor: String(data.at(-1)?.id ?? ''), links: more ? { next: '?after' } : {} }
    send(response, 200, {
      data,
      meta: {
        pagination: pagination(rows.length, data.length, page, limit),
        ...(fake.hasCursors && { cursor_pagination: cursors }),
      },
    })
  }

  function orders(path: string, query: URLSearchParams, response: ServerResponse): unknown {
    const [, id, rest] = /\/orders\/(\d+)(\/.*)?$/.exec(path) ?? []
    if (!id) {
      const field = query.has('min_date_modified') ? 'date_modified' : 'date_created'
      const min = Date.parse(query.get(`min_${field}`) ?? '1970-01-01')
      const rows = [...fake.data.orders.values()]
        .filter((order) => Date.parse(order[field]) >= min)
        .sort((a, b) => Date.parse(a[field]) - Date.parse(b[field]) || a.id - b.id)
      const { page, limit } = readPage(query)
      const shown = rows.slice((page - 1) * limit, page * limit)
      // V2 returns 204 for an empty list.
      if (shown.length === 0) return response.writeHead(204).end()
      return send(
        response,
        200,
        shown.map((order) => orderRow(order, query)),
      )
    }
    const order = fake.data.orders.get(Number(id))
    if (!order) return send(response, 404, [{ status: 404, message: 'The requested resource was not found.' }])
    if (rest === '/products') {
      const { page, limit } = readPage(query)
      const lines = order.lines.slice((page - 1) * limit, page * limit)
      return lines.length === 0 ? response.writeHead(204).end() : send(response, 200, lines)
    }
    if (rest === '/payment_actions/refunds')
      return send(response, 200, { data: order.refunds.map((amount) => ({ total_amount: Number(amount) })), meta: {} })
    return send(response, 200, orderRow(order, query))
  }

  function orderRow({ lines, refunds: _, ...order }: BcOrder, query: URLSearchParams) {
    const link = (name: string) => ({ url: `${fake.origin}/${name}`, resource: `/orders/${order.id}/${name}` })
    const isWhole = fake.hasConsignments && query.get('include') === 'consignments.line_items'
    const consignments = isWhole
      ? { shipping: [{ line_items: lines }], pickups: [], downloads: [], email: {} }
      : link('consignments')
    return { ...order, products: link('products'), consignments }
  }

  function coupons(method: string, path: string, query: URLSearchParams, text: string, response: ServerResponse) {
    if (method === 'GET') {
      const rows = fake.coupons.filter(({ code }) => !query.has('code') || code === query.get('code'))
      return rows.length === 0 ? response.writeHead(204).end() : send(response, 200, rows)
    }
    if (method === 'DELETE') {
      fake.coupons = fake.coupons.filter(({ id }) => id !== Number(path.split('/')[3]))
      return response.writeHead(204).end()
    }
    const sent = JSON.parse(text)
    if (fake.coupons.some(({ code, name }) => code === sent.code || name === sent.name))
      return send(response, 409, [{ status: 409, message: 'The coupon could not be created: it exists already.' }])
    fake.coupons.push({ id: fake.coupons.length + 1, ...sent })
    return send(response, 201, fake.coupons.at(-1))
  }

  function hooks(method: string, path: string, text: string, response: ServerResponse): unknown {
    const id = Number(path.split('/')[3])
    const found = fake.hooks.find((hook) => hook.id === id)
    if (method === 'GET') {
      const meta = { pagination: pagination(fake.hooks.length, fake.hooks.length, 1, 250) }
      return send(response, 200, { data: fake.hooks, meta })
    }
    if (method === 'POST') {
      const { scope, destination } = JSON.parse(text) as Hook
      if (fake.refusedScopes.has(scope)) return send(response, 422, { status: 422, title: 'Invalid scope' })
      if (!destination.startsWith('https://')) return send(response, 422, { status: 422, title: 'Invalid destination' })
      fake.hooks.push({ id: fake.hooks.length + 1, scope, destination, is_active: true })
      return send(response, 200, { data: fake.hooks.at(-1) })
    }
    if (!found) return send(response, 404, { status: 404 })
    if (method === 'PUT') Object.assign(found, JSON.parse(text))
    else fake.hooks = fake.hooks.filter((hook) => hook !== found)
    return send(response, 200, { data: found })
  }

  /** Sends a webhook to every active hook of the scope, or to the given URL. */
  async function deliver(
    scope: string,
    data: unknown,
    { secret = 'bc-secret', id = randomUUID(), uris }: { secret?: string; id?: string; uris?: string[] } = {},
  ): Promise<number[]> {
    const seconds = Math.floor(now() / 1000)
    const body = JSON.stringify({
      producer: `stores/${fake.hash}`,
      scope,
      data,
      hash: id,
      created_at: seconds,
      store_id: '1',
    })
    const signature = createHmac('sha256', secret).update(`${id}.${seconds}.${body}`).digest('base64')
    const awake = fake.hooks.filter((hook) => hook.scope === scope && hook.is_active)
    return await Promise.all(
      (uris ?? awake.map(({ destination }) => destination)).map(async (uri) => {
        const headers = {
          'content-type': 'application/json',
          'webhook-id': id,
          'webhook-timestamp': String(seconds),
          'webhook-signature': `v1,${signature}`,
        }
        return (await fetch(uri, { method: 'POST', headers, body })).status
      }),
    )
  }

  async function close(): Promise<void> {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    server.closeAllConnections()
    await closed
  }

  return fake
}

function productRow({ variants, custom_fields, primary_image, ...row }: BcProduct, query: URLSearchParams) {
  const include = (query.get('include') ?? '').split(',')
  return {
    ...row,
    ...(include.includes('variants') && { variants }),
    ...(include.includes('custom_fields') && { custom_fields }),
    ...(include.includes('primary_image') && { primary_image }),
  }
}

const readPage = (query: URLSearchParams) => ({
  page: Number(query.get('page') ?? 1),
  limit: Math.min(Number(query.get('limit') ?? 50), 250),
})

function pagination(total: number, count: number, page: number, limit: number) {
  return { total, count, per_page: limit, current_page: page, total_pages: Math.max(Math.ceil(total / limit), 1) }
}

function fail(failure: BcFailure, response: ServerResponse): void {
  if (failure === 'hang up') response.destroy()
  else if (failure === 'html') response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>')
  else if (failure === 'redirect') response.writeHead(301, { location: 'https://elsewhere.example/' }).end()
  else if (failure === 'not json') response.writeHead(200, { 'content-type': 'application/json' }).end('{"data": [')
  else response.writeHead(failure.status, failure.headers).end(failure.body)
}

function send(response: ServerResponse, status: number, body: unknown): unknown {
  return response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
