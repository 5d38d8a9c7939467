import { createHash } from 'node:crypto'
import type { Frequency } from './schema.ts'

export type Slot = {
  slotAt: Date
  dueAt: Date
}

type SlotRequest = { frequency: Frequency; hour: number; timezone: string; storeEnvId: string }

export const leastPlan = 'scale'

const hourMs = 3_600_000

/** Spreads stores over the hour, each at its own minute. */
export const hashToMinute = (storeEnvId: string): number =>
  createHash('sha256').update(storeEnvId).digest().readUInt16BE() % 60

/** The first scheduled hour after `last` that is not over yet. Weekly is on Mondays, monthly on the first. */
export function nextSlot({ frequency, hour, timezone, storeEnvId }: SlotRequest, now: Date, last: Date | null): Slot {
  const zone = isZone(timezone) ? timezone : 'UTC'
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone).toPlainDate()
  // The search starts yesterday, because the hour may cross midnight in another time zone. It covers two months, which
  // always contain a first day of a month.
  for (let days = -1; days <= 63; days++) {
    const day = today.add({ days })
    if (!isDay(frequency, day)) continue
    // If a clock change skips the hour, the next hour is used. If the hour is repeated, the first occurrence is used.
    const at = day.toZonedDateTime({ timeZone: zone, plainTime: new Temporal.PlainTime(hour) })
    const slotAt = new Date(at.epochMilliseconds)
    if (slotAt.getTime() + hourMs <= now.getTime() || (last !== null && slotAt.getTime() <= last.getTime())) continue
    const turn = slotAt.getTime() + hashToMinute(storeEnvId) * 60_000
    return { slotAt, dueAt: new Date(slotAt.getTime() <= now.getTime() ? now.getTime() : turn) }
  }
  throw new Error('The schedule has no day.')
}

const isDay = (frequency: Frequency, { dayOfWeek, day }: Temporal.PlainDate): boolean =>
  frequency === 'daily' || (frequency === 'weekly' ? dayOfWeek === 1 : day === 1)

function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
