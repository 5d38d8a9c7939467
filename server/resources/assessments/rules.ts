// Years, quarters and dates of assessments. Pure.
import { invalidField } from '#platform/values/errors.ts'

export const leastPlan = 'growth'
export const keptDays = 30
export const linkMinutes = 15

const zonedDate = (instant: Date, timezone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timezone)

export function requireYear(year: number, { createdAt, timezone }: { createdAt: string; timezone: string }, now: Date) {
  const [first, last] = [new Date(createdAt), now].map((instant) => zonedDate(instant, timezone).year)
  if (year < Number(first)) throw invalidField('/year', `is before ${first}, the year the store was opened`)
  if (year > Number(last)) throw invalidField('/year', `is after ${last}, the running year`)
}

export type Days = { from: string; to: string }

/** Returns the days of the year that have begun. The year itself must have begun. */
export const daysOfYear = (year: number, timezone: string, now: Date): Days =>
  beginDays(year, { first: '01-01', last: '12-31' }, today(timezone, now)) as Days

const quarters = [
  { name: 'Q1', first: '01-01', last: '03-31' },
  { name: 'Q2', first: '04-01', last: '06-30' },
  { name: 'Q3', first: '07-01', last: '09-30' },
  { name: 'Q4', first: '10-01', last: '12-31' },
] as const

export type Quarter = Days & { quarter: (typeof quarters)[number]['name'] }

/** Reads yearly facts by quarter, because a report of more than 92 days needs a higher plan than an assessment. */
export const quartersOfYear = (year: number, timezone: string, now: Date): Quarter[] =>
  quarters.flatMap(({ name, ...span }) => {
    const days = beginDays(year, span, today(timezone, now))
    return days ? [{ quarter: name, ...days }] : []
  })

const today = (timezone: string, now: Date): string => zonedDate(now, timezone).toPlainDate().toString()

function beginDays(year: number, { first, last }: { first: string; last: string }, now: string): Days | undefined {
  const [from, to] = [`${year}-${first}`, `${year}-${last}`]
  return from > now ? undefined : { from, to: to < now ? to : now }
}

/**
 * URL of a report for these days. `to` is omitted if the last day has not ended, because with it, equal facts would give
 * a different file each day.
 */
export const withDays = (path: string, { from, to }: Days, timezone: string, now: Date): string =>
  to < today(timezone, now) ? `${path}?from=${from}&to=${to}` : `${path}?from=${from}`

/** Twelve months later. 29 February becomes 28 February. */
export const reminderDueAt = (finishedAt: string): Date =>
  new Date(Temporal.Instant.from(finishedAt).toZonedDateTimeISO('UTC').add({ years: 1 }).epochMilliseconds)
