import type { IncomingHttpHeaders } from 'node:http'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { choosePacking } from '../values/accept-encoding.ts'
import type { Coding, Content, EncodedContent } from '../values/content.ts'
import { parseTags } from '../values/etag.ts'

export function negotiate(
  headers: IncomingHttpHeaders,
  content: Content,
): { encoded: EncodedContent; isNotModified: boolean } {
  const coding = codingFor(headers['accept-encoding'], content)
  const encoded = content.encodings[coding] ?? encodeContent(content, coding)
  content.wasSent = true
  const tag = matchingTag(headers['if-none-match'], content)
  if (tag === undefined) return { encoded, isNotModified: false }
  // The client compares the response's tag with that of its cached copy, so the response repeats the client's tag.
  return {
    encoded:
      tag === '*' || encoded.notModifiedHeaders.includes(tag)
        ? encoded
        : { ...encoded, notModifiedHeaders: buildNotModifiedHeaders(content, tag) },
    isNotModified: true,
  }
}

export function sendContent(
  request: FastifyRequest,
  reply: FastifyReply,
  content: Content,
  others: Record<string, string | string[]> = {},
): FastifyReply {
  const { encoded, isNotModified } = negotiate(request.headers, content)
  const list = isNotModified ? encoded.notModifiedHeaders : encoded.headers
  for (let i = 0; i < list.length; i += 2) reply.header(list[i] as string, list[i + 1])
  reply.headers(others)
  return isNotModified ? reply.code(304).send() : reply.send(encoded.body)
}

/** Many pages are requested once. The first request compresses fast, the second compresses well. */
function encodeContent(content: Content, coding: Coding): EncodedContent {
  if (coding !== 'identity' && !content.wasSent)
    return written(content, coding, fast[coding](content.body), buildHurriedEtag(content, coding))
  const pack = coding === 'identity' ? unpacked : thorough[coding]
  const encoded = written(content, coding, pack(content.body), buildEtag(content, coding))
  content.encodings[coding] = encoded
  return encoded
}

function written(content: Content, coding: Coding, body: Buffer, etag: string): EncodedContent {
  const notModifiedHeaders = buildNotModifiedHeaders(content, etag)
  const encoding = coding === 'identity' ? [] : ['content-encoding', coding]
  const headers = [
    ...notModifiedHeaders,
    ...encoding,
    'content-type',
    content.type,
    'content-length',
    String(body.length),
  ]
  return { body, notModifiedHeaders, headers }
}

const buildNotModifiedHeaders = ({ caching = storefrontCaching }: Content, etag: string) => [...caching, 'etag', etag]

const storefrontCaching = [
  'cache-control',
  'public, max-age=60, stale-while-revalidate=600',
  // All stores share these URLs, and a header names the store, so shared caches must separate the stores' responses.
  'vary',
  'Origin, X-Store-Env-Id, Accept-Encoding',
]

/** Each encoding has different bytes, so it needs its own tag. */
const buildEtag = ({ etag }: Content, coding: Coding) =>
  coding === 'identity' ? etag : `${etag.slice(0, -1)}-${coding}"`
const buildHurriedEtag = ({ etag }: Content, coding: Coding) => `${etag.slice(0, -1)}-${coding}1"`
/** Matches the suffix that an encoding adds to the tag. */
const endOfTag = /^(?:-(?:br|gzip)1?)?"$/

/** Returns the client's tag when it belongs to the same content, in any encoding. */
function matchingTag(header: string | undefined, { etag }: Content): string | undefined {
  if (header === undefined || header === etag || header === '*') return header
  const start = etag.slice(0, -1)
  const tags = parseTags(header)
  return tags.find((tag) => tag.startsWith(start) && endOfTag.test(tag.slice(start.length)))
}

const minBytes = 1_000
/** Content without `isKept` is not reused, so it is not compressed. */
function codingFor(header: string | string[] | undefined, { isKept, body }: Content): Coding {
  if (!isKept || body.length < minBytes || typeof header !== 'string') return 'identity'
  return choosePacking(header) ?? 'identity'
}

// Clearing a large window takes longer than compressing a page of reviews.
const brotli = (quality: number) => (body: Buffer) =>
  brotliCompressSync(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_LGWIN]: body.length < 1 << 16 ? 16 : constants.BROTLI_DEFAULT_WINDOW,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  })
const gzip = (level: number) => (body: Buffer) => gzipSync(body, { level })

const unpacked = (body: Buffer) => body
const fast = { br: brotli(1), gzip: gzip(1) }
// Runs once per change of a store, so a medium compression level is worth its time.
const thorough = { br: brotli(5), gzip: gzip(6) }
