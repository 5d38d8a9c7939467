// Owns "now". Nothing else reads the machine's clock for a business instant, and SQL gets the time as a parameter. So a
// test, or an operator with TEST_CLOCK, moves the whole service.

export type Clock = {
  now(): Date
  nowMs(): number
  /** Moves this clock by `ms`. Only tests do. */
  advance(ms: number): void
}

/** Starts at `start` (or the machine's time) and runs on from there. */
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
