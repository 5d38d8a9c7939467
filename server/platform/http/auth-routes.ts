// Hands `{base_url}/auth/*` to better-auth. Its routes are charged to the client's address, since signing in is what a
// guesser does most.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isFromNoPage } from '../auth/credentials.ts'
import { invalid } from '../errors.ts'
import type { Kernel } from '../kernel.ts'
import { requireFitting } from './body.ts'
import { sendError } from './failures.ts'
import { saidOfMissing } from './gone.ts'
import { readJson } from './json.ts'
import { basePath } from './server.ts'

export function authRoutes(app: FastifyInstance, kernel: Kernel): void {
  app.route({
    method: ['GET', 'POST'],
    url: `${basePath}/auth/*`,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      try {
        reply.headers(await kernel.limits.spendAddress(request.ip))
        refuseHostile(request)
        const response = await kernel.services.users.handle(toWebRequest(request, kernel.services.origin))
        if (response.status >= 500) throw new Error(`sign-in failed: ${await response.text()}`)
        reply.code(response.status)
        for (const [name, value] of response.headers) if (name !== 'set-cookie') reply.header(name, value)
        for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie)
        const text = await response.text()
        if (response.status >= 400)
          return reply.type('application/json; charset=utf-8').send(errorBody(text, response.status, request))
        return reply.send(text)
      } catch (error) {
        sendError(kernel.services.log, error, request, reply)
        return reply
      }
    },
  })
}

/** What the library would hand to the database as it came; and a form, which any page of the world can send unasked. */
function refuseHostile(request: FastifyRequest): void {
  const { url, body, headers } = request
  requireFitting(request)
  if (url.includes('%00')) throw invalid('The address contains a NUL character.')
  if (Buffer.isBuffer(body) && body.length > 0) readJson(body, headers['content-type'])
}

/** The address is always our own: the Host header is whatever the client wrote. */
function toWebRequest(request: FastifyRequest, origin: string): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined && name !== 'content-length')
      headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  // The library takes `Sec-Fetch-Mode` for a browser's mark, which Node's own fetch sends too.
  if (isFromNoPage(request.headers)) headers.set('origin', origin)
  const body = Buffer.isBuffer(request.body) && request.body.length > 0 ? request.body : undefined
  return new Request(new URL(request.url, origin), {
    method: request.method,
    headers,
    ...(body && { body: new Uint8Array(body) }),
  })
}

/** What all other routes have a code for already. */
const ours: Record<string, string> = {
  INVALID_ORIGIN: 'origin_forbidden',
  MISSING_OR_NULL_ORIGIN: 'origin_forbidden',
  VALIDATION_ERROR: 'validation_failed',
}

/** better-auth's errors in the shape of all others. */
function errorBody(text: string, status: number, { id, method, url }: FastifyRequest): string {
  let found: { message?: string; code?: string } = {}
  try {
    found = JSON.parse(text)
  } catch {}
  const code =
    ours[found.code ?? ''] ??
    found.code?.toLowerCase() ??
    (status === 404 ? 'not_found' : status === 401 ? 'unauthenticated' : 'validation_failed')
  const missing = status === 404 ? saidOfMissing(method, url.split('?')[0] ?? '') : undefined
  const message = found.message ?? missing ?? 'The request was refused.'
  return JSON.stringify({ message, code, requestId: id })
}
