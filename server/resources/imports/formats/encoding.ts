import { isAscii, isUtf8 } from 'node:buffer'
import { FileProblem, type RowProblem } from './problems.ts'

// Decoding returns bytes, because the CSV parser needs bytes, and UTF-8, the common case, passes through unchanged.

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

export type Utf8Stream = {
  chunks: AsyncGenerator<Buffer>
  /** Filled during reading, because a file's ASCII beginning does not reveal the encoding. */
  warnings: RowProblem[]
}

const windowBytes = 64 * 1024

export function toUtf8(source: AsyncIterable<Uint8Array>): Utf8Stream {
  const warnings: RowProblem[] = []
  return { chunks: decode(source, warnings), warnings }
}

async function* decode(source: AsyncIterable<Uint8Array>, warnings: RowProblem[]): AsyncGenerator<Buffer> {
  let encoding: Encoding | undefined
  let decoder: TextDecoder | undefined
  let held: Buffer = Buffer.alloc(0)
  let atStart = true

  const flush = (verdict: Encoding | 'ascii') => {
    const bytes = atStart ? withoutMark(held, verdict) : held
    if (verdict !== 'ascii') {
      encoding = verdict
      decoder = open(verdict, warnings)
    }
    held = Buffer.alloc(0)
    atStart = false
    return recode(bytes, decoder)
  }

  for await (const chunk of slices(source)) {
    if (encoding) {
      yield* recode(chunk, decoder)
      continue
    }
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk])
    if (held.length < windowBytes) continue
    const verdict = decide(held, atStart, false)
    if (verdict) yield* flush(verdict)
  }
  if (held.length > 0) yield* flush(decide(held, atStart, true) ?? 'utf-8')
  if (decoder) yield* text(decoder.decode())
}

/**
 * `ascii` means that there is no evidence yet. Undefined means that the window after the first non-ASCII byte is not full
 * yet.
 */
function decide(bytes: Buffer, atStart: boolean, whole: boolean): Encoding | 'ascii' | undefined {
  const declared = atStart ? declaredOrWide(bytes) : undefined
  if (declared) return declared
  if (isAscii(bytes)) return 'ascii'
  const telling = bytes.subarray(bytes.findIndex((byte) => byte > 0x7f))
  if (!whole && telling.length < windowBytes) return undefined
  return isUtf8(whole ? telling : wholeCharacters(telling)) || mostlyUtf8(telling) ? 'utf-8' : 'windows-1252'
}

function declaredOrWide(bytes: Buffer): Encoding | undefined {
  refuseOtherKinds(bytes)
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return unmarkedUtf16(bytes)
}

// A single invalid character must fail only its own row, and not change the encoding of the file. Windows-1252 text hardly
// ever forms valid UTF-8.
function mostlyUtf8(bytes: Buffer): boolean {
  const decoded = bytes.toString('utf8')
  let broken = 0
  let good = 0
  for (const character of decoded) {
    if (character === '\ufffd') broken++
    else if (character > '\x7f') good++
  }
  return good >= broken
}

// The window may end inside a character, which is no error.
function wholeCharacters(bytes: Buffer): Buffer {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte >= 0xc0) return bytes.subarray(0, bytes.length - back)
    if (byte < 0x80) break
  }
  return bytes
}

// In UTF-16 every second byte of Latin text is zero; a stray NUL in UTF-8 is far rarer.
function unmarkedUtf16(bytes: Buffer): Encoding | undefined {
  const zeros = [0, 0]
  const length = Math.min(bytes.length, 4096)
  for (let i = 0; i < length; i++) if (bytes[i] === 0) zeros[i % 2] = (zeros[i % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  const many = length * 0.3
  const few = length * 0.02
  if (odd > many && even <= few) return 'utf-16le'
  if (even > many && odd <= few) return 'utf-16be'
  return undefined
}

function refuseOtherKinds(bytes: Buffer): void {
  const starts = (...magic: number[]) => magic.every((byte, i) => bytes[i] === byte)
  if (starts(0x50, 0x4b, 0x03, 0x04) || starts(0xd0, 0xcf, 0x11, 0xe0)) {
    throw new FileProblem(
      'spreadsheet_file',
      'This is a spreadsheet or ZIP file. Save the sheet as “CSV UTF-8” and upload that file.',
    )
  }
  if (starts(0x1f, 0x8b)) {
    throw new FileProblem('compressed_file', 'This file is compressed (gzip). Unpack it and upload the file inside.')
  }
}

function open(encoding: Encoding, warnings: RowProblem[]): TextDecoder | undefined {
  if (encoding === 'utf-8') return undefined
  if (encoding === 'windows-1252') {
    warnings.push({
      code: 'encoding_windows_1252',
      message:
        'The file is not UTF-8. It was read as Windows-1252 (Western European). Check accents and symbols, or save the file as UTF-8 and upload it again.',
    })
  } else {
    warnings.push({ code: 'encoding_utf_16', message: 'The file is UTF-16 and was converted to UTF-8.' })
  }
  return new TextDecoder(encoding, { ignoreBOM: true })
}

function withoutMark(bytes: Buffer, encoding: Encoding | 'ascii'): Buffer {
  if (encoding === 'utf-8' && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return bytes.subarray(3)
  const isMarked = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  return isMarked && encoding.startsWith('utf-16') ? bytes.subarray(2) : bytes
}

function* recode(bytes: Buffer, decoder: TextDecoder | undefined): Generator<Buffer> {
  if (!decoder) {
    if (bytes.length > 0) yield bytes
    return
  }
  yield* text(decoder.decode(bytes, { stream: true }))
}

function* text(decoded: string): Generator<Buffer> {
  if (decoded !== '') yield Buffer.from(decoded)
}

// Limits the chunk size, because a caller could pass one chunk of 200 MB and later steps queue whole chunks.
async function* slices(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    for (let at = 0; at < bytes.length; at += windowBytes) yield bytes.subarray(at, at + windowBytes)
  }
}
