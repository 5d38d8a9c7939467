// How a kept answer leaves: conditional (304), compressed where the client takes it, cacheable by whoever is in between.
import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Coding, Content, Form } from '../storefront/content-cache.ts'
import { acceptedCodings } from './accept-encoding.ts'

export function contentOf(text: string, type: string): Content {
  const body = Buffer.from(text)
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  return { body, type, etag, forms: {}, isKept: false }
}

/** How a client wants it, and whether it holds it already. */
export function choose(headers: IncomingHttpHeaders, content: Content): { form: Form; isHeld: boolean } {
  const coding = codingFor(headers['accept-encoding'], content)
  const form = content.forms[coding] ?? formOf(content, coding)
  return { form, isHeld: matches(headers['if-none-match'], content) }
}

export function sendContent(request: FastifyRequest, reply: FastifyReply, content: Content): FastifyReply {
  const { form, isHeld } = choose(request.headers, content)
  const list = isHeld ? form.held : form.whole
  for (let i = 0; i < list.length; i += 2) reply.header(list[i] as string, list[i + 1])
  return isHeld ? reply.code(304).send() : reply.send(form.body)
}

function formOf(content: Content, coding: Coding): Form {
  const body = coding === 'identity' ? content.body : pack[coding](content.body)
  const held = [
    'cache-control',
    'public, max-age=60, stale-while-revalidate=600',
    // A store's pages differ by the header that names the store, so that a cache between must not mix them up either.
    'vary',
    'Origin, X-Store-Env-Id, Accept-Encoding',
    'etag',
    etagOf(content, coding),
  ]
  const encoding = coding === 'identity' ? [] : ['content-encoding', coding]
  const whole = [...held, ...encoding, 'content-type', content.type, 'content-length', String(body.length)]
  const form = { body, held, whole }
  content.forms[coding] = form
  return form
}

/** Other bytes, so another tag. */
const etagOf = ({ etag }: Content, coding: Coding) => (coding === 'identity' ? etag : `${etag.slice(0, -1)}-${coding}"`)

/** Whichever form the client holds, it is of the same content. */
function matches(header: string | undefined, content: Content): boolean {
  if (header === undefined) return false
  if (header === content.etag || header === '*') return true
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.some((tag) => tag === content.etag || tag === etagOf(content, 'br') || tag === etagOf(content, 'gzip'))
}

const leastBytes = 1_000
// Clients send a handful of different headers, millions of times.
const codings = new Map<string, Coding>()

/** Compressing pays for what is kept, and done once. */
function codingFor(header: string | string[] | undefined, { isKept, body }: Content): Coding {
  if (!isKept || body.length < leastBytes || typeof header !== 'string') return 'identity'
  const known = codings.get(header)
  if (known !== undefined) return known
  if (codings.size >= 1_000) codings.clear()
  const coding = readCoding(header)
  codings.set(header, coding)
  return coding
}

function readCoding(header: string): Coding {
  const takes = acceptedCodings(header)
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : 'identity'
}

const pack = {
  // Once for each change of a store, so a level between the fast and the small one.
  br: (body: Buffer) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (body: Buffer) => gzipSync(body, { level: 6 }),
}
