import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Limits } from '../limits/spend.ts'
import type { Log } from '../process/log.ts'
import { reportLoss } from '../process/loss-log.ts'
import { AppError, fromDatabase, isEnded, statementTookTooLong } from '../values/errors.ts'

export const sendError = (log: Log, thrown: unknown, request: FastifyRequest, reply: FastifyReply): void =>
  sendRefusal(toAppError(log, thrown, request), request, reply)

export function sendRefusal(error: AppError, request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id)
  if (error.headers) reply.headers(error.headers)
  reply.code(error.status).type('application/json; charset=utf-8').send(writeBody(error, request.id))
}

/**
 * Handles requests that match no operation. Like all calls before authentication, they count against the address's limit.
 */
export const createErrorHandler =
  (log: Log, limits: Limits) =>
  async (thrown: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    let error = thrown
    // A route outside the API may have counted the call already, or the limit itself refused it.
    const isCharged = reply.hasHeader('ratelimit') || (thrown instanceof AppError && thrown.status === 429)
    try {
      if (!isCharged) reply.headers(await limits.spendAddress(request.ip))
    } catch (tooMany) {
      error = tooMany
    }
    sendError(log, error, request, reply)
    return reply
  }

export const writeBody = (error: AppError, requestId: string): string =>
  JSON.stringify({
    message: error.message,
    code: error.code,
    requestId,
    ...(error.details && { details: error.details }),
    ...error.extra,
  })

type FrameworkError = Error & { statusCode?: number }

export function toAppError(log: Log, thrown: unknown, request: Pick<FastifyRequest, 'id'>): AppError {
  const error = isEnded(thrown) ? statementTookTooLong(thrown) : fromDatabase(thrown)
  if (error instanceof AppError) {
    if (error.code === 'database_unavailable') reportLoss(log, String(error.cause ?? error.message))
    else if (error.status >= 500)
      log.error({ req: request.id, code: error.code, err: String(error.cause ?? error.message) }, 'a request failed')
    return error
  }
  const { statusCode, message } = error as FrameworkError
  if (statusCode === 415) return new AppError(415, 'unsupported_media_type', 'Send the body as application/json.')
  if (statusCode && statusCode >= 400 && statusCode < 500)
    return new AppError(400, 'validation_failed', `Cannot read the request: ${message.slice(0, 200)}`)
  log.error(
    { req: request.id, err: error instanceof Error ? (error.stack ?? error.message) : String(error) },
    'an unexpected error',
  )
  return new AppError(
    500,
    'internal_error',
    `Something went wrong on our side. Contact support with request id ${request.id}.`,
  )
}

/**
 * Node refuses some bytes before there is a request: oversized headers, or data that is not HTTP. `protection` is the set
 * of headers that every response has.
 */
export const answerBrokenRequest =
  (protection: Readonly<Record<string, string>>) =>
  (error: Error & { code?: string }, socket: Socket): void => {
    if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
    const tooLarge = error.code === 'HPE_HEADER_OVERFLOW'
    const status = tooLarge
      ? '431 Request Header Fields Too Large'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? '408 Request Timeout'
        : '400 Bad Request'
    const requestId = randomUUID()
    const message = tooLarge ? 'The request headers are larger than 16 kB.' : 'This is not a valid HTTP request.'
    const body = writeBody(new AppError(400, 'validation_failed', message), requestId)
    const headers = {
      'x-request-id': requestId,
      ...protection,
      date: new Date().toUTCString(),
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.end(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`)
  }
