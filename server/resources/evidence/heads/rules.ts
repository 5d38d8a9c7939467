const dayMs = 86_400_000

export const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

export const dayBefore = (at: Date): string => dayOf(new Date(at.getTime() - dayMs))

export type LedgerDates = { firstEntryAt: string | null; lastClosedDay: string | null; lastHeadDay: string | null }

/** Until the daily job has closed yesterday, a head is dated yesterday. Otherwise dates would go backwards. */
export function dayToSign(now: Date, { firstEntryAt, lastClosedDay, lastHeadDay }: LedgerDates): string {
  const [today, yesterday] = [dayOf(now), dayBefore(now)]
  const isYesterdayOpen =
    firstEntryAt !== null &&
    dayOf(new Date(firstEntryAt)) < today &&
    (lastClosedDay === null || lastClosedDay < yesterday)
  const day = isYesterdayOpen ? yesterday : today
  return lastHeadDay !== null && lastHeadDay > day ? lastHeadDay : day
}
