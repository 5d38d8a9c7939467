import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { Agent } from 'undici'
import { asGuardedFetchError, GuardedFetchError } from './errors.ts'

export type Download = {
  status: number
  /** The chunks are unpacked and throw only GuardedFetchError. Leaving the loop early closes the connection. */
  chunks: AsyncIterable<Uint8Array>
}

export type DownloadLimits = {
  /** Ends the download after this long without data. */
  idleMs?: number
  /** Limits the unpacked size. */
  maxBytes: number
  signal?: AbortSignal
}

export async function download(agent: Agent, url: URL, limits: DownloadLimits): Promise<Download> {
  const { idleMs = 60_000, maxBytes, signal } = limits
  try {
    const { statusCode, headers, body } = await agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: 'GET',
      headers: { 'accept-encoding': 'gzip' },
      headersTimeout: idleMs,
      bodyTimeout: idleMs,
      ...(signal && { signal }),
    })
    const isPacked = /^(x-)?gzip$/i.test(String(headers['content-encoding'] ?? ''))
    // The error also reaches the reader, so the callback ignores it.
    const source: Readable = isPacked ? (pipeline(body, createGunzip(), () => {}) as unknown as Readable) : body
    return { status: statusCode, chunks: bounded(source, body, maxBytes) }
  } catch (error) {
    throw asGuardedFetchError(error, false)
  }
}

async function* bounded(source: Readable, body: Readable, maxBytes: number): AsyncGenerator<Uint8Array> {
  let bytes = 0
  try {
    for await (const chunk of source as AsyncIterable<Uint8Array>) {
      bytes += chunk.length
      if (bytes > maxBytes) throw new GuardedFetchError('file_too_large')
      yield chunk
    }
  } catch (error) {
    const { code } = error as { code?: string }
    throw code === 'UND_ERR_BODY_TIMEOUT' ? new GuardedFetchError('timeout', error) : asGuardedFetchError(error, true)
  } finally {
    body.destroy()
  }
}
