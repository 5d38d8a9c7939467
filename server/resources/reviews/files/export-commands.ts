import type { Readable } from 'node:stream'
import { exportStream } from '#platform/calls/export-stream.ts'
import type { Services } from '#platform/calls/services.ts'
import type { Stream, StreamTx } from '#platform/db/db.ts'
import type { Media } from '#platform/files/storage/media.ts'
import { csvLine } from '#platform/values/csv.ts'
import type { Review, ReviewFilters } from '../schema.ts'
import { type Columns, createCsvCells, csvHeader } from './export-rules.ts'
import type { ExportFormat } from './export-schema.ts'
import * as store from './export-store.ts'

export type Export = {
  format: ExportFormat
  filters: ReviewFilters
  withAddress: boolean
}

export const exportReviews = (stream: Stream, services: Services, wanted: Export): Readable =>
  exportStream(stream, services, (tx) => exportLines(tx, wanted, services.media))

async function* exportLines(tx: StreamTx, wanted: Export, media: Media): AsyncGenerator<string> {
  const { format, filters, withAddress } = wanted
  // A file without reviews of the shop has no columns for them, as in earlier versions.
  const columns = { withAddress, withSubject: filters.subject !== undefined }
  const line = format === 'csv' ? createCsvLine(columns) : createJsonLine(withAddress)
  if (format === 'csv') yield csvLine(csvHeader(columns))
  for await (const reviews of store.streamReviews(tx, filters, media)) yield reviews.map(line).join('')
}

const createCsvLine = (columns: Columns) => {
  const cellsOf = createCsvCells(columns)
  return (review: Review) => csvLine(cellsOf(review))
}

const createJsonLine = (withAddress: boolean) => (review: Review) => {
  const { authorEmail, ...masked } = review
  return `${JSON.stringify(withAddress ? review : masked)}\n`
}
