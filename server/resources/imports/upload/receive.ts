// Files are checked by their first bytes, and unreadable ones are refused during the upload. Refused and broken uploads
// leave no file behind.
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Storage } from '#platform/files/storage/storage.ts'
import { abortWhenSlow, requireMediaType, wasCutOff } from '#platform/http/receive/form.ts'
import type { Incoming } from '#platform/identity/incoming.ts'
import { AppError, invalid } from '#platform/values/errors.ts'
import { FileProblem, quoted, type RowProblem } from '../formats/problems.ts'
import { openReviewFile } from '../formats/review-file.ts'
import { openMultipart, type Part } from './multipart.ts'

export const maxFileBytes = 200 * 1024 * 1024

export const mediaTypes = [
  'text/csv',
  'text/plain',
  'application/x-ndjson',
  'application/jsonl',
  'application/json',
  'application/octet-stream',
  'multipart/form-data',
] as const

export type ReceivedFile = Header & { fileName: string | undefined; sha256: Buffer; bytes: number }

/** `wholeMs` equals the server's request timeout, which limits the whole upload. */
const fileTimeout = { silenceMs: 20_000, wholeMs: 600_000 }

type Header = { format: { name: string }; warnings: RowProblem[] }

export type Detect = (
  head: AsyncIterable<Uint8Array>,
  options: { now: Date },
) => Promise<{ format: { name: string }; unusedColumns: string[]; close(): Promise<void> }>
const detectReviews: Detect = openReviewFile

const maxAtOnce = 3
/** A module variable, because the limit protects the whole process. It contains a store only during its uploads. */
const receiving = new Map<string, number>()

export async function limitUploads<T>(storeEnvId: string, receive: () => Promise<T>): Promise<T> {
  const others = receiving.get(storeEnvId) ?? 0
  if (others >= maxAtOnce)
    throw new AppError(
      429,
      'rate_limited',
      'Several files of this store are being uploaded. Send this one when they are done.',
      {
        headers: { 'retry-after': '10' },
      },
    )
  receiving.set(storeEnvId, others + 1)
  try {
    return await receive()
  } finally {
    const left = (receiving.get(storeEnvId) ?? 1) - 1
    if (left > 0) receiving.set(storeEnvId, left)
    else receiving.delete(storeEnvId)
  }
}

export async function receiveFile(
  request: Incoming,
  storage: Storage,
  key: string,
  { detect = detectReviews, maxBytes = maxFileBytes }: { detect?: Detect; maxBytes?: number } = {},
): Promise<ReceivedFile> {
  const { upload } = request
  const type = requireMediaType(upload, mediaTypes, 'file')
  requireSize(declaredBytes(request), type, maxBytes)
  const raw = upload?.content
  if (!raw) throw refusal(new FileProblem('empty_file', 'The file is empty.'))
  const meter = new FileMeter(maxBytes, detect)
  const stopWaiting = abortWhenSlow(raw, fileTimeout, upload.silenceMs)
  try {
    const { fileName, content } = await open(raw, upload.type, type)
    await storage.put(key, Readable.from(meter.measure(content), { objectMode: false }))
    return { ...meter.header(), fileName, sha256: meter.sha256(), bytes: meter.bytes() }
  } catch (error) {
    // Reads the rest of the request, so that the caller gets the response instead of a broken connection.
    raw.unpipe()
    raw.resume()
    await storage.remove(key)
    throw wasCutOff(error) ? invalid('The upload ended early. Send it again.') : error
  } finally {
    stopWaiting()
  }
}

export const declaredBytes = ({ upload }: Incoming): number => upload?.bytes ?? 0

/** A form adds less than 64 kB to its file, so the file is too large if the form exceeds the limit by more. */
function requireSize(declared: number, type: string, maxBytes: number): void {
  const frame = type === 'multipart/form-data' ? 64 * 1024 : 0
  if (declared > maxBytes + frame) throw tooLarge(maxBytes)
}

const open = async (raw: Readable, declared: string, type: string): Promise<Part> =>
  type === 'multipart/form-data'
    ? await openMultipart(raw, declared)
    : { fileName: undefined, content: raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer> }

/** The format is detected in this many bytes at the start of the file. No format needs as many. */
const headBytes = 256 * 1024

class FileMeter {
  readonly #hash = createHash('sha256')
  readonly #maxBytes: number
  readonly #detectIn: Detect
  #bytes = 0
  #head: Buffer[] = []
  #header: Header | undefined

  constructor(maxBytes: number, detect: Detect) {
    this.#maxBytes = maxBytes
    this.#detectIn = detect
  }

  async *measure(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of content) {
      this.#bytes += chunk.length
      if (this.#bytes > this.#maxBytes) throw tooLarge(this.#maxBytes)
      this.#hash.update(chunk)
      if (!this.#header) {
        this.#head.push(chunk)
        if (this.#bytes >= headBytes) await this.#detect()
      }
      yield chunk
    }
    if (!this.#header) await this.#detect()
  }

  async #detect(): Promise<void> {
    try {
      const file = await this.#detectIn(Readable.from(this.#head), { now: new Date(0) })
      await file.close()
      this.#header = { format: file.format, warnings: unused(file.unusedColumns) }
      this.#head = []
    } catch (error) {
      throw error instanceof FileProblem ? refusal(error) : error
    }
  }

  header(): Header {
    if (!this.#header) throw new Error('The upload was not read to its end.')
    return this.#header
  }

  bytes(): number {
    return this.#bytes
  }

  sha256(): Buffer {
    return this.#hash.digest()
  }
}

function unused(columns: readonly string[]): RowProblem[] {
  if (columns.length === 0) return []
  const shown = columns.slice(0, 20).map(quoted)
  const more = columns.length > shown.length ? ` and ${columns.length - shown.length} more` : ''
  return [{ code: 'columns_not_used', message: `These columns are not used: ${shown.join(', ')}${more}.` }]
}

function refusal({ code, message, details }: FileProblem): AppError {
  if (code === 'empty_file') return invalid(message)
  const { missing = [], columns = [] } = details as { missing?: string[]; columns?: string[] }
  return new AppError(400, 'unknown_format', message, {
    details: [
      ...missing.map((what) => ({ path: '/columns', message: `has none for the ${what}` })),
      ...columns.slice(0, 200).map((name, i) => ({ path: `/columns/${i}`, message: `is ${quoted(name)}` })),
    ],
  })
}

const tooLarge = (maxBytes: number) =>
  new AppError(
    413,
    'payload_too_large',
    `The file is larger than ${Math.floor(maxBytes / 1024 / 1024)} MB. Split it into smaller files.`,
  )
