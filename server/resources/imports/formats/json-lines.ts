import { normaliseColumn } from '../vendors/fields.ts'
import { splitElements } from './json-list.ts'
import { quoted, type RowProblem } from './problems.ts'
import { isVisibilityColumn, readVisibility } from './visibility.ts'

// Parses JSON bytes to flat objects, one per line or list element. An oversized or invalid element fails only itself.

export type JsonRow = { line: number; values: [name: string, value: string][] } | { line: number; problem: RowProblem }

const maxLineBytes = 1024 * 1024
const maxDepth = 5
const newline = 0x0a

export async function* jsonRows(chunks: AsyncIterable<Buffer>): AsyncGenerator<JsonRow> {
  let line = 0
  for await (const bytes of lines(chunks)) {
    line++
    if (bytes === 'too_long') {
      yield { line, problem: { code: 'line_too_long', message: `Line ${line} is longer than 1 MB.` } }
      continue
    }
    const row = jsonRow(line, bytes.toString('utf8'))
    if (row) yield row
  }
}

/** `line` is the position in the list, because all elements can be on one line. */
export async function* jsonListRows(chunks: AsyncIterable<Buffer>, start: number): AsyncGenerator<JsonRow> {
  let line = 0
  for await (const element of splitElements(chunks, start)) {
    line++
    if (element === 'too_long')
      yield { line, problem: { code: 'line_too_long', message: `Element ${line} is longer than 1 MB.` } }
    else if (element === 'unfinished')
      yield {
        line,
        problem: { code: 'invalid_json', message: `The list ends inside element ${line}. Export the file again.` },
      }
    else yield jsonRow(line, element.text) as JsonRow
  }
}

async function* lines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer | 'too_long'> {
  let pending: Buffer[] = []
  let size = 0
  let isTooLong = false
  const add = (bytes: Buffer) => {
    size += bytes.length
    isTooLong ||= size > maxLineBytes
    if (isTooLong) pending = []
    else pending.push(bytes)
  }
  const take = () => {
    const result = isTooLong ? 'too_long' : Buffer.concat(pending)
    pending = []
    size = 0
    isTooLong = false
    return result
  }
  for await (const chunk of chunks) {
    let from = 0
    for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, from)) {
      add(chunk.subarray(from, at))
      yield take()
      from = at + 1
    }
    if (from < chunk.length) add(chunk.subarray(from))
  }
  if (size > 0) yield take()
}

function jsonRow(line: number, text: string): JsonRow | undefined {
  if (text.trim() === '') return undefined
  const parsed = parseExactly(text)
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    const message = `Line ${line} is not a JSON object: ${quoted(text)}.`
    return { line, problem: { code: 'invalid_json', message } }
  }
  const values: [string, string][] = []
  flatten(parsed, '', 0, values)
  return { line, values }
}

// Ids of 16 and more digits lose precision as JavaScript numbers, so all numbers beside such an id stay source text.
function parseExactly(text: string): unknown {
  try {
    if (!/\d{16}/.test(text)) return JSON.parse(text)
    return JSON.parse(text, (_key, value, context?: { source?: string }) =>
      typeof value === 'number' ? (context?.source ?? value) : value,
    )
  } catch {
    return undefined
  }
}

/** Flattens `{"reviewer":{"name":"Ada"}}` to `reviewer.name`. A list becomes one value per line, which photo lists need. */
function flatten(node: object, prefix: string, depth: number, values: [string, string][]): void {
  for (const [key, value] of Object.entries(node)) {
    const name = prefix + key
    if (Array.isArray(value)) values.push([name, value.map(listItem).filter(Boolean).join('\n')])
    else if (typeof value !== 'object' || value === null) values.push([name, scalar(value)])
    else if (depth < maxDepth) flatten(value, `${name}.`, depth + 1, values)
  }
}

function listItem(item: unknown): string {
  if (typeof item !== 'object' || item === null) return scalar(item)
  const { url, src, urls, label, type } = item as Record<string, unknown>
  // An attribute in our own export is converted to the text of its CSV cell.
  if (url === undefined && src === undefined && urls === undefined && typeof label === 'string')
    return JSON.stringify(item)
  if (isWithheld(item) || /video/i.test(scalar(type))) return ''
  return scalar(url ?? src) || chooseLargest(urls)
}

function isWithheld(item: object): boolean {
  const values = Object.fromEntries(
    Object.entries(item)
      .map(([name, value]) => [normaliseColumn(name), scalar(value)] as const)
      .filter(([name]) => isVisibilityColumn(name)),
  )
  const { status, isStated } = readVisibility(values, { fields: {} })
  return isStated && status !== 'approved'
}

function chooseLargest(urls: unknown): string {
  if (typeof urls !== 'object' || urls === null) return scalar(urls)
  const sizes = urls as Record<string, unknown>
  const named = ['original', 'full', 'huge', 'large', 'compact', 'medium', 'small'].find((size) => scalar(sizes[size]))
  return scalar(named === undefined ? Object.values(sizes).find((value) => scalar(value)) : sizes[named])
}

function scalar(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}
