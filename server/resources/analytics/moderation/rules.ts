// How long shoppers waited for a decision, and for an answer. Pure.
import { headOf, type Span } from '../rules.ts'
import { type ActsRow, classBounds } from '../sums/rules.ts'
import type { ModerationCounts, ModerationReport } from './schema.ts'

export const acts = ['decision', 'reply'] as const
export type Act = (typeof acts)[number]
type Percentiles = ModerationCounts['decisionSeconds']

/** The whole has no period. */
export const whole = 0

/** Of a day, a week or a month, as it was summed. */
export type CountedActs = ActsRow & { part: number }

/** A class is a range of lengths, the shorter the lower. A place in both arrays is one class; a part may have several of these, and what is taken off counts less than nothing. */
export type CountedClasses = { part: number; act: Act; classes: number[]; counts: number[] }
export type Wanted = { part: number; act: Act; class: number }
/** A place in both arrays is one length, which may come several times. */
export type CountedLengths = Wanted & { sign: 1 | -1; seconds: number[]; counts: number[] }
/** Each wait by itself, in seconds. */
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

/** Where a rank is to be looked for: in a class, behind so many of shorter ones. */
type Place = Wanted & { share: keyof Percentiles; rank: number }

const shares = { p50: 0.5, p90: 0.9 } as const

/**
 * Nearest rank: the shortest wait that half of all, or nine of ten, did not exceed. By their counts alone it is known in which class
 * it is, so that of all the others no length is read.
 */
export function placesOf(classes: readonly CountedClasses[]): { places: Place[]; totals: Map<string, number> } {
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

const keyOf = ({ part, act }: Pick<Wanted, 'part' | 'act'>) => `${part} ${act}`
const classKeyOf = (each: Wanted) => `${keyOf(each)} ${each.class}`

type GroupedWaits = { part: number; act: Act; ofClass: Map<number, number[]> }

/** By class, as sums have them. Of each period, and once more for the whole. */
export const groupWaits = (listed: readonly ListedWaits[]): GroupedWaits[] =>
  listed.flatMap((waits) =>
    acts.flatMap((act) => {
      const ofClass = Map.groupBy(waits[act], classOf)
      return [waits.part, whole].map((part) => ({ part, act, ofClass }))
    }),
  )

/** So many bounds are not above it. */
function classOf(second: number): number {
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

export const lengthsOfWaits = (waits: readonly GroupedWaits[], wanted: readonly Wanted[]): CountedLengths[] =>
  wanted.flatMap((each) =>
    waits
      .filter(({ part, act }) => part === each.part && act === each.act)
      .map(({ ofClass }) => {
        const seconds = ofClass.get(each.class) ?? []
        return { ...each, sign: 1, seconds, counts: seconds.map(() => 1) }
      }),
  )

/** The classes that are wanted, each once. */
export const wantedOf = (places: readonly Place[]): Wanted[] => [
  ...new Map(places.map((place) => [classKeyOf(place), place])).values(),
]

/** What each part comes to. */
export function countsOfParts(
  { places, totals }: ReturnType<typeof placesOf>,
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
  throw new Error('A class has fewer waits than were counted in it.')
}

export function moderationReport(span: Span, parts: ReadonlyMap<number, ModerationCounts>): ModerationReport {
  const of = (part: number) => parts.get(part) ?? noActs
  return { ...headOf(span), total: of(whole), data: span.periods.map(({ date }, i) => ({ date, ...of(i + 1) })) }
}
