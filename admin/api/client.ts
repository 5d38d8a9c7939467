import type { Direction } from '#platform/values/wire.ts'
import { inLanguage, type Refusal } from './refusals.ts'
import { syncServerClock } from './server-clock.ts'

export type SortSearch<By extends string> = { sort?: By; direction?: Direction }

export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly details: readonly { path: string; message: string }[]
  readonly retryAfterMs: number | undefined

  constructor(status: number, refusal: Refusal, retryAfter: string | null) {
    const body = inLanguage(refusal)
    super(body.message ?? 'The service did not answer as expected.')
    this.status = status
    this.code = body.code ?? 'unknown'
    this.details = body.details ?? []
    this.retryAfterMs = retryAfter ? Number(retryAfter) * 1000 : undefined
  }
}

/** True if the requested object does not exist or its id is malformed. A retry cannot succeed. */
export const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400)

export type Query = Record<string, string | number | boolean | undefined>

export type CallOptions = {
  storeId?: string
  query?: Query
  body?: unknown
  file?: File
  passphrase?: string
  signal?: AbortSignal
  keepalive?: boolean
}

export type Page<T> = {
  data: T[]
  pagination: { limit: number; hasMore: boolean; nextCursor: string | null; total?: number }
}

export const apiPath = '/api/v1'

export async function call<T>(method: string, path: string, options: CallOptions = {}): Promise<T> {
  const response = await reach(method, path, options)
  syncServerClock(response.headers.get('date'))
  const text = await response.text()
  const body: unknown = text === '' ? undefined : readJson(text)
  if (!response.ok) throw new ApiError(response.status, (body ?? {}) as Refusal, response.headers.get('retry-after'))
  return body as T
}

export async function download(path: string, options: CallOptions = {}): Promise<Blob> {
  const response = await reach('GET', path, options)
  if (response.ok) return response.blob()
  const body = readJson(await response.text())
  throw new ApiError(response.status, (body ?? {}) as Refusal, response.headers.get('retry-after'))
}

export const get = <T>(path: string, options?: CallOptions) => call<T>('GET', path, options)
export const post = <T>(path: string, options?: CallOptions) => call<T>('POST', path, options)
export const put = <T>(path: string, options?: CallOptions) => call<T>('PUT', path, options)
export const patch = <T>(path: string, options?: CallOptions) => call<T>('PATCH', path, options)
export const remove = <T = void>(path: string, options?: CallOptions) => call<T>('DELETE', path, options)

export function buildAddress(path: string, query: Query = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return `${apiPath}${path}${search && `?${search}`}`
}

async function reach(method: string, path: string, options: CallOptions): Promise<Response> {
  const { storeId, query, body, file, passphrase, signal, keepalive } = options
  const headers: Record<string, string> = {}
  if (storeId) headers['x-store-env-id'] = storeId
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (file) headers['content-type'] = detectType(file)
  // Headers hold bytes, so the passphrase is encoded as UTF-8.
  if (passphrase) headers['x-archive-passphrase'] = String.fromCharCode(...new TextEncoder().encode(passphrase))
  try {
    return await fetch(buildAddress(path, query), {
      method,
      headers,
      signal,
      keepalive,
      body: file ?? (body === undefined ? undefined : JSON.stringify(body)),
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ApiError(0, { code: 'unreachable', message: 'The service cannot be reached. Is the network up?' }, null)
  }
}

function detectType({ name, type }: File): string {
  if (type.startsWith('image/')) return type
  if (/\.zip$/i.test(name)) return 'application/zip'
  if (/\.age$/i.test(name)) return 'application/age'
  return /\.(jsonl|ndjson|json)$/i.test(name) ? 'application/x-ndjson' : 'text/csv'
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
