// Gives up on a body that comes too slowly: it would hold memory for as long as its sender likes.
import type { Readable } from 'node:stream'

export type ReceiveTimeout = { silenceMs: number; wholeMs: number }

/** As long as the largest photo takes over a slow line. */
export const uploadTimeout: ReceiveTimeout = { silenceMs: 20_000, wholeMs: 240_000 }

/** Calls `giveUp` with the reason, once. Answers how to stop watching. */
export function watchReceiveTimeout(
  source: Readable,
  { silenceMs, wholeMs }: ReceiveTimeout,
  giveUp: (why: string) => void,
): () => void {
  let looking: NodeJS.Immediate | undefined
  const stop = () => {
    clearTimeout(silence)
    clearTimeout(whole)
    clearImmediate(looking)
    source.off('data', onData)
  }
  const end = (why: string) => {
    stop()
    giveUp(why)
  }
  // One timer that begins anew: a body may come byte by byte, and a timer for each byte is many times the body.
  const onData = () => {
    clearImmediate(looking)
    silence.refresh()
  }
  const onSilence = () => {
    // What came while this process was busy is still in the system's buffer: it is read before the sender counts as silent.
    looking = setImmediate(() => {
      looking = undefined
      // There are bytes that this process has not read yet, so the sender is not silent.
      if (source.readableLength > 0) onData()
      else end(`nothing came for ${silenceMs / 1000} seconds`)
    })
  }
  const whole = setTimeout(end, wholeMs, `it took longer than ${wholeMs / 1000} seconds`)
  const silence = setTimeout(onSilence, silenceMs)
  source.on('data', onData)
  return stop
}
