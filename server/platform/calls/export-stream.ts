// The transaction lives as long as its reader: a reader that stops early ends it, and a failure ends the stream with an
// error.
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FromReplica, StoreDb, StoreScope, StoreTx, Stream, StreamTx } from '../db/db.ts'
import type { Services } from './services.ts'
import { watchStreamed } from './streamed.ts'

/** Occupies a slot and records the export. The slot is free again if the export cannot be recorded. */
export async function openExport(
  db: StoreDb,
  scope: StoreScope,
  record: (tx: StoreTx) => Promise<unknown>,
  more?: FromReplica,
): Promise<Stream> {
  const stream = db.stream('export', scope, more)
  try {
    await db.store(scope, 'write', record)
    return stream
  } catch (error) {
    stream.leave()
    throw error
  }
}

export function exportStream(
  stream: Stream,
  { log }: Pick<Services, 'log'>,
  streamLines: (tx: StreamTx) => AsyncIterable<string>,
): Readable {
  const out = new PassThrough()
  const watched = watchStreamed(out, log, 'an export')
  const write = (tx: StreamTx) => pipeline(Readable.from(watched.source(streamLines(tx))), out)
  stream.read(write).catch(watched.broken)
  return out
}
