import { type Answer, answerTimeoutMs, maxAnswerBytes, readAnswer, readChanged, readMade } from '../answer.ts'
import { isRecord, toRecords } from '../fields.ts'
import { type ShopConnection, ShopFailure, type ShopTools } from '../shop.ts'

export type List = { rows: Record<string, unknown>[]; count: number }
export type Client = {
  list(path: string, name: string, query: Query): Promise<List>
  /** The error code `refused` means that the shop understood the request and declined it. */
  make(path: string, body: Record<string, unknown>): Promise<void>
  remove(path: string): Promise<void>
  /** Undefined for a missing resource. Throws `not_permitted` if the key may not write. */
  change(path: string, body: Record<string, unknown>): Promise<Record<string, unknown> | undefined>
}
type Query = Record<string, string | number | readonly string[]>

export function createClient(
  { address, credentials }: Pick<ShopConnection, 'address' | 'credentials'>,
  tools: ShopTools,
): Client {
  const authorization = `Basic ${Buffer.from(`${credentials.apiKey ?? ''}:`).toString('base64')}`

  const send = (method: 'POST' | 'DELETE', path: string, body?: Record<string, unknown>) =>
    tools.call(`${address}${path}`, {
      method,
      headers: { authorization, accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      timeoutMs: answerTimeoutMs,
      maxBytes: maxAnswerBytes,
    })

  async function get(path: string, query: Query): Promise<Answer> {
    const response = await tools.call(`${address}${path}?${written(query)}`, {
      headers: { authorization, accept: 'application/json' },
      timeoutMs: answerTimeoutMs,
      maxBytes: maxAnswerBytes,
    })
    return readAnswer(response, 'Medusa', tools.now())
  }

  return {
    async list(path, name, query) {
      const { body } = await get(path, query)
      if (!isRecord(body) || !Array.isArray(body[name]) || typeof body.count !== 'number')
        throw new ShopFailure('shop_unreachable', 'This address is not a Medusa 2 shop. Check the address.')
      return { rows: toRecords(body[name]), count: body.count }
    },
    async make(path, body) {
      readMade(await send('POST', path, body), 'Medusa', tools.now())
    },
    async remove(path) {
      readAnswer(await send('DELETE', path), 'Medusa', tools.now())
    },
    async change(path, body) {
      return readChanged(await send('POST', path, body), 'Medusa', tools.now())
    },
  }
}

function written(query: Query): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    typeof value === 'object' ? value.map((each) => [`${name}[]`, each]) : [[name, String(value)]],
  )
  return new URLSearchParams(pairs as [string, string][]).toString()
}
