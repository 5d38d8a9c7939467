import type { StoreReads } from '#platform/db/db.ts'
import type { Span } from '../rules.ts'
import { readKept } from '../sums/commands.ts'
import { type Cut, cut, daysOf, isRight, periodsOf, periodWith, type Summed, sourcesOf } from '../sums/rules.ts'
import {
  classesOfWaits,
  countsOfActs,
  countsOfParts,
  groupWaits,
  lengthsOfWaits,
  moderationReport,
  placesOf,
  wantedOf,
  whole,
} from './rules.ts'
import type { ModerationReport } from './schema.ts'
import { countClasses, countLengths, findActs, listWaits } from './store.ts'

/** Whole days, weeks and months are read as they were summed; what any other days come to is not known from theirs. */
export async function readModeration(tx: StoreReads, span: Span): Promise<ModerationReport> {
  const kept = await readKept(tx, span.timezone, daysOf(span))
  const summed: (Summed & { part: number })[] = []
  const others: { part: number; cut: Cut }[] = []
  for (const { part, days } of periodsOf(span)) {
    const period = periodWith[span.interval](days.start)
    const isWhole = period.start === days.start && period.start + period.days === days.end
    if (isWhole && isRight(period, kept)) summed.push({ part, ...period })
    else others.push({ part, cut: cut(days, kept) })
  }
  const { sums, pieces } = sourcesOf(span.timezone, others)
  const all = [...sums, ...sourcesOf(span.timezone, [{ part: whole, cut: cut(daysOf(span), kept) }]).sums]
  const waits = groupWaits(await listWaits(tx, pieces))
  const ranks = placesOf([...(await countClasses(tx, all)), ...waits.map(classesOfWaits)])
  const wanted = wantedOf(ranks.places)
  const lengths = [...(await countLengths(tx, all, wanted)), ...lengthsOfWaits(waits, wanted)]
  const parts = countsOfParts(ranks, lengths)
  for (const acts of await findActs(tx, summed)) parts.set(acts.part, countsOfActs(acts))
  return moderationReport(span, parts)
}
