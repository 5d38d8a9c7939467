import { createHash } from 'node:crypto'
import { finished } from 'node:stream/promises'
import type { Upload } from '../identity/incoming.ts'

/** Values that differ only in the order of their fields have the same fingerprint. */
export const computeFingerprint = (value: unknown): Buffer => createHash('sha256').update(canonicalJson(value)).digest()

const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    each !== null && typeof each === 'object' && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  )

/**
 * Returns the fingerprint after the upload's end, and first reads the rest if needed. The hash skips a form's boundary,
 * because clients invent a new one each time.
 */
export function fingerprintWhileRead({ type, content: raw }: Upload): () => Promise<Buffer> {
  const hash = createHash('sha256')
  const boundary = /\bboundary=(?:"([^"]+)"|([^\s;]+))/i.exec(type)
  const frame = Buffer.from(boundary?.[1] ?? boundary?.[2] ?? '')
  let rest: Buffer = Buffer.alloc(0)
  const take = (chunk: Buffer) => {
    if (frame.length === 0) return void hash.update(chunk)
    let bytes = Buffer.concat([rest, chunk])
    for (let at = bytes.indexOf(frame); at >= 0; at = bytes.indexOf(frame)) {
      hash.update(bytes.subarray(0, at))
      bytes = bytes.subarray(at + frame.length)
    }
    // The tail may be the start of another boundary.
    const safe = Math.max(0, bytes.length - frame.length + 1)
    hash.update(bytes.subarray(0, safe))
    rest = bytes.subarray(safe)
  }
  // Attaching the listener would start the stream, so the stream is paused.
  raw.on('data', take).pause()
  return async () => {
    raw.resume()
    if (!raw.readableEnded) await finished(raw, { writable: false })
    return hash.update(rest).digest()
  }
}
