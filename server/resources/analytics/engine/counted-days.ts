// A change marks its day as stale. Until a stale day is counted again, reports count its rows directly.
import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { oldSince } from '#resources/email/rules.ts'
import { dayOf, findMidnight, type Span } from '../rules.ts'
import { findFacts } from '../store.ts'
import {
  type ChangedDay,
  type CountedDay,
  type DaysCounted,
  dayOfNumber,
  daysFrom,
  noSummedDays,
  type SummedDays,
  toDayNumber,
  toDays,
  toSummedDays,
} from './rules.ts'

const atOnce = 64

export type DaysStore = {
  /** Locks the store's counts, because only one transaction may count days at a time. */
  lockDays(tx: StoreTx): Promise<unknown>
  findDaysCounted(tx: StoreReads): Promise<DaysCounted | undefined>
  upsertDaysCounted(tx: StoreTx, counted: DaysCounted): Promise<unknown>
  deleteDays(tx: StoreTx): Promise<unknown>
  findFirst(tx: StoreReads): Promise<string | undefined>
  listChanged(tx: StoreReads, from: string, to: string): Promise<ChangedDay[]>
  takeChanges(tx: StoreTx): Promise<ChangedDay[]>
  refill(tx: StoreTx, days: readonly CountedDay[]): Promise<unknown>
}

export async function readCountedDays(tx: StoreReads, span: Span, store: DaysStore): Promise<SummedDays> {
  const counted = await store.findDaysCounted(tx)
  if (counted?.timezone !== span.timezone) return noSummedDays
  const { start, end } = toDays(span)
  return toSummedDays(counted, await store.listChanged(tx, dayOfNumber(start - 1), dayOfNumber(end)))
}

export async function countDays(tx: StoreTx, store: DaysStore): Promise<boolean> {
  const facts = await findFacts(tx)
  if (!facts) return false
  const { timezone } = facts
  await store.lockDays(tx)
  const counted = await store.findDaysCounted(tx)
  // Deletes the marks of changed days before the count, so that a change that is committed later leaves a new mark.
  const taken = await store.takeChanges(tx)
  if (counted && (counted.timezone !== timezone || taken.includes(null))) {
    await store.deleteDays(tx)
    return true
  }
  const end = countedEnd(tx.now, timezone)
  const until = counted ? toDayNumber(counted.countedUntil) : await firstDay(tx, timezone, store)
  if (until === undefined) return false
  const next = Math.max(until, Math.min(end, until + atOnce))
  const changed = [...toSummedDays({ timezone, countedUntil: dayOfNumber(until) }, taken).changed].filter(
    (day) => day < until,
  )
  await store.refill(
    tx,
    [...changed, ...daysFrom(until, next)].map((day) => ({
      day: dayOfNumber(day),
      begin: findMidnight(dayOfNumber(day), timezone),
      end: findMidnight(dayOfNumber(day + 1), timezone),
    })),
  )
  await store.upsertDaysCounted(tx, { timezone, countedUntil: dayOfNumber(next) })
  return next < end
}

/** True if a finished day is not counted yet. Days that only need a recount are ignored. */
export async function hasUncountedDays(tx: StoreReads, store: DaysStore): Promise<boolean> {
  const facts = await findFacts(tx)
  if (!facts) return false
  const counted = await store.findDaysCounted(tx)
  if (!counted) return (await store.findFirst(tx)) !== undefined
  return counted.timezone !== facts.timezone || toDayNumber(counted.countedUntil) < countedEnd(tx.now, facts.timezone)
}

/** Deletes all counted days, so reports count rows until the next run. */
export async function deleteDays(tx: StoreTx, store: DaysStore): Promise<void> {
  await store.lockDays(tx)
  await store.deleteDays(tx)
}

const countedEnd = (now: Date, timezone: string): number => toDayNumber(dayOf(oldSince(now), timezone))

async function firstDay(tx: StoreTx, timezone: string, store: DaysStore): Promise<number | undefined> {
  const first = await store.findFirst(tx)
  return first === undefined ? undefined : toDayNumber(dayOf(new Date(first), timezone))
}
