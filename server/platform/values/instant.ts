// Refuses texts that JavaScript and PostgreSQL read differently: leap seconds, the year 0, offsets of a day.
const pattern = /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-](0\d|1[0-5]):[0-5]\d)$/
const first = Date.parse('0001-01-01T00:00:00Z')
const last = Date.parse('9999-12-31T23:59:59.999Z')

export function isInstant(text: string): boolean {
  const day = pattern.exec(text)?.[1]
  if (day === undefined) return false
  const at = Date.parse(text)
  // JavaScript reads the 30th of February as the 2nd of March, so an existing day must survive the round trip.
  const midnight = Date.parse(`${day}T00:00:00Z`)
  return at >= first && at <= last && new Date(midnight).toISOString().startsWith(day)
}
