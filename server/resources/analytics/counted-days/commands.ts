// What became of things is kept by the day on which they began, as soon as that is finished: of mail, and of review requests. A day that
// has changed since is marked, and its things are counted for whoever asks until the day is counted anew.
import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { oldSince } from '#resources/email/rules.ts'
import { dayOf, midnightOf, type Span } from '../rules.ts'
import { findFacts } from '../store.ts'
import { dayOfNumber, daysFrom, daysOf, type Kept, nothingKept, numberOf } from '../sums/rules.ts'
import { type Changed, type CountedDay, type DaysCounted, keptOf } from './rules.ts'

/** So many days are counted in one transaction. */
const atOnce = 64

export type DaysStore = {
  /** Who counts, comes one after the other. */
  lockDays(tx: StoreTx): Promise<unknown>
  findDaysCounted(tx: StoreReads): Promise<DaysCounted | undefined>
  upsertDaysCounted(tx: StoreTx, counted: DaysCounted): Promise<unknown>
  removeDays(tx: StoreTx): Promise<unknown>
  /** The moment of the first thing there is to count. */
  findFirst(tx: StoreReads): Promise<string | undefined>
  listChanged(tx: StoreReads, from: string, to: string): Promise<Changed[]>
  /** All marks; they go with this transaction. */
  takeChanges(tx: StoreTx): Promise<Changed[]>
  refill(tx: StoreTx, days: readonly CountedDay[]): Promise<unknown>
}

/** Which days hold, of those of a report. To be read in the snapshot in which they are. */
export async function readKeptDays(tx: StoreReads, span: Span, store: DaysStore): Promise<Kept> {
  const counted = await store.findDaysCounted(tx)
  if (counted?.timezone !== span.timezone) return nothingKept
  const { start, end } = daysOf(span)
  return keptOf(counted, await store.listChanged(tx, dayOfNumber(start - 1), dayOfNumber(end)))
}

/** Counts days that have changed, or some that are not counted yet. True while there may be more. */
export async function countDays(tx: StoreTx, store: DaysStore): Promise<boolean> {
  const facts = await findFacts(tx)
  if (!facts) return false
  const { timezone } = facts
  await store.lockDays(tx)
  const counted = await store.findDaysCounted(tx)
  // Taken before anything is counted: a change that is committed from here on keeps its mark.
  const taken = await store.takeChanges(tx)
  if (counted && (counted.timezone !== timezone || taken.includes(null))) {
    await store.removeDays(tx)
    return true
  }
  const end = endOf(tx.now, timezone)
  const until = counted ? numberOf(counted.countedUntil) : await firstDay(tx, timezone, store)
  if (until === undefined) return false
  const next = Math.max(until, Math.min(end, until + atOnce))
  const changed = [...keptOf({ timezone, countedUntil: dayOfNumber(until) }, taken).changed].filter(
    (day) => day < until,
  )
  await store.refill(
    tx,
    [...changed, ...daysFrom(until, next)].map((day) => ({
      day: dayOfNumber(day),
      begin: midnightOf(dayOfNumber(day), timezone),
      end: midnightOf(dayOfNumber(day + 1), timezone),
    })),
  )
  await store.upsertDaysCounted(tx, { timezone, countedUntil: dayOfNumber(next) })
  return next < end
}

/** Whether finished days wait to be counted; those that are only marked do not show here. */
export async function hasUncountedDays(tx: StoreReads, store: DaysStore): Promise<boolean> {
  const facts = await findFacts(tx)
  if (!facts) return false
  const counted = await store.findDaysCounted(tx)
  if (!counted) return (await store.findFirst(tx)) !== undefined
  return counted.timezone !== facts.timezone || numberOf(counted.countedUntil) < endOf(tx.now, facts.timezone)
}

/** Has every day counted anew; until then everything is counted for whoever asks. */
export async function forgetDays(tx: StoreTx, store: DaysStore): Promise<void> {
  await store.lockDays(tx)
  await store.removeDays(tx)
}

const endOf = (now: Date, timezone: string): number => numberOf(dayOf(oldSince(now), timezone))

async function firstDay(tx: StoreTx, timezone: string, store: DaysStore): Promise<number | undefined> {
  const first = await store.findFirst(tx)
  return first === undefined ? undefined : numberOf(dayOf(new Date(first), timezone))
}
