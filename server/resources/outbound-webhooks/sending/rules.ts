import { pauseMs, type RetrySchedule, retryAt } from '#platform/jobs/delivery/backoff.ts'
import type { State } from '../deliveries/schema.ts'

const [secondMs, minuteMs, hourMs, dayMs] = [1000, 60_000, 3_600_000, 86_400_000]

/** The attempt after the last delay is the final one. */
const retries: RetrySchedule = {
  delaysMs: [5 * secondMs, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 5 * hourMs, 10 * hourMs, 10 * hourMs],
  jitter: 0.2,
}
const longestRetryAfterMs = hourMs
export const givesUpAfterMs = 5 * dayMs

export type AttemptResult = {
  at: Date
  status: number | null
  error: string | null
  durationMs: number
  answer: string | null
  retryAfterMs: number | null
}

export const isSuccess = ({ status, error }: Pick<AttemptResult, 'status' | 'error'>): boolean =>
  error === null && status !== null && status >= 200 && status < 300

export const decideOutcome = (result: AttemptResult): 'success' | 'unanswered' | 'refused' =>
  isSuccess(result) ? 'success' : result.status === null ? 'unanswered' : 'refused'

export const isGone = ({ status }: Pick<AttemptResult, 'status'>): boolean => status === 410

export type Next = { state: State; dueAt: Date | null }

/** `attempt` counts earlier attempts; `random` is from 0 to 1. */
export function decideNext(result: AttemptResult, attempt: number, now: Date, random: number): Next {
  if (isSuccess(result)) return { state: 'delivered', dueAt: null }
  const dueAt = retryAt(retries, { attempts: attempt + 1, now, random, atLeastMs: result.retryAfterMs })
  return { state: dueAt === null ? 'failed' : 'pending', dueAt }
}

/** `Retry-After` in seconds or as a date, at most an hour; null if unreadable. */
export function retryAfterMs(header: string | string[] | undefined, now: Date): number | null {
  const text = Array.isArray(header) ? header[0] : header
  if (text === undefined) return null
  const ms = /^\d{1,9}$/.test(text.trim()) ? Number(text) * 1000 : Date.parse(text) - now.getTime()
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), longestRetryAfterMs)
}

export function reasonToGiveUp(result: AttemptResult, failingSince: Date | null, now: Date): 'gone' | 'failing' | null {
  if (isGone(result)) return 'gone'
  if (isSuccess(result) || failingSince === null) return null
  return now.getTime() - failingSince.getTime() >= givesUpAfterMs ? 'failing' : null
}

export const startWidth = 8
/**
 * Number of consecutive failures after which an endpoint gets only probes. A single event has too few attempts to reach
 * this number.
 */
export const breakerFailures = 20
const longestPauseMs = 30 * secondMs

export const firstWidth = (failures: number): number => (failures >= breakerFailures ? 1 : startWidth)

export function choosePauseMs(result: AttemptResult, failures: number): number {
  const asked = [429, 503].includes(result.status ?? 0) ? (result.retryAfterMs ?? 0) : 0
  const over = failures - breakerFailures + 1
  return Math.max(asked, pauseMs(over, { firstMs: secondMs, maxMs: longestPauseMs }))
}
