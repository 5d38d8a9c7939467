import type { EmailSettings } from '#resources/email/settings/schema.ts'

type QuietHours = NonNullable<EmailSettings['quietHours']>

export function quietUntil(hours: QuietHours, zone: string, now: Date): Date | undefined {
  const until = endOfQuiet(hours, zone, now)
  // If both the end and the next start are skipped times, the next quiet period begins when this one ends.
  return until && (endOfQuiet(hours, zone, until) ?? until)
}

function endOfQuiet({ start, end }: QuietHours, zone: string, now: Date): Date | undefined {
  const at = Temporal.Instant.fromEpochMilliseconds(now.getTime())
  const today = at.toZonedDateTimeISO(zone).toPlainDate()
  // Compares intervals of instants, so that quiet hours end only once on the night with a repeated hour.
  for (const days of [-1, 0]) {
    const day = today.add({ days })
    const from = toInstant(day, start, zone)
    const until = toInstant(end > start ? day : day.add({ days: 1 }), end, zone)
    if (Temporal.Instant.compare(from, at) <= 0 && Temporal.Instant.compare(at, until) < 0)
      return new Date(until.epochMilliseconds)
  }
  return undefined
}

/** Returns the first occurrence of a repeated time, or the next real time after a skipped time. */
function toInstant(day: Temporal.PlainDate, time: string, zone: string): Temporal.Instant {
  const wanted = day.toPlainDateTime(time)
  const found = wanted.toZonedDateTime(zone, { disambiguation: 'compatible' })
  if (found.toPlainDateTime().equals(wanted)) return found.toInstant()
  // Temporal moves a skipped time forward, so the time of the clock change is looked up instead.
  return (found.add({ milliseconds: 1 }).getTimeZoneTransition('previous') ?? found).toInstant()
}

export function chooseZone(country: string | null, storeZone: string, now: Date): string {
  return zoneOfCountry(country, now) ?? (isZone(storeZone) ? storeZone : 'UTC')
}

function zoneOfCountry(country: string | null, now: Date): string | undefined {
  if (country === null || !/^[A-Z]{2}$/.test(country)) return undefined
  const zones = listZones(country)
  const at = Temporal.Instant.fromEpochMilliseconds(now.getTime())
  const offsets = new Set(zones.map((zone) => at.toZonedDateTimeISO(zone).offset))
  // Germany has two zones, which have had the same time since 1980, so offsets are compared instead of names.
  return offsets.size === 1 ? zones[0] : undefined
}

// Module state: the zones of each country, from the time zone database.
const known = new Map<string, readonly string[]>()

function listZones(country: string): readonly string[] {
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
