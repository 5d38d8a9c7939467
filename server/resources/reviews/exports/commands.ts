import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { csvLine } from '#platform/csv.ts'
import type { Stream, StreamTx } from '#platform/db/db.ts'
import type { Services } from '#platform/services.ts'
import type { Media } from '#platform/storage/media.ts'
import type { Review, ReviewFilters } from '../schema.ts'
import { csvCells, csvHeader } from './rules.ts'
import type { ExportFormat } from './schema.ts'
import * as store from './store.ts'

export type Export = {
  format: ExportFormat
  filters: ReviewFilters
  /** Whether whole addresses may leave. */
  withAddress: boolean
}

/**
 * The reviews of one snapshot as they are read. The transaction lives as long as its reader: one who stops early
 * ends it, and its failure ends the stream with an error.
 */
export function exportReviews(stream: Stream, { media, log }: Services, wanted: Export): Readable {
  const out = new PassThrough()
  // The error is thrown to the reader; until there is one it must not count as unhandled and end the process.
  out.on('error', () => {})
  const write = (tx: StreamTx) => pipeline(Readable.from(linesOf(tx, wanted, media)), out)
  stream.read(write).catch((error: Error & { code?: string }) => {
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') log.error({ err: error.message }, 'an export broke off')
    out.destroy(error)
  })
  return out
}

async function* linesOf(tx: StreamTx, wanted: Export, media: Media): AsyncGenerator<string> {
  const { format, filters, withAddress } = wanted
  const line = format === 'csv' ? csvOf(withAddress) : jsonOf(withAddress)
  if (format === 'csv') yield csvLine(csvHeader(withAddress))
  for await (const reviews of store.streamReviews(tx, filters, media)) yield reviews.map(line).join('')
}

const csvOf = (withAddress: boolean) => (review: Review) => csvLine(csvCells(review, withAddress))

const jsonOf = (withAddress: boolean) => (review: Review) => {
  const { authorEmail, ...masked } = review
  return `${JSON.stringify(withAddress ? review : masked)}\n`
}
