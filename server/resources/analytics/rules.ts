import { invalidField } from '#platform/values/errors.ts'
import { hundredths } from '#resources/reviews/rules.ts'
import { defaultDays, type Interval, maxDays, type ReportHead, type SpanQuery } from './schema.ts'

export type Span = ReportHead & {
  days: number
  /** The span's first instant, and the first instant after its last day. */
  begin: Date
  end: Date
  /** First instant of the preceding span of equal length. */
  beforeBegin: Date
  periods: readonly Period[]
}

/** A day, week or month clipped to the span. It ends where the next one begins. */
export type Period = { date: string; firstDay: string; begin: Date }

export const dayOf = (instant: Date, timezone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timezone).toPlainDate().toString()

export function readSpan(query: SpanQuery, timezone: string, now: Date): Span {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timezone).toPlainDate()
  const to = query.to === undefined ? today : readDay('/to', query.to)
  const from = query.from === undefined ? to.subtract({ days: defaultDays - 1 }) : readDay('/from', query.from)
  const { compare } = Temporal.PlainDate
  if (compare(to, today) > 0) throw invalidField('/to', `is after today, ${today} in ${timezone}`)
  if (compare(from, to) > 0)
    throw invalidField('/from', query.to === undefined ? `is after today, ${today} in ${timezone}` : 'is after `to`')
  const days = from.until(to, { largestUnit: 'day' }).days + 1
  if (days > maxDays) throw invalidField('/from', `is ${days} days before \`to\` ends; a report has at most ${maxDays}`)
  const interval = query.interval ?? 'day'
  return {
    from: from.toString(),
    to: to.toString(),
    timezone,
    interval,
    complete: compare(to, today) < 0,
    days,
    begin: midnight(from, timezone),
    end: midnight(to.add({ days: 1 }), timezone),
    beforeBegin: midnight(from.subtract({ days }), timezone),
    periods: buildPeriods(from, to, { interval, timezone }),
  }
}

function readDay(path: string, text: string): Temporal.PlainDate {
  try {
    return Temporal.PlainDate.from(text)
  } catch {
    throw invalidField(path, 'must be a day such as 2026-11-20')
  }
}

const midnight = (day: Temporal.PlainDate, timezone: string) =>
  new Date(day.toZonedDateTime(timezone).epochMilliseconds)

/** First instant of a local day; clock changes can skip midnight itself. */
export const findMidnight = (day: string, timezone: string): Date => midnight(Temporal.PlainDate.from(day), timezone)

export type DayBegin = { day: string; begin: Date }

export function daysBetween(first: Date, last: Date, timezone: string): DayBegin[] {
  const days: DayBegin[] = []
  const end = Temporal.PlainDate.from(dayOf(last, timezone))
  let day = Temporal.PlainDate.from(dayOf(first, timezone))
  for (; Temporal.PlainDate.compare(day, end) <= 0; day = day.add({ days: 1 }))
    days.push({ day: day.toString(), begin: midnight(day, timezone) })
  return days
}

function buildPeriods(
  from: Temporal.PlainDate,
  to: Temporal.PlainDate,
  { interval, timezone }: { interval: Interval; timezone: string },
): Period[] {
  const periods: Period[] = []
  const [first, last] = [from.toString(), to.toString()]
  for (let date = firstDayIn(from, interval).toString(); date <= last; date = nextDate(date, interval)) {
    const firstDay = periods.length === 0 ? first : date
    periods.push({
      date,
      firstDay,
      // Computed on demand, because reports that read sums never need the 731 midnights.
      get begin() {
        return findMidnight(firstDay, timezone)
      },
    })
  }
  return periods
}

/** `Date` takes a tenth of the time of `Temporal`. */
function nextDate(date: string, interval: Interval): string {
  const at = new Date(date)
  if (interval === 'month') at.setUTCMonth(at.getUTCMonth() + 1)
  else at.setUTCDate(at.getUTCDate() + (interval === 'week' ? 7 : 1))
  return at.toISOString().slice(0, 10)
}

function firstDayIn(day: Temporal.PlainDate, interval: Interval): Temporal.PlainDate {
  if (interval === 'week') return day.subtract({ days: day.dayOfWeek - 1 })
  return interval === 'month' ? day.with({ day: 1 }) : day
}

export const toReportHead = ({ from, to, timezone, interval, complete }: Span): ReportHead => ({
  from,
  to,
  timezone,
  interval,
  complete,
})

export function fillRows<R extends { period: number }, T>(
  { periods }: Span,
  found: readonly R[],
  toRow: (row: R | undefined) => T,
): (T & { date: string })[] {
  const byPeriod = new Map(found.map((row) => [row.period, row]))
  return periods.map(({ date }, i) => ({ date, ...toRow(byPeriod.get(i + 1)) }))
}

export const computeShare = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 10_000) / 10_000

export const computeAverage = (sum: number, count: number): number | null =>
  count === 0 ? null : hundredths(sum, count)

/** Flattens rows: joins names of nested fields, and joins an array's values with spaces. `like` defines the columns. */
export function buildTable(rows: readonly object[], like: object): string[][] {
  const flat = rows.map((row) => new Map(flattenCells('', row)))
  const columns = flattenCells('', like).map(([column]) => column)
  return [columns, ...flat.map((row) => columns.map((column) => row.get(column) ?? ''))]
}

function flattenCells(prefix: string, value: unknown): [string, string][] {
  if (value === null || value === undefined) return [[prefix, '']]
  if (Array.isArray(value)) return [[prefix, value.join(' ')]]
  if (typeof value !== 'object') return [[prefix, String(value)]]
  return Object.entries(value).flatMap(([name, part]) => flattenCells(joined(prefix, name), part))
}

const joined = (prefix: string, name: string) =>
  prefix === '' ? name : prefix + name.charAt(0).toUpperCase() + name.slice(1)
