// Parsing ten megabytes as a whole would block every other call for a tenth of a second.
import { isUtf8 } from 'node:buffer'
import { invalid } from '../../values/errors.ts'
import { inSlices } from '../../values/slices.ts'
import { checkStrings, mayHoldRefusedText, parseText, scan, startOfScan } from './json.ts'

const pieceBytes = 32 * 1024
/**
 * Each level adds one scan of the text, so only the outer levels are split. The rows of a tool call are on the fourth
 * level.
 */
const levels = 5

export async function parseJsonInSlices(bytes: Buffer): Promise<unknown> {
  if (!isUtf8(bytes)) throw invalid('The body is not valid UTF-8. Encode it as UTF-8.')
  return inSlices(parsing(bytes))
}

function* parsing(bytes: Buffer): Generator<void, unknown> {
  const state = startOfScan()
  for (let end = 0; end < bytes.length; yield) {
    end = Math.min(bytes.length, end + pieceBytes)
    scan(bytes, state, end)
  }
  return yield* parseValue(bytes, '', levels)
}

function* parseValue(bytes: Buffer, path: string, level: number): Generator<void, unknown> {
  const from = skipSpace(bytes, 0)
  const opens = bytes[from]
  const isArray = opens === 0x5b
  if (bytes.length <= 2 * pieceBytes || level === 0 || !(isArray || opens === 0x7b)) return parsePlain(bytes, path)
  const { commas, end } = yield* findCommas(bytes, from)
  // The value is unclosed or followed by more text, so the plain parser reports the error.
  if (end === -1 || skipSpace(bytes, end + 1) < bytes.length) return parsePlain(bytes, path)
  const list: unknown[] = []
  const object: Record<string, unknown> = {}
  let begin = from + 1
  for (let n = 0; n <= commas.length; n++) {
    const stop = commas[n] ?? end
    const next = commas[n + 1] ?? (n < commas.length ? end : undefined)
    if (next !== undefined && next - begin <= pieceBytes) continue
    const piece = bytes.subarray(begin, stop)
    if (skipSpace(piece, 0) === piece.length && commas.length > 0)
      throw invalid('The body is not valid JSON: a value is missing.')
    if (isArray) yield* addItems(list, piece, path, level)
    else yield* addFields(object, piece, path, level)
    begin = stop + 1
    yield
  }
  return isArray ? list : object
}

function* addItems(list: unknown[], piece: Buffer, path: string, level: number): Generator<void> {
  if (piece.length > 2 * pieceBytes) {
    list.push(yield* parseValue(piece, `${path}/${list.length}`, level - 1))
    return
  }
  const text = `[${piece}]`
  const items = parseText(text) as unknown[]
  const isChecked = mayHoldRefusedText(text)
  for (const item of items) {
    if (isChecked) checkStrings(item, `${path}/${list.length}`)
    list.push(item)
  }
}

function* addFields(object: Record<string, unknown>, piece: Buffer, path: string, level: number): Generator<void> {
  const colon = piece.length > 2 * pieceBytes ? endOfName(piece) : -1
  if (colon === -1) {
    const text = `{${piece}}`
    const fields = parseText(text)
    if (mayHoldRefusedText(text)) checkStrings(fields, path)
    Object.assign(object, fields)
    return
  }
  // Parses the field's name with the plain parser, so that the same names are refused as in any other body.
  const [name = ''] = Object.keys(parsePlain(Buffer.from(`{${piece.subarray(0, colon)}:0}`), path) as object)
  object[name] = yield* parseValue(piece.subarray(colon + 1), `${path}/${name}`, level - 1)
}

function parsePlain(bytes: Buffer, path: string): unknown {
  const text = bytes.toString('utf8')
  const value = parseText(text)
  if (mayHoldRefusedText(text)) checkStrings(value, path)
  return value
}

/**
 * Finds the commas between the children of the value at `from`, and the position of its end. The end is -1 when the value
 * is unclosed.
 */
function* findCommas(bytes: Buffer, from: number): Generator<void, { commas: number[]; end: number }> {
  const commas: number[] = []
  let depth = 0
  let inString = false
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at]
    if (at % pieceBytes === 0) yield
    if (inString) {
      if (byte === 0x5c) at++
      else if (byte === 0x22) inString = false
    } else if (byte === 0x22) inString = true
    else if (byte === 0x7b || byte === 0x5b) depth++
    else if (byte === 0x2c && depth === 1) commas.push(at)
    else if ((byte === 0x7d || byte === 0x5d) && --depth === 0)
      return { commas, end: isPair(bytes[from], byte) ? at : -1 }
  }
  return { commas, end: -1 }
}

const isPair = (opens: number | undefined, closes: number) => opens === closes - 2

function endOfName(piece: Buffer): number {
  const from = skipSpace(piece, 0)
  if (piece[from] !== 0x22) return -1
  let at = from + 1
  while (at < piece.length && piece[at] !== 0x22) at += piece[at] === 0x5c ? 2 : 1
  const colon = skipSpace(piece, at + 1)
  return piece[colon] === 0x3a ? colon : -1
}

function skipSpace(bytes: Buffer, from: number): number {
  let at = from
  while (at < bytes.length && (bytes[at] === 0x20 || bytes[at] === 0x0a || bytes[at] === 0x0d || bytes[at] === 0x09))
    at++
  return at
}
