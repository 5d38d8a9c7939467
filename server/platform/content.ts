// A whole answer that is kept and given again, with the forms in which it has left.
import { hash } from 'node:crypto'

/** An answer as it leaves, without what depends on who asks. */
export type Content = {
  body: Buffer
  /** `Content-Type`. */
  type: string
  /** Strong, of these very bytes, in quotes. */
  etag: string
  /** The forms in which it has left so far, made by the first who took each. */
  forms: Partial<Record<Coding, Form>>
  isKept: boolean
  /** Whether it was sent to anybody yet. */
  hasLeft: boolean
}

export function contentOf(text: string, type: string): Content {
  const body = Buffer.from(text)
  const etag = `"${hash('sha256', body, 'base64url').slice(0, 22)}"`
  return { body, type, etag, forms: {}, isKept: false, hasLeft: false }
}

export type Coding = 'identity' | 'br' | 'gzip'
/** The bytes, with the header fields of every answer of them: names and values in turn. */
export type Form = { body: Buffer; held: readonly string[]; whole: readonly string[] }
