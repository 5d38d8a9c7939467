import { parse } from 'csv-parse'
import { CsvSource, type SourceRow } from './csv-source.ts'
import { FileProblem, quoted, type RowProblem } from './problems.ts'

// Reading stops at an unclosed quotation mark, because the start of the next row is unknown.

export type CsvRow = { line: number; cells: string[] } | { line: number; problem: RowProblem }

/** A row above this size is reported as an unclosed quotation mark. */
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
    // Without this option the parser uses the first line's ending for all rows and fails on mixed files.
    record_delimiter: layout.newline === '\r' ? ['\r'] : ['\r\n', '\n'],
    // `rtrim` is not set, because with skip_records_with_error it silently drops the rest of a chunk.
    ltrim: true,
    relax_column_count: true,
    // In strict mode one stray quotation mark swallows every row up to the next quotation mark. The check below finds the
    // error instead.
    relax_quotes: true,
    // Off, because it counts characters of cells and misses rows of delimiters alone. `maxRowBytes` limits rows instead.
    max_record_size: 0,
    skip_records_with_error: true,
    on_record: (cells: string[], { bytes }) => {
      queue.push(csvRow(source.take(bytes), cells))
      return null
    },
    // With both relaxations, only an unclosed quotation mark at the end of the file is skipped.
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

// The parser leaves the opening quotation mark in a cell if the quotes close too early or the cell begins with a doubled
// mark. Only rows with such cells are compared with the source.
function csvRow(row: SourceRow, cells: string[]): CsvRow {
  const isSuspect = cells.some((cell) => cell.startsWith('"'))
  if (!isSuspect || row.isQuotedProperly()) return { line: row.line, cells }
  const lines = row.lastLine > row.line ? `lines ${row.line} to ${row.lastLine}` : `line ${row.line}`
  const message = `The quotation marks of ${lines} do not match. Write a quotation mark inside a quoted cell twice ("").`
  return { line: row.line, problem: { code: 'broken_quotes', message } }
}

const withoutEnd = (line: number) =>
  new FileProblem(
    'quote_not_closed',
    `The row that begins on line ${line} never ends, so the rest of the file cannot be read. Close its quotation mark and upload the file again.`,
    { line },
  )
