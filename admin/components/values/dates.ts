import { serverNowMs } from '../../api/server-clock.ts'
import { shownLocale } from '../locale.ts'

/** Creating a formatter takes milliseconds, so each is created on first use. */
const once = <T>(make: () => T) => {
  let made: T | undefined
  return () => (made ??= make())
}
const dateFormat = (options: Intl.DateTimeFormatOptions) => once(() => new Intl.DateTimeFormat(shownLocale, options))

const day = dateFormat({ day: 'numeric', month: 'short', year: 'numeric' })
const dayThisYear = dateFormat({ day: 'numeric', month: 'short' })
const moment = dateFormat({ dateStyle: 'medium', timeStyle: 'short' })
const exact = { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' } as const
const exactThisYear = dateFormat(exact)
const exactOtherYear = dateFormat({ ...exact, year: 'numeric' })
const exactSeconds = dateFormat({ ...exact, second: '2-digit' })
const time = dateFormat({ timeStyle: 'short' })
const relative = once(() => new Intl.RelativeTimeFormat(shownLocale, { numeric: 'auto' }))

export const formatDay = (instant: string) => day().format(new Date(instant))
export const formatDate = (date: string) => formatDay(`${date}T12:00`)
export const formatTime = (instant: string) => time().format(new Date(instant))
export const formatMoment = (instant: string) => moment().format(new Date(instant))
export const formatSeconds = (instant: string) => exactSeconds().format(new Date(instant))

export function formatExact(instant: string, now = serverNowMs()): string {
  const date = new Date(instant)
  return (isSameYear(date, now) ? exactThisYear() : exactOtherYear()).format(date)
}

export function formatAgo(instant: string, now = serverNowMs()): string {
  const date = new Date(instant)
  return formatDistance(instant, now) ?? (isSameYear(date, now) ? dayThisYear() : day()).format(date)
}

/** Returns undefined for a week or more. */
export function formatDistance(instant: string, now = serverNowMs()): string | undefined {
  const date = new Date(instant)
  const minutes = Math.round((date.getTime() - now) / 60_000)
  if (Math.abs(minutes) < 1) return 'just now'
  if (Math.abs(minutes) < 60) return relative().format(minutes, 'minute')
  const days = countDays(date, now)
  if (days === 0 || Math.abs(minutes) < 720) return relative().format(Math.round(minutes / 60), 'hour')
  return Math.abs(days) < 7 ? relative().format(days, 'day') : undefined
}

const isSameYear = (date: Date, now: number) => date.getFullYear() === new Date(now).getFullYear()

/** Counts days of the browser's calendar, like the date beside the text. */
function countDays(date: Date, now: number): number {
  const today = new Date(now)
  const dayOf = (at: Date) => Date.UTC(at.getFullYear(), at.getMonth(), at.getDate())
  return (dayOf(date) - dayOf(today)) / 86_400_000
}

export function daysUntil(instant: string, now = serverNowMs()): number {
  return Math.max(0, Math.ceil((Date.parse(instant) - now) / 86_400_000))
}

export function toLocal(instant: string | null | undefined): string {
  if (!instant) return ''
  const at = new Date(instant)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

export const toInstant = (local: string): string => new Date(local).toISOString()
export const instantOrNull = (local: string): string | null => (local === '' ? null : toInstant(local))
