// Owns "now". Nothing else reads the machine's clock for a business instant: SQL gets the time as a parameter,
// so that a test, or an operator with TEST_CLOCK, moves the whole service at once.

export type Clock = {
  now(): Date
  /** Milliseconds since the epoch. */
  nowMs(): number
  /** Moves this clock by `ms`; only tests do. */
  advance(ms: number): void
}

/** A clock that starts at `start` (the machine's time when absent) and counts on from there. */
export function createClock(start?: Date): Clock {
  let offsetMs = start ? start.getTime() - Date.now() : 0
  const nowMs = () => Date.now() + offsetMs
  return {
    now: () => new Date(nowMs()),
    nowMs,
    advance: (ms) => {
      offsetMs += ms
    },
  }
}
