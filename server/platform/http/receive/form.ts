// Limits memory per process and network, and refuses too large or slow bodies while they arrive.
import { finished, type Readable } from 'node:stream'
import busboy from 'busboy'
import type { Incoming, Upload } from '../../identity/incoming.ts'
import { parseNetwork } from '../../limits/spend.ts'
import { AppError, invalid, invalidField } from '../../values/errors.ts'
import { createGrowingBuffer } from './growing-buffer.ts'
import { createMemoryBudget } from './memory-budget.ts'
import { dropRest, type ReceiveTimeout, uploadTimeout, watchReceiveTimeout } from './receive-timeout.ts'

type FormRequest = Pick<Incoming, 'address' | 'upload'>

export type FormFile = { field: string; name: string; bytes: Buffer; isTooLarge?: true; isLeftOut?: true }
export type Form = { fields: Map<string, string>; files: FormFile[] }

export type FormLimits = {
  maxFiles: number
  maxFileBytes: number
  /** Limit per field. The error for a longer field names it. */
  maxFieldBytes?: number
  /** Returns an oversized file without its bytes and drops files above `maxFiles`, so that the rest is not lost. */
  keepsFields?: true
  maxFields?: number
  /** Limit for all text fields together. A form above it is refused. */
  maxTextBytes?: number
  /** Limit for all files together. Files above it are returned without their bytes. */
  maxFilesBytes?: number
}

const budget = createMemoryBudget(128 * 1024 * 1024)

/**
 * Passes the form to `use`. Its files and fields count against the memory limit until `use` ends. Throws 415 for other
 * media types.
 */
export async function withForm<T>(
  request: FormRequest,
  limits: FormLimits,
  use: (form: Form) => Promise<T>,
): Promise<T> {
  const { maxFiles, maxFileBytes, maxFields = 40, maxFieldBytes = 100_000, keepsFields } = limits
  const whole = keepsFields ? Number.POSITIVE_INFINITY : maxFiles * maxFileBytes + maxFields * maxFieldBytes
  return holding(request, { whole, file: maxFileBytes }, async (upload, hold) =>
    use(await readForm(upload, limits, hold)),
  )
}

export async function withBytes<T>(
  request: FormRequest,
  maxBytes: number,
  use: (bytes: Buffer) => Promise<T>,
): Promise<T> {
  return holding(request, { whole: maxBytes, file: maxBytes }, async ({ content }, hold) => {
    const taken = hold.file()
    for await (const chunk of content.iterator({ destroyOnReturn: false })) taken.add(chunk)
    return use(taken.bytes())
  })
}

/** An upload's media type without parameters. Throws 415 when it is not `accepted`. */
export function requireMediaType(upload: Upload | undefined, accepted: readonly string[], what: string): string {
  const type = upload?.type.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (accepted.includes(type)) return type
  const given = type === '' ? '' : `, not ${type.slice(0, 60)}`
  throw new AppError(415, 'unsupported_media_type', `Send the ${what} as ${accepted.join(', ')}${given}.`)
}

type Hold = {
  file(): { add(chunk: Buffer): void; bytes(): Buffer }
  count(bytes: number): void
}

async function holding<T>(
  { upload, address }: FormRequest,
  most: { whole: number; file: number },
  work: (upload: Upload, hold: Hold) => Promise<T>,
): Promise<T> {
  if (!upload) throw invalidField('/file', 'is missing')
  const raw = upload.content
  const network = parseNetwork(address)
  let held = 0
  const count = (bytes: number) => {
    if (!budget.take(network, bytes)) throw tooBusy()
    held += bytes
  }
  const file = () => {
    const gathering = createGrowingBuffer()
    let size = 0
    const add = (chunk: Buffer) => {
      size += chunk.length
      if (size > most.file) throw tooLarge(most.file)
      count(chunk.length)
      gathering.add(chunk)
    }
    return { add, bytes: gathering.bytes }
  }
  const stopWaiting = abortWhenSlow(raw, uploadTimeout, upload.silenceMs)
  try {
    if (upload.bytes > most.whole) throw tooLarge(most.file)
    return await work(upload, { file, count })
  } catch (error) {
    dropRest(raw)
    throw wasCutOff(error) ? invalid('The upload ended early. Send it again.') : error
  } finally {
    stopWaiting()
    budget.give(network, held)
  }
}

/** Closes the connection of a silent or slow sender. Returns a function that stops watching. */
export function abortWhenSlow(raw: Readable, timeout: ReceiveTimeout, silenceMs = timeout.silenceMs): () => void {
  const stop = watchReceiveTimeout(raw, { ...timeout, silenceMs }, (why) =>
    raw.destroy(invalid(`The upload was too slow: ${why}.`)),
  )
  // The stream is paused again, because only the reader of the body may start the flow.
  raw.pause()
  finished(raw, { writable: false }, stop)
  return stop
}

async function readForm({ type, content: raw }: Upload, limits: FormLimits, hold: Hold): Promise<Form> {
  const { maxTextBytes = Number.POSITIVE_INFINITY, maxFilesBytes = Number.POSITIVE_INFINITY } = limits
  const parser = parserFor(type, limits)
  const form: Form = { fields: new Map(), files: [] }
  let [textBytes, filesBytes] = [0, 0]
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const fail = (error: unknown) => {
    raw.unpipe(parser)
    reject(error instanceof AppError ? error : broken(error))
  }
  parser.on('field', (name, value, { nameTruncated, valueTruncated }) => {
    if (nameTruncated || valueTruncated) return fail(invalidField(`/${name.slice(0, 60)}`, 'is too long'))
    textBytes += Buffer.byteLength(value)
    if (textBytes > maxTextBytes) return fail(invalid('The form contains too much text.'))
    try {
      hold.count(Buffer.byteLength(value))
    } catch (error) {
      return fail(error)
    }
    form.fields.set(name, value)
  })
  parser.on('file', (field, content, { filename = '' }) => {
    const taken = hold.file()
    let [isTooLarge, isLeftOut] = [false, false]
    content.on('data', (chunk: Buffer) => {
      isLeftOut ||= filesBytes + chunk.length > maxFilesBytes
      if (isTooLarge || isLeftOut) return
      try {
        taken.add(chunk)
        filesBytes += chunk.length
      } catch (error) {
        isTooLarge = limits.keepsFields === true && error instanceof AppError && error.status === 413
        if (!isTooLarge) fail(error)
      }
    })
    content.on('end', () => {
      const without = { field, name: filename, bytes: Buffer.alloc(0) }
      if (isTooLarge) return form.files.push({ ...without, isTooLarge })
      if (isLeftOut) return form.files.push({ ...without, isLeftOut })
      const bytes = taken.bytes()
      // Browsers send an empty part for a file field without a file.
      if (bytes.length > 0 || filename !== '') form.files.push({ field, name: filename, bytes })
    })
    content.on('error', fail)
  })
  if (!limits.keepsFields)
    parser.once('filesLimit', () => fail(invalidField('/file', `is more than ${limits.maxFiles} at once`)))
  parser.once('fieldsLimit', () => fail(invalid('The form has too many fields.')))
  parser.once('partsLimit', () => fail(invalid('The form has too many parts.')))
  parser.once('error', fail)
  parser.once('close', resolve)
  finished(raw, { writable: false }, (error) => error && reject(error))
  raw.pipe(parser)
  await promise
  return form
}

function parserFor(type: string, limits: FormLimits): busboy.Busboy {
  const { maxFiles, maxFields = 40, maxFieldBytes = 100_000, keepsFields } = limits
  const maxParts = keepsFields ? maxFields + 1_000 : maxFiles + maxFields + 1
  try {
    return busboy({
      headers: { 'content-type': type },
      defParamCharset: 'utf8',
      limits: { files: maxFiles, fields: maxFields, parts: maxParts, fieldSize: maxFieldBytes },
    })
  } catch (error) {
    throw broken(error)
  }
}

const broken = (reason: unknown) =>
  invalid(`Cannot read the form: ${String(reason instanceof Error ? reason.message : reason).slice(0, 200)}.`)

const tooLarge = (maxBytes: number) =>
  new AppError(413, 'payload_too_large', `The upload is larger than ${formatSize(maxBytes)}.`)

const formatSize = (bytes: number) =>
  bytes < 1024 * 1024 ? `${bytes >> 10} kB` : `${Math.floor(bytes / 1024 / 1024)} MB`

const tooBusy = () =>
  new AppError(503, 'temporarily_unavailable', 'Too many files are being received right now. Try again shortly.', {
    headers: { 'retry-after': '5' },
  })

export const wasCutOff = (error: unknown): boolean =>
  error instanceof Error &&
  ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE', 'ABORT_ERR'].includes((error as NodeJS.ErrnoException).code ?? '')
