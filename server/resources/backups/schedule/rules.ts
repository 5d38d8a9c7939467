// When a store's next backup is due, by the clock on its wall. Pure: time zones are Node's own.
import { createHash } from 'node:crypto'
import type { Frequency } from './schema.ts'

export type Slot = {
  /** The beginning of the hour that was asked for. */
  slotAt: Date
  /** When in that hour it is this store's turn. */
  dueAt: Date
}

type Asked = { frequency: Frequency; hour: number; timezone: string; storeEnvId: string }

/** With which kept backups begin. */
export const leastPlan = 'scale'

const hourMs = 3_600_000

/** Stores are spread over the hour, each with a minute of its own. */
export const minuteOf = (storeEnvId: string): number =>
  createHash('sha256').update(storeEnvId).digest().readUInt16BE() % 60

/**
 * The first hour of the schedule that is not over yet and comes after `last`. One that has begun counts: a schedule that is
 * switched on in it makes its first backup at once. Weekly is on Mondays, monthly on the first.
 */
export function nextSlot({ frequency, hour, timezone, storeEnvId }: Asked, now: Date, last: Date | null): Slot {
  const zone = isZone(timezone) ? timezone : 'UTC'
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone).toPlainDate()
  // From yesterday on, for an hour that lies across midnight elsewhere; two months hold a first of a month.
  for (let days = -1; days <= 63; days++) {
    const day = today.add({ days })
    if (!isDay(frequency, day)) continue
    // An hour that does not come is the next one; of one that comes twice it is the first.
    const at = day.toZonedDateTime({ timeZone: zone, plainTime: new Temporal.PlainTime(hour) })
    const slotAt = new Date(at.epochMilliseconds)
    if (slotAt.getTime() + hourMs <= now.getTime() || (last !== null && slotAt.getTime() <= last.getTime())) continue
    const turn = slotAt.getTime() + minuteOf(storeEnvId) * 60_000
    return { slotAt, dueAt: new Date(slotAt.getTime() <= now.getTime() ? now.getTime() : turn) }
  }
  throw new Error('A schedule without a day.')
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
