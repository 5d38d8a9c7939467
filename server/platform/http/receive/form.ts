// Reads the bodies of uploads into memory: a form with fields and files, or the bare bytes of one file. Owns how much of that
// the process holds at once, and of one address; refuses what is too large while it still comes, and what comes too slowly.
import { finished, type Readable } from 'node:stream'
import busboy from 'busboy'
import type { Incoming, Upload } from '../../identity/incoming.ts'
import { networkOf } from '../../limits/spend.ts'
import { AppError, invalid, invalidField } from '../../values/errors.ts'
import { createGrowingBuffer } from './growing-buffer.ts'
import { createMemoryBudget } from './memory-budget.ts'
import { type ReceiveTimeout, uploadTimeout, watchReceiveTimeout } from './receive-timeout.ts'

/** An upload, and whose address counts for what is held of it. */
type Received = Pick<Incoming, 'address' | 'upload'>

export type FormFile = { field: string; name: string; bytes: Buffer; isTooLarge?: true; isLeftOut?: true }
export type Form = { fields: Map<string, string>; files: FormFile[] }

export type FormLimits = {
  maxFiles: number
  maxFileBytes: number
  /** Of one field; a longer one is refused at its name. */
  maxFieldBytes?: number
  /** A file that is too large comes without its bytes, and one too many not at all: the other fields are not to be lost with it. */
  keepsFields?: true
  maxFields?: number
  /** Of all fields together; more is refused. */
  maxTextBytes?: number
  /** Of all files together, for a form that keeps its fields: what is more comes without its bytes. */
  maxFilesBytes?: number
}

const budget = createMemoryBudget(128 * 1024 * 1024)
const maxDroppedBytes = 32 * 1024 * 1024

/** Hands the form to `use`; its files are held, and count, until that has ended. Other media types are 415. */
export async function withForm<T>(request: Received, limits: FormLimits, use: (form: Form) => Promise<T>): Promise<T> {
  const { maxFiles, maxFileBytes, maxFields = 40, maxFieldBytes = 100_000, keepsFields } = limits
  const whole = keepsFields ? Number.POSITIVE_INFINITY : maxFiles * maxFileBytes + maxFields * maxFieldBytes
  return holding(request, { whole, file: maxFileBytes }, async (upload, hold) =>
    use(await readForm(upload, limits, hold)),
  )
}

/** The same for the bytes of a single file. */
export async function withBytes<T>(
  request: Received,
  maxBytes: number,
  use: (bytes: Buffer) => Promise<T>,
): Promise<T> {
  return holding(request, { whole: maxBytes, file: maxBytes }, async ({ content }, hold) => {
    const taken = hold.file()
    for await (const chunk of content.iterator({ destroyOnReturn: false })) taken.add(chunk)
    return use(taken.bytes())
  })
}

/** The media type of an upload, without its parameters; throws 415 for one that is not among `accepted`. */
export function requireMediaType(upload: Upload | undefined, accepted: readonly string[], what: string): string {
  const type = upload?.type.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (accepted.includes(type)) return type
  const given = type === '' ? '' : `, not ${type.slice(0, 60)}`
  throw new AppError(415, 'unsupported_media_type', `Send the ${what} as ${accepted.join(', ')}${given}.`)
}

type Hold = {
  file(): { add(chunk: Buffer): void; bytes(): Buffer }
  /** Counts what is held beside the files. */
  count(bytes: number): void
}

async function holding<T>(
  { upload, address }: Received,
  most: { whole: number; file: number },
  work: (upload: Upload, hold: Hold) => Promise<T>,
): Promise<T> {
  if (!upload) throw invalidField('/file', 'is missing')
  const raw = upload.content
  const network = networkOf(address)
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
    throw wasCutOff(error) ? invalid('The upload ended early. Send the file again.') : error
  } finally {
    stopWaiting()
    budget.give(network, held)
  }
}

/** Breaks the connection when its sender falls silent or takes too long. Answers how to stop watching. */
export function abortWhenSlow(raw: Readable, timeout: ReceiveTimeout, silenceMs = timeout.silenceMs): () => void {
  const stop = watchReceiveTimeout(raw, { ...timeout, silenceMs }, (why) =>
    raw.destroy(invalid(`The upload was given up: ${why}.`)),
  )
  // Paused again: only the reader of the body may set it flowing.
  raw.pause()
  finished(raw, { writable: false }, stop)
  return stop
}

/** Read off and dropped, so that the caller hears the answer instead of a broken connection; but not without end. */
function dropRest(raw: Readable): void {
  let dropped = 0
  raw.unpipe()
  raw.on('data', (chunk: Buffer) => {
    dropped += chunk.length
    if (dropped > maxDroppedBytes) raw.destroy()
  })
  raw.on('error', () => {})
  raw.resume()
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
    if (textBytes > maxTextBytes) return fail(invalid('The form has too much text.'))
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
      // A browser sends an empty part for a field in which no file was chosen.
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
  invalid(`The form cannot be read: ${String(reason instanceof Error ? reason.message : reason).slice(0, 200)}.`)

const tooLarge = (maxBytes: number) =>
  new AppError(413, 'payload_too_large', `What was sent is larger than ${sizeOf(maxBytes)}.`)

const sizeOf = (bytes: number) => (bytes < 1024 * 1024 ? `${bytes >> 10} kB` : `${Math.floor(bytes / 1024 / 1024)} MB`)

const tooBusy = () =>
  new AppError(503, 'temporarily_unavailable', 'Many files are being received at this moment. Try again shortly.', {
    headers: { 'retry-after': '5' },
  })

/** Whether the client went away, or the way to it broke. */
export const wasCutOff = (error: unknown): boolean =>
  error instanceof Error &&
  ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE', 'ABORT_ERR'].includes((error as NodeJS.ErrnoException).code ?? '')
