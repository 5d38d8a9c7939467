// The store's other apps share the quota of calls. Every response reports the remaining calls and the time of the reset.
import type { GuardedRequest, GuardedResponse } from '#platform/guarded-fetch/exchange.ts'
import { parseJson } from '../fields.ts'
import { ShopFailure, type ShopTools } from '../shop.ts'
import { waitInPieces } from '../wait.ts'

export type Answer = { status: number; body: unknown }
export type Client = {
  /**
   * Returns the response for a path below the store's own path. Undefined for a missing resource. An empty list of V2 has
   * no body.
   */
  get(path: string, query?: Record<string, string | number>): Promise<unknown>
  send(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<Answer>
}

const timeoutMs = 30_000
const maxBytes = 64 * 1024 * 1024
const throttledTries = 8

export function createClient(origin: string, storeHash: string, accessToken: string, tools: ShopTools): Client {
  let nextAt = 0

  async function exchange(
    method: NonNullable<GuardedRequest['method']>,
    path: string,
    body?: unknown,
  ): Promise<Answer> {
    for (let attempt = 1; ; attempt += 1) {
      const waitMs = nextAt - tools.now().getTime()
      if (waitMs > 0) await waitInPieces(waitMs, tools)
      // Waits once. The next response says whether calls are available again.
      nextAt = 0
      const response = await tools.call(`${origin}/stores/${storeHash}${path}`, {
        method,
        headers: {
          accept: 'application/json',
          'x-auth-token': accessToken,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        timeoutMs,
        maxBytes,
      })
      const resetMs = readNumber(response, 'x-rate-limit-time-reset-ms')
      if (readNumber(response, 'x-rate-limit-requests-left') === 0 && resetMs !== undefined)
        nextAt = tools.now().getTime() + resetMs
      if (response.status !== 429) return readAnswer(response)
      const afterMs = resetMs ?? parseSecondsAsMs(response.headers['retry-after']) ?? 1_000
      if (attempt >= throttledTries) throw new ShopFailure('throttled', 'BigCommerce asked us to wait.', afterMs)
      nextAt = 0
      await waitInPieces(afterMs, tools)
    }
  }

  return {
    async get(path, query = {}) {
      const search = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
      const { status, body } = await exchange('GET', search.length > 0 ? `${path}?${search.join('&')}` : path)
      if (status === 404) return undefined
      // A retry with the same cursor would be refused again.
      const code = 'after' in query ? 'position_lost' : 'shop_failed'
      if (status >= 400) throw new ShopFailure(code, `BigCommerce returned the status ${status}.`)
      return body
    },
    send: exchange,
  }
}

function readAnswer(response: GuardedResponse): Answer {
  const { status, headers, body, truncated } = response
  if (status === 401) throw new ShopFailure('credentials_refused', 'BigCommerce refused the access token.')
  if (status === 403) throw new ShopFailure('credentials_refused', 'The access token lacks a scope for this call.')
  if (status >= 300 && status < 400)
    throw new ShopFailure('shop_unreachable', "This address redirects elsewhere. It is not BigCommerce's API.")
  if (status >= 500)
    throw new ShopFailure(
      'shop_failed',
      `BigCommerce returned the status ${status}.`,
      parseSecondsAsMs(headers['retry-after']) ?? null,
    )
  if (truncated) throw new ShopFailure('answer_unreadable', tooMuch)
  if (status === 204 || body.length === 0) return { status, body: null }
  const parsed = parseJson(body)
  if (parsed === undefined && status !== 404)
    throw new ShopFailure('shop_unreachable', "This address is not BigCommerce's API.")
  return { status, body: parsed }
}

const tooMuch = 'The response of BigCommerce is too large.'
export const isTooMuch = (error: unknown): boolean => error instanceof ShopFailure && error.message === tooMuch

function readNumber({ headers }: GuardedResponse, name: string): number | undefined {
  const text = String(headers[name] ?? '').trim()
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined
}

function parseSecondsAsMs(header: string | undefined): number | undefined {
  return /^\d{1,6}$/.test(header ?? '') ? Number(header) * 1000 : undefined
}
