// The one question of a rate limit: may this caller call now? One process counts in memory; with a Redis address all
// processes share one count. Refuses nothing because of its own trouble: without Redis it counts in memory.

import type { Decision, RateWindow } from '../values/windows.ts'

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
