// The journal of a store as a file, for bookkeeping elsewhere.
import type { Readable } from 'node:stream'
import { csvLine } from '#platform/csv.ts'
import type { Stream, StreamTx } from '#platform/db/db.ts'
import { exportStream } from '#platform/export-stream.ts'
import { last4 } from '#platform/mask.ts'
import type { Services } from '#platform/services.ts'
import { type ExportedLine, streamLines } from './store.ts'

/** `withAddress`: whether whole addresses may leave. */
export type Export = { since: string | undefined; withAddress: boolean }

export const exportJournal = (stream: Stream, services: Pick<Services, 'log'>, wanted: Export): Readable =>
  exportStream(stream, services, (tx) => linesOf(tx, wanted))

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
