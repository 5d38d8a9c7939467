// The API of the outlet's own shop: the part of WooCommerce's REST API that the service calls. The shop has no database, so its
// changes are in memory, and the service repairs what a restart lost.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { catalogue } from '../catalogue.ts'

export const shopPath = '/demo-store'
export const shopApiPath = `${shopPath}/wp-json/wc/v3/`
export const shopPicturesPath = `${shopPath}/pictures/`
/** The shop sells nothing, so its key is no secret. */
export const shopKey = { consumerKey: 'ck_larkmoor_outlet', consumerSecret: 'cs_larkmoor_outlet' }

const sold = [0, 4, 8, 12, 16]
/** The shop lists this product, but refuses every change of it. */
const refusedId = '2005'
const most = { coupons: 1_000, webhooks: 50 }

export const outletProductIds = sold.map((_, at) => String(2_001 + at))

type Row = Record<string, unknown>
type Reply = { status?: number; body: unknown; total?: number }

export function serveShopApi(app: FastifyInstance, origin: string): void {
  const shop = createShop(origin)
  const proof = `Basic ${Buffer.from(`${shopKey.consumerKey}:${shopKey.consumerSecret}`).toString('base64')}`
  const answer = (request: FastifyRequest, reply: FastifyReply) => {
    const { headers, method, params, query, body } = request
    const {
      status,
      total,
      body: sent,
    } = headers.authorization === proof
      ? shop({ method, path: (params as { '*': string })['*'], query: query as Row, body: readObject(body) })
      : refusal(401, 'woocommerce_rest_cannot_view')
    reply.code(status ?? 200).header('cache-control', 'no-store')
    if (total !== undefined) reply.headers({ 'x-wp-total': String(total), 'x-wp-totalpages': '1' })
    return reply.type('application/json').send(JSON.stringify(sent))
  }
  app.route({
    method: ['GET', 'POST', 'PUT', 'DELETE'],
    url: `${shopApiPath}*`,
    bodyLimit: 64 * 1024,
    handler: answer,
  })
}

type Call = { method: string; path: string; query: Row; body: Row }

function createShop(origin: string) {
  const products = buildProducts(origin)
  const coupons: Row[] = []
  const webhooks: Row[] = []
  let lastId = 9_000

  return ({ method, path, query, body }: Call): Reply => {
    const [area = '', id] = path.split('/')
    const isRead = method === 'GET'
    if (path === 'data/currencies/current' && isRead) return { body: { code: 'EUR' } }
    if (area === 'products' && isRead && id === undefined) return list(products, query)
    if (area === 'products' && method === 'PUT') return changeProduct(products, id, body)
    if (['orders', 'variations'].includes(area) || path === 'products/categories') return list([], query)
    if (area === 'coupons') {
      const { code } = query
      if (isRead)
        return list(
          coupons.filter((each) => code === undefined || each.code === lower(code)),
          query,
        )
      return change(coupons, { method, id, body: { ...body, code: lower(body.code) }, most: most.coupons })
    }
    if (area === 'webhooks') {
      if (isRead) return list(webhooks, query)
      if (method === 'POST' && (body.topic === undefined || body.delivery_url === undefined))
        return refusal(400, 'rest_missing_callback_param')
      return change(webhooks, { method, id, body, most: most.webhooks })
    }
    return refusal(404, 'rest_no_route')
  }

  function change(
    rows: Row[],
    { method, id, body, most }: Pick<Call, 'method' | 'body'> & { id?: string | undefined; most: number },
  ): Reply {
    if (method === 'POST') {
      if (rows.length >= most) return refusal(400, 'woocommerce_rest_too_many')
      const { secret: _, ...seen } = body
      const row = { ...seen, id: ++lastId }
      rows.push(row)
      return { status: 201, body: row }
    }
    const row = rows.find((each) => String(each.id) === id)
    if (!row) return refusal(404, 'woocommerce_rest_invalid_id')
    if (method === 'DELETE') rows.splice(rows.indexOf(row), 1)
    else if (typeof body.status === 'string') row.status = body.status
    return { body: row }
  }
}

function changeProduct(products: readonly Row[], id: string | undefined, body: Row): Reply {
  const product = products.find((each) => String(each.id) === id)
  if (!product || id === refusedId) return refusal(400, 'woocommerce_rest_product_invalid_id')
  const sent = (Array.isArray(body.meta_data) ? body.meta_data : []) as { key: unknown; value: unknown }[]
  const meta = new Map((product.meta_data as { key: string; value: string }[]).map(({ key, value }) => [key, value]))
  for (const { key, value } of sent.slice(0, 10)) {
    if (typeof key !== 'string' || !/^evident_rating(_count)?$/.test(key)) continue
    if (value === null) meta.delete(key)
    else meta.set(key, String(value).slice(0, 20))
  }
  product.meta_data = [...meta].map(([key, value]) => ({ key, value }))
  return { body: product }
}

/** Every list has few rows, so it is one page. */
function list(rows: readonly Row[], { include, offset, page }: Row): Reply {
  const ids = typeof include === 'string' ? include.split(',') : undefined
  const found = rows.filter(({ id }) => ids?.includes(String(id)) ?? true)
  return { body: Number(offset ?? 0) > 0 || Number(page ?? 1) > 1 ? [] : found, total: found.length }
}

function buildProducts(origin: string): Row[] {
  const all = catalogue({
    imageUrl: (name) => `${origin}${shopPicturesPath}${name}.webp`,
    pageUrl: ({ id }) => `${origin}${shopPath}/products/${id}`,
  })
  return sold.flatMap((place, at): Row[] => {
    const row = all[place]?.row
    if (!row) return []
    const { gtin, sku } = row.variants?.[0] ?? row
    return [
      {
        ...{ id: Number(outletProductIds[at]), name: row.title, slug: row.handle, permalink: row.url, type: 'simple' },
        ...{ status: 'publish', description: row.description, sku, global_unique_id: gtin ?? '', price: '' },
        ...{ images: [{ src: row.imageUrl }], brands: [], categories: [], attributes: [], variations: [] },
        ...{ meta_data: [], date_modified_gmt: '2026-01-05T10:00:00' },
      },
    ]
  })
}

const lower = (value: unknown): string => String(value).slice(0, 100).toLowerCase()
const refusal = (status: number, code: string): Reply => ({
  status,
  body: { code, message: 'The demo shop refuses this.' },
})

function readObject(body: unknown): Row {
  try {
    const read: unknown = JSON.parse(String(body))
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? (read as Row) : {}
  } catch {
    return {}
  }
}
