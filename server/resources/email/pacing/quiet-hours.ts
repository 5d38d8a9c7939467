// By whose clock it is night, and when that night ends. Pure: time zones are Node's own.
import type { EmailSettings } from '#resources/email/settings/schema.ts'

type QuietHours = NonNullable<EmailSettings['quietHours']>

/** When mail may go out again; undefined when it may now. */
export function quietUntil(hours: QuietHours, zone: string, now: Date): Date | undefined {
  const until = endOfQuiet(hours, zone, now)
  // Where neither the end nor the next start is a time that comes, the next quiet begins at the moment at which this one ends.
  return until && (endOfQuiet(hours, zone, until) ?? until)
}

function endOfQuiet({ start, end }: QuietHours, zone: string, now: Date): Date | undefined {
  const at = Temporal.Instant.fromEpochMilliseconds(now.getTime())
  const today = at.toZonedDateTimeISO(zone).toPlainDate()
  // Intervals of instants, not hours on a clock: in the night in which an hour comes twice, the quiet ends once.
  for (const days of [-1, 0]) {
    const day = today.add({ days })
    const from = instantOf(day, start, zone)
    const until = instantOf(end > start ? day : day.add({ days: 1 }), end, zone)
    if (Temporal.Instant.compare(from, at) <= 0 && Temporal.Instant.compare(at, until) < 0)
      return new Date(until.epochMilliseconds)
  }
  return undefined
}

/** Of a time that comes twice the first; of one that does not come, the next that does. */
function instantOf(day: Temporal.PlainDate, time: string, zone: string): Temporal.Instant {
  const wanted = day.toPlainDateTime(time)
  const found = wanted.toZonedDateTime(zone, { disambiguation: 'compatible' })
  if (found.toPlainDateTime().equals(wanted)) return found.toInstant()
  // The first time that does not come is found at the change of clocks itself, and it is this change that is asked for.
  return (found.add({ milliseconds: 1 }).getTimeZoneTransition('previous') ?? found).toInstant()
}

/** The buyer's zone if their country has one time at present, else the store's, else UTC. */
export function zoneOf(country: string | null, storeZone: string, now: Date): string {
  return zoneOfCountry(country, now) ?? (isZone(storeZone) ? storeZone : 'UTC')
}

function zoneOfCountry(country: string | null, now: Date): string | undefined {
  if (country === null || !/^[A-Z]{2}$/.test(country)) return undefined
  const zones = zonesOf(country)
  const at = Temporal.Instant.fromEpochMilliseconds(now.getTime())
  const offsets = new Set(zones.map((zone) => at.toZonedDateTimeISO(zone).offset))
  // Germany has two zones that have shown one time since 1980: what counts is the time, not the names.
  return offsets.size === 1 ? zones[0] : undefined
}

// Facts of the time zone database: no more than there are countries, and the same for every service.
const known = new Map<string, readonly string[]>()

function zonesOf(country: string): readonly string[] {
  const found = known.get(country) ?? new Intl.Locale(`und-${country}`).getTimeZones?.()?.filter(isZone) ?? []
  known.set(country, found)
  return found
}

function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
