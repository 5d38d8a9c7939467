import type { Limiter, LimiterOptions } from './limiter.ts'
import { createMemoryLimiter } from './memory.ts'

/**
 * `now` must return fractions, because whole milliseconds can allow a call too early. If Redis does not respond within
 * `answerWithinMs`, this process counts alone.
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
