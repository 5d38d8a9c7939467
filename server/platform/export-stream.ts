// An export as it is read. The transaction lives as long as its reader: one who stops early ends it, and its failure ends the
// stream with an error.
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Stream, StreamTx } from './db/db.ts'
import type { Services } from './services.ts'

export function exportStream(
  stream: Stream,
  { log }: Pick<Services, 'log'>,
  linesOf: (tx: StreamTx) => AsyncIterable<string>,
): Readable {
  const out = new PassThrough()
  // The error is thrown to the reader; until there is one it must not count as unhandled and end the process.
  out.on('error', () => {})
  const write = (tx: StreamTx) => pipeline(Readable.from(linesOf(tx)), out)
  stream.read(write).catch((error: Error & { code?: string }) => {
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') log.error({ err: error.message }, 'an export broke off')
    out.destroy(error)
  })
  return out
}
