import { GuardedFetchError } from '#platform/guarded-fetch/errors.ts'
import type { GuardedFetch } from '#platform/guarded-fetch/guarded-fetch.ts'
import type { Clock } from '#platform/process/clock.ts'
import { buildBody, buildHeaders, buildHeadersForShop, type Message } from './message.ts'
import { type AttemptResult, retryAfterMs } from './rules.ts'

const keptAnswerBytes = 4096

/**
 * `secrets` lists the newest first. `isWhole` is true if the data includes whole email addresses and telephone numbers.
 */
export type Target = { url: string; secrets: readonly string[]; isOfShop: boolean; isWhole: boolean }
export type Wire = { fetch: GuardedFetch; clock: Clock; timeoutMs: number }

export async function attempt(
  { fetch, clock, timeoutMs }: Wire,
  { url, secrets, isOfShop }: Target,
  message: Message,
  signal: AbortSignal,
): Promise<AttemptResult | undefined> {
  const at = clock.now()
  const startedAt = performance.now()
  const body = buildBody(message)
  try {
    const headers = isOfShop
      ? buildHeadersForShop(message, body, secrets, at)
      : buildHeaders(message, body, secrets[0] ?? '', at)
    const answer = await fetch(url, { method: 'POST', headers, body, timeoutMs, signal })
    return {
      at,
      status: answer.status,
      error: null,
      durationMs: Math.round(answer.durationMs),
      answer: decodeText(answer.body),
      retryAfterMs: retryAfterMs(answer.headers['retry-after'], clock.now()),
    }
  } catch (error) {
    if (!(error instanceof GuardedFetchError)) throw error
    if (error.code === 'aborted') return undefined
    const durationMs = Math.round(performance.now() - startedAt)
    return { at, status: null, error: error.message, durationMs, answer: null, retryAfterMs: null }
  }
}

/** PostgreSQL cannot store NUL in text, and receivers may send any byte. */
const decodeText = (body: Buffer): string =>
  body.subarray(0, keptAnswerBytes).toString('utf8').replaceAll('\0', '\uFFFD')
