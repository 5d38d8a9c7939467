// Handles entity tags, conditional requests and compression, and never reads the disk during a request.

import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { choosePacking, type Packing } from './accept-encoding.ts'
import { isHeld } from './etag.ts'

export interface Asset {
  type: string
  bytes: Buffer
  /** The first characters of the content's SHA-256, for entity tags and immutable URLs. */
  hash: string
  headers: Record<string, string>
  compressed: Map<Packing, Promise<Buffer>>
}

const worthCompressing = 1024

export function createAsset(content: string | Buffer, type: string, headers: Record<string, string>): Asset {
  const bytes = Buffer.from(content)
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16)
  return { type, bytes, hash, headers, compressed: new Map() }
}

export async function sendAsset(request: FastifyRequest, reply: FastifyReply, asset: Asset, status = 200) {
  const encoding = asset.bytes.length < worthCompressing ? undefined : choosePacking(request.headers['accept-encoding'])
  // Each encoding has its own tag, because a strong tag promises equal bytes.
  const etag = `"${asset.hash}${encoding ? `-${encoding}` : ''}"`
  reply.headers(asset.headers).headers({ 'content-type': asset.type, 'x-content-type-options': 'nosniff', etag })
  reply.header('vary', 'accept-encoding')
  if (status === 200 && isHeld(request.headers['if-none-match'], etag)) return reply.code(304).send()
  if (!encoding) return reply.code(status).send(asset.bytes)
  return reply
    .code(status)
    .header('content-encoding', encoding)
    .send(await compress(asset, encoding))
}

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

// Compresses once, on first demand, in zlib's own threads, so that a large file delays no other request.
function compress(asset: Asset, encoding: Packing): Promise<Buffer> {
  const ready = asset.compressed.get(encoding)
  if (ready) return ready
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }
  const work = encoding === 'br' ? brotli(asset.bytes, quality) : gzipped(asset.bytes)
  asset.compressed.set(encoding, work)
  return work
}
