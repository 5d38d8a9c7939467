import type { Readable } from 'node:stream'
import { exportStream } from '#platform/calls/export-stream.ts'
import type { Services } from '#platform/calls/services.ts'
import type { Stream, StreamTx } from '#platform/db/db.ts'
import { csvLine } from '#platform/values/csv.ts'
import { last4 } from '#platform/values/mask.ts'
import { type ExportedLine, streamLines } from './journal-store.ts'

export type Export = { since: string | undefined; withAddress: boolean }

export const exportJournal = (stream: Stream, services: Pick<Services, 'log'>, wanted: Export): Readable =>
  exportStream(stream, services, (tx) => exportLines(tx, wanted))

async function* exportLines(tx: StreamTx, { since, withAddress }: Export): AsyncGenerator<string> {
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
    yield rows.map((row) => csvLine(toCells(row, withAddress))).join('')
}

const toCells = (row: ExportedLine, withAddress: boolean): string[] =>
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
