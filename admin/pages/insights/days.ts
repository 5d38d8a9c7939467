import type { Interval } from '../../api/analytics.ts'
import { shownLocale } from '../../components/locale.ts'
import type { Range } from './search.ts'

const dayMs = 86_400_000

export type Days = { from: string; to: string; interval: Interval }

export type Period = Days & {
  /** The period of the same length before these days. Null while the store is too young for a comparison. */
  before: Days | null
}

const youngDays = 30

export function computePeriod(range: Range, { timezone, createdAt }: Since, nowMs: number): Period {
  const to = new Intl.DateTimeFormat('en-CA', { timeZone: timezone, dateStyle: 'short' }).format(new Date(nowMs))
  const back = (ago: number) => new Date(Date.parse(`${to}T00:00:00Z`) - ago * dayMs).toISOString().slice(0, 10)
  const days = Number.parseInt(range, 10)
  const interval = intervals[range]
  const isYoung = nowMs - Date.parse(createdAt) < youngDays * dayMs
  return {
    from: back(days - 1),
    to,
    interval,
    before: isYoung ? null : { from: back(2 * days - 1), to: back(days), interval },
  }
}

type Since = { timezone: string; createdAt: string }

const intervals: Record<Range, Interval> = { '30d': 'day', '90d': 'week', '365d': 'month', '730d': 'month' }

/** Names of a period and of the equally long period before it. */
export function periodNames({ from, to }: Pick<Days, 'from' | 'to'>): { now: string; before: string } {
  const days = countDays(from, to)
  const months = countMonths(days)
  return months
    ? { now: `Last ${months} months`, before: `Previous ${months} months` }
    : { now: `Last ${days} days`, before: `Previous ${days} days` }
}

const countDays = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / dayMs + 1

/** Number of months of a period of whole years. Undefined for shorter periods, which are counted in days. */
export const countMonths = (days: number): number | undefined => (days % 365 === 0 ? (days / 365) * 12 : undefined)

export function periodName(date: string, interval: Interval, isLong = false): string {
  const at = new Date(`${date}T00:00:00Z`)
  const text = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(shownLocale, { timeZone: 'UTC', ...options }).format(at)
  if (interval === 'month') return text({ month: isLong ? 'long' : 'short', year: 'numeric' })
  const day = text(isLong ? { dateStyle: 'medium' } : { day: 'numeric', month: 'short' })
  return interval === 'week' && isLong ? `Week of ${day}` : day
}

export function waitText(seconds: number | null): string {
  if (seconds === null) return '–'
  if (seconds < 60) return `${seconds} s`
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`
  return seconds < 172_800 ? `${Math.round(seconds / 3600)} h` : `${Math.round(seconds / 86_400)} days`
}
