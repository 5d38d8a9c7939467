// https://docs.libretranslate.com: POST /translate. The field of the key is `api_key`, although some clients send `apiKey`.
import { GuardedFetchError } from '#platform/guarded-fetch/errors.ts'
import type { GuardedFetch } from '#platform/guarded-fetch/guarded-fetch.ts'
import { type Engine, EngineError } from './engine.ts'

export type LibreTranslate = { endpoint: string; apiKey: string | undefined }

/** A review has at most 5,000 characters, of up to twelve bytes as JSON. */
const maxBytes = 256 * 1024
/** Upper limit. The caller's signal may end a call sooner. */
const timeoutMs = 30_000

export const libreTranslate = (fetch: GuardedFetch, { endpoint, apiKey }: LibreTranslate): Engine => ({
  name: 'libretranslate',
  async translate(text, { source, target }, signal) {
    const sent = { q: text, source, target, format: 'text', ...(apiKey && { api_key: apiKey }) }
    const headers = { 'content-type': 'application/json', accept: 'application/json' }
    const request = { method: 'POST', headers, body: JSON.stringify(sent), timeoutMs, maxBytes, signal } as const
    const answer = await fetch(endpoint, request).catch((error: unknown) => {
      throw new EngineError(explainFailure(error, signal), false)
    })
    const body = parse(answer.body)
    if (answer.status !== 200) throw refusal(answer.status, body)
    const { translatedText } = body
    if (answer.truncated || typeof translatedText !== 'string')
      throw new EngineError('The engine sent no translation.', false)
    return translatedText
  },
})

function explainFailure(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'The engine took too long.'
  return error instanceof GuardedFetchError && error.code === 'address_refused'
    ? 'The address of the engine was refused. It must be https, or http in a private network.'
    : 'The engine did not answer.'
}

/** 400 means that a language is not installed, so a retry would fail again. The operator can correct a wrong key. */
function refusal(status: number, { error }: { error?: unknown }): EngineError {
  const reason = typeof error === 'string' && error !== '' ? error.slice(0, 300) : `status ${status}`
  return new EngineError(`The engine refused: ${reason}`, status === 400)
}

function parse(body: Buffer): { translatedText?: unknown; error?: unknown } {
  try {
    const value: unknown = JSON.parse(body.toString())
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}
