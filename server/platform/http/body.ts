// Collects the bodies of calls before anybody reads them, so that refusals come in the contract's order. What is larger than
// any call takes is marked as that and not kept; Node reads the rest of it off, so that a client that is still writing hears
// the answer instead of a broken connection.
import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { maxBodyBytes } from './json.ts'

const tooLarge = Symbol('a body that is too large')

export function collectBody(
  { headers }: FastifyRequest,
  payload: IncomingMessage,
  done: (error: Error | null, body?: Buffer | typeof tooLarge) => void,
): void {
  if (Number(headers['content-length']) > maxBodyBytes) {
    done(null, tooLarge)
    return
  }
  const chunks: Buffer[] = []
  let size = 0
  const settle = (error: Error | null, body?: Buffer | typeof tooLarge) => {
    payload.off('data', take).off('end', finish).off('error', fail)
    done(error, body)
  }
  const take = (chunk: Buffer) => {
    size += chunk.length
    if (size <= maxBodyBytes) return void chunks.push(chunk)
    settle(null, tooLarge)
    payload.on('error', () => {}).resume()
  }
  const finish = () => settle(null, Buffer.concat(chunks, size))
  const fail = (error: Error) => settle(Object.assign(error, { statusCode: 400 }))
  payload.on('data', take).on('end', finish).on('error', fail)
}

/** Throws 413. */
export function requireFitting({ body }: FastifyRequest): void {
  if (body === tooLarge) throw new AppError(413, 'payload_too_large', 'The body is larger than this call takes.')
}
