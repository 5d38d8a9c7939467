// Reports a streamed response that ended early. A client that disconnects is not our fault; everything else is.
import type { PassThrough } from 'node:stream'
import type { Log } from '../process/log.ts'

export type StreamWatch = {
  source<T>(from: AsyncIterable<T>): AsyncGenerator<T>
  /** Ends the response and logs the error. The level is `info` if the reader disconnected first. */
  broken(error: Error): void
}

export function watchStreamed(out: PassThrough, log: Log, what: string): StreamWatch {
  let hasLeft = false
  let hasFailed = false
  // The reader gets the error. Without a reader, the error must not count as unhandled and end the process.
  out.on('error', () => {})
  out.once('close', () => {
    hasLeft ||= !hasFailed && !out.readableEnded
  })
  return {
    async *source(from) {
      try {
        yield* from
      } catch (error) {
        hasFailed ||= !out.destroyed
        throw error
      }
    },
    broken(error) {
      const isOurs = hasFailed || !(hasLeft || out.destroyed)
      if (isOurs) log.error({ err: error.message }, `${what} broke off`)
      else log.info({ err: error.message }, `the reader of ${what} hung up`)
      out.destroy(error)
    },
  }
}
