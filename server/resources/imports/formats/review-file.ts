import { unescapeCell } from '#platform/values/csv.ts'
import type { Format } from '../vendors/format.ts'
import { hasAnswers, readAnswers } from './answers.ts'
import { detectFormat } from './detect.ts'
import { dedupeKey } from './identity.ts'
import type { Answers, ImportedReview, RowOptions } from './imported-review.ts'
import { FileProblem, type RawRecord, type RawValues, type RowProblem } from './problems.ts'
import { type ProductKey, productKeys } from './products.ts'
import { openRecords } from './records.ts'
import { readReview } from './row.ts'

// Throws FileProblem for errors of the whole file. All other errors are outcomes of rows.

export type ReviewRow =
  | {
      line: number
      values: RawValues
      review: ImportedReview
      warnings: RowProblem[]
      dedupeKey: string
      productKeys: ProductKey[]
    }
  | { line: number; problem: RowProblem }
  | { line: number; skipped: RowProblem }

export type ReviewFile = {
  format: Format
  columns: string[]
  unusedColumns: string[]
  warnings: RowProblem[]
  rows: AsyncGenerator<ReviewRow>
  close(): Promise<void>
}

/** `readAgain` opens the file again, because the shop's answer to a review may be a later row. */
export async function openReviewFile(
  source: AsyncIterable<Uint8Array>,
  options: RowOptions,
  readAgain?: () => AsyncIterable<Uint8Array>,
): Promise<ReviewFile> {
  const { layout, columns, warnings, records, close } = await openRecords(source)
  const detection = detectFormat(columns)
  if ('code' in detection) {
    await close()
    const { code, message, ...details } = detection
    throw new FileProblem(code, message, details)
  }
  const { format, unusedColumns } = detection
  const asWritten = format.isOwn && layout.kind === 'csv' ? unescaped(records) : records
  async function* rows(): AsyncGenerator<ReviewRow> {
    const answers = readAgain && hasAnswers(format) ? await readAnswersIn(readAgain(), format, options) : undefined
    yield* parseRows(asWritten, format, { ...options, ...(answers && { answers }) })
  }
  return { format, columns, unusedColumns, warnings, rows: rows(), close }
}

async function readAnswersIn(source: AsyncIterable<Uint8Array>, format: Format, options: RowOptions): Promise<Answers> {
  const { records, close } = await openRecords(source)
  try {
    return await readAnswers(records, format, options)
  } finally {
    await close()
  }
}

async function* unescaped(records: AsyncIterable<RawRecord>): AsyncGenerator<RawRecord> {
  for await (const record of records) {
    if ('values' in record)
      for (const [name, cell] of Object.entries(record.values)) record.values[name] = unescapeCell(cell)
    yield record
  }
}

async function* parseRows(
  records: AsyncIterable<RawRecord>,
  format: Format,
  options: RowOptions,
): AsyncGenerator<ReviewRow> {
  for await (const record of records) yield 'problem' in record ? record : reviewRow(record, format, options)
}

function reviewRow(
  { line, values }: { line: number; values: RawValues },
  format: Format,
  options: RowOptions,
): ReviewRow {
  const outcome = readReview(values, format, options)
  if (!('review' in outcome)) return { line, ...outcome }
  const { review, warnings } = outcome
  return {
    line,
    values,
    review,
    warnings,
    dedupeKey: dedupeKey(format, review),
    productKeys: productKeys(review.product),
  }
}
