import type { Content } from '../values/content.ts'

/** A response whose status is decided at run time, or whose body is text or a stream. */
export class Answer<T = unknown> {
  readonly status: number
  readonly body: T | undefined
  private readonly written: string | undefined
  readonly stream: AsyncIterable<string | Uint8Array> | undefined
  /** Unchanging content, sent in its encodings. A client that has the content gets a 304. */
  readonly content: Content | undefined
  readonly headers: Record<string, string | string[]>
  /** A shared response expires at this time even without a write. */
  readonly until: string | null
  constructor(
    status: number,
    more: {
      body?: T
      text?: string | undefined
      stream?: AsyncIterable<string | Uint8Array> | undefined
      content?: Content | undefined
      headers?: Record<string, string | string[]>
      until?: string | null
    },
  ) {
    this.status = status
    this.body = more.body
    this.written = more.text
    this.stream = more.stream
    this.content = more.content
    this.headers = more.headers ?? {}
    this.until = more.until ?? null
  }

  get text(): string | undefined {
    return this.written ?? this.content?.body.toString()
  }
}

export const answer = <T>(
  status: number,
  body: T,
  headers?: Record<string, string | string[]>,
  until: string | null = null,
) => new Answer<T>(status, { body, until, ...(headers && { headers }) })

/**
 * This response is never cached, because it can become wrong without a write of this store. Browsers revalidate it
 * each time.
 */
export const uncached = <T>(body: T, now: Date) =>
  new Answer<T>(200, { body, headers: { 'cache-control': uncachedControl }, until: now.toISOString() })

export const uncachedText = (text: string, type: string, now: Date) =>
  new Answer<never>(200, {
    text,
    headers: { 'cache-control': uncachedControl, 'content-type': type },
    until: now.toISOString(),
  })

export const uncachedControl = 'private, no-cache'

/** A document of another type than JSON. The operation declares its type in `produces`. */
export const written = (text: string, type: string, headers: Record<string, string | string[]> = {}) =>
  new Answer<never>(200, { text, headers: { ...headers, 'content-type': type } })

/**
 * Chunks are sent as they arrive. An error half-way breaks the connection, so that no client treats a partial response
 * as complete.
 */
export const streamed = (stream: AsyncIterable<string | Uint8Array>, headers: Record<string, string>) =>
  new Answer<never>(200, { stream, headers })
