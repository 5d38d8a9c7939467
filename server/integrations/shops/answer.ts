import type { GuardedResponse } from '#platform/guarded-fetch/exchange.ts'
import { isRecord, parseJson } from './fields.ts'
import { ShopFailure } from './shop.ts'

/** Enough for a page of large products. A longer response is requested again in smaller pages. */
export const maxAnswerBytes = 32 * 1024 * 1024
/** Shops on shared hosts need a long time for a page of a hundred products. */
export const answerTimeoutMs = 60_000

/** False if the platform refuses the credentials for this call. */
export async function isPermitted(call: () => Promise<unknown>): Promise<boolean> {
  try {
    await call()
    return true
  } catch (error) {
    if (error instanceof ShopFailure && error.code === 'credentials_refused') return false
    throw error
  }
}

export type Answer = { status: number; headers: GuardedResponse['headers']; body: unknown }

export function readAnswer(response: GuardedResponse, platform: string, now: Date): Answer {
  const { status, headers } = response
  if (status >= 300 && status < 400)
    throw new ShopFailure('shop_unreachable', "This address redirects elsewhere. Use the shop's own address.")
  const body = response.truncated ? undefined : parseJson(response.body)
  if (status >= 200 && status < 300) {
    if (response.truncated) throw new ShopFailure('answer_unreadable', `The response of ${platform} is too large.`)
    if (body !== undefined) return { status, headers, body }
    throw isPage(response)
      ? new ShopFailure(
          'shop_unreachable',
          `This address returns a page instead of ${platform}’s API. Check the address.`,
        )
      : new ShopFailure('answer_unreadable', `${platform} returned something other than JSON.`)
  }
  throw toFailure(response, body, platform, now)
}

function toFailure({ status, headers }: GuardedResponse, body: unknown, platform: string, now: Date): ShopFailure {
  const afterMs = retryAfterMs(headers['retry-after'], now)
  if (status === 429) return new ShopFailure('throttled', `${platform} asked us to wait.`, afterMs)
  if (status === 503 && afterMs !== null)
    return new ShopFailure('throttled', `${platform} is temporarily unavailable.`, afterMs)
  if (status >= 500) return new ShopFailure('shop_failed', `${platform} returned the status ${status}.`, afterMs)
  // Firewalls, maintenance and site passwords respond with an HTML page. Such a page does not mean that the credentials are
  // wrong.
  if (!isRecord(body))
    return new ShopFailure(
      'shop_unreachable',
      `This address returns the status ${status} and is not ${platform}. Check the address.`,
    )
  if (status === 401 || status === 403)
    return new ShopFailure(
      'credentials_refused',
      `${platform} refused the credentials, or they lack the permission to read this.`,
    )
  if (status === 404)
    return new ShopFailure('shop_unreachable', `${platform}’s API is not at this address. Check the address.`)
  return new ShopFailure('shop_failed', `${platform} returned the status ${status}.`, afterMs)
}

/** Reads the response to a create request. `refused` means that the shop understood the request and declined it. */
export function readMade(response: GuardedResponse, platform: string, now: Date): Answer {
  const said = parseJson(response.body)
  const isVerdict = [400, 409, 422].includes(response.status) && (isRecord(said) || Array.isArray(said))
  if (isVerdict) throw new ShopFailure('refused', `${platform} refused to create the code${formatReason(said)}.`)
  return readAnswer(response, platform, now)
}

/** Reads the response to a change. Undefined if there is nothing to change. */
export function readChanged(
  response: GuardedResponse,
  platform: string,
  now: Date,
): Record<string, unknown> | undefined {
  const said = parseJson(response.body)
  if (response.status === 404 || response.status === 410) if (isRecord(said)) return undefined
  if (response.status === 403 && isRecord(said))
    throw new ShopFailure('not_permitted', `${platform} does not permit these credentials to write.`)
  if ([400, 409, 422].includes(response.status) && isRecord(said))
    throw new ShopFailure('refused', `${platform} refused the change${formatReason(said)}.`)
  const { body } = readAnswer(response, platform, now)
  return isRecord(body) ? body : {}
}

/** Returns only the platform's own error codes, because an error message may quote our request. */
function formatReason(said: unknown): string {
  const code = isRecord(said) ? (said.code ?? said.type) : undefined
  return typeof code === 'string' && /^[a-z_]{1,60}$/.test(code) ? `: ${code}` : ''
}

const isPage = ({ headers, body }: GuardedResponse): boolean =>
  /html/i.test(headers['content-type'] ?? '') || /^\s*</.test(body.subarray(0, 100).toString('latin1'))

export function retryAfterMs(header: string | string[] | undefined, now: Date): number | null {
  const text = String(header ?? '').trim()
  if (/^\d+(\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1000)
  const at = text === '' ? Number.NaN : Date.parse(text)
  return Number.isNaN(at) ? null : Math.max(at - now.getTime(), 0)
}
