// What every e-mail marketing provider is asked to do: take one event about one person. The providers' own names, headers
// and shapes end in this folder; what an event means to a shop is not known here.
import { GuardedFetchError } from '#platform/guarded-fetch/errors.ts'
import type { GuardedRequest, GuardedResponse } from '#platform/guarded-fetch/exchange.ts'
import type { GuardedFetch } from '#platform/guarded-fetch/guarded-fetch.ts'

export type ProviderEvent = {
  /** The same on every attempt. */
  id: string
  /** As the merchant's flows know it. */
  name: string
  at: Date
  contact: { email: string; firstName: string | null; lastName: string | null; locale: string | null }
  /** Plain values, and lists of objects of plain values. */
  properties: Record<string, unknown>
}

export type Account = { apiKey: string; settings: Record<string, string> }

export type Outcome =
  | { kind: 'accepted' }
  /** Not taken this time. `isCertain`: the provider surely did not take it, so that it may be sent again. */
  | { kind: 'retry'; reason: string; afterMs: number | null; isCertain: boolean }
  /** Will never be taken as it is. */
  | { kind: 'refused'; reason: string }
  /** The key is no longer good. */
  | { kind: 'unauthorized'; reason: string }

export type Provider = {
  name: string
  /** Where its API is; a deployment may point elsewhere. */
  origin(account: Account): string
  /** The provider drops a second event of the same id, so that an uncertain one may be sent again. */
  dropsRepeats: boolean
  /** At most so many calls a second, and so many at once, for one account. */
  pace: { perSecond: number; atOnce: number }
  send(call: Caller, account: Account, event: ProviderEvent): Promise<Outcome>
}

/** Calls a path of the provider's API with a JSON body. */
export type Caller = (request: {
  method: 'POST' | 'PUT'
  path: string
  headers: Record<string, string>
  body: unknown
}) => Promise<GuardedResponse>

export const callerTo =
  (fetch: GuardedFetch, origin: string, signal?: AbortSignal): Caller =>
  ({ method, path, headers, body }) => {
    const request: GuardedRequest = { method, headers, body: JSON.stringify(body), timeoutMs: 15_000 }
    return fetch(`${origin}${path}`, signal ? { ...request, signal } : request)
  }

/** What the usual statuses mean; the provider's own words never leave, since they repeat addresses. */
export function outcomeOf(answer: GuardedResponse): Outcome {
  const { status } = answer
  if (status >= 200 && status < 300) return { kind: 'accepted' }
  if (status === 401 || status === 403) return { kind: 'unauthorized', reason: `http_${status}` }
  if (status === 429 || status === 408 || status >= 500) {
    // 503 is said before anything is done; what another 5xx left half done nobody knows.
    const isCertain = status < 500 || status === 503
    return { kind: 'retry', reason: `http_${status}`, afterMs: retryAfterMs(answer), isCertain }
  }
  return { kind: 'refused', reason: [`http_${status}`, codeIn(answer.body)].filter(Boolean).join(' ') }
}

/** The call ended without an answer. Whoever could not be reached has taken nothing. */
export function outcomeOfFailure(error: unknown): Outcome {
  if (!(error instanceof GuardedFetchError)) throw error
  const isCertain = ['address_refused', 'connect_failed', 'tls_failed'].includes(error.code)
  return { kind: 'retry', reason: error.code, afterMs: null, isCertain }
}

const longestWaitMs = 3_600_000

function retryAfterMs({ headers }: GuardedResponse): number | null {
  const seconds = Number(headers['retry-after'])
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds * 1000, longestWaitMs) : null
}

/** The error's code where the provider gives one, such as `duplicate_profile`; a word, never a sentence. */
function codeIn(body: Buffer): string | undefined {
  try {
    const said = JSON.parse(body.toString('utf8'))
    const code = said?.errors?.[0]?.code ?? said?.code ?? said?.title
    return typeof code === 'string' && /^[\w .-]{1,60}$/.test(code) ? code.replaceAll(' ', '_') : undefined
  } catch {
    return undefined
  }
}
