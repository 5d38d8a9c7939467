import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'

export type Part = { start: number; end: number }

export type SentFile = {
  name: string
  type: string
  bytes: number
  sha256: string | null
  open(part: Part | undefined): Promise<Readable>
}

export async function sendFile(request: FastifyRequest, reply: FastifyReply, file: SentFile): Promise<FastifyReply> {
  const { name, type, bytes, sha256 } = file
  const etag = `"${sha256}"`
  reply.headers({
    'content-type': type,
    'content-disposition': `attachment; filename="${name}"`,
    'accept-ranges': 'bytes',
    etag,
    'x-content-type-options': 'nosniff',
  })
  const condition = request.headers['if-range']
  const part = condition === undefined || condition === etag ? readRange(request.headers.range, bytes) : undefined
  if (part === 'none') return reply.code(416).header('content-range', `bytes */${bytes}`).send()
  if (part) reply.code(206).header('content-range', `bytes ${part.start}-${part.end}/${bytes}`)
  reply.header('content-length', String(part ? part.end - part.start + 1 : bytes))
  return request.method === 'HEAD' ? reply.send() : reply.send(await file.open(part))
}

/**
 * Parses a `Range` header. Several ranges or an invalid one return undefined, so that the whole file is sent. `none` means
 * a range beyond the end of the file.
 */
export function readRange(header: string | undefined, bytes: number): Part | 'none' | undefined {
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (from === undefined || to === undefined || (from === '' && to === '')) return undefined
  if (from === '') {
    const last = Math.min(Number(to), bytes)
    return last === 0 ? 'none' : { start: bytes - last, end: bytes - 1 }
  }
  if (Number(from) >= bytes) return 'none'
  const end = to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1)
  return end < Number(from) ? undefined : { start: Number(from), end }
}
