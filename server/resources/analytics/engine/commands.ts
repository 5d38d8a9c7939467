import type { StoreDb, StoreReads, StoreScope, StoreTx } from '#platform/db/db.ts'
import { dayOf } from '../rules.ts'
import { findFacts } from '../store.ts'
import {
  beginOfLongest,
  type DaySpan,
  type Days,
  dayOfNumber,
  daysFrom,
  daysSharing,
  longest,
  noSummedDays,
  periodsWith,
  type SummedDays,
  spansWith,
  toDayNumber,
  toPiece,
} from './rules.ts'
import * as store from './store.ts'

/**
 * Returns the days that have stored sums, and those among them that changed since. Call it in the snapshot that reads
 * the sums.
 */
export async function readSummedDays(tx: StoreReads, timezone: string, { start, end }: Days): Promise<SummedDays> {
  const row = await store.findCoverage(tx, dayOfNumber(start - 1), dayOfNumber(end))
  if (!row || row.isVoid || row.timezone !== timezone) return noSummedDays
  return { ...toBounds(row), changed: daysSharing(row.changed, timezone) }
}

type Within = ReturnType<typeof toBounds>

const toBounds = ({ since, until }: store.Coverage) => ({
  since: since === null ? Number.NEGATIVE_INFINITY : toDayNumber(since),
  until: toDayNumber(until),
})

/** Visits each changed day only once, so that a store with constant writes does not occupy the job forever. */
export async function sumStore(db: StoreDb, scope: StoreScope, stopping: AbortSignal): Promise<void> {
  let from: string | undefined = store.allDays
  while (from !== undefined && !stopping.aborted) {
    const changedFrom: string = from
    from = await db.store(scope, 'write', (tx) => sumNext(tx, changedFrom), { isUpkeep: true })
  }
}

export async function isBehind(tx: StoreReads): Promise<boolean> {
  const facts = await findFacts(tx)
  if (!facts) return false
  const today = dayOf(tx.now, facts.timezone)
  const row = await store.findCoverage(tx, today, today)
  return (
    !row?.hasBounds ||
    row.timezone !== facts.timezone ||
    row.since !== null ||
    row.until < today ||
    (await store.hasChanges(tx))
  )
}

/**
 * Sums some days, and returns the day to continue from. Undefined when done, or while another process sums this store.
 */
async function sumNext(tx: StoreTx, from: string): Promise<string | undefined> {
  const facts = await findFacts(tx)
  if (!facts) return undefined
  const { timezone } = facts
  const today = toDayNumber(dayOf(tx.now, timezone))
  const fresh = { timezone, since: dayOfNumber(beginOfLongest(today)), until: dayOfNumber(beginOfLongest(today)) }
  const coverage = await store.lockCoverage(tx, fresh)
  if (!coverage) return undefined
  const { isVoid, hasBounds } = (await store.findCoverage(tx, fresh.until, fresh.until)) ?? {}
  if (isVoid || !hasBounds || coverage.timezone !== timezone) {
    await store.deleteAll(tx)
    await store.updateCoverage(tx, fresh)
    return from
  }
  const { since, until } = toBounds(coverage)
  if (until < today) {
    await sumForward(tx, coverage, Math.min(today, until + longest))
    return from
  }
  // Deletes the marks of changed days before the count, so that a change that is committed later leaves a new mark.
  const taken = (await store.takeChanges(tx, from)).map(({ day }) => day)
  const last = taken.toSorted().at(-1)
  if (last !== undefined) {
    await refill(tx, timezone, [...daysSharing(taken, timezone)], { since, until })
    return dayOfNumber(toDayNumber(last) + 1)
  }
  if (coverage.since === null) return undefined
  await sumBackward(tx, coverage, { since, until })
  return from
}

async function sumForward(tx: StoreTx, coverage: store.Coverage, end: number): Promise<void> {
  const { since, until } = toBounds(coverage)
  await store.updateCoverage(tx, { ...coverage, until: dayOfNumber(end) })
  await refill(tx, coverage.timezone, [...daysFrom(until, end)], { since, until: end })
}

async function sumBackward(tx: StoreTx, coverage: store.Coverage, { since, until }: Within): Promise<void> {
  const { timezone } = coverage
  if (!(await store.hasBefore(tx, toPiece({ start: since, end: since }, timezone).begin))) {
    await store.updateCoverage(tx, { ...coverage, since: null })
    // No review is older than this day, so the week and the month that contain it are complete now.
    await refill(tx, timezone, [since], { since: Number.NEGATIVE_INFINITY, until })
    return
  }
  const start = since - longest
  await store.updateCoverage(tx, { ...coverage, since: dayOfNumber(start) })
  await refill(tx, timezone, [...daysFrom(start, since)], { since: start, until })
}

function refill(tx: StoreTx, timezone: string, days: readonly number[], within: Within): Promise<void> {
  const inRows = (span: DaySpan) => {
    const { begin, end } = toPiece({ start: span.start, end: span.start + span.days }, timezone)
    return { ...span, begin, end }
  }
  const spans = spansWith(days, within)
  return store.refill(tx, {
    days: spans.filter((span) => span.days === 1).map(inRows),
    longer: spans.filter((span) => span.days > 1),
    periods: periodsWith(days, within).map(inRows),
  })
}

/** Marks every day as changed, so that reports count rows until the next run computes the sums. */
export const distrustSums = (tx: StoreTx): void => tx.sendAlong(store.markAllDays(tx))
