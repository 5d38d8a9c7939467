// The journal of a store as a file, for bookkeeping elsewhere.
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { csvLine } from '#platform/csv.ts'
import type { Stream, StreamTx } from '#platform/db/db.ts'
import { last4 } from '#platform/mask.ts'
import type { Services } from '#platform/services.ts'
import { type ExportedLine, streamLines } from './store.ts'

/** `withAddress`: whether whole addresses may leave. */
export type Export = { since: string | undefined; withAddress: boolean }

/** The transaction lives as long as its reader: one who stops early ends it, and its failure ends the stream with an error. */
export function exportJournal(stream: Stream, { log }: Pick<Services, 'log'>, wanted: Export): Readable {
  const out = new PassThrough()
  // The error is thrown to the reader; until there is one it must not count as unhandled and end the process.
  out.on('error', () => {})
  const write = (tx: StreamTx) => pipeline(Readable.from(linesOf(tx, wanted)), out)
  stream.read(write).catch((error: Error & { code?: string }) => {
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') log.error({ err: error.message }, 'an export broke off')
    out.destroy(error)
  })
  return out
}

async function* linesOf(tx: StreamTx, { since, withAddress }: Export): AsyncGenerator<string> {
  const address = withAddress ? 'email' : 'emailLast4'
  yield csvLine([
    'createdAt',
    'at',
    'memberId',
    address,
    'kind',
    'ref',
    'rateVersion',
    'delta',
    'balance',
    'reason',
    'id',
  ])
  for await (const rows of streamLines(tx, since === undefined ? null : new Date(since)))
    yield rows.map((row) => csvLine(cellsOf(row, withAddress))).join('')
}

const cellsOf = (row: ExportedLine, withAddress: boolean): string[] =>
  [
    row.created_at,
    row.at,
    row.member_id,
    withAddress ? row.email : last4(row.email),
    row.kind,
    row.ref,
    row.rate_version,
    row.delta,
    row.balance,
    row.reason,
    row.id,
  ].map((cell) => String(cell ?? ''))
