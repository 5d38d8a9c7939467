// One shop's REST API, version 3, under Basic authentication. What answers is PHP on any host: slow, behind caches and firewalls,
// and at times a page where JSON was asked for.
import { type Answer, answerTimeoutMs, maxAnswerBytes, readAnswer, readMade } from '../answer.ts'
import { isRecord, parseJson, recordsOf } from '../fields.ts'
import { type ShopConnection, ShopFailure, type ShopTools } from '../shop.ts'

/** `total` is what `X-WP-Total` says; null where a cache or a firewall took the header away. */
export type List = { rows: Record<string, unknown>[]; total: number | null }
type Query = Record<string, string | number | undefined>
export type Client = {
  list(path: string, query: Query): Promise<List>
  /** Undefined where there is no such thing, or no such route. */
  find(path: string, query: Query): Promise<Record<string, unknown> | undefined>
  /** Empty where there is no such thing, or no such route. */
  listIfThere(path: string, query: Query): Promise<Record<string, unknown>[]>
  send(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: Record<string, unknown>): Promise<void>
  /** What it understands and does not make is `refused`. */
  make(path: string, body: Record<string, unknown>): Promise<void>
  /** Whether the key may write there. What is sent says nothing, so nothing is made. */
  mayWrite(path: string): Promise<boolean>
  /** False in versions that do not know the route. */
  hasRoute(path: string): Promise<boolean>
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
        // Caches in front of shops keep answers to anybody.
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
          'WordPress answers at this address, and WooCommerce’s REST API does not.',
        )
      if (!Array.isArray(answer.body))
        throw new ShopFailure('shop_unreachable', 'What answers at this address is not WooCommerce.')
      const total = answer.headers['x-wp-total']
      const isCount = typeof total === 'string' && /^\d{1,9}$/.test(total)
      return { rows: recordsOf(answer.body), total: isCount ? Number(total) : null }
    },
    async find(path, query) {
      const answer = await exchange('GET', path, query)
      if (answer === 'missing') return undefined
      if (!isRecord(answer.body))
        throw new ShopFailure('answer_unreadable', 'WooCommerce answered with something else than was asked for.')
      return answer.body
    },
    async listIfThere(path, query) {
      const answer = await exchange('GET', path, query)
      return answer === 'missing' ? [] : recordsOf(answer.body)
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
      // What is missing is looked at only once the key may write.
      if (response.status === 400 && isRecord(said) && said.code === 'rest_missing_callback_param') return true
      if ((response.status === 401 || response.status === 403) && isRecord(said)) return false
      readAnswer(response, 'WooCommerce', tools.now())
      return true
    },
    async hasRoute(path) {
      return (await exchange('GET', path, { per_page: 1, _fields: 'id' })) !== 'missing'
    },
  }
}
