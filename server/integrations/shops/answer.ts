// What a shop's answer over HTTP means, for the platforms that speak JSON by plain statuses: its body, or why there is none.
import type { GuardedResponse } from '#platform/guarded-fetch/exchange.ts'
import { isRecord, parseJson } from './fields.ts'
import { ShopFailure } from './shop.ts'

/** Enough for a page of large products; what is longer is asked for again in smaller pages. */
export const maxAnswerBytes = 32 * 1024 * 1024
/** Shops on shared hosts take long for a page of a hundred. */
export const answerTimeoutMs = 60_000

export type Answer = { status: number; headers: GuardedResponse['headers']; body: unknown }

/** The body of a success. `platform` is its name for the merchant's eyes. */
export function readAnswer(response: GuardedResponse, platform: string, now: Date): Answer {
  const { status, headers } = response
  if (status >= 300 && status < 400)
    throw new ShopFailure(
      'shop_unreachable',
      'The address leads somewhere else: use the one that the shop itself answers at.',
    )
  const body = response.truncated ? undefined : parseJson(response.body)
  if (status >= 200 && status < 300) {
    if (response.truncated)
      throw new ShopFailure('answer_unreadable', `${platform} answered with more than can be read.`)
    if (body !== undefined) return { status, headers, body }
    throw isPage(response)
      ? new ShopFailure('shop_unreachable', `The address answers with a page instead of ${platform}’s API.`)
      : new ShopFailure('answer_unreadable', `${platform} answered with something other than JSON.`)
  }
  throw failureOf(response, body, platform, now)
}

function failureOf({ status, headers }: GuardedResponse, body: unknown, platform: string, now: Date): ShopFailure {
  const afterMs = retryAfterMs(headers['retry-after'], now)
  if (status === 429) return new ShopFailure('throttled', `${platform} asks to wait.`, afterMs)
  if (status === 503 && afterMs !== null)
    return new ShopFailure('throttled', `${platform} is away for a while.`, afterMs)
  if (status >= 500) return new ShopFailure('shop_failed', `${platform} answered with the status ${status}.`, afterMs)
  // A page comes from something in front of the shop: a firewall, maintenance, a password for the whole site. It is no verdict
  // on the credentials.
  if (!isRecord(body))
    return new ShopFailure(
      'shop_unreachable',
      `The address answers with the status ${status} and not as ${platform} does.`,
    )
  if (status === 401 || status === 403)
    return new ShopFailure('credentials_refused', `${platform} refuses the credentials, or they may not read this.`)
  if (status === 404) return new ShopFailure('shop_unreachable', `${platform}’s API is not at this address.`)
  return new ShopFailure('shop_failed', `${platform} answered with the status ${status}.`, afterMs)
}

/** The answer to something that was to be made. What the shop understood and does not want is `refused`. */
export function readMade(response: GuardedResponse, platform: string, now: Date): Answer {
  const said = parseJson(response.body)
  const isVerdict = [400, 409, 422].includes(response.status) && (isRecord(said) || Array.isArray(said))
  if (isVerdict) throw new ShopFailure('refused', `${platform} does not make the code${reasonOf(said)}.`)
  return readAnswer(response, platform, now)
}

/** Only what is surely a word of the platform's own: a message may repeat what was sent. */
function reasonOf(said: unknown): string {
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
