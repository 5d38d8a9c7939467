// What lies between a request and a call of the dispatcher, and between its result and the reply.
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Call } from '../kernel.ts'
import { Answer, type Operation } from '../operation.ts'
import { bodyRequired, compileValidator, type Validator } from '../validate.ts'
import { requireFitting } from './body.ts'
import { readJson } from './json.ts'
import { type Serialize, serializersFor } from './serialize.ts'

export type Compiled = { validator: Validator; serialize: Serialize | undefined }

/** Compiled by the first call: most processes never meet most operations, and all of them together are 15 MB. */
export function compilerOf(op: Operation): () => Compiled {
  let compiled: Compiled | undefined
  return () => (compiled ??= { validator: compileValidator(op), serialize: serializersFor(op) })
}

export function callOf(op: Operation, { validator, serialize }: Compiled, request: FastifyRequest): Call {
  const { id, ip, headers } = request
  return {
    serialize,
    incoming: { id, address: ip, headers, ...(op.accepts && { raw: request.body as Readable }) },
    input: () => {
      requireFitting(request)
      return {
        params: validator.params(request.params as Record<string, unknown>),
        query: validator.query(request.query as Record<string, unknown>),
        body: op.body ? validator.body(readBody(op, request)) : undefined,
      }
    },
  }
}

function readBody(op: Operation, request: FastifyRequest): unknown {
  const { body } = request
  if (op.bodyOptional && (!Buffer.isBuffer(body) || body.length === 0)) return {}
  if (!Buffer.isBuffer(body) || body.length === 0) throw bodyRequired()
  return readJson(body, request.headers['content-type'])
}

export const jsonType = 'application/json; charset=utf-8'

export function write(
  op: Operation,
  call: Call,
  result: unknown,
  reply: FastifyReply,
  serialize: Serialize | undefined,
): FastifyReply {
  const { status, body, text, stream, headers } =
    result instanceof Answer ? result : new Answer(op.status ?? (serialize ? 200 : 204), { body: result })
  reply.code(status).headers(headers)
  if (stream)
    return sendStream(reply, stream instanceof Readable ? stream : Readable.from(stream, { objectMode: false }))
  if (text !== undefined) return reply.send(text)
  if (!serialize || body === undefined) return reply.send()
  return reply.type(jsonType).send(serialize(call.caller, body))
}

/** The framework would read all of it to answer a HEAD. */
function sendStream(reply: FastifyReply, stream: Readable): FastifyReply {
  if (reply.request.method !== 'HEAD') return reply.send(stream)
  stream.destroy()
  return reply.send()
}
