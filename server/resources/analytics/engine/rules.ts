import { type DayBegin, findMidnight, type Span } from '../rules.ts'
import type { Interval } from '../schema.ts'

/**
 * Span lengths in days, longest first. Days are numbered from 1970-01-01. A span's first day number is a multiple of the
 * span's length.
 */
export const lengths = [64, 8, 1] as const
export const [longest] = lengths
export const singleDays = [1] as const

const dayMs = 86_400_000

export const toDayNumber = (day: string): number => Date.parse(day) / dayMs
export const dayOfNumber = (number: number): string => new Date(number * dayMs).toISOString().slice(0, 10)
export const utcDayOf = (at: Date): string => at.toISOString().slice(0, 10)

/** `end` is exclusive. */
export type Days = { start: number; end: number }

export type DaySpan = { start: number; days: number }

export type SignedSpan = DaySpan & { sign: 1 | -1 }

/**
 * Days from `since` to before `until` have stored sums. `changed` are those among them whose rows changed after they
 * were summed.
 */
export type SummedDays = { since: number; until: number; changed: ReadonlySet<number> }

type Within = Pick<SummedDays, 'since' | 'until'>

export const noSummedDays: SummedDays = { since: 0, until: 0, changed: new Set() }

/**
 * Returns the local days that overlap changed UTC days, in most time zones two for each. Changes are stored by UTC day,
 * so that they stay correct when the store changes its time zone.
 */
export function daysSharing(utcDays: readonly string[], timezone: string): Set<number> {
  const midnights = new Map<number, number>()
  const midnight = (day: number) => {
    const found = midnights.get(day) ?? findMidnight(dayOfNumber(day), timezone).getTime()
    midnights.set(day, found)
    return found
  }
  const days = new Set<number>()
  for (const utcDay of utcDays.map(toDayNumber))
    for (const day of [utcDay - 1, utcDay, utcDay + 1])
      if (midnight(day) < (utcDay + 1) * dayMs && midnight(day + 1) > utcDay * dayMs) days.add(day)
  return days
}

export type DaySplit = { sums: SignedSpan[]; gaps: Days[] }

/**
 * Splits days into those read from stored sums and those counted from rows. A longer sum always equals the stored sums
 * of its days. A changed day is therefore subtracted with its stored sum, and its rows are counted instead.
 */
export function splitDays({ start, end }: Days, summedDays: SummedDays, of: readonly number[] = lengths): DaySplit {
  const made: DaySplit = { sums: [], gaps: [] }
  for (let day = start; day < end; ) {
    const days = of.find(
      (length) => day % length === 0 && day + length <= end && isOfUse({ start: day, days: length }, summedDays),
    )
    if (days === undefined) addDay(made.gaps, day++)
    else {
      made.sums.push({ start: day, days, sign: 1 })
      for (const changed of changedIn({ start: day, days }, summedDays)) {
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

const isSummed = ({ start, days }: DaySpan, { since, until }: Within): boolean =>
  start >= since && start + days <= until

const changedIn = ({ start, days }: DaySpan, { changed }: SummedDays): number[] =>
  [...daysFrom(start, start + days)].filter((day) => changed.has(day))

/** False if many days of the span changed. Sums of shorter spans then need fewer corrections. */
const isOfUse = (span: DaySpan, summedDays: SummedDays): boolean =>
  isSummed(span, summedDays) && changedIn(span, summedDays).length * 3 <= span.days

/** True if the stored sum of the span still equals the count of its rows. */
export const isRight = (span: DaySpan, summedDays: SummedDays): boolean =>
  isSummed(span, summedDays) && changedIn(span, summedDays).length === 0

export const alignSpan = (day: number, days: number): DaySpan => ({ start: day - (((day % days) + days) % days), days })

/** The days, weeks and months of reports. Their percentiles are stored, because percentiles cannot be added up. */
export const periodWith: Record<Interval, (day: number) => DaySpan> = {
  day: (start) => ({ start, days: 1 }),
  // The offset is 3, because 1970-01-01 was a Thursday.
  week: (day) => ({ start: alignSpan(day + 3, 7).start - 3, days: 7 }),
  month(day) {
    const at = new Date(day * dayMs)
    const begin = (month: number) => Date.UTC(at.getUTCFullYear(), month) / dayMs
    const start = begin(at.getUTCMonth())
    return { start, days: begin(at.getUTCMonth() + 1) - start }
  },
}

export const spansWith = (days: Iterable<number>, within: Within) =>
  eachWith(
    days,
    lengths.map((length) => (day: number) => alignSpan(day, length)),
    within,
  )

export const periodsWith = (days: Iterable<number>, within: Within) => eachWith(days, Object.values(periodWith), within)

function eachWith(days: Iterable<number>, kinds: readonly ((day: number) => DaySpan)[], within: Within): DaySpan[] {
  const spans = new Map<string, DaySpan>()
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

export const beginOfLongest = (day: number): number => Math.floor(day / longest) * longest

/** A span of days as instants. `part` is the part of the report in which it counts. */
export type Piece = { part: number; begin: Date; end: Date }

export const toPiece = ({ start, end }: Days, timezone: string, part = 0): Piece => ({
  part,
  begin: findMidnight(dayOfNumber(start), timezone),
  end: findMidnight(dayOfNumber(end), timezone),
})

/**
 * Waiting times are sorted into classes, sixteen for each doubling of the time. `analytics_waits` stores class
 * numbers, so changing the classes requires counting every sum again.
 */
export const classBounds: readonly number[] = [
  ...new Set(Array.from({ length: 16 * 30 }, (_, i) => Math.round(2 ** (i / 16)))),
]

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
  products: { id: string; received: number; stars: number; low: number; unanswered: number; waiting: number }[]
}

/**
 * Waiting times of a day, a week or a month, in seconds. They are stored, because percentiles of parts cannot be added up.
 */
export type ActsRow = {
  decided: number
  decision50: number | null
  decision90: number | null
  replied: number
  reply50: number | null
  reply90: number | null
}

export type WaitRow = { act: 'decision' | 'reply'; seconds: number[]; counts: number[] }

export type PartOfSums = SignedSpan & { part: number }

export type Sources = { sums: PartOfSums[]; pieces: Piece[] }

export function collectSources(timezone: string, parts: readonly { part: number; split: DaySplit }[]): Sources {
  return {
    sums: parts.flatMap(({ part, split }) => split.sums.map((sum) => ({ ...sum, part }))),
    pieces: parts.flatMap(({ part, split }) => split.gaps.map((days) => toPiece(days, timezone, part))),
  }
}

export const toDays = ({ from, to }: Pick<Span, 'from' | 'to'>): Days => ({
  start: toDayNumber(from),
  end: toDayNumber(to) + 1,
})

export function splitPeriods(span: Span): { part: number; days: Days }[] {
  const { end } = toDays(span)
  return span.periods.map(({ firstDay }, i) => {
    const next = span.periods[i + 1]?.firstDay
    return { part: i + 1, days: { start: toDayNumber(firstDay), end: next === undefined ? end : toDayNumber(next) } }
  })
}

export const sourcesOfPeriods = (span: Span, summedDays: SummedDays, of?: readonly number[]): Sources =>
  collectSources(
    span.timezone,
    splitPeriods(span).map(({ part, days }) => ({ part, split: splitDays(days, summedDays, of) })),
  )

export const piecesOfPeriods = (span: Span): Piece[] =>
  splitPeriods(span).map(({ part, days }) => toPiece(days, span.timezone, part))

/** How far the days of one kind of report are counted. `countedUntil` is the first day that is not counted. */
export type DaysCounted = { timezone: string; countedUntil: string }

export type CountedDay = DayBegin & { end: Date }

/** A changed UTC day; null means that any day may have changed. */
export type ChangedDay = string | null

export function toSummedDays({ timezone, countedUntil }: DaysCounted, changed: readonly ChangedDay[]): SummedDays {
  if (changed.includes(null)) return noSummedDays
  const days = changed.filter((day) => day !== null)
  return {
    since: Number.NEGATIVE_INFINITY,
    until: toDayNumber(countedUntil),
    changed: daysSharing(days, timezone),
  }
}
