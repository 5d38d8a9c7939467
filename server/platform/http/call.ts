// What lies between a request and a call of the dispatcher, and between its result and the reply.
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import type { Call } from '../kernel.ts'
import { Answer, type Operation } from '../operation.ts'
import { bodyRequired, compileValidator, type Validator } from '../validate.ts'
import { requireFitting } from './body.ts'
import { sendPacked } from './compress.ts'
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
      requirePlain(op, request)
      requireFitting(request)
      return {
        params: validator.params(request.params as Record<string, unknown>),
        query: validator.query(request.query as Record<string, unknown>),
        body: op.body ? validator.body(readBody(op, request)) : undefined,
      }
    },
  }
}

/** Unpacked, a few bytes could become gigabytes. */
function requirePlain(op: Operation, { headers }: FastifyRequest): void {
  const coding = headers['content-encoding']
  if ((!op.body && !op.accepts) || coding === undefined || coding.trim().toLowerCase() === 'identity') return
  const message = `A body is not taken in the coding "${coding.slice(0, 40)}": send it uncompressed, without Content-Encoding.`
  throw new AppError(415, 'unsupported_media_type', message)
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
  const send = (whole: string | Readable) => sendPacked(op, call.incoming.headers['accept-encoding'], reply, whole)
  if (stream) {
    const readable = stream instanceof Readable ? stream : Readable.from(stream, { objectMode: false })
    if (reply.request.method !== 'HEAD') return send(readable)
    // The framework would read all of it to answer a HEAD.
    readable.destroy()
    return reply.send()
  }
  if (text !== undefined) return send(text)
  if (!serialize || body === undefined) return reply.send()
  reply.type(jsonType)
  return send(serialize(call.caller, body))
}
