// The journal grows without end, so sums of all but the newest lines are stored by month and day.
import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { findFacts } from '#resources/analytics/commands.ts'
import { daysBetween } from '#resources/analytics/rules.ts'
import { findTerms } from '../program/commands.ts'
import * as store from './store.ts'

const shownMonths = 24
/** A line has the start time of its transaction, and becomes visible at most some minutes later. */
const unseenMs = 600_000
const most = { readEachTime: 10_000, atOnce: 200_000 }

const findZone = async (tx: StoreReads): Promise<string> => (await findTerms(tx))?.timezone ?? 'UTC'

export async function readLiability(tx: StoreReads) {
  const timezone = await findZone(tx)
  const months = await listMonths(tx, timezone)
  const outstanding = months.reduce((sum, { delta }) => sum + delta, 0)
  let after = outstanding
  return {
    outstanding,
    months: months.slice(0, shownMonths).map(({ delta, ...month }) => {
      const end = after
      after -= delta
      return { ...month, outstanding: end }
    }),
  }
}

async function listMonths(tx: StoreReads, timezone: string): Promise<store.MonthSums[]> {
  for (;;) {
    const counted = await store.findCounted(tx)
    const countedUntil = counted?.timezone === timezone ? counted.countedUntil : undefined
    const rows = await store.listMonths(tx, timezone, countedUntil)
    if (rows[0]?.isCurrent)
      return rows.filter((row): row is store.MonthSums & { isCurrent: boolean } => row.month !== null)
  }
}

async function countedIn(tx: StoreReads, { timezone, dayTimezone }: store.Zones): Promise<string | undefined> {
  const counted = await store.findCounted(tx)
  const isSame = counted?.timezone === timezone && counted.dayTimezone === dayTimezone
  return isSame ? counted.countedUntil : undefined
}

/** Counts only a part of the uncounted lines if there are many. Returns true if more uncounted lines may exist. */
export async function countMonths(tx: StoreTx, { readEachTime, atOnce } = most): Promise<boolean> {
  const zones = { timezone: await findZone(tx), dayTimezone: (await findFacts(tx))?.timezone ?? 'UTC' }
  const until = new Date(tx.now.getTime() - unseenMs)
  const nth = async (n: number) => store.findNthUncounted(tx, { from: await countedIn(tx, zones), until, n })
  if ((await nth(readEachTime)) === undefined) return false
  await store.lockCounts(tx)
  const from = await countedIn(tx, zones)
  if (from === undefined) await store.deleteCounts(tx)
  const last = await nth(atOnce)
  const end = last === undefined ? until : new Date(Date.parse(last) + 1)
  await store.addToMonths(tx, { timezone: zones.timezone, from, until: end })
  const first = from ?? (await store.findFirstWritten(tx))
  if (first !== undefined)
    await store.addToDays(tx, { days: daysBetween(new Date(first), end, zones.dayTimezone), from, until: end })
  await store.upsertCounted(tx, zones, end)
  return last !== undefined
}

/** Subtracts a member's lines from the sums. Runs before the member and its lines are deleted. */
export async function discountMember(tx: StoreTx, email: string): Promise<void> {
  await store.lockCounts(tx)
  const counted = await store.findCounted(tx)
  if (!counted) return
  await store.takeFromMonths(tx, email, counted)
  const first = await store.findFirstWritten(tx, email)
  if (first === undefined || counted.dayTimezone === null) return
  const { countedUntil, dayTimezone } = counted
  const days = daysBetween(new Date(first), new Date(countedUntil), dayTimezone)
  if (days.length > 0) await store.takeFromDays(tx, email, { days, countedUntil })
}

/** Deletes all sums after a restore, because restored lines may have any date. */
export async function deleteMonths(tx: StoreTx): Promise<void> {
  await store.lockCounts(tx)
  await store.deleteCounts(tx)
}
