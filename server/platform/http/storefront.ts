// Pages of other origins call these operations, so every response names the origin that may read it.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { dispatch } from '../calls/dispatch.ts'
import { admitPreflight, dispatchShared } from '../calls/dispatch-storefront.ts'
import type { Call, Kernel } from '../calls/kernel.ts'
import type { Operation } from '../calls/operation.ts'
import { basePath } from '../calls/operation.ts'
import { withOwnPages } from '../storefront/origins.ts'
import { readCall, readIncoming, write } from './call.ts'
import { sendContent } from './content.ts'
import { sendError } from './error-responses.ts'

export function addStorefrontRoute(app: FastifyInstance, kernel: Kernel, op: Operation): void {
  app.route({
    method: op.method,
    url: basePath + op.path,
    config: { sender: 'page' },
    handler: async (request, reply) => {
      const call = readCall(op, request)
      call.incoming.page = withOwnPages(call.incoming.page, kernel.services.origin)
      try {
        if (op.storefront.shared && !isOwn(op, request.query)) {
          const content = await dispatchShared(kernel, op, call, chooseAddress(call, request.url))
          writeHeaders(call, reply)
          return sendContent(request, reply, content)
        }
        const answer = await dispatch(kernel, op, call)
        writeHeaders(call, reply)
        reply.headers(unshared)
        return write(op, answer, request, reply)
      } catch (error) {
        return refuse(kernel, call, error, request, reply)
      }
    },
  })
}

/** A preview does not register its URL for the fast path. Only an accepted request from a page of the store does. */
const chooseAddress = ({ incoming }: Call, url: string) => (incoming.previewPass === undefined ? url : undefined)

const isOwn = ({ storefront: { shared } }: Operation, query: unknown): boolean =>
  typeof shared === 'object' && Boolean((query as Record<string, unknown>)[shared.unless])

export function addPreflights(app: FastifyInstance, kernel: Kernel, operations: readonly Operation[]): void {
  for (const [path, ops] of Map.groupBy(operations.filter(isStorefront), (each) => each.path)) {
    const methods = listMethods(ops).join(', ')
    app.options(basePath + path, async (request, reply) => {
      const call: Call = {
        incoming: readIncoming(request),
        read: () => ({ params: {}, query: {}, body: () => undefined }),
      }
      try {
        await admitPreflight(kernel, call)
        writeHeaders(call, reply)
        reply.headers({ ...unshared, ...preflight, 'access-control-allow-methods': methods })
        return reply.code(204).send()
      } catch (error) {
        return refuse(kernel, call, error, request, reply)
      }
    })
  }
}

export const isStorefront = (op: Operation): boolean => op.tenancy === 'storefront'

export const listMethods = (ops: readonly Operation[]): string[] =>
  ops.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))

const unshared = { 'cache-control': 'no-store', vary: 'Origin' }

const preflight = {
  'access-control-allow-headers': 'content-type, x-store-env-id, x-customer-token, x-request-id, if-none-match',
  // Browsers cache the preflight for at most this long. The request itself is checked each time.
  'access-control-max-age': '86400',
}

export const exposed = 'etag, location, ratelimit, ratelimit-policy, retry-after, x-request-id'

function writeHeaders({ spent, readableBy }: Call, reply: FastifyReply): void {
  if (spent) reply.headers(spent)
  if (readableBy === undefined) return
  reply.header('access-control-allow-origin', readableBy)
  reply.header('access-control-expose-headers', exposed)
}

function refuse(kernel: Kernel, call: Call, error: unknown, request: FastifyRequest, reply: FastifyReply) {
  writeHeaders(call, reply)
  reply.headers(unshared)
  sendError(kernel.services.log, error, request, reply)
  return reply
}
