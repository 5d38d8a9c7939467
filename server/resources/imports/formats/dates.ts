import type { DateOrder } from '../vendors/format.ts'
import { quoted, type RowProblem } from './problems.ts'

// Dates without a time zone are UTC. An ambiguous numeric date without a declared order is refused.

export type DateOptions = { now: Date; order?: DateOrder }
export type ParsedDate = { at: string } | { problem: RowProblem }

type Day = { year: number; month: number; day: number }

const longestDate = 80
/** Online reviews did not exist before this year. Earlier dates come from empty database fields and typing errors. */
const earliestYear = 1995

export function parseDate(value: string, { now, order }: DateOptions): ParsedDate {
  const text = value.trim()
  if (text === '') return problem('date_missing', 'The review has no date.')
  if (text.length > longestDate) return notADate(text)
  const epoch = /^(?:\d{10}|\d{13})$/.test(text) ? Number(text) * (text.length === 10 ? 1000 : 1) : undefined
  if (epoch !== undefined) return checked(epoch, text, now)

  const day = isoDay(text) ?? namedMonthDay(text) ?? numericDay(text, order)
  if (!day) return notADate(text)
  if ('problem' in day) return day
  const time = day.rest === '' ? 0 : timeOfDay(day.rest)
  if (time === undefined) return notADate(text)
  if (!exists(day)) return impossible(text)
  return checked(Date.UTC(day.year, day.month - 1, day.day) + time, text, now)
}

type DayAndRest = Day & { rest: string }

function isoDay(text: string): DayAndRest | undefined {
  const match = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:[T\s,]\s*(.+))?$/i.exec(text)
  if (!match) return undefined
  const [, year, , month, day, rest = ''] = match
  return { year: Number(year), month: Number(month), day: Number(day), rest }
}

function namedMonthDay(text: string): DayAndRest | undefined {
  const undecorated = text.replace(/^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*[,.]?\s+/i, '')
  const monthFirst = /^([a-z]{3,9})\.?[\s-](\d{1,2})(?:st|nd|rd|th)?,?[\s-]\s*(\d{4})(?:[\s,]\s*(.+))?$/i.exec(
    undecorated,
  )
  const dayFirst = /^(\d{1,2})(?:st|nd|rd|th|\.)?[\s-]([a-z]{3,9})[.,]?[\s-]\s*(\d{4})(?:[\s,]\s*(.+))?$/i.exec(
    undecorated,
  )
  const name = monthFirst?.[1] ?? dayFirst?.[2]
  const month = name ? monthNumber(name) : undefined
  if (!month) return undefined
  const [day, year, rest] = [
    monthFirst?.[2] ?? dayFirst?.[1],
    monthFirst?.[3] ?? dayFirst?.[3],
    monthFirst?.[4] ?? dayFirst?.[4] ?? '',
  ]
  return { year: Number(year), month, day: Number(day), rest }
}

const monthNames = 'january february march april may june july august september october november december'.split(' ')

function monthNumber(name: string): number | undefined {
  const word = name.toLowerCase() === 'sept' ? 'sep' : name.toLowerCase()
  const index = monthNames.findIndex((month) => month === word || month.slice(0, 3) === word)
  return index === -1 ? undefined : index + 1
}

/**
 * Parses `03/04/2024`. With dots the day is first. Otherwise the declared order applies. Without one, the numbers must
 * show the order, such as `13/04/2024`.
 */
function numericDay(text: string, declared?: DateOrder): DayAndRest | { problem: RowProblem } | undefined {
  const match = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?:[T\s,]\s*(.+))?$/i.exec(text)
  if (!match) return undefined
  const [first, second, year] = [Number(match[1]), Number(match[3]), Number(match[4])]
  const order = match[2] === '.' ? 'dmy' : (declared ?? selfEvidentOrder(first, second))
  if (!order) {
    return problem(
      'ambiguous_date',
      `The date ${quoted(text)} is ambiguous: day/month or month/day. Upload the file with ?dateOrder=dmy or ?dateOrder=mdy, or write dates as YYYY-MM-DD.`,
    )
  }
  const [day, month] = order === 'dmy' ? [first, second] : [second, first]
  return { year, month, day, rest: match[5] ?? '' }
}

function selfEvidentOrder(first: number, second: number): DateOrder | undefined {
  if (first === second) return 'dmy'
  if (first > 12) return 'dmy'
  return second > 12 ? 'mdy' : undefined
}

const timePattern =
  /^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(?:([ap])\.?m\.?)?\s*(z|(?:utc|gmt)?\s*[+-]\d{2}:?\d{2}|utc|gmt)?\s*(?:\([^)]{0,40}\))?$/i

function timeOfDay(text: string): number | undefined {
  const match = timePattern.exec(text)
  if (!match) return undefined
  const [, hours = '', minutes = '', seconds = '0', fraction = '', half, zone = ''] = match
  const hour = half ? twelveHour(Number(hours), half) : Number(hours)
  const offset = zoneMinutes(zone)
  if (hour === undefined || hour > 23 || Number(minutes) > 59 || Number(seconds) > 59 || offset === undefined)
    return undefined
  const milliseconds = Number(fraction.padEnd(3, '0').slice(0, 3))
  return ((hour * 60 + Number(minutes) - offset) * 60 + Number(seconds)) * 1000 + milliseconds
}

function twelveHour(hour: number, half: string): number | undefined {
  if (hour < 1 || hour > 12) return undefined
  return (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
}

function zoneMinutes(zone: string): number | undefined {
  const match = /([+-])(\d{2}):?(\d{2})$/.exec(zone)
  if (!match) return 0
  const minutes = Number(match[2]) * 60 + Number(match[3])
  if (minutes > 14 * 60 || Number(match[3]) > 59) return undefined
  return match[1] === '-' ? -minutes : minutes
}

// Date.UTC turns 31 February into 2 March, so comparing the fields validates the date.
function exists({ year, month, day }: Day): boolean {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

function checked(milliseconds: number, text: string, now: Date): ParsedDate {
  const at = new Date(milliseconds)
  if (at.getUTCFullYear() < earliestYear) return impossible(text)
  if (milliseconds > now.getTime()) {
    return problem(
      'future_date',
      `The date ${quoted(text)} is in the future. Dates without a time zone are read as UTC.`,
    )
  }
  return { at: at.toISOString() }
}

const problem = (code: string, message: string) => ({ problem: { code, message, column: 'createdAt' } })

const notADate = (text: string) =>
  problem('invalid_date', `The date ${quoted(text)} is not readable. Write dates as YYYY-MM-DD.`)

const impossible = (text: string) =>
  problem('impossible_date', `The date ${quoted(text)} does not exist, or is too early for an online review.`)
