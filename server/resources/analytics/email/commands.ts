// Counts what became of the mail of finished days, for the report of it; the report is the same as one that reads every mail.
import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { beforeCommit, type Subscriber } from '#platform/events.ts'
import { oldMailChanged } from '#resources/email/events.ts'
import { oldSince } from '#resources/email/rules.ts'
import { dayOf, midnightOf, type Span } from '../rules.ts'
import { findFacts } from '../store.ts'
import {
  dayOfNumber,
  daysFrom,
  daysOf,
  daysSharing,
  type Kept,
  nothingKept,
  numberOf,
  singleDays,
  sourcesOfPeriods,
} from '../sums/rules.ts'
import * as store from './store.ts'

/** So many days are counted in one transaction. */
const atOnce = 64

/** What became of the mail of each period; to be read in a snapshot. */
export async function readMail(tx: StoreReads, span: Span): Promise<store.CountedMail[]> {
  const kept = await readKept(tx, span)
  const { pieces } = sourcesOfPeriods(span, kept, singleDays)
  const changed = [...kept.changed].map(dayOfNumber)
  return store.countMail(tx, span, { until: dayOfNumber(kept.until), changed, pieces })
}

async function readKept(tx: StoreReads, span: Span): Promise<Kept> {
  const counted = await store.findDaysCounted(tx)
  if (counted?.timezone !== span.timezone) return nothingKept
  const { start, end } = daysOf(span)
  const changed = await store.listChanged(tx, dayOfNumber(start - 1), dayOfNumber(end))
  return {
    since: Number.NEGATIVE_INFINITY,
    until: numberOf(counted.countedUntil),
    changed: daysSharing(changed, span.timezone),
  }
}

/** Counts days that have changed, or some that are not counted yet. True while there may be more. */
export async function countMailDays(tx: StoreTx): Promise<boolean> {
  const facts = await findFacts(tx)
  if (!facts) return false
  const { timezone } = facts
  await store.lockDays(tx)
  const counted = await store.findDaysCounted(tx)
  if (counted && counted.timezone !== timezone) {
    await store.removeDays(tx)
    return true
  }
  const end = numberOf(dayOf(oldSince(tx.now), timezone))
  const until = counted ? numberOf(counted.countedUntil) : await firstDay(tx, timezone)
  if (until === undefined) return false
  // Taken before anything is counted: a change that is committed from here on keeps its mark.
  const taken = (await store.takeChanges(tx)).map(({ day }) => day)
  const changed = [...daysSharing(taken, timezone)].filter((day) => day < until)
  const next = Math.max(until, Math.min(end, until + atOnce))
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

async function firstDay(tx: StoreTx, timezone: string): Promise<number | undefined> {
  const first = await store.findFirstWritten(tx)
  return first === undefined ? undefined : numberOf(dayOf(new Date(first), timezone))
}

/** Has every day counted anew; until then every mail is read. */
export async function forgetMailDays(tx: StoreTx): Promise<void> {
  await store.lockDays(tx)
  await store.removeDays(tx)
}

export const mailSubscribers: Subscriber[] = [
  beforeCommit([oldMailChanged], (tx, events) =>
    tx.sendAlong(
      store.mark(
        tx,
        events.flatMap(({ data }) => data.writtenAt),
      ),
    ),
  ),
]
