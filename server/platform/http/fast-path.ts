// Routing is most of a request's cost. This path serves only requests that it can complete. It passes all others to the
// full path without counting them.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Kernel } from '../calls/kernel.ts'
import { basePath } from '../calls/operation.ts'
import type { Proxies } from '../identity/proxies.ts'
import type { CachedAnswer } from '../storefront/content-cache.ts'
import { doorBudget, doorPrefix } from '../storefront/door.ts'
import { isAllowedOrigin } from '../storefront/origins.ts'
import { negotiate } from './content.ts'
import { exposed } from './storefront.ts'

const prefix = `${basePath}/storefront/`

export function addFastPath(
  app: FastifyInstance,
  kernel: Kernel,
  proxies: Proxies,
  protection: Readonly<Record<string, string>>,
): void {
  const fixed = Object.entries(protection).flat()
  const { readiness } = kernel.services
  app.addHook('onReady', async () => {
    const [route] = app.server.listeners('request') as RequestListener[]
    if (!route) throw new Error('The server has no request listener.')
    app.server.removeListener('request', route)
    app.server.on('request', (request, response) => {
      // The full path tells clients of a stopping process to reconnect.
      if (readiness.isStopping || !answerAtOnce(kernel, proxies, fixed, request, response)) route(request, response)
    })
  })
}

function answerAtOnce(
  kernel: Kernel,
  proxies: Proxies,
  fixed: readonly string[],
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const { method, url = '', headers } = request
  if (method !== 'GET') return false
  const isDoor = url.startsWith(doorPrefix)
  if (!(isDoor || url.startsWith(prefix)) || !isPlain(request)) return false
  const found = isDoor ? findOfDoor(kernel, url) : findOfStorefront(kernel, url, request)
  if (!found) return false
  const visitor = proxies.resolveVisitor(request.socket.remoteAddress, headers['x-forwarded-for'])
  const spent = kernel.limits.spendVisitorNow(visitor, found.budget)
  if (!spent) return false
  send(kernel, fixed, request, response, found, spent)
  return true
}

/** `budget` names the visitor's limit that the request counts against. */
type CachedReply = { answer: CachedAnswer; readableBy: string; budget: string }

function findOfStorefront(kernel: Kernel, url: string, { headers }: IncomingMessage): CachedReply | undefined {
  const { origin, 'x-store-env-id': storeEnvId } = headers
  if (typeof storeEnvId !== 'string' || origin === undefined) return undefined
  // A store whose subscription has ended has no cached responses.
  const answer = kernel.storefronts.content.findAddress(storeEnvId, url)
  if (!answer || !isAllowedOrigin(origin, answer.facts.origins)) return undefined
  return { answer, readableBy: origin, budget: storeEnvId }
}

/**
 * Responses for shopping agents are public and equal for every caller. They are not cached if the store turned them off.
 */
function findOfDoor(kernel: Kernel, url: string): CachedReply | undefined {
  const storeEnvId = url.slice(doorPrefix.length, doorPrefix.length + 36)
  const answer = kernel.storefronts.content.findAddress(storeEnvId, url)
  return answer && { answer, readableBy: '*', budget: doorBudget(storeEnvId) }
}

/**
 * Returns false for a request that needs the full path: one with a body, a repeated header or the client's own request id.
 */
function isPlain({ headers, rawHeaders }: IncomingMessage): boolean {
  return (
    headers.host !== undefined &&
    headers['x-request-id'] === undefined &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined &&
    2 * Object.keys(headers).length === rawHeaders.length
  )
}

function send(
  kernel: Kernel,
  fixed: readonly string[],
  request: IncomingMessage,
  response: ServerResponse,
  { answer: { content }, readableBy }: CachedReply,
  spent: Record<string, string>,
): void {
  const { encoded, isNotModified } = negotiate(request.headers, content)
  const id = randomUUID()
  const fields = [
    ...fixed,
    ...(isNotModified ? encoded.notModifiedHeaders : encoded.headers),
    'x-request-id',
    id,
    'access-control-allow-origin',
    readableBy,
    'access-control-expose-headers',
    exposed,
  ]
  for (const name in spent) fields.push(name, spent[name] as string)
  if (isNotModified) response.writeHead(304, fields).end()
  else response.writeHead(200, fields).end(encoded.body)
  kernel.services.log.info(
    { req: id, method: 'GET', route: 'kept', status: isNotModified ? 304 : 200, ms: 0 },
    'answered',
  )
}
