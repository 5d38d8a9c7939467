// Only this folder knows providers' names, headers and formats. It does not know what an event means to a shop.
import { GuardedFetchError } from '#platform/guarded-fetch/errors.ts'
import type { GuardedResponse } from '#platform/guarded-fetch/exchange.ts'
import type { GuardedFetch } from '#platform/guarded-fetch/guarded-fetch.ts'

export type ProviderEvent = {
  /** A UUID, the same on every attempt. */
  id: string
  /** Identifies what the event is about, the same on every attempt. */
  key: string
  name: string
  at: Date
  contact: { email: string; firstName: string | null; lastName: string | null; locale: string | null }
  /** Plain values, and lists of objects of plain values. */
  properties: Record<string, unknown>
  /** Sets these properties of the person. Undefined if the profile stays as it is. */
  profile?: Partial<Record<ProfileField, string | number | null>> | undefined
}

export const profileFields = [
  'evident_review_count',
  'evident_average_rating',
  'evident_last_rating',
  'evident_last_review_at',
  'evident_points',
  'evident_tier',
] as const
export type ProfileField = (typeof profileFields)[number]

export type Account = { apiKey: string; settings: Record<string, string> }

export type SendResult =
  | { kind: 'accepted' }
  /**
   * The provider did not confirm that it accepted the event. `isCertain`: it surely did not accept the event, so the
   * event can be sent again.
   */
  | { kind: 'retry'; reason: string; afterMs: number | null; isCertain: boolean }
  /** The provider will never accept this event unless the event is changed. */
  | { kind: 'refused'; reason: string }
  /** The account accepts no event until its key or audience changes. */
  | { kind: 'unusable'; reason: string }

export type Provider = {
  name: string
  origin(account: Account): string
  /** True if the provider drops events with a known key, so an event with an unknown result can be sent again. */
  dropsRepeats: boolean
  /** Maximum numbers of calls per second and of parallel calls for one account. */
  pace: { perSecond: number; atOnce: number }
  send(call: ProviderCall, account: Account, event: ProviderEvent): Promise<SendResult>
  /** Empties the properties that events have set. Missing if the provider's events set none. */
  clearProfile?(call: ProviderCall, account: Account, email: string): Promise<SendResult>
}

export type ProviderCall = (request: {
  method: 'GET' | 'PATCH' | 'POST' | 'PUT'
  path: string
  headers: Record<string, string>
  body?: unknown
}) => Promise<GuardedResponse>

export const callTimeoutMs = 15_000

export const callTo =
  (fetch: GuardedFetch, origin: string): ProviderCall =>
  ({ method, path, headers, body }) =>
    fetch(`${origin}${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      timeoutMs: callTimeoutMs,
    })

/** Maps common statuses to a result. The provider's own message is dropped, because it repeats email addresses. */
export function toSendResult(answer: GuardedResponse): SendResult {
  const { status } = answer
  const errorBody = parseErrorBody(answer)
  // An HTML page or a bare 403 comes from something in front of the API, such as a rate limit. Such a response does not
  // concern the event.
  const isOfApi = !isPage(answer) && (status !== 403 || errorBody !== undefined)
  if (isOfApi && status >= 200 && status < 300) return { kind: 'accepted' }
  if (status === 401 || (isOfApi && status === 403)) return { kind: 'unusable', reason: `http_${status}` }
  const isRefusal = isOfApi && status >= 400 && status < 500 && ![408, 425, 429].includes(status)
  if (isRefusal) return { kind: 'refused', reason: [`http_${status}`, codeIn(errorBody)].filter(Boolean).join(' ') }
  // A 503 is sent before any work; another 5xx may have left partial work.
  const isCertain = status < 500 || status === 503
  return { kind: 'retry', reason: `http_${status}`, afterMs: waitMsIn(answer, errorBody), isCertain }
}

/** For a call before the event itself. The event was not sent yet, so a retry is safe. */
export const asCertain = (result: SendResult): SendResult =>
  result.kind === 'retry' ? { ...result, isCertain: true } : result

/** A person whom the provider does not know has no profile to empty. */
export function resultOfClearing(answer: GuardedResponse): SendResult {
  const result = toSendResult(answer)
  return result.kind === 'refused' && answer.status === 404 ? { kind: 'accepted' } : result
}

export function resultOfFailure(error: unknown): SendResult {
  if (!(error instanceof GuardedFetchError)) throw error
  const isCertain = ['address_refused', 'connect_failed', 'tls_failed'].includes(error.code)
  return { kind: 'retry', reason: error.code, afterMs: null, isCertain }
}

const isPage = ({ headers }: GuardedResponse): boolean => /^\s*text\/html\b/i.test(headers['content-type'] ?? '')

type ErrorBody = { errors?: unknown; code?: unknown; title?: unknown; retryAfter?: unknown }

function parseErrorBody({ body }: GuardedResponse): ErrorBody | undefined {
  try {
    const errorBody: unknown = JSON.parse(body.toString('utf8'))
    return typeof errorBody === 'object' && errorBody !== null ? errorBody : undefined
  } catch {
    return undefined
  }
}

const longestWaitMs = 86_400_000

/** `Retry-After` in seconds or as a date; Omnisend sends the seconds in the body. Null when missing. */
function waitMsIn({ headers }: GuardedResponse, errorBody: ErrorBody | undefined): number | null {
  const text = String(headers['retry-after'] ?? errorBody?.retryAfter ?? '').trim()
  // A date follows the provider's clock, so the wait is relative to that clock.
  const ms = /^\d+(\.\d+)?$/.test(text)
    ? Number(text) * 1000
    : Date.parse(text) - (Date.parse(headers.date ?? '') || Date.now())
  return ms > 0 ? Math.min(ms, longestWaitMs) : null
}

/** The provider's error code or short title as one word, such as `duplicate_profile`. */
function codeIn(errorBody: ErrorBody | undefined): string | undefined {
  const [first] = Array.isArray(errorBody?.errors) ? errorBody.errors : []
  const code: unknown = first?.code ?? errorBody?.code ?? errorBody?.title
  return typeof code === 'string' && /^[\w .-]{1,60}$/.test(code) ? code.replaceAll(' ', '_') : undefined
}
