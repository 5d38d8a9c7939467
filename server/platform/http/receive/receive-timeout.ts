// Detects silent and slow senders, whose bodies would occupy memory without a time limit. Also discards the rest of a
// refused body.
import type { Readable } from 'node:stream'

export type ReceiveTimeout = { silenceMs: number; wholeMs: number }

/** The timeout is enough for the largest photo over a slow connection. */
export const uploadTimeout: ReceiveTimeout = { silenceMs: 20_000, wholeMs: 240_000 }

/**
 * Calls `giveUp` once, with the reason, if the source is silent or takes too long. Returns a function that stops watching.
 */
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
  // Refreshes one timer. A timer per byte would need many times the body's memory.
  const onData = () => {
    clearImmediate(looking)
    silence.refresh()
  }
  const onSilence = () => {
    // Data that arrived while this process was busy is read before the sender is treated as silent.
    looking = setImmediate(() => {
      looking = undefined
      // This process has not read these bytes yet, so the sender is not silent.
      if (source.readableLength > 0) onData()
      else end(`nothing came for ${silenceMs / 1000} seconds`)
    })
  }
  const whole = setTimeout(end, wholeMs, `it took longer than ${wholeMs / 1000} seconds`)
  const silence = setTimeout(onSilence, silenceMs)
  source.on('data', onData)
  return stop
}

const maxDroppedBytes = 32 * 1024 * 1024

/** Discards the rest up to a limit, so that the sender gets the response instead of a broken connection. */
export function dropRest(raw: Readable): void {
  let dropped = 0
  raw.unpipe()
  raw.on('data', (chunk: Buffer) => {
    dropped += chunk.length
    if (dropped > maxDroppedBytes) raw.destroy()
  })
  raw.on('error', () => {})
  raw.resume()
}
