// When something that failed is tried again. Pure: the time and chance are handed in.

/** The delay before each further attempt. `jitter` is the part by which a delay is longer or shorter at random. */
export type RetrySchedule = { delaysMs: readonly number[]; jitter: number; repeatsLast?: boolean }

type Tried = {
  /** How many were made, this one included. */
  attempts: number
  now: Date
  /** From 0 to 1. */
  random: number
  /** What the receiver asked for. */
  atLeastMs?: number | null
}

/** When the next attempt is made; null when the schedule has come to its end. */
export function retryAt(schedule: RetrySchedule, { attempts, now, random, atLeastMs }: Tried): Date | null {
  const { delaysMs, jitter, repeatsLast } = schedule
  const delayMs = delaysMs[attempts - 1] ?? (repeatsLast ? delaysMs.at(-1) : undefined)
  if (delayMs === undefined) return null
  const spreadMs = delayMs * (1 - jitter + 2 * jitter * random)
  return new Date(now.getTime() + Math.max(spreadMs, atLeastMs ?? 0))
}

/** How long a receiver is left alone after so many failures in a row: twice as long each time. */
export const pauseMs = (failures: number, limits: { firstMs: number; maxMs: number }): number =>
  failures < 1 ? 0 : Math.min(limits.maxMs, limits.firstMs * 2 ** (failures - 1))
