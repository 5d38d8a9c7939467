// Gives every operation its route: a request becomes a call of the dispatcher, its answer becomes bytes.
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { find, headersFor } from '../deprecations.ts'
import { type Call, dispatch, type Kernel } from '../dispatch.ts'
import { AppError } from '../errors.ts'
import { Answer, type Operation } from '../operation.ts'
import { bodyRequired, compileValidator, type Validator } from '../validate.ts'
import { createRefuse, sendError } from './failures.ts'
import { readJson } from './json.ts'
import { type Serialize, serializersFor } from './serialize.ts'
import { basePath } from './server.ts'

export async function mount(app: FastifyInstance, kernel: Kernel, operations: readonly Operation[]): Promise<void> {
  for (const op of operations.filter((each) => !each.accepts)) addRoute(app, kernel, op)
  // Uploads get their body unread: a scope of its own, where no parser collects it.
  await app.register(async (uploads) => {
    uploads.removeAllContentTypeParsers()
    uploads.addContentTypeParser('*', (_request, body, done) => done(null, body))
    for (const op of operations.filter((each) => each.accepts)) addRoute(uploads, kernel, op)
  })
  refuseOtherMethods(app, kernel, operations)
}

function addRoute(app: FastifyInstance, kernel: Kernel, op: Operation): void {
  // Compiled by the first call: most processes never meet most operations, and all of them together are 15 MB.
  let compiled: { validator: Validator; serialize: Serialize | undefined } | undefined
  const compile = () => (compiled ??= { validator: compileValidator(op), serialize: serializersFor(op) })
  app.route({
    method: op.method,
    url: basePath + op.path,
    handler: async (request, reply) => {
      const { validator, serialize } = compile()
      const call = callOf(op, validator, request)
      try {
        const result = await dispatch(kernel, op, call)
        writeHeaders(kernel, op, call, reply)
        return write(op, call, result, reply, serialize)
      } catch (error) {
        writeHeaders(kernel, op, call, reply)
        sendError(kernel.services.log, error, request, reply)
        return reply
      }
    },
  })
}

function callOf(op: Operation, validator: Validator, request: FastifyRequest): Call {
  const { id, ip, headers } = request
  return {
    incoming: { id, address: ip, headers, ...(op.accepts && { raw: request.body as Readable }) },
    input: () => ({
      params: validator.params(request.params as Record<string, unknown>),
      query: validator.query(request.query as Record<string, unknown>),
      body: op.body ? validator.body(readBody(op, request)) : undefined,
    }),
  }
}

function readBody(op: Operation, request: FastifyRequest): unknown {
  const { body } = request
  if (op.bodyOptional && (!Buffer.isBuffer(body) || body.length === 0)) return {}
  if (!Buffer.isBuffer(body) || body.length === 0) throw bodyRequired()
  return readJson(body, request.headers['content-type'])
}

function writeHeaders(kernel: Kernel, op: Operation, call: Call, reply: FastifyReply): void {
  if (call.spent) reply.headers(call.spent)
  if (op.deprecated) {
    const { publicOrigin } = kernel.services.config
    reply.headers(headersFor(find(op.deprecated), `${publicOrigin ?? ''}/docs/versioning`))
  }
  reply.header('cache-control', 'no-store')
}

function write(op: Operation, call: Call, result: unknown, reply: FastifyReply, serialize: Serialize | undefined) {
  const { status, body, stream, headers } =
    result instanceof Answer ? result : new Answer(op.status ?? (serialize ? 200 : 204), { body: result })
  reply.code(status).headers(headers)
  if (stream) return reply.send(Readable.from(stream, { objectMode: false }))
  if (!serialize || body === undefined) return reply.send()
  return reply.type('application/json; charset=utf-8').send(serialize(call.caller, body))
}

const allMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'] as const

function refuseOtherMethods(app: FastifyInstance, kernel: Kernel, operations: readonly Operation[]): void {
  const refuse = createRefuse(kernel.services.log, kernel.limits)
  const byPath = Map.groupBy(operations, (op) => op.path)
  for (const [path, ops] of byPath) {
    const allowed: string[] = ops.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    const allow = allowed.join(', ')
    app.route({
      method: allMethods.filter((method) => !allowed.includes(method)),
      url: basePath + path,
      exposeHeadRoute: false,
      handler: (request, reply) => {
        const message = `${request.method} is not allowed here; allowed: ${allow}.`
        return refuse(new AppError(405, 'method_not_allowed', message, { headers: { allow } }), request, reply)
      },
    })
  }
}
