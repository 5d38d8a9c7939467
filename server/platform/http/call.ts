import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readStoreId } from '../calls/access.ts'
import type { Answer } from '../calls/answer.ts'
import type { Call } from '../calls/kernel.ts'
import { largeBytes } from '../calls/large-bodies.ts'
import type { Operation } from '../calls/operation.ts'
import { bodyRequired } from '../calls/validate.ts'
import type { Incoming } from '../identity/incoming.ts'
import { AppError } from '../values/errors.ts'
import { sendCompressed } from './compress.ts'
import { sendContent } from './content.ts'
import { requireFitting } from './receive/body.ts'
import { parseJson, readJson, readText, requireJson } from './receive/json.ts'
import { parseJsonInSlices } from './receive/json-in-slices.ts'
import { isUnread } from './receive/unread-body.ts'
import { isOfThisMachine } from './this-machine.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Timeout of a silent upload, for tests that cannot wait for the default. */
    silenceMs: number | undefined
  }
}

export function readCall(op: Operation, request: FastifyRequest): Call {
  const { body } = request
  const large =
    op.input.body && Buffer.isBuffer(body) && body.length > largeBytes ? largeBody(body, request) : undefined
  return {
    incoming: readIncoming(request),
    ...(large && { large }),
    read: () => {
      requirePlain(op, request)
      requireFitting(request)
      const params = request.params as Record<string, unknown>
      const query = request.query as Record<string, unknown>
      return { params, query, body: large ? large.value : () => readBody(op, request) }
    },
  }
}

/** The body is parsed once, before the checks. Its error is thrown when the checks reach the body. */
export function largeBody(bytes: Buffer, { headers }: FastifyRequest) {
  let outcome: { value: unknown } | { thrown: unknown } | undefined
  return {
    async read() {
      try {
        requireJson(headers['content-type'])
        outcome = { value: await parseJsonInSlices(bytes) }
      } catch (thrown) {
        outcome = { thrown }
      }
    },
    value(): unknown {
      if (!outcome) throw new Error('A large body was used before it was parsed.')
      if ('thrown' in outcome) throw outcome.thrown
      return outcome.value
    },
  }
}

type Headers = FastifyRequest['headers']

export function readIncoming(request: FastifyRequest): Incoming {
  const { id, ip, headers, body, silenceMs } = request
  return {
    id,
    address: ip,
    userAgent: headers['user-agent'],
    languages: headers['accept-language'],
    authorization: headers.authorization,
    cookies: headers.cookie,
    storeEnvId: readStoreId(headers['x-store-env-id']),
    organizationId: readStoreId(headers['x-organization-id']),
    page: {
      origin: headers.origin,
      site: text(headers['sec-fetch-site']),
      host: headers.host,
      isUncounted: headers['sec-gpc'] === '1' || headers.dnt === '1',
    },
    idempotencyKey: text(headers['idempotency-key']),
    customerToken: text(headers['x-customer-token']),
    previewPass: text(headers['x-preview-pass']),
    isOfThisMachine: () => isOfThisMachine(request.raw),
    upload: isUnread(body) ? { ...buildUpload(body, headers), silenceMs } : undefined,
  }
}

const text = (header: string | string[] | undefined) => (typeof header === 'string' ? header : undefined)

const buildUpload = (content: Readable, headers: Headers) => ({
  content,
  type: headers['content-type'] ?? '',
  bytes: Number(headers['content-length'] ?? 0) || 0,
  header: (name: string) => text(headers[name]),
  get headers() {
    return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, text(value)]))
  },
})

/** A few compressed bytes could expand to gigabytes. */
function requirePlain(op: Operation, { headers }: FastifyRequest): void {
  const coding = headers['content-encoding']
  if ((!op.input.body && !op.input.accepts) || coding === undefined || coding.trim().toLowerCase() === 'identity')
    return
  const message = `The body must not be encoded as "${coding.slice(0, 40)}": send it uncompressed, without Content-Encoding.`
  throw new AppError(415, 'unsupported_media_type', message)
}

function readBody(op: Operation, request: FastifyRequest): unknown {
  const { body } = request
  if (op.input.optional && (!Buffer.isBuffer(body) || body.length === 0)) return {}
  if (!Buffer.isBuffer(body) || body.length === 0) throw bodyRequired(op.input.body)
  const type = request.headers['content-type']
  if (op.input.csv && /^text\/csv\s*(?:;|$)/i.test(type ?? '')) return op.input.csv(readText(body))
  return op.input.asText && /^text\/plain\s*(?:;|$)/i.test(type ?? '') ? parseJson(body) : readJson(body, type)
}

export function write(op: Operation, answer: Answer, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, text, stream, content, headers } = answer
  if (content) return sendContent(request, reply, content, headers)
  reply.code(status).headers(headers)
  const send = (whole: string | Readable) => sendCompressed(op.output, request.headers['accept-encoding'], reply, whole)
  if (stream) {
    const readable = stream instanceof Readable ? stream : Readable.from(stream, { objectMode: false })
    if (request.method !== 'HEAD') return send(readable)
    // For a HEAD request the framework would read the whole stream, so we send an empty one. Sending nothing would state a
    // length of 0, which is not the length of GET.
    readable.destroy()
    return send(Readable.from([]))
  }
  return text === undefined ? reply.send() : send(text)
}
