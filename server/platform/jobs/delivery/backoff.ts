/** The delay before each further attempt. `jitter` is the fraction by which a delay varies at random. */
export type RetrySchedule = { delaysMs: readonly number[]; jitter: number; repeatsLast?: boolean }

type AttemptCount = {
  attempts: number
  now: Date
  random: number
  atLeastMs?: number | null
}

/** The time of the next attempt; null when the schedule has ended. */
export function retryAt(schedule: RetrySchedule, { attempts, now, random, atLeastMs }: AttemptCount): Date | null {
  const { delaysMs, jitter, repeatsLast } = schedule
  const delayMs = delaysMs[attempts - 1] ?? (repeatsLast ? delaysMs.at(-1) : undefined)
  if (delayMs === undefined) return null
  const spreadMs = delayMs * (1 - jitter + 2 * jitter * random)
  return new Date(now.getTime() + Math.max(spreadMs, atLeastMs ?? 0))
}

/** The pause of a receiver after this many failures in a row. Each further failure doubles it. */
export const pauseMs = (failures: number, limits: { firstMs: number; maxMs: number }): number =>
  failures < 1 ? 0 : Math.min(limits.maxMs, limits.firstMs * 2 ** (failures - 1))
