// Which spans of days are summed, and how the days of a report are cut into sums that are kept and days that are counted. Pure.
import { midnightOf, type Span } from '../rules.ts'
import type { Interval } from '../schema.ts'

/** Days are numbered from 1970-01-01. The longest first: a span begins where its length divides the number of the day. */
export const lengths = [64, 8, 1] as const
export const [longest] = lengths
export const singleDays = [1] as const

const dayMs = 86_400_000

export const numberOf = (day: string): number => Date.parse(day) / dayMs
export const dayOfNumber = (number: number): string => new Date(number * dayMs).toISOString().slice(0, 10)
export const utcDayOf = (at: Date): string => at.toISOString().slice(0, 10)

/** From `start` to the day before `end`. */
export type Days = { start: number; end: number }

/** A span of which there is a sum. */
export type Summed = { start: number; days: number }

/** Added, or taken off. */
export type Signed = Summed & { sign: 1 | -1 }

/** Which days are summed, and which of them have changed since. */
export type Kept = { since: number; until: number; changed: ReadonlySet<number> }

type Within = Pick<Kept, 'since' | 'until'>

export const nothingKept: Kept = { since: 0, until: 0, changed: new Set() }

/**
 * A change is marked by the day of UTC, whatever the zone of the store then is or was: it is of one of the days there that have a
 * moment of that one, which are two in most zones. No zone is further away than a day.
 */
export function daysSharing(utcDays: readonly string[], timezone: string): Set<number> {
  const midnights = new Map<number, number>()
  const midnight = (day: number) => {
    const found = midnights.get(day) ?? midnightOf(dayOfNumber(day), timezone).getTime()
    midnights.set(day, found)
    return found
  }
  const days = new Set<number>()
  for (const utcDay of utcDays.map(numberOf))
    for (const day of [utcDay - 1, utcDay, utcDay + 1])
      if (midnight(day) < (utcDay + 1) * dayMs && midnight(day + 1) > utcDay * dayMs) days.add(day)
  return days
}

/** What the sums come to, with the rows of the gaps. */
export type Cut = { sums: Signed[]; gaps: Days[] }

/**
 * The longest sums that lie within the days. A longer one is what each of its days came to when that was last summed, so that the few
 * that have changed are taken off it as they were, and their rows are counted, as those of days without any sum.
 */
export function cut({ start, end }: Days, kept: Kept, of: readonly number[] = lengths): Cut {
  const made: Cut = { sums: [], gaps: [] }
  for (let day = start; day < end; ) {
    const days = of.find(
      (length) => day % length === 0 && day + length <= end && isOfUse({ start: day, days: length }, kept),
    )
    if (days === undefined) addDay(made.gaps, day++)
    else {
      made.sums.push({ start: day, days, sign: 1 })
      for (const changed of changedIn({ start: day, days }, kept)) {
        made.sums.push({ start: changed, days: 1, sign: -1 })
        addDay(made.gaps, changed)
      }
      day += days
    }
  }
  return made
}

function addDay(gaps: Days[], day: number): void {
  const last = gaps.at(-1)
  if (last?.end === day) last.end++
  else gaps.push({ start: day, end: day + 1 })
}

const isSummed = ({ start, days }: Summed, { since, until }: Within): boolean => start >= since && start + days <= until

const changedIn = ({ start, days }: Summed, { changed }: Kept): number[] =>
  [...daysFrom(start, start + days)].filter((day) => changed.has(day))

/** With more changed days than that the shorter sums between them are fewer. */
const isOfUse = (span: Summed, kept: Kept): boolean =>
  isSummed(span, kept) && changedIn(span, kept).length * 3 <= span.days

/** Whether the sum of this span says what its rows do. */
export const isRight = (span: Summed, kept: Kept): boolean => isSummed(span, kept) && changedIn(span, kept).length === 0

/** The span of this length that has the day. */
export const spanOf = (day: number, days: number): Summed => ({ start: day - (((day % days) + days) % days), days })

/** The days, weeks and months of reports: these have a sum of their own of what does not add up. */
export const periodWith: Record<Interval, (day: number) => Summed> = {
  day: (start) => ({ start, days: 1 }),
  // The first of 1970 was a Thursday.
  week: (day) => ({ start: spanOf(day + 3, 7).start - 3, days: 7 }),
  month(day) {
    const at = new Date(day * dayMs)
    const begin = (month: number) => Date.UTC(at.getUTCFullYear(), month) / dayMs
    const start = begin(at.getUTCMonth())
    return { start, days: begin(at.getUTCMonth() + 1) - start }
  },
}

/** Every span with one of these days that lies within what is summed. */
export const spansWith = (days: Iterable<number>, within: Within) =>
  eachWith(
    days,
    lengths.map((length) => (day: number) => spanOf(day, length)),
    within,
  )

/** Every day, week and month with one of these days that lies within. */
export const periodsWith = (days: Iterable<number>, within: Within) => eachWith(days, Object.values(periodWith), within)

function eachWith(days: Iterable<number>, kinds: readonly ((day: number) => Summed)[], within: Within): Summed[] {
  const spans = new Map<string, Summed>()
  for (const day of days)
    for (const spanOfDay of kinds) {
      const span = spanOfDay(day)
      if (isSummed(span, within)) spans.set(`${span.start} ${span.days}`, span)
    }
  return [...spans.values()]
}

export function* daysFrom(start: number, end: number): Generator<number> {
  for (let day = start; day < end; day++) yield day
}

/** The day at which a span of sixty-four days begins that has this one. */
export const beginOfLongest = (day: number): number => Math.floor(day / longest) * longest

/** Days between two instants, as rows are found by: `part` is what of a report they count for. */
export type Piece = { part: number; begin: Date; end: Date }

export const pieceOf = ({ start, end }: Days, timezone: string, part = 0): Piece => ({
  part,
  begin: midnightOf(dayOfNumber(start), timezone),
  end: midnightOf(dayOfNumber(end), timezone),
})

/**
 * Seconds from which on a wait is of the next class: each is a sixteenth of a doubling long, and one second at least. Sums hold the
 * numbers of classes: with others, all of them have to be made anew.
 */
export const classBounds: readonly number[] = [
  ...new Set(Array.from({ length: 16 * 30 }, (_, i) => Math.round(2 ** (i / 16)))),
]

/** All that is summed of a span. */
export type SumRow = {
  received: number
  ones: number
  twos: number
  threes: number
  fours: number
  fives: number
  pending: number
  approved: number
  rejected: number
  spam: number
  verified: number
  withPhotos: number
  withReply: number
  incentivized: number
  imported: number
  withheld: { rating: number; became: string; reason: string | null; count: number }[]
  products: string
  /** Whether that is what the arrays say, of which longer sums are made. */
  isPacked: boolean
}

/** How long reviews of a day, a week or a month waited, which is not known from how long those of its parts did. */
export type ActsRow = {
  decided: number
  decision50: number | null
  decision90: number | null
  replied: number
  reply50: number | null
  reply90: number | null
}

export type WaitRow = { act: 'decision' | 'reply'; seconds: number[]; counts: number[] }

export type PartOfSums = Signed & { part: number }

/** What parts of a report are read from: sums, and rows where there is none. */
export type Sources = { sums: PartOfSums[]; pieces: Piece[] }

export function sourcesOf(timezone: string, parts: readonly { part: number; cut: Cut }[]): Sources {
  return {
    sums: parts.flatMap(({ part, cut }) => cut.sums.map((sum) => ({ ...sum, part }))),
    pieces: parts.flatMap(({ part, cut }) => cut.gaps.map((days) => pieceOf(days, timezone, part))),
  }
}

export const daysOf = ({ from, to }: Pick<Span, 'from' | 'to'>): Days => ({
  start: numberOf(from),
  end: numberOf(to) + 1,
})

/** The parts are the periods, from 1. */
export function periodsOf(span: Span): { part: number; days: Days }[] {
  const { end } = daysOf(span)
  return span.periods.map(({ firstDay }, i) => {
    const next = span.periods[i + 1]?.firstDay
    return { part: i + 1, days: { start: numberOf(firstDay), end: next === undefined ? end : numberOf(next) } }
  })
}

export const sourcesOfPeriods = (span: Span, kept: Kept, of?: readonly number[]): Sources =>
  sourcesOf(
    span.timezone,
    periodsOf(span).map(({ part, days }) => ({ part, cut: cut(days, kept, of) })),
  )
