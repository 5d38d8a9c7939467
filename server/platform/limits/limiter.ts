// A Redis failure refuses no call: without Redis this process counts in memory.

import type { Decision, RateWindow } from '../values/windows.ts'

export type Limiter = {
  /** True without Redis: `take` then returns a decision instead of a promise. */
  decidesAtOnce?: true
  /** Counts the call in every window, or in none when one refuses. Never throws. */
  take(caller: string, windows: readonly RateWindow[]): Decision | Promise<Decision>
  peek(caller: string, windows: readonly RateWindow[]): Decision | Promise<Decision>
  close(): void
}

export type LimitLog = { info(fields: object, message: string): void; warn(fields: object, message: string): void }

export type LimiterOptions = { redisUrl?: string; now: () => number; log: LimitLog; answerWithinMs?: number }
