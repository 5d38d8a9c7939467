import { toUtf8 } from './encoding.ts'
import { listStart } from './json-list.ts'
import { FileProblem, type RowProblem } from './problems.ts'

// The layout is detected from the first 64 kB. No more of the file is buffered.

export type Layout =
  | { kind: 'csv'; delimiter: ',' | ';' | '\t'; newline: '\n' | '\r' }
  | { kind: 'json_lines'; newline: '\n' }
  /** `start` is the number of bytes before the first element. */
  | { kind: 'json_list'; start: number; newline: '\n' }

export type Text = {
  layout: Layout
  /** The beginning of the file. At least 64 kB, unless the file is shorter. */
  head: Buffer
  chunks: AsyncGenerator<Buffer>
  warnings: RowProblem[]
  close(): Promise<void>
}

const headBytes = 64 * 1024

export async function openText(source: AsyncIterable<Uint8Array>): Promise<Text> {
  const { chunks, warnings } = toUtf8(source)
  const close = async () => void (await chunks.return(undefined))
  try {
    const parts: Buffer[] = []
    let size = 0
    while (size < headBytes) {
      const next = await chunks.next()
      if (next.done) break
      parts.push(next.value)
      size += next.value.length
    }
    const head = Buffer.concat(parts)
    const layout = sniffLayout(head.toString('utf8'), size < headBytes)
    return { layout, head, chunks: replay(head, chunks), warnings, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function* replay(head: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  try {
    if (head.length > 0) yield head
    yield* rest
  } finally {
    await rest.return(undefined)
  }
}

/** `whole` means that the head is the whole file. A missing line break then means a file of one line. */
function sniffLayout(head: string, whole: boolean): Layout {
  const start = head.trimStart()
  if (start === '' && whole) throw new FileProblem('empty_file', 'The file is empty.')
  if (start.startsWith('[') || start.startsWith('{')) return sniffJson(head, start)
  if (start.startsWith('<')) {
    throw new FileProblem('not_a_table', 'The file looks like a web page or XML. Send a CSV or JSON Lines file.')
  }
  return sniffCsv(start, whole)
}

/** Several one-line objects are JSON Lines; a single object may wrap a list. */
function sniffJson(head: string, start: string): Layout {
  const lines: Layout = { kind: 'json_lines', newline: '\n' }
  if (start.startsWith('{') && /^\{[^\r\n]*\}[ \t]*\r?\n\s*\{/.test(start)) return lines
  const at = listStart(head)
  if (at !== undefined) return { kind: 'json_list', start: at, newline: '\n' }
  const firstLine = /^[^\r\n]*/.exec(start)?.[0].trim()
  if (firstLine === '{') {
    throw new FileProblem(
      'json_not_lines',
      'The file is JSON spread over several lines. Send a list such as {"reviews": [ … ]}, or JSON Lines: each object complete on a line of its own.',
    )
  }
  return lines
}

// Counts delimiters only in the header, because column names contain none, but review texts contain many.
function sniffCsv(start: string, whole: boolean): Layout {
  const counts = { ',': 0, ';': 0, '\t': 0 }
  let isQuoted = false
  let newline: '\n' | '\r' | undefined
  for (let i = 0; i < start.length && !newline; i++) {
    const character = start[i]
    if (character === '"') isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (character === ',' || character === ';' || character === '\t') counts[character]++
    else if (character === '\n') newline = '\n'
    // A lone CR ends lines only in files of old Mac programs.
    else if (character === '\r') newline = start[i + 1] === '\n' ? '\n' : '\r'
  }
  if (!newline && !whole) {
    throw new FileProblem(
      'header_too_long',
      'The first line is longer than 64 kB. A header line with the column names is expected there.',
    )
  }
  const [best] = (['\t', ';', ','] as const).toSorted((a, b) => counts[b] - counts[a])
  return { kind: 'csv', delimiter: best && counts[best] > 0 ? best : ',', newline: newline ?? '\n' }
}
