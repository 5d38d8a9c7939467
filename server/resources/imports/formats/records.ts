import { normaliseColumn } from '../vendors/fields.ts'
import { csvRows } from './csv.ts'
import { jsonListRows, jsonRows } from './json-lines.ts'
import { FileProblem, quoted, type RawRecord, type RawValues, type RowProblem } from './problems.ts'
import { type Layout, openText } from './text.ts'
import { isVisibilityColumn } from './visibility.ts'

// Values are keyed by normalised column name. Different spellings share a key, and `__proto__` becomes `proto`.

export type Records = {
  layout: Layout
  columns: string[]
  warnings: RowProblem[]
  records: AsyncGenerator<RawRecord>
  close(): Promise<void>
}

const maxColumns = 200
const maxFieldCharacters = 100_000

export async function openRecords(source: AsyncIterable<Uint8Array>): Promise<Records> {
  const text = await openText(source)
  const { layout, warnings } = text
  try {
    const opened = layout.kind === 'csv' ? await openCsv(csvRows(text.chunks, layout)) : await openJson(text, layout)
    const close = async () => {
      await opened.rows.return(undefined)
      await text.close()
    }
    return { layout, columns: opened.columns, warnings, records: opened.records, close }
  } catch (error) {
    await text.close()
    throw error
  }
}

async function openCsv(rows: ReturnType<typeof csvRows>) {
  const header = await readHeader(rows)
  refuseTooMany(header)
  refuseDuplicates(header)
  const columns = header.map((label) => ({ label, name: normaliseColumn(label) }))
  async function* records(): AsyncGenerator<RawRecord> {
    for await (const row of rows) {
      if ('problem' in row) yield row
      else if (!row.cells.every(isBlank)) yield csvRecord(row.line, row.cells, columns)
    }
  }
  return { columns: header.filter((label) => label !== ''), rows, records: records() }
}

async function readHeader(rows: ReturnType<typeof csvRows>): Promise<string[]> {
  for (;;) {
    const { value: row, done } = await rows.next()
    if (done) throw new FileProblem('empty_file', 'The file is empty.')
    if ('problem' in row) throw new FileProblem('broken_header', `The header is invalid. ${row.problem.message}`)
    // Spreadsheet programs write a hint like `sep=;` before the header.
    if (row.cells[0]?.startsWith('sep=') || row.cells.every(isBlank)) continue
    return row.cells.map((cell) => cell.trim())
  }
}

type Column = { label: string; name: string }

function csvRecord(line: number, cells: string[], columns: Column[]): RawRecord {
  const isWrongLength = cells.length < columns.length || !cells.slice(columns.length).every(isBlank)
  if (isWrongLength) return { line, problem: columnCount(line, cells.length, columns.length) }
  const values: RawValues = Object.create(null)
  for (const [i, { label, name }] of columns.entries()) {
    const cell = cells[i]
    if (name === '' || cell === undefined) continue
    const problem = cellProblem(label, cell)
    if (problem) return { line, problem }
    values[name] = cell
  }
  return { line, values }
}

type JsonLayout = Exclude<Layout, { kind: 'csv' }>
type JsonSource = { head: Buffer; chunks: AsyncGenerator<Buffer> }

const readJsonRows = (chunks: AsyncIterable<Buffer>, layout: JsonLayout) =>
  layout.kind === 'json_list' ? jsonListRows(chunks, layout.start) : jsonRows(chunks)

async function openJson({ head, chunks }: JsonSource, layout: JsonLayout) {
  const columns = await jsonColumns(head, layout)
  refuseTooMany(columns)
  const rows = readJsonRows(chunks, layout)
  async function* records(): AsyncGenerator<RawRecord> {
    for await (const row of rows) yield 'problem' in row ? row : jsonRecord(row.line, row.values)
  }
  return { columns, rows, records: records() }
}

async function jsonColumns(head: Buffer, layout: JsonLayout): Promise<string[]> {
  const columns = new Set<string>()
  let isEmpty = true
  for await (const row of readJsonRows(once(head), layout)) {
    isEmpty = false
    if ('values' in row) for (const [name] of row.values.slice(0, maxColumns + 1)) columns.add(name)
  }
  if (columns.size > 0) return [...columns]
  if (isEmpty) throw new FileProblem('empty_file', 'The list is empty.')
  throw new FileProblem('invalid_json', 'None of the first lines is a JSON object with fields.')
}

function jsonRecord(line: number, entries: [string, string][]): RawRecord {
  if (entries.length > maxColumns) return { line, problem: columnCount(line, entries.length, maxColumns) }
  const values: RawValues = Object.create(null)
  for (const [column, value] of entries) {
    const name = normaliseColumn(column)
    const problem = cellProblem(column, value)
    if (problem) return { line, problem }
    // The visibility columns `is_hidden` and `isHidden` are both read, so their values are joined.
    if (values[name] && isVisibilityColumn(name)) values[name] += `\n${value}`
    else if (!values[name]) values[name] = value
  }
  return { line, values }
}

function refuseTooMany(columns: string[]): void {
  if (columns.length > maxColumns) {
    throw new FileProblem('too_many_columns', `The file has ${columns.length} columns; the maximum is ${maxColumns}.`)
  }
}

// Only CSV refuses duplicates. JSON often has both `product.id` and `productId`, and the first non-empty value is used.
function refuseDuplicates(columns: string[]): void {
  const seen = new Map<string, string>()
  for (const column of columns) {
    const name = normaliseColumn(column)
    const earlier = seen.get(name)
    if (name && earlier !== undefined) {
      const message = `The columns ${quoted(earlier)} and ${quoted(column)} have the same name. Rename or remove one of them.`
      throw new FileProblem('duplicate_column', message)
    }
    seen.set(name, column)
  }
}

// PostgreSQL stores neither NUL nor lone surrogates (JSON's \ud800); U+FFFD marks broken bytes.
function cellProblem(column: string, cell: string): RowProblem | undefined {
  if (cell.length > maxFieldCharacters) {
    const message = `The cell ${quoted(column)} has ${cell.length} characters; the maximum is ${maxFieldCharacters}.`
    return { code: 'field_too_long', message, column }
  }
  if (!cell.includes('\0') && !cell.includes('\ufffd') && cell.isWellFormed()) return undefined
  const message = `The cell ${quoted(column)} contains an unreadable character: ${quoted(cell.replaceAll('\0', '\ufffd').toWellFormed())}.`
  return { code: 'invalid_character', message, column }
}

const columnCount = (line: number, found: number, expected: number): RowProblem => ({
  code: 'column_count',
  message: `Line ${line} has ${found} cells instead of ${expected}. Put quotation marks around texts that contain the delimiter.`,
})

const isBlank = (cell: string) => cell.trim() === ''

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}
