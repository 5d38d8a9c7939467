import { parse } from 'csv-parse'
import { CsvSource, type SourceRow } from './csv-source.ts'
import { FileProblem, quoted, type RowProblem } from './problems.ts'

// CSV bytes to rows of cells, each with the line it starts on. A row with broken quoting fails alone;
// only a quotation mark that never closes ends the file, since it is unknown where the next row starts.

export type CsvRow = { line: number; cells: string[] } | { line: number; problem: RowProblem }

/** What one row may hold before an unclosed quotation mark is the only explanation. */
const maxRowBytes = 4 * 1024 * 1024

export async function* csvRows(
  chunks: AsyncIterable<Buffer>,
  layout: { delimiter: string; newline: '\n' | '\r' },
): AsyncGenerator<CsvRow> {
  const source = new CsvSource(layout)
  let queue: CsvRow[] = []
  let fatal: FileProblem | undefined

  const parser = parse({
    delimiter: layout.delimiter,
    // Left to itself the parser settles on the first line's ending and then chokes on a mixed file.
    record_delimiter: layout.newline === '\r' ? ['\r'] : ['\r\n', '\n'],
    // No rtrim: together with skip_records_with_error it drops the rest of a chunk without a word.
    ltrim: true,
    relax_column_count: true,
    // Strict, one stray quotation mark swallows every row up to the next one. Relaxed, the row ends where its
    // line does, and the check below finds out that it was broken.
    relax_quotes: true,
    // Its own limit counts the characters of cells, so a row of nothing but delimiters never reaches it.
    max_record_size: 0,
    skip_records_with_error: true,
    on_record: (cells: string[], { bytes }) => {
      queue.push(csvRow(source.take(bytes), cells))
      // Taken here; the readable side of the parser stays empty.
      return null
    },
    // With both relaxations only a quotation mark still open at the end of the file is left to skip.
    on_skip: () => {
      fatal ??= withoutEnd(source.nextLine)
      return undefined
    },
  })
  parser.resume()
  parser.on('error', (error) => {
    fatal ??= new FileProblem('unreadable_csv', `The file cannot be read as CSV: ${quoted(error.message)}.`)
  })

  const take = () => {
    const rows = queue
    queue = []
    return rows
  }
  try {
    for await (const chunk of chunks) {
      source.add(chunk)
      await new Promise<void>((resolve) => parser.write(chunk, () => resolve()))
      yield* take()
      if (fatal) throw fatal
      if (source.pendingBytes > maxRowBytes) throw withoutEnd(source.nextLine)
    }
    await new Promise<void>((resolve) => parser.end(() => resolve()))
    yield* take()
    if (fatal) throw fatal
  } finally {
    parser.destroy()
  }
}

// A quoted cell that was closed too early keeps its opening mark; a cell that begins with a doubled mark looks the
// same. Only such a row is worth a look at its source.
function csvRow(row: SourceRow, cells: string[]): CsvRow {
  const isSuspect = cells.some((cell) => cell.startsWith('"'))
  if (!isSuspect || row.isQuotedProperly()) return { line: row.line, cells }
  const lines = row.lastLine > row.line ? `lines ${row.line} to ${row.lastLine}` : `line ${row.line}`
  const message = `The quotation marks of ${lines} do not match. A quotation mark inside a quoted cell is written twice ("").`
  return { line: row.line, problem: { code: 'broken_quotes', message } }
}

const withoutEnd = (line: number) =>
  new FileProblem(
    'quote_not_closed',
    `The row that begins on line ${line} does not end, so nothing after it can be read. Most likely a quotation mark in it is never closed; close it and send the file again.`,
    { line },
  )
