// Packs an answer for clients that take it so. Fast settings: an answer is packed once and read once, so processor time counts
// for more than the last tenth of its size. Not shared with `content.ts`, whose answers are kept: those are packed well once they are
// asked for again, their size is known, and each packing has its tag; what both need, which packing a client takes, stands once.
import { pipeline, type Readable } from 'node:stream'
import { brotliCompressSync, constants, createBrotliCompress, createGzip, gzipSync } from 'node:zlib'
import type { FastifyReply } from 'fastify'
import type { Operation } from '../calls/operation.ts'
import { packingOf } from '../values/accept-encoding.ts'

/** Below it the packed answer travels in as many packets. */
const minBytes = 1_000
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }
const gzip = { level: 1 }

/** Sends an answer, packed where that is worth it and gives nothing away: a secret's length would tell of it (BREACH). */
export function sendCompressed(
  op: Pick<Operation, 'secret'>,
  wanted: string | string[] | undefined,
  reply: FastifyReply,
  body: string | Readable,
): FastifyReply {
  if (op.secret || reply.hasHeader('content-encoding')) return reply.send(body)
  const others = reply.getHeader('vary')
  reply.header('vary', others ? `${String(others)}, Accept-Encoding` : 'Accept-Encoding')
  const coding = packingOf(wanted)
  if (!coding || (typeof body === 'string' && body.length < minBytes)) return reply.send(body)
  reply.header('content-encoding', coding).removeHeader('content-length')
  if (typeof body === 'string')
    return reply.send(coding === 'br' ? brotliCompressSync(body, brotli) : gzipSync(body, gzip))
  const packer = coding === 'br' ? createBrotliCompress(brotli) : createGzip(gzip)
  // When one end breaks off, the other is closed too.
  return reply.send(pipeline(body, packer, () => {}))
}
