import type { FastifyInstance, FastifyReply } from 'fastify'
import { findForOperation, headersFor } from '../calls/deprecations.ts'
import { dispatch } from '../calls/dispatch.ts'
import type { Call, Kernel } from '../calls/kernel.ts'
import type { Operation } from '../calls/operation.ts'
import { basePath } from '../calls/operation.ts'
import { AppError } from '../values/errors.ts'
import { readCall, write } from './call.ts'
import { createErrorHandler, sendError } from './error-responses.ts'
import { acceptUnread } from './receive/unread-body.ts'
import { addPreflights, addStorefrontRoute, isStorefront, listMethods } from './storefront.ts'

export async function mount(app: FastifyInstance, kernel: Kernel, operations: readonly Operation[]): Promise<void> {
  const add = (to: FastifyInstance, op: Operation) =>
    isStorefront(op) ? addStorefrontRoute(to, kernel, op) : addRoute(to, kernel, op)
  for (const op of operations.filter((each) => !each.input.accepts)) add(app, op)
  await acceptUnread(app, (uploads) => {
    for (const op of operations.filter((each) => each.input.accepts)) add(uploads, op)
  })
  addPreflights(app, kernel, operations)
  refuseOtherMethods(app, kernel, operations)
}

function addRoute(app: FastifyInstance, kernel: Kernel, op: Operation): void {
  app.route({
    method: op.method,
    url: basePath + op.path,
    ...(op.tenancy !== 'public' && { config: { sender: 'caller' } }),
    handler: async (request, reply) => {
      const call = readCall(op, request)
      try {
        const answer = await dispatch(kernel, op, call)
        writeHeaders(kernel, op, call, reply)
        return write(op, answer, request, reply)
      } catch (error) {
        writeHeaders(kernel, op, call, reply)
        sendError(kernel.services.log, error, request, reply)
        return reply
      }
    },
  })
}

function writeHeaders(kernel: Kernel, op: Operation, call: Call, reply: FastifyReply): void {
  if (call.spent) reply.headers(call.spent)
  const deprecation = findForOperation(op.id)
  if (deprecation) {
    const { publicOrigin } = kernel.services.config
    reply.headers(headersFor(deprecation, `${publicOrigin ?? ''}/docs/versioning`))
  }
  reply.header('cache-control', 'no-store')
}

export const allMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'] as const

function refuseOtherMethods(app: FastifyInstance, kernel: Kernel, operations: readonly Operation[]): void {
  const refuse = createErrorHandler(kernel.services.log, kernel.limits)
  const byPath = Map.groupBy(operations, (op) => op.path)
  for (const [path, ops] of byPath) {
    const allowed = [...listMethods(ops), ...(ops.some(isStorefront) ? ['OPTIONS'] : [])]
    const allow = allowed.join(', ')
    app.route({
      method: allMethods.filter((method) => !allowed.includes(method)),
      url: basePath + path,
      exposeHeadRoute: false,
      handler: (request, reply) => {
        const message = `${request.method} is not allowed here. Allowed: ${allow}.`
        return refuse(new AppError(405, 'method_not_allowed', message, { headers: { allow } }), request, reply)
      },
    })
  }
}
