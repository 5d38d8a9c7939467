import type { StoreReads } from '#platform/db/db.ts'
import { readSummedDays } from '../engine/commands.ts'
import {
  collectSources,
  type DaySpan,
  type DaySplit,
  isRight,
  periodWith,
  splitDays,
  splitPeriods,
  toDays,
} from '../engine/rules.ts'
import type { Span } from '../rules.ts'
import {
  classesOfWaits,
  computePlaces,
  countsOfActs,
  countsOfParts,
  distinctClasses,
  groupWaits,
  lengthsOfWaits,
  moderationReport,
  whole,
} from './rules.ts'
import type { ModerationReport } from './schema.ts'
import { countClasses, countLengths, findActs, listWaits } from './store.ts'

/** Complete periods have stored percentiles. Percentiles of other periods are computed from their waiting times. */
export async function readModeration(tx: StoreReads, span: Span): Promise<ModerationReport> {
  const summedDays = await readSummedDays(tx, span.timezone, toDays(span))
  const summed: (DaySpan & { part: number })[] = []
  const others: { part: number; split: DaySplit }[] = []
  for (const { part, days } of splitPeriods(span)) {
    const period = periodWith[span.interval](days.start)
    const isWhole = period.start === days.start && period.start + period.days === days.end
    if (isWhole && isRight(period, summedDays)) summed.push({ part, ...period })
    else others.push({ part, split: splitDays(days, summedDays) })
  }
  const { sums, pieces } = collectSources(span.timezone, others)
  const all = [
    ...sums,
    ...collectSources(span.timezone, [{ part: whole, split: splitDays(toDays(span), summedDays) }]).sums,
  ]
  const waits = groupWaits(await listWaits(tx, pieces))
  const ranks = computePlaces([...(await countClasses(tx, all)), ...waits.map(classesOfWaits)])
  const wanted = distinctClasses(ranks.places)
  const lengths = [...(await countLengths(tx, all, wanted)), ...lengthsOfWaits(waits, wanted)]
  const parts = countsOfParts(ranks, lengths)
  for (const acts of await findActs(tx, summed)) parts.set(acts.part, countsOfActs(acts))
  return moderationReport(span, parts)
}
