import { hash } from 'node:crypto'

export type Content = {
  body: Buffer
  /** `Content-Type`. */
  type: string
  /** A strong tag of these bytes, in quotes. */
  etag: string
  /** The content in its encodings, added when first needed. The fast compression of the first response is not added. */
  encodings: Partial<Record<Coding, EncodedContent>>
  isKept: boolean
  wasSent: boolean
  /** Cache-Control and Vary, as alternating names and values. Default: those of a storefront's read operation. */
  caching?: readonly string[]
}

export function buildContent(text: string, type: string): Content {
  const body = Buffer.from(text)
  const etag = `"${hash('sha256', body, 'base64url').slice(0, 22)}"`
  return { body, type, etag, encodings: {}, isKept: false, wasSent: false }
}

export type Coding = 'identity' | 'br' | 'gzip'
/** The bytes with their header fields, as alternating names and values. */
export type EncodedContent = { body: Buffer; notModifiedHeaders: readonly string[]; headers: readonly string[] }
