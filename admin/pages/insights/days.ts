import type { Interval } from '../../api/analytics.ts'
import { shownLocale } from '../../components/locale.ts'
import type { Range } from './search.ts'

const dayMs = 86_400_000

export type Days = { from: string; to: string; interval: Interval }

export type Period = Days & {
  /** The period of the same length before these days. Null while the store is too young for a comparison. */
  before: Days | null
  /** True if a person chose both dates. Such a period is named by its dates. */
  isChosen?: boolean
}

const youngDays = 30

export function computePeriod(range: Range, store: Since, nowMs: number): Period {
  const to = findToday(store, nowMs)
  const from = shiftDay(to, 1 - Number.parseInt(range, 10))
  const now = { from, to, interval: intervals[range] }
  return { ...now, before: isYoung(store, nowMs) ? null : findBefore(now) }
}

export type Dates = Pick<Days, 'from' | 'to'>

export function computeChosen({ from, to }: Dates, store: Since, nowMs: number): Period {
  const now = { from, to, interval: chooseInterval(countDays(from, to)) }
  return { ...now, before: isYoung(store, nowMs) ? null : findBefore(now), isChosen: true }
}

type Since = { timezone: string; createdAt: string }

const intervals: Record<Range, Interval> = { '30d': 'day', '90d': 'week', '365d': 'month', '730d': 'month' }

const chooseInterval = (days: number): Interval => (days <= 45 ? 'day' : days <= 184 ? 'week' : 'month')

export const findToday = ({ timezone }: Pick<Since, 'timezone'>, nowMs: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: timezone, dateStyle: 'short' }).format(new Date(nowMs))

const isYoung = ({ createdAt }: Since, nowMs: number) => nowMs - Date.parse(createdAt) < youngDays * dayMs

const shiftDay = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

function findBefore<D extends Dates>(days: D): D {
  const count = countDays(days.from, days.to)
  return { ...days, from: shiftDay(days.from, -count), to: shiftDay(days.from, -1) }
}

/** Explains why no report accepts these dates. Undefined if reports accept them. */
export function findMistake({ from, to }: Dates, today: string, most: number): string | undefined {
  if (!from || !to) return 'Enter both dates.'
  if (to > today) return 'The last day must not be after today.'
  if (from > to) return 'The first day must not be after the last.'
  return countDays(from, to) > most ? `Choose at most ${most} days.` : undefined
}

/** Names of a period and of the equally long period before it. */
export function periodNames({ from, to }: Dates, isChosen = false): { now: string; before: string } {
  if (isChosen) return { now: formatDates({ from, to }), before: formatDates(findBefore({ from, to })) }
  const days = countDays(from, to)
  const months = countMonths(days)
  return months
    ? { now: `Last ${months} months`, before: `Previous ${months} months` }
    : { now: `Last ${days} days`, before: `Previous ${days} days` }
}

const formatDates = ({ from, to }: Dates) =>
  new Intl.DateTimeFormat(shownLocale, { timeZone: 'UTC', dateStyle: 'medium' }).formatRange(
    new Date(`${from}T00:00:00Z`),
    new Date(`${to}T00:00:00Z`),
  )

export const countDays = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / dayMs + 1

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
