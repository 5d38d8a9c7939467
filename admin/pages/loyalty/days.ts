// Days in the programme's time zone, which may differ from the reader's.
import { shownLocale } from '../../components/locale.ts'

export const dayOf = (instant: string, zone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: known(zone), dateStyle: 'short' }).format(new Date(instant))

export function startOfDay(day: string, zone: string): string | undefined {
  const noon = Date.parse(`${day}T00:00:00Z`)
  if (Number.isNaN(noon)) return undefined
  // Guesses twice, because a clock change can lie between the first guess and the right time.
  let at = noon
  for (let i = 0; i < 2; i++) at = noon - offsetAt(at, known(zone))
  return new Date(at).toISOString()
}

export const monthName = (month: string, style: 'short' | 'long' = 'short'): string =>
  new Intl.DateTimeFormat(shownLocale, { month: style, year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  )

function offsetAt(at: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone: zone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  }).formatToParts(new Date(at))
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((each) => each.type === type)?.value)
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second')) - at
}

/** The service may use a zone that this browser does not know. UTC then replaces it. */
function known(zone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    return 'UTC'
  }
}
