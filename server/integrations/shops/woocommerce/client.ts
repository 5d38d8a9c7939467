// The server is PHP on any host: slow, behind caches and firewalls. It sometimes sends HTML instead of JSON.
import { type Answer, answerTimeoutMs, maxAnswerBytes, readAnswer, readChanged, readMade } from '../answer.ts'
import { isRecord, parseJson, toRecords } from '../fields.ts'
import { type ShopConnection, ShopFailure, type ShopTools } from '../shop.ts'

/** `total` is `X-WP-Total`; null when a cache or firewall removed the header. */
export type List = { rows: Record<string, unknown>[]; total: number | null }
type Query = Record<string, string | number | undefined>
export type Client = {
  list(path: string, query: Query): Promise<List>
  /** Undefined for a missing resource or route. */
  find(path: string, query: Query): Promise<Record<string, unknown> | undefined>
  /** Empty for a missing resource or route. */
  listIfThere(path: string, query: Query): Promise<Record<string, unknown>[]>
  send(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: Record<string, unknown>): Promise<void>
  /** The error code `refused` means that the shop understood the request and declined it. */
  make(path: string, body: Record<string, unknown>): Promise<void>
  /** True if the key may write to this path. The request is empty, so nothing is created. */
  mayWrite(path: string): Promise<boolean>
  hasRoute(path: string): Promise<boolean>
  /** Undefined for a missing resource. Throws `not_permitted` if the key may not write. */
  change(path: string, body: Record<string, unknown>): Promise<Record<string, unknown> | undefined>
}

export function createClient(
  { address, credentials }: Pick<ShopConnection, 'address' | 'credentials'>,
  tools: ShopTools,
): Client {
  const { consumerKey = '', consumerSecret = '' } = credentials
  const authorization = `Basic ${Buffer.from(`${consumerKey}:${consumerSecret}`).toString('base64')}`

  type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

  async function respond(method: Method, path: string, query: Query = {}, body?: Record<string, unknown>) {
    const pairs = Object.entries(query).filter((pair): pair is [string, string | number] => pair[1] !== undefined)
    const search = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString()
    return tools.call(`${address}/wp-json/wc/v3${path}${search && `?${search}`}`, {
      method,
      headers: {
        authorization,
        accept: 'application/json',
        // Caches in front of shops may serve a stored response to anybody.
        'cache-control': 'no-cache',
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      timeoutMs: answerTimeoutMs,
      maxBytes: maxAnswerBytes,
    })
  }

  async function exchange(...asked: Parameters<typeof respond>): Promise<Answer | 'missing'> {
    const response = await respond(...asked)
    if ((response.status === 404 || response.status === 410) && isRecord(parseJson(response.body))) return 'missing'
    return readAnswer(response, 'WooCommerce', tools.now())
  }

  return {
    async list(path, query) {
      const answer = await exchange('GET', path, query)
      if (answer === 'missing')
        throw new ShopFailure(
          'shop_unreachable',
          'This address is WordPress without WooCommerce’s REST API. Check the address.',
        )
      if (!Array.isArray(answer.body))
        throw new ShopFailure('shop_unreachable', 'This address is not WooCommerce. Check the address.')
      const total = answer.headers['x-wp-total']
      const isCount = typeof total === 'string' && /^\d{1,9}$/.test(total)
      return { rows: toRecords(answer.body), total: isCount ? Number(total) : null }
    },
    async find(path, query) {
      const answer = await exchange('GET', path, query)
      if (answer === 'missing') return undefined
      if (!isRecord(answer.body))
        throw new ShopFailure('answer_unreadable', 'WooCommerce returned something other than requested.')
      return answer.body
    },
    async listIfThere(path, query) {
      const answer = await exchange('GET', path, query)
      return answer === 'missing' ? [] : toRecords(answer.body)
    },
    async send(method, path, body) {
      await exchange(method, path, method === 'DELETE' ? { force: 'true' } : {}, body)
    },
    async make(path, body) {
      readMade(await respond('POST', path, {}, body), 'WooCommerce', tools.now())
    },
    async mayWrite(path) {
      const response = await respond('POST', path, {}, {})
      const said = parseJson(response.body)
      // WooCommerce checks the right to write before it reports missing parameters.
      if (response.status === 400 && isRecord(said) && said.code === 'rest_missing_callback_param') return true
      if ((response.status === 401 || response.status === 403) && isRecord(said)) return false
      readAnswer(response, 'WooCommerce', tools.now())
      return true
    },
    async change(path, body) {
      const response = await respond('PUT', path, {}, body)
      const said = parseJson(response.body)
      // WooCommerce answers 400 for a product that does not exist.
      if (response.status === 400 && isRecord(said) && /invalid_id$/.test(String(said.code))) return undefined
      if (response.status === 401 && isRecord(said) && said.code === 'woocommerce_rest_cannot_edit')
        throw new ShopFailure('not_permitted', 'WooCommerce does not permit this key to write.')
      return readChanged(response, 'WooCommerce', tools.now())
    },
    async hasRoute(path) {
      return (await exchange('GET', path, { per_page: 1, _fields: 'id' })) !== 'missing'
    },
  }
}
