import { emailPattern } from '#platform/values/wire.ts'
import { maxPoints } from '#resources/loyalty/schema.ts'
import { parseDate } from '../formats/dates.ts'
import { FileProblem, masked, quoted, type RawValues, type RowProblem } from '../formats/problems.ts'
import { openRecords } from '../formats/records.ts'
import { normaliseColumn } from '../vendors/fields.ts'
import type { DateOrder } from '../vendors/format.ts'
import { type BalanceFormat, formats } from './formats.ts'

export type Balance = { email: string; points: number; grantedAt: Date | null }
export type BalanceRow = { line: number } & ({ problem: RowProblem } | { balance: Balance; warnings: RowProblem[] })

export type BalanceFile = {
  format: BalanceFormat
  unusedColumns: string[]
  warnings: RowProblem[]
  rows: AsyncGenerator<BalanceRow>
  close(): Promise<void>
}

export type BalanceOptions = { now: Date; dateOrder?: DateOrder }

export async function openBalanceFile(
  source: AsyncIterable<Uint8Array>,
  options: BalanceOptions,
): Promise<BalanceFile> {
  const { columns, warnings, records, close } = await openRecords(source)
  const header = new Set(columns.map(normaliseColumn))
  const format = formats.find(({ required }) => required.every((names) => names.some((name) => header.has(name))))
  if (!format) {
    await close()
    throw unknownFormat(columns, header)
  }
  const used = new Set(Object.values(format.fields).flat())
  async function* rows(known: BalanceFormat): AsyncGenerator<BalanceRow> {
    for await (const record of records)
      yield 'problem' in record ? record : { line: record.line, ...readRow(record.values, known, options) }
  }
  const unusedColumns = columns.filter((column) => !used.has(normaliseColumn(column)))
  return { format, unusedColumns, warnings, rows: rows(format), close }
}

function unknownFormat(columns: readonly string[], header: ReadonlySet<string>): FileProblem {
  const has = (names: readonly string[]) => names.some((name) => header.has(name))
  const generic = formats.at(-1) as BalanceFormat
  const missing = [
    ...(has(generic.fields.email) ? [] : ['e-mail address']),
    ...(has(generic.fields.points) ? [] : ['balance']),
  ]
  return new FileProblem(
    'unknown_format',
    `Missing columns: ${missing.join(', ')}. Rename your columns, for example to email and points, and upload the file again.`,
    { missing, columns: columns.map(masked) },
  )
}

type BalanceResult = { problem: RowProblem } | { balance: Balance; warnings: RowProblem[] }

const isEmail = new RegExp(emailPattern)

function readRow(values: RawValues, format: BalanceFormat, options: BalanceOptions): BalanceResult {
  const cell = (names: readonly string[]) =>
    names.map((name) => values[name]?.trim() ?? '').find((text) => text !== '') ?? ''
  const email = cell(format.fields.email)
  if (email === '') return problem('email_missing', 'The row has no email address.')
  // Refuses spreadsheet formulas in place of an email address.
  if (!isEmail.test(email) || /^[=+@-]/.test(email) || email.length > 320)
    return problem('email_not_valid', 'The email address is invalid.')
  const points = readPoints(cell(format.fields.points), cell(format.fields.spent))
  if ('problem' in points) return points
  const date = cell(format.fields.date)
  const parsed =
    date === ''
      ? undefined
      : parseDate(date, { now: options.now, ...(options.dateOrder && { order: options.dateOrder }) })
  if (parsed && 'problem' in parsed) return parsed
  const pending = cell(format.fields.pending)
  const warnings = /[1-9]/.test(pending)
    ? [
        {
          code: 'pending_left_out',
          message: `Points that were pending on the other platform (${quoted(pending)}) are not imported.`,
        },
      ]
    : []
  return { balance: { email, points: points.points, grantedAt: parsed ? new Date(parsed.at) : null }, warnings }
}

function readPoints(text: string, spentText: string): { points: number } | { problem: RowProblem } {
  const read = wholeNumber(text)
  if ('problem' in read || spentText === '') return read
  const spent = wholeNumber(spentText)
  return 'problem' in spent ? spent : checked(read.points - spent.points, `${text} - ${spentText}`)
}

/** Accepts thousands separators and a zero fraction. Any other format is refused, because reading it would be a guess. */
function wholeNumber(text: string): { points: number } | { problem: RowProblem } {
  if (text === '') return problem('balance_missing', 'The row has no balance.')
  const plain = /^[-−]?\d{1,3}(,\d{3})+(\.0+)?$/.test(text) ? text.replaceAll(',', '') : text
  if (!/^[-−]?\d{1,30}(\.0+)?$/.test(plain))
    return problem('balance_not_a_number', `The balance ${quoted(text)} is not a whole number of points.`)
  return checked(Number(plain.replace('−', '-')), text)
}

function checked(points: number, text: string): { points: number } | { problem: RowProblem } {
  if (points < 0)
    return problem(
      'balance_negative',
      `The balance ${quoted(text)} is negative. If this is intended, deduct the points by hand.`,
    )
  if (points > maxPoints)
    return problem('balance_too_large', `The balance ${quoted(text)} exceeds the maximum of ${maxPoints} points.`)
  return { points }
}

const problem = (code: string, message: string): { problem: RowProblem } => ({ problem: { code, message } })
