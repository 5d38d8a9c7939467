// Gives up on what somebody sends by and by: it would hold its place for as long as they like.
import type { Readable } from 'node:stream'

export type ReceiveTimeout = { silenceMs: number; wholeMs: number }

/** As long as the largest photo takes over a slow line. */
export const uploadTimeout: ReceiveTimeout = { silenceMs: 20_000, wholeMs: 240_000 }

/** `giveUp` is told why, once. Answers how to stop watching. */
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
    // What came while this process was busy with other work is still with the system: it is fetched before the sender is blamed.
    looking = setImmediate(() => {
      looking = undefined
      // What has come and is not read yet waits for us, and not for its sender.
      if (source.readableLength > 0) onData()
      else end(`nothing came for ${silenceMs / 1000} seconds`)
    })
  }
  const whole = setTimeout(end, wholeMs, `it took longer than ${wholeMs / 1000} seconds`)
  const silence = setTimeout(onSilence, silenceMs)
  source.on('data', onData)
  return stop
}
