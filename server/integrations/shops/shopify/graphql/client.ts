// Shopify limits the cost of calls, counted in points. So the next call waits until Shopify has restored the points that
// it costs. Failures have any status, including 200.
import type { GuardedResponse } from '#platform/guarded-fetch/exchange.ts'
import { retryAfterMs } from '../../answer.ts'
import { isRecord, parseJson } from '../../fields.ts'
import { ShopFailure, type ShopTools } from '../../shop.ts'
import { waitInPieces } from '../../wait.ts'

/** The tests validate all documents against the schema of this version. */
export const apiVersion = '2026-10'

export type Client = {
  /** Returns the response's `data`. If `mayLack` allows it, data that the app was not approved for is null. */
  ask<T>(document: string, variables?: Record<string, unknown>, options?: { mayLack?: boolean }): Promise<T>
}

type GraphqlError = { message?: unknown; path?: unknown; extensions?: { code?: unknown } }
type Cost = {
  requestedQueryCost?: number
  throttleStatus?: { maximumAvailable?: number; currentlyAvailable?: number; restoreRate?: number }
}
type Answer = { data?: unknown; errors?: unknown; extensions?: { cost?: Cost } }

const timeoutMs = 30_000
const maxBytes = 32 * 1024 * 1024
const throttledTries = 8

export function createClient(origin: string, accessToken: string, tools: ShopTools): Client {
  const url = `${origin}/admin/api/${apiVersion}/graphql.json`
  const bucket = createBucket(tools)

  async function ask<T>(
    document: string,
    variables: Record<string, unknown> = {},
    { mayLack = false }: { mayLack?: boolean } = {},
  ): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      await bucket.waitFor(document)
      const response = await tools.call(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          'x-shopify-access-token': accessToken,
        },
        body: JSON.stringify({ query: document, variables }),
        timeoutMs,
        maxBytes,
      })
      const answer = readAnswer(response, tools.now())
      bucket.note(document, answer.extensions?.cost)
      const errors = Array.isArray(answer.errors) ? (answer.errors as GraphqlError[]) : []
      const codes = errors.map(readCode)
      if (codes.includes('THROTTLED')) {
        if (attempt >= throttledTries)
          throw new ShopFailure('throttled', 'Shopify asked us to wait.', bucket.missingMs(document))
        await waitInPieces(Math.max(bucket.missingMs(document), 500), tools)
        continue
      }
      if (errors.length === 0 && isRecord(answer.data)) return answer.data as T
      if (mayLack && isRecord(answer.data) && codes.every((code) => code === 'ACCESS_DENIED')) return answer.data as T
      throw toFailure(errors, codes)
    }
  }

  return { ask }
}

/** Shopify's last reported points, and each document's last cost. */
function createBucket(tools: ShopTools) {
  const costs = new Map<string, number>()
  let known: { maximum: number; available: number; perSecond: number; at: number } | undefined

  function missingMs(document: string): number {
    const cost = costs.get(document)
    if (!known || cost === undefined || known.perSecond <= 0) return 0
    const restored = (Math.max(tools.now().getTime() - known.at, 0) / 1000) * known.perSecond
    const missing = Math.min(cost, known.maximum) - Math.min(known.available + restored, known.maximum)
    return missing <= 0 ? 0 : Math.ceil((missing / known.perSecond) * 1000)
  }

  return {
    missingMs,
    async waitFor(document: string): Promise<void> {
      const ms = missingMs(document)
      if (ms > 0) await waitInPieces(ms, tools)
    },
    note(document: string, cost: Cost | undefined): void {
      const { requestedQueryCost, throttleStatus } = cost ?? {}
      if (isAmount(requestedQueryCost)) costs.set(document, requestedQueryCost)
      const { maximumAvailable, currentlyAvailable, restoreRate } = throttleStatus ?? {}
      if (!isAmount(maximumAvailable) || !isAmount(currentlyAvailable) || !isAmount(restoreRate)) return
      const at = tools.now().getTime()
      known = { maximum: maximumAvailable, available: currentlyAvailable, perSecond: restoreRate, at }
    },
  }
}

function readAnswer(response: GuardedResponse, now: Date): Answer {
  refuseStatus(response, now)
  if (response.truncated) throw new ShopFailure('answer_unreadable', 'The response of Shopify is too large.')
  const answer = parseJson(response.body)
  if (!isRecord(answer))
    throw new ShopFailure('shop_unreachable', 'This address is not a Shopify shop. Check the address.')
  if (typeof answer.errors === 'string') throw new ShopFailure('shop_failed', 'Shopify returned an error.')
  if (answer.data === undefined && answer.errors === undefined)
    throw new ShopFailure('answer_unreadable', 'Shopify returned no data.')
  return answer as Answer
}

export function refuseStatus({ status, headers, body }: GuardedResponse, now: Date): void {
  if (status >= 200 && status < 300) return
  const afterMs = retryAfterMs(headers['retry-after'], now)
  if (status === 401 || status === 403)
    throw new ShopFailure('credentials_refused', 'Shopify refused the access token.')
  if (status >= 300 && status < 400)
    throw new ShopFailure(
      'shop_unreachable',
      'This address redirects elsewhere. Use the shop’s own .myshopify.com address.',
    )
  if (status === 404)
    throw new ShopFailure('shop_unreachable', 'There is no Shopify shop at this address. Check the address.')
  if (status === 429) throw new ShopFailure('throttled', 'Shopify asked us to wait.', afterMs)
  if (status === 402)
    throw new ShopFailure('shop_failed', 'Shopify has frozen the shop until its plan is paid.', afterMs)
  if (status === 423) throw new ShopFailure('shop_failed', 'Shopify has locked the shop.', afterMs)
  if (status < 500 && !isRecord(parseJson(body)))
    throw new ShopFailure('shop_unreachable', 'This address is not a Shopify shop. Check the address.')
  throw new ShopFailure('shop_failed', `Shopify returned the status ${status}.`, afterMs)
}

function toFailure(errors: readonly GraphqlError[], codes: readonly string[]): ShopFailure {
  // A retry with the same cursor would be refused again.
  if (errors.some((error) => /\bcursor\b/i.test(String(error?.message))))
    return new ShopFailure('position_lost', 'Shopify no longer accepts the position at which this read continues.')
  if (codes.includes('ACCESS_DENIED'))
    return new ShopFailure('credentials_refused', 'The app’s access token lacks a scope for this read.')
  if (codes.includes('SHOP_INACTIVE')) return new ShopFailure('shop_failed', 'The shop is not active at Shopify.')
  const [code] = codes.filter(Boolean)
  return new ShopFailure('shop_failed', code ? `Shopify returned ${code}.` : 'Shopify returned an error.')
}

/** Returns only error codes, because an error message may quote our request. */
function readCode(error: GraphqlError): string {
  const code = error?.extensions?.code
  return typeof code === 'string' && /^[A-Z_]{1,60}$/.test(code) ? code : ''
}

const isAmount = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0
