// A whole answer that is kept and sent again, with the encodings in which it was sent.
import { hash } from 'node:crypto'

/** An answer as it leaves, without what depends on who asks. */
export type Content = {
  body: Buffer
  /** `Content-Type`. */
  type: string
  /** Strong, of these very bytes, in quotes. */
  etag: string
  /** Made by the first request that takes each. */
  encodings: Partial<Record<Coding, EncodedContent>>
  isKept: boolean
  wasSent: boolean
}

export function contentOf(text: string, type: string): Content {
  const body = Buffer.from(text)
  const etag = `"${hash('sha256', body, 'base64url').slice(0, 22)}"`
  return { body, type, etag, encodings: {}, isKept: false, wasSent: false }
}

export type Coding = 'identity' | 'br' | 'gzip'
/** The bytes, with the header fields of every answer of them: names and values in turn. */
export type EncodedContent = { body: Buffer; notModifiedHeaders: readonly string[]; headers: readonly string[] }
