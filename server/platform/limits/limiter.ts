// The one question of a rate limit: may this caller call now? One process counts in memory; with a Redis address all
// processes share one count. Refuses nothing because of its own trouble: without Redis it counts in memory.

import { createMemoryLimiter } from './memory.ts'
import type { Decision, RateWindow } from './windows.ts'

export type Limiter = {
  /** `take` answers at once, without asking Redis. */
  decidesAtOnce?: true
  /** Counts the call in every window, or, when one of them refuses, in none. Never throws. */
  take(caller: string, windows: readonly RateWindow[]): Decision | Promise<Decision>
  /** What `take` would answer, counting nothing. */
  peek(caller: string, windows: readonly RateWindow[]): Decision | Promise<Decision>
  close(): void
}

export type LimitLog = { info(fields: object, message: string): void; warn(fields: object, message: string): void }

export type LimiterOptions = { redisUrl?: string; now: () => number; log: LimitLog; answerWithinMs?: number }

/**
 * `now` is in milliseconds, and may be finer: whole milliseconds can let a call in up to one millisecond early.
 * `answerWithinMs` is how long Redis may take before this process counts alone.
 */
export function createLimiter({ redisUrl, now, log, answerWithinMs = 250 }: LimiterOptions): Limiter {
  const memory = createMemoryLimiter()
  if (redisUrl) {
    // The Redis client is loaded only where it is used: 9 MB that a single process does not need.
    const shared = import('./redis.ts').then(({ createRedisLimiter }) =>
      createRedisLimiter({ redisUrl, memory, now, log, answerWithinMs }),
    )
    return {
      take: async (caller, windows) => (await shared).take(caller, windows),
      peek: async (caller, windows) => (await shared).peek(caller, windows),
      close: () => void shared.then((limiter) => limiter.close()),
    }
  }
  return {
    decidesAtOnce: true,
    take: (caller, windows) => memory.take(caller, windows, now()),
    peek: (caller, windows) => memory.peek(caller, windows, now()),
    close() {},
  }
}
