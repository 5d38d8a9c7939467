// What an attempt means: when the next is due, whether the endpoint is given up, and how hard it may be pressed. Pure.
import type { State } from '../deliveries/schema.ts'

const [secondMs, minuteMs, hourMs, dayMs] = [1000, 60_000, 3_600_000, 86_400_000]

/** From one attempt to the next; an attempt that has no next one was the last. */
export const retryDelaysMs = [
  5 * secondMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  10 * hourMs,
]
const jitter = 0.2
const longestRetryAfterMs = hourMs
export const givesUpAfterMs = 5 * dayMs

export type AttemptResult = {
  at: Date
  /** Null when there was no answer. */
  status: number | null
  error: string | null
  durationMs: number
  answer: string | null
  retryAfterMs: number | null
}

export const isSuccess = ({ status, error }: Pick<AttemptResult, 'status' | 'error'>): boolean =>
  error === null && status !== null && status >= 200 && status < 300

export const isGone = ({ status }: Pick<AttemptResult, 'status'>): boolean => status === 410

export type Next = { state: State; dueAt: Date | null }

/** `attempt` counts those before this one; `random` is from 0 to 1. */
export function nextOf(result: AttemptResult, attempt: number, now: Date, random: number): Next {
  if (isSuccess(result)) return { state: 'delivered', dueAt: null }
  const delayMs = retryDelaysMs[attempt]
  if (delayMs === undefined) return { state: 'failed', dueAt: null }
  const spread = delayMs * (1 - jitter + 2 * jitter * random)
  return { state: 'pending', dueAt: new Date(now.getTime() + Math.max(spread, result.retryAfterMs ?? 0)) }
}

/** `Retry-After` in seconds or as a date, at most an hour; null when it says nothing. */
export function retryAfterMs(header: string | string[] | undefined, now: Date): number | null {
  const text = Array.isArray(header) ? header[0] : header
  if (text === undefined) return null
  const ms = /^\d{1,9}$/.test(text.trim()) ? Number(text) * 1000 : Date.parse(text) - now.getTime()
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), longestRetryAfterMs)
}

/** An endpoint is given up when it says it is gone, or after five days without one success. */
export function reasonToGiveUp(result: AttemptResult, failingSince: Date | null, now: Date): 'gone' | 'failing' | null {
  if (isGone(result)) return 'gone'
  if (isSuccess(result) || failingSince === null) return null
  return now.getTime() - failingSince.getTime() >= givesUpAfterMs ? 'failing' : null
}

export const startWidth = 8
const maxWidth = 32
/** Failures in a row from which on an endpoint is only probed: far more than one event's attempts. */
export const breakerFailures = 20
const longestPauseMs = 30 * secondMs

/** How many deliveries an endpoint may have under way; what answers gets more, what fails gets less. */
export const widthAfter = (width: number, succeeded: boolean): number =>
  succeeded ? Math.min(maxWidth, width + 1) : Math.max(1, width >> 1)

export const firstWidth = (failures: number): number => (failures >= breakerFailures ? 1 : startWidth)

/** Until when nothing is sent to the endpoint: it asked for time, or failed so often that one probe at a time is enough. */
export function pauseOf(result: AttemptResult, failures: number, now: Date): Date | null {
  const asked = [429, 503].includes(result.status ?? 0) ? (result.retryAfterMs ?? 0) : 0
  const over = failures - breakerFailures
  const tripped = over < 0 ? 0 : Math.min(longestPauseMs, secondMs * 2 ** Math.min(over, 10))
  const ms = Math.max(asked, tripped)
  return ms === 0 ? null : new Date(now.getTime() + ms)
}
