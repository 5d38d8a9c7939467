import { linkToken, readLinkToken } from '#platform/process/proven-link.ts'
import type { Secrets } from '#platform/process/secrets.ts'

export const template = 'team_mail'
export const kinds = ['weekly_summary', 'low_ratings'] as const
export type Kind = (typeof kinds)[number]

/** The hour of Monday, in the store's time zone, from which a summary is sent. */
const summaryHour = 8
export const alertPauseMs = 3_600_000
export const mostNamed = 5
const lowStars = 2

export type Week = { monday: string; before: Date; begin: Date; end: Date }

/** The latest whole week whose summary is due, and the times of this and the next summary. */
export function findWeek(timezone: string, now: Date): { week: Week; slot: Date; next: Date } {
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timezone)
  const monday = local.toPlainDate().subtract({ days: local.dayOfWeek - 1 })
  const slotOf = (day: Temporal.PlainDate) =>
    toDate(day.toZonedDateTime({ timeZone: timezone, plainTime: { hour: summaryHour } }))
  const end = slotOf(monday) <= now ? monday : monday.subtract({ days: 7 })
  return { week: weekBefore(end, timezone), slot: slotOf(end), next: slotOf(end.add({ days: 7 })) }
}

export const weekOf = (monday: string, timezone: string): Week =>
  weekBefore(Temporal.PlainDate.from(monday).add({ days: 7 }), timezone)

function weekBefore(end: Temporal.PlainDate, timezone: string): Week {
  const at = (days: number) => toDate(end.subtract({ days }).toZonedDateTime(timezone))
  return { monday: end.subtract({ days: 7 }).toString(), before: at(14), begin: at(7), end: at(0) }
}

const toDate = (at: Temporal.ZonedDateTime) => new Date(at.epochMilliseconds)

export type WeekCounts = {
  received: number
  average: number | null
  low: number
  receivedBefore: number
  averageBefore: number | null
  pending: number
}

export const isWorthAMail = ({ received, pending }: WeekCounts): boolean => received > 0 || pending > 0

export const isLow = ({ rating }: { rating: number }): boolean => rating <= lowStars

/** The key is unique, so no summary of a week and no alert about a batch of reviews is queued twice for a person. */
export const toKey = (kind: Kind, part: string, id: string): string => `${kind}:${part}:${id}`

export function readKey(key: string): { kind: Kind; part: string; id: string } | undefined {
  const [kind, part = '', id = ''] = key.split(':')
  const known = kinds.find((each) => each === kind)
  return known && { kind: known, part, id }
}

const purpose = (kind: Kind) => `analytics ${kind}`

export const stopUrl = (
  { origin, secrets }: { origin: string; secrets: Secrets },
  kind: Kind,
  target: { storeEnvId: string; id: string },
): string => `${origin}/n/${linkToken(secrets, purpose(kind), target)}`

export function readStopToken(secrets: Secrets, token: string) {
  for (const kind of kinds) {
    const target = readLinkToken(secrets, purpose(kind), token)
    if (target) return { kind, ...target }
  }
  return undefined
}
