// Collects the bodies of calls before anybody reads them, so that refusals come in the contract's order. What is larger than
// any call takes, or than there is room for at this moment, is marked as that and not kept; Node reads the rest of it off, so
// that a client that is still writing hears the answer instead of a broken connection.
import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { AppError, invalid } from '../errors.ts'
import { createGathering } from './gathering.ts'
import { maxBodyBytes } from './json.ts'

// Nobody is known yet who sends: without an end, a hundred slow senders of large bodies would be a gigabyte.
const mostHeldBytes = 128 * 1024 * 1024
/** A body that is no larger is taken whoever has filled the rest: almost all are. */
const smallBytes = 64 * 1024
let heldBytes = 0

export function collectBody(
  { headers }: FastifyRequest,
  payload: IncomingMessage,
  done: (error: Error | null, body?: Buffer | AppError) => void,
): void {
  if (Number(headers['content-length']) > maxBodyBytes) {
    done(null, tooLarge())
    return
  }
  const gathering = createGathering()
  let size = 0
  const settle = (error: Error | null, body?: Buffer | AppError) => {
    payload.off('data', take).off('end', finish).off('error', fail)
    heldBytes -= size
    done(error, body)
  }
  const take = (chunk: Buffer) => {
    size += chunk.length
    heldBytes += chunk.length
    if (size > maxBodyBytes) return giveUp(tooLarge())
    if (size > smallBytes && heldBytes > mostHeldBytes) return giveUp(tooBusy())
    gathering.add(chunk)
  }
  const giveUp = (refusal: AppError) => {
    settle(null, refusal)
    payload.on('error', () => {}).resume()
  }
  const finish = () => settle(null, gathering.bytes())
  // As it comes, it reads like a connection of our own that broke.
  const fail = () => settle(invalid('The body broke off before its end.'))
  payload.on('data', take).on('end', finish).on('error', fail)
}

/** Throws 413 and 503. */
export function requireFitting({ body }: FastifyRequest): void {
  if (body instanceof AppError) throw body
}

const tooLarge = () => new AppError(413, 'payload_too_large', 'The body is larger than this call takes.')

const tooBusy = () =>
  new AppError(
    503,
    'temporarily_unavailable',
    'Many large bodies are being received at this moment. Try again shortly.',
    {
      headers: { 'retry-after': '5' },
    },
  )
