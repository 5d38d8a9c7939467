// Which days are counted, and which of them hold. Pure.
import type { DayBegin } from '../rules.ts'
import { daysSharing, type Kept, nothingKept, numberOf } from '../sums/rules.ts'

/** Whose days are counted, and which is the first that is not. */
export type DaysCounted = { timezone: string; countedUntil: string }

/** Each ends where the next one of the zone begins. */
export type CountedDay = DayBegin & { end: Date }

/** Days of UTC that have changed; null where any may have. */
export type Changed = string | null

export function keptOf({ timezone, countedUntil }: DaysCounted, changed: readonly Changed[]): Kept {
  if (changed.includes(null)) return nothingKept
  const days = changed.filter((day) => day !== null)
  return {
    since: Number.NEGATIVE_INFINITY,
    until: numberOf(countedUntil),
    changed: daysSharing(days, timezone),
  }
}
