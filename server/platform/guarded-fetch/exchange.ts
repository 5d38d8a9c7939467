// Only undici's dispatcher reports whether a request got a connection. The failure that we report depends on this.

import type { IncomingHttpHeaders } from 'node:http'
import type { Agent, Dispatcher } from 'undici'
import { asGuardedFetchError, GuardedFetchError } from './errors.ts'

export type GuardedRequest = {
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  headers?: Record<string, string>
  body?: string | Uint8Array
  /** Limits the time from the call to the last byte. */
  timeoutMs?: number
  /** Reading stops after this many bytes, and the response is marked as truncated. */
  maxBytes?: number
  signal?: AbortSignal
}

export type GuardedResponse = {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
  truncated: boolean
  durationMs: number
}

export function exchange(agent: Agent, url: URL, request: GuardedRequest): Promise<GuardedResponse> {
  const { method = 'GET', headers = {}, body, timeoutMs = 10_000, maxBytes = 64 * 1024, signal } = request
  const answer = new Answer(maxBytes)
  const giveUp = () => answer.fail(new GuardedFetchError('aborted', signal?.reason))
  const deadline = setTimeout(() => answer.expire(), timeoutMs)
  signal?.addEventListener('abort', giveUp, { once: true })
  if (signal?.aborted) giveUp()
  else agent.dispatch({ origin: url.origin, path: url.pathname + url.search, method, headers, body }, answer)
  return answer.settled.finally(() => {
    clearTimeout(deadline)
    signal?.removeEventListener('abort', giveUp)
  })
}

class Answer implements Dispatcher.DispatchHandler {
  readonly settled: Promise<GuardedResponse>
  readonly #resolve: (response: GuardedResponse) => void
  readonly #reject: (error: GuardedFetchError) => void
  readonly #maxBytes: number
  readonly #startedAt = performance.now()
  readonly #chunks: Buffer[] = []
  #bytes = 0
  #status = 0
  #headers: IncomingHttpHeaders = {}
  #controller: Dispatcher.DispatchController | undefined
  #failure: GuardedFetchError | undefined

  constructor(maxBytes: number) {
    const { promise, resolve, reject } = Promise.withResolvers<GuardedResponse>()
    this.settled = promise
    this.#resolve = resolve
    this.#reject = reject
    this.#maxBytes = maxBytes
  }

  /**
   * A timeout without a connection is reported as a failed connection. Otherwise a filtered port would differ from a closed
   * one.
   */
  expire(): void {
    this.fail(new GuardedFetchError(this.#controller ? 'timeout' : 'connect_failed'))
  }

  fail(failure: GuardedFetchError): void {
    this.#failure ??= failure
    this.#reject(failure)
    this.#controller?.abort(failure)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    // The call was aborted during the connection attempt, so nothing is sent.
    if (this.#failure) controller.abort(this.#failure)
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    this.#status = status
    this.#headers = headers
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const room = this.#maxBytes - this.#bytes
    this.#chunks.push(chunk.subarray(0, room))
    this.#bytes += Math.min(chunk.length, room)
    if (chunk.length <= room) return
    this.#finish(true)
    // Closes the connection instead of reading the rest, which may never end.
    controller.abort(new Error('enough was read'))
  }

  onResponseEnd(): void {
    this.#finish(false)
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#reject(asGuardedFetchError(error, this.#controller !== undefined))
  }

  #finish(truncated: boolean): void {
    const durationMs = performance.now() - this.#startedAt
    const body = Buffer.concat(this.#chunks, this.#bytes)
    this.#resolve({ status: this.#status, headers: this.#headers, body, truncated, durationMs })
  }
}
