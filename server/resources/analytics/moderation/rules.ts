import { type ActsRow, classBounds } from '../engine/rules.ts'
import { type Span, toReportHead } from '../rules.ts'
import type { ModerationCounts, ModerationReport } from './schema.ts'

export const acts = ['decision', 'reply'] as const
export type Act = (typeof acts)[number]
type Percentiles = ModerationCounts['decisionSeconds']

/** Value of `part` for the total of the report. */
export const whole = 0

export type CountedActs = ActsRow & { part: number }

/** Counts of waiting times by class. A part may have several rows, and subtracted sums have negative counts. */
export type CountedClasses = { part: number; act: Act; classes: number[]; counts: number[] }
export type WaitClass = { part: number; act: Act; class: number }
/** Counts of waiting times by length. A length may occur several times. */
export type CountedLengths = WaitClass & { sign: 1 | -1; seconds: number[]; counts: number[] }
export type ListedWaits = { part: number } & Record<Act, number[]>

export const noActs: ModerationCounts = {
  decided: 0,
  decisionSeconds: { p50: null, p90: null },
  replied: 0,
  replySeconds: { p50: null, p90: null },
}

export const countsOfActs = (row: CountedActs): ModerationCounts => ({
  decided: row.decided,
  decisionSeconds: { p50: row.decision50, p90: row.decision90 },
  replied: row.replied,
  replySeconds: { p50: row.reply50, p90: row.reply90 },
})

type Place = WaitClass & { share: keyof Percentiles; rank: number }

const shares = { p50: 0.5, p90: 0.9 } as const

/** Finds the class of each percentile from the counts alone, so that only the waiting times of that class are read. */
export function computePlaces(classes: readonly CountedClasses[]): { places: Place[]; totals: Map<string, number> } {
  const places: Place[] = []
  const totals = new Map<string, number>()
  for (const [key, rows] of Map.groupBy(classes, keyOf)) {
    const counts = new Map<number, number>()
    for (const row of rows)
      for (const [i, each] of row.classes.entries()) counts.set(each, (counts.get(each) ?? 0) + (row.counts[i] ?? 0))
    const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
    if (total === 0) continue
    totals.set(key, total)
    const [{ part, act }] = rows as [CountedClasses]
    const sorted = [...counts].sort(([a], [b]) => a - b)
    for (const [share, of] of Object.entries(shares)) {
      let rank = Math.ceil(of * total)
      for (const [each, count] of sorted) {
        if (rank <= count) {
          places.push({ part, act, class: each, share: share as keyof Percentiles, rank })
          break
        }
        rank -= count
      }
    }
  }
  return { places, totals }
}

const keyOf = ({ part, act }: Pick<WaitClass, 'part' | 'act'>) => `${part} ${act}`
const classKeyOf = (each: WaitClass) => `${keyOf(each)} ${each.class}`

type GroupedWaits = { part: number; act: Act; ofClass: Map<number, number[]> }

/** Groups waiting times by class, both for their period and for the total. */
export const groupWaits = (listed: readonly ListedWaits[]): GroupedWaits[] =>
  listed.flatMap((waits) =>
    acts.flatMap((act) => {
      const ofClass = Map.groupBy(waits[act], findClass)
      return [waits.part, whole].map((part) => ({ part, act, ofClass }))
    }),
  )

/** Returns the number of bounds that are not above `second`, like `width_bucket`. */
function findClass(second: number): number {
  let [from, to] = [0, classBounds.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((classBounds[middle] ?? 0) <= second) from = middle + 1
    else to = middle
  }
  return from
}

export const classesOfWaits = ({ part, act, ofClass }: GroupedWaits): CountedClasses => ({
  ...{ part, act },
  classes: [...ofClass.keys()],
  counts: [...ofClass.values()].map(({ length }) => length),
})

export const lengthsOfWaits = (waits: readonly GroupedWaits[], wanted: readonly WaitClass[]): CountedLengths[] =>
  wanted.flatMap((each) =>
    waits
      .filter(({ part, act }) => part === each.part && act === each.act)
      .map(({ ofClass }) => {
        const seconds = ofClass.get(each.class) ?? []
        return { ...each, sign: 1, seconds, counts: seconds.map(() => 1) }
      }),
  )

export const distinctClasses = (places: readonly Place[]): WaitClass[] => [
  ...new Map(places.map((place) => [classKeyOf(place), place])).values(),
]

export function countsOfParts(
  { places, totals }: ReturnType<typeof computePlaces>,
  lengths: readonly CountedLengths[],
): Map<number, ModerationCounts> {
  const inClass = new Map<string, [second: number, count: number][]>()
  for (const [key, rows] of Map.groupBy(lengths, classKeyOf)) {
    const counts = new Map<number, number>()
    for (const row of rows)
      for (const [i, second] of row.seconds.entries())
        counts.set(second, (counts.get(second) ?? 0) + row.sign * (row.counts[i] ?? 0))
    inClass.set(
      key,
      [...counts].sort(([a], [b]) => a - b),
    )
  }
  const parts = new Map<number, ModerationCounts>()
  for (const place of places) {
    const { part, act, share } = place
    const counts = parts.get(part) ?? structuredClone(noActs)
    parts.set(part, counts)
    const seconds = secondAt(inClass.get(classKeyOf(place)) ?? [], place.rank)
    const total = totals.get(keyOf(place)) ?? 0
    if (act === 'decision') Object.assign(counts, { decided: total })
    else Object.assign(counts, { replied: total })
    counts[act === 'decision' ? 'decisionSeconds' : 'replySeconds'][share] = seconds
  }
  return parts
}

function secondAt(sorted: readonly [number, number][], rank: number): number {
  let left = rank
  for (const [second, count] of sorted) {
    left -= count
    if (left <= 0) return second
  }
  throw new Error('A class contains fewer waiting times than its count.')
}

export function moderationReport(span: Span, parts: ReadonlyMap<number, ModerationCounts>): ModerationReport {
  const of = (part: number) => parts.get(part) ?? noActs
  return { ...toReportHead(span), total: of(whole), data: span.periods.map(({ date }, i) => ({ date, ...of(i + 1) })) }
}
