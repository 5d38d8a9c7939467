// The HTTP server itself: limits, request ids, and one shape for everything that goes wrong. It knows no operation by name.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { createProxies } from '../identity/proxies.ts'
import type { Limits } from '../limits/spend.ts'
import type { Log } from '../process/log.ts'
import { AppError } from '../values/errors.ts'
import { answerBrokenRequest, createErrorHandler } from './error-responses.ts'
import { protectionOf, requireSoundHeaders } from './headers.ts'
import { bodyCollector } from './receive/body.ts'
import { missingRouteMessage } from './removed-routes.ts'
import { endStalledReaders } from './stalled-readers.ts'
import { unknownProxyWatch } from './unknown-proxy-watch.ts'

/** How long the server waits, where a test cannot wait as long as the default. */
export type HttpTimeouts = { stalledAfterMs?: number; silenceMs?: number; unfinishedMs?: number }

type ServerOptions = HttpTimeouts & {
  protection?: Readonly<Record<string, string>>
  /** Writes down a peer that sends forwarding headers and is not trusted. */
  recordUnknownProxy?: (peer: string) => Promise<void>
}

export function createHttpServer(
  log: Log,
  limits: Limits,
  proxies = createProxies([]),
  { protection = protectionOf(undefined), recordUnknownProxy, ...patience }: ServerOptions = {},
): FastifyInstance {
  const refuse = createErrorHandler(log, limits)
  const app: FastifyInstance = Fastify({
    logger: false,
    trustProxy: proxies.isTrusted,
    // Long enough for the largest upload over a slow line.
    requestTimeout: 600_000,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    // An address with a slash at its end is the address without it.
    routerOptions: { maxParamLength: 1024, ignoreTrailingSlash: true },
    genReqId: ({ headers }) => {
      const given = headers['x-request-id']
      return typeof given === 'string' && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID()
    },
    // Node would refuse a request without Host in words of its own; headers.ts does it in ours.
    http: { requireHostHeader: false },
    clientErrorHandler: answerBrokenRequest(protection),
    frameworkErrors: (error, request, reply) => void refuse(error, request, reply.headers(protection)),
  })
  // An expectation we do not know may be ignored; Node alone would answer 417 without a word.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  endStalledReaders(app, patience.stalledAfterMs)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', bodyCollector(patience.silenceMs))
  app.decorateRequest('silenceMs', patience.silenceMs)
  app.setErrorHandler(refuse)
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0]?.slice(0, 200) ?? ''
    return refuse(new AppError(404, 'not_found', missingRouteMessage(request.method, path)), request, reply)
  })
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id).headers(protection)
    requireSoundHeaders(request.raw)
    done()
  })
  const watchProxies = unknownProxyWatch(log, proxies, recordUnknownProxy)
  app.addHook('onResponse', (request, reply, done) => {
    dropUnfinished(request.raw, patience.unfinishedMs)
    watchProxies(request.raw)
    const { method, routeOptions, id } = request
    log.info(
      { req: id, method, route: routeOptions.url, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'answered',
    )
    done()
  })
  return app
}

/** The answer is sent already, so the rest is of no use: a client that is still writing has this long to read the answer. */
function dropUnfinished(request: IncomingMessage, withinMs = 30_000): void {
  const { socket } = request
  // One that a test hands in without a connection has nothing to close.
  if (request.complete || !(socket instanceof Socket)) return
  const timer = setTimeout(() => {
    if (!request.complete) socket.destroy()
  }, withinMs)
  timer.unref()
  socket.once('close', () => clearTimeout(timer))
}
