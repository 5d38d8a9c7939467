// The transaction lives as long as its reader: a reader that stops early ends it, and a failure ends the stream with an
// error.
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Stream, StreamTx } from '../db/db.ts'
import type { Services } from './services.ts'
import { watchStreamed } from './streamed.ts'

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
