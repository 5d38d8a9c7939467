// Bodies that are too large or too slow are read and discarded, so that a client that is still writing gets the response.
// The sender is not authenticated yet. So a large body is accepted only with well-formed credentials, or from a page that
// names a store and an origin. Each network has a share of the memory.
import type { IncomingMessage } from 'node:http'
import type { FastifyContextConfig, FastifyRequest } from 'fastify'
import { areWellFormed } from '../../auth/credentials.ts'
import { readStoreId } from '../../calls/access.ts'
import { parseNetwork } from '../../limits/spend.ts'
import { readOrigin } from '../../storefront/origins.ts'
import { AppError, invalid } from '../../values/errors.ts'
import { createGrowingBuffer } from './growing-buffer.ts'
import { maxBodyBytes } from './json.ts'
import { createMemoryBudget } from './memory-budget.ts'
import { type ReceiveTimeout, uploadTimeout, watchReceiveTimeout } from './receive-timeout.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The type of sender from which the route accepts large bodies. Routes without it accept only small bodies. */
    sender?: 'caller' | 'page'
  }
}

/** The limit without credentials. Almost all bodies are smaller. */
export const smallBytes = 64 * 1024
/** A shopper's text has up to five thousand characters, each encoded in up to twelve bytes. */
const pageBytes = 256 * 1024

const small = {
  budget: createMemoryBudget(64 * 1024 * 1024),
  timeout: { silenceMs: 20_000, wholeMs: 60_000 } satisfies ReceiveTimeout,
}
const large = { budget: createMemoryBudget(128 * 1024 * 1024), timeout: uploadTimeout }

type BodyCallback = (error: Error | null, body?: Buffer | AppError) => void

export const bodyCollector =
  (silenceMs = large.timeout.silenceMs) =>
  (request: FastifyRequest, payload: IncomingMessage, done: BodyCallback): void =>
    collect(request, payload, done, silenceMs)

function collect(request: FastifyRequest, payload: IncomingMessage, done: BodyCallback, silenceMs: number): void {
  const most = chooseMaxBytes(request.routeOptions.config, request.headers)
  if (Number(request.headers['content-length']) > most) {
    done(null, tooLarge(most))
    return
  }
  const network = parseNetwork(request.ip)
  const gathering = createGrowingBuffer()
  let kind = small
  let size = 0
  const settle = (error: Error | null, body?: Buffer | AppError) => {
    stopWatching()
    payload.off('data', take).off('end', finish).off('error', fail)
    kind.budget.give(network, size)
    done(error, body)
  }
  const take = (chunk: Buffer) => {
    const whole = size + chunk.length
    if (whole > most) return giveUp(tooLarge(most))
    if (kind === small && whole > smallBytes) {
      small.budget.give(network, size)
      size = 0
      kind = large
    }
    if (!kind.budget.take(network, whole - size)) return giveUp(tooBusy())
    size = whole
    gathering.add(chunk)
  }
  const giveUp = (refusal: AppError) => {
    settle(null, refusal)
    payload.on('error', () => {}).resume()
  }
  const finish = () => settle(null, gathering.bytes())
  // Node's original error would look like a failure of our own connection.
  const fail = () => settle(invalid('The body ended early. Send it again.'))
  payload.on('data', take).on('end', finish).on('error', fail)
  const { wholeMs } = most > smallBytes ? large.timeout : small.timeout
  const stopWatching = watchReceiveTimeout(payload, { silenceMs, wholeMs }, (why) => giveUp(tooSlow(why)))
}

/** Throws the refusal of a body that could not be accepted: 400, 413 or 503. */
export function requireFitting({ body }: FastifyRequest): void {
  if (body instanceof AppError) throw body
}

function chooseMaxBytes({ sender }: FastifyContextConfig, headers: FastifyRequest['headers']): number {
  if (sender === 'caller' && areWellFormed({ authorization: headers.authorization, cookies: headers.cookie }))
    return maxBodyBytes
  if (sender === 'page' && readStoreId(headers['x-store-env-id']) && readOrigin(headers.origin)) return pageBytes
  return smallBytes
}

const tooLarge = (most: number) =>
  new AppError(413, 'payload_too_large', `The body is too large: this call accepts at most ${formatSize(most)}.`)

const formatSize = (bytes: number) => (bytes < 1024 * 1024 ? `${bytes / 1024} kB` : `${bytes / 1024 / 1024} MB`)

/** Closes the connection, because we do not wait for the rest of the body. */
const tooSlow = (why: string) =>
  new AppError(400, 'validation_failed', `The body was too slow: ${why}.`, { headers: { connection: 'close' } })

const tooBusy = () =>
  new AppError(
    503,
    'temporarily_unavailable',
    'Too many large bodies are being received right now. Try again shortly.',
    {
      headers: { 'retry-after': '5' },
    },
  )
