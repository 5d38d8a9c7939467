import type { StoreReads } from '#platform/db/db.ts'
import type { SubjectFilter } from '#resources/reviews/schema.ts'
import { readSummedDays } from '../engine/commands.ts'
import {
  collectSources,
  type DaySpan,
  type DaySplit,
  isRight,
  periodWith,
  piecesOfPeriods,
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
  type ListedWaits,
  lengthsOfWaits,
  moderationReport,
  whole,
} from './rules.ts'
import type { ModerationReport } from './schema.ts'
import { countClasses, countLengths, findActs, listShopWaits, listWaits } from './store.ts'

/** Percentiles of complete periods are stored. Others are computed from the waiting times of the period. */
export async function readModeration(
  tx: StoreReads,
  span: Span,
  subject: SubjectFilter = 'product',
): Promise<ModerationReport> {
  const ofShop = subject === 'product' ? [] : await listShopWaits(tx, piecesOfPeriods(span))
  const parts = subject === 'shop' ? countsOfWaits(ofShop) : await readProductsModeration(tx, span, ofShop)
  return moderationReport(span, parts)
}

function countsOfWaits(listed: readonly ListedWaits[]) {
  const waits = groupWaits(listed)
  const ranks = computePlaces(waits.map(classesOfWaits))
  return countsOfParts(ranks, lengthsOfWaits(waits, distinctClasses(ranks.places)))
}

/** Adds the waiting times in `also`. Stored percentiles cover products only, so they are not used with `also`. */
async function readProductsModeration(tx: StoreReads, span: Span, also: readonly ListedWaits[]) {
  const summedDays = await readSummedDays(tx, span.timezone, toDays(span))
  const summed: (DaySpan & { part: number })[] = []
  const others: { part: number; split: DaySplit }[] = []
  for (const { part, days } of splitPeriods(span)) {
    const period = periodWith[span.interval](days.start)
    const isWhole = period.start === days.start && period.start + period.days === days.end
    if (also.length === 0 && isWhole && isRight(period, summedDays)) summed.push({ part, ...period })
    else others.push({ part, split: splitDays(days, summedDays) })
  }
  const { sums, pieces } = collectSources(span.timezone, others)
  const all = [
    ...sums,
    ...collectSources(span.timezone, [{ part: whole, split: splitDays(toDays(span), summedDays) }]).sums,
  ]
  const waits = groupWaits([...(await listWaits(tx, pieces)), ...also])
  const ranks = computePlaces([...(await countClasses(tx, all)), ...waits.map(classesOfWaits)])
  const wanted = distinctClasses(ranks.places)
  const lengths = [...(await countLengths(tx, all, wanted)), ...lengthsOfWaits(waits, wanted)]
  const parts = countsOfParts(ranks, lengths)
  for (const acts of await findActs(tx, summed)) parts.set(acts.part, countsOfActs(acts))
  return parts
}
