// Compresses responses for clients that accept it. Each response is sent once, so the fast settings matter more than the
// last tenth of the size. `content.ts` differs: it caches responses, compresses them well on the second request, and gives
// each encoding its own tag. Both files share the choice of encoding.
import { pipeline, type Readable } from 'node:stream'
import { brotliCompressSync, constants, createBrotliCompress, createGzip, gzipSync } from 'node:zlib'
import type { FastifyReply } from 'fastify'
import type { Output } from '../calls/options.ts'
import { choosePacking } from '../values/accept-encoding.ts'

/** A smaller response takes as many packets with compression as without. */
const minBytes = 1_000
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }
const gzip = { level: 1 }

/** Compresses a response that shrinks and contains no secret. The compressed length would reveal a secret (BREACH). */
export function sendCompressed(
  { secret }: Pick<Output, 'secret'>,
  wanted: string | string[] | undefined,
  reply: FastifyReply,
  body: string | Readable,
): FastifyReply {
  if (secret || reply.hasHeader('content-encoding')) return reply.send(body)
  const others = reply.getHeader('vary')
  reply.header('vary', others ? `${String(others)}, Accept-Encoding` : 'Accept-Encoding')
  const coding = choosePacking(wanted)
  if (!coding || (typeof body === 'string' && body.length < minBytes)) return reply.send(body)
  reply.header('content-encoding', coding).removeHeader('content-length')
  if (typeof body === 'string')
    return reply.send(coding === 'br' ? brotliCompressSync(body, brotli) : gzipSync(body, gzip))
  const packer = coding === 'br' ? createBrotliCompress(brotli) : createGzip(gzip)
  // When one end fails, the other is closed too.
  return reply.send(pipeline(body, packer, () => {}))
}
