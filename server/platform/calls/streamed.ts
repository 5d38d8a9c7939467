// Reports a streamed answer that ended early. A client that hangs up is no fault of ours; everything else is.
import type { PassThrough } from 'node:stream'
import type { Log } from '../process/log.ts'

export type StreamWatch = {
  /** Passes the source through and records whether it failed by itself. */
  source<T>(from: AsyncIterable<T>): AsyncGenerator<T>
  /** Ends the answer and logs the error, at `info` when the reader left first. */
  broken(error: Error): void
}

/** `what` names the answer in the log, such as "an export". */
export function watchStreamed(out: PassThrough, log: Log, what: string): StreamWatch {
  let hasLeft = false
  let hasFailed = false
  // The reader gets the error. Without a reader it must not count as unhandled and end the process.
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
