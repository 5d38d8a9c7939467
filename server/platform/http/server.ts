import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Readiness } from '../calls/services.ts'
import { createProxies } from '../identity/proxies.ts'
import type { Limits } from '../limits/spend.ts'
import type { Log } from '../process/log.ts'
import { AppError } from '../values/errors.ts'
import { answerBrokenRequest, createErrorHandler } from './error-responses.ts'
import { buildSecurityHeaders, requireSoundHeaders } from './headers.ts'
import { bodyCollector } from './receive/body.ts'
import { missingRouteMessage } from './removed-routes.ts'
import { endStalledReaders } from './stalled-readers.ts'
import { unknownProxyWatch } from './unknown-proxy-watch.ts'

export type HttpTimeouts = { stalledAfterMs?: number; silenceMs?: number; unfinishedMs?: number }

type ServerOptions = HttpTimeouts & {
  protection?: Readonly<Record<string, string>>
  recordUnknownProxy?: (peer: string) => Promise<void>
  readiness?: Readiness
}

export function createHttpServer(
  log: Log,
  limits: Limits,
  proxies = createProxies([]),
  { protection = buildSecurityHeaders(undefined), recordUnknownProxy, readiness, ...patience }: ServerOptions = {},
): FastifyInstance {
  const refuse = createErrorHandler(log, limits)
  const app: FastifyInstance = Fastify({
    logger: false,
    trustProxy: proxies.isTrusted,
    // The timeout is enough for the largest upload over a slow connection.
    requestTimeout: 600_000,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    // Requests that arrive during a stop can still be served, and the framework's 503 would have no code or request id.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 1024, ignoreTrailingSlash: true },
    genReqId: ({ headers }) => {
      const given = headers['x-request-id']
      return typeof given === 'string' && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID()
    },
    // headers.ts refuses a missing Host header with our own message instead of Node's.
    http: { requireHostHeader: false },
    clientErrorHandler: answerBrokenRequest(protection),
    frameworkErrors: (error, request, reply) => void refuse(error, request, reply.headers(protection)),
  })
  // A server may ignore an unknown Expect header. Node would answer 417 with an empty body.
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
    // Node then sends `Connection: close`, so that the client's next request opens a connection to another process.
    if (readiness?.isStopping) reply.raw.shouldKeepAlive = false
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

/** The response is already sent. A client that is still writing has this long to read the response. */
function dropUnfinished(request: IncomingMessage, withinMs = 30_000): void {
  const { socket } = request
  // A test's injected request has no connection to close.
  if (request.complete || !(socket instanceof Socket)) return
  const timer = setTimeout(() => {
    if (!request.complete) socket.destroy()
  }, withinMs)
  timer.unref()
  socket.once('close', () => clearTimeout(timer))
}
