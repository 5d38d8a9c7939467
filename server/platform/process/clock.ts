// The service reads business time only from this clock, so a test or TEST_CLOCK moves the whole service.

export type Clock = {
  now(): Date
  nowMs(): number
  advance(ms: number): void
}

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
