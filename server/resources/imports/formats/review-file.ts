import { unescapeCell } from '#platform/csv.ts'
import { detectFormat } from './detect.ts'
import { dedupeKey } from './identity.ts'
import { FileProblem, type RowProblem } from './problems.ts'
import { type ProductKey, productKeys } from './products.ts'
import { openRecords, type RawRecord, type RawValues } from './records.ts'
import { type ImportedReview, type RowOptions, readReview } from './row.ts'
import type { Format } from './vendors/format.ts'

// An uploaded file from bytes to reviews: the one entrance to this folder. Throws
// FileProblem for what concerns the whole file; everything else is the outcome of a row.

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

export type ReviewFile = {
  format: Format
  columns: string[]
  unusedColumns: string[]
  /** About the file as a whole; complete once `rows` has been read. */
  warnings: RowProblem[]
  rows: AsyncGenerator<ReviewRow>
  /** For a caller that does not read `rows`. */
  close(): Promise<void>
}

export async function openReviewFile(source: AsyncIterable<Uint8Array>, options: RowOptions): Promise<ReviewFile> {
  const { layout, columns, warnings, records, close } = await openRecords(source)
  const detection = detectFormat(columns)
  if ('code' in detection) {
    await close()
    const { code, message, ...details } = detection
    throw new FileProblem(code, message, details)
  }
  const { format, unusedColumns } = detection
  const asWritten = format.isOwn && layout.kind === 'csv' ? unescaped(records) : records
  return { format, columns, unusedColumns, warnings, rows: rowsOf(asWritten, format, options), close }
}

async function* unescaped(records: AsyncIterable<RawRecord>): AsyncGenerator<RawRecord> {
  for await (const record of records) {
    if ('values' in record)
      for (const [name, cell] of Object.entries(record.values)) record.values[name] = unescapeCell(cell)
    yield record
  }
}

async function* rowsOf(
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
  if ('problem' in outcome) return { line, problem: outcome.problem }
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
