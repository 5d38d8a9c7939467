import type { SubscriptionFacts } from '#platform/identity/subscription.ts'
import type { EmailSettings } from '../settings/schema.ts'
import { chooseZone, quietUntil } from './quiet-hours.ts'

export type Pace = { settings: Pick<EmailSettings, 'quietHours' | 'frequencyCap'>; timezone: string }

export type StoreFacts = SubscriptionFacts & { name: string; origins: string[]; timezone: string }

export type Wait = { until: Date; reason: 'quiet_hours' | 'frequency_cap' }

export function waitFor(
  country: string | null,
  recent: readonly number[],
  { settings, timezone }: Pace,
  now: Date,
): Wait | undefined {
  const { hoursBetween = null, perWeek = null } = settings.frequencyCap ?? {}
  const isLimited = hoursBetween !== null && perWeek !== null
  const afterCap = isLimited ? capUntil(recent, { hoursBetween, perWeek }, now) : undefined
  const at = afterCap ?? now
  const afterQuiet = settings.quietHours
    ? quietUntil(settings.quietHours, chooseZone(country, timezone, at), at)
    : undefined
  if (afterCap) return { until: afterQuiet ?? afterCap, reason: 'frequency_cap' }
  return afterQuiet && { until: afterQuiet, reason: 'quiet_hours' }
}

export const waitUntil = (country: string | null, recent: readonly number[], pace: Pace, now: Date): Date | undefined =>
  waitFor(country, recent, pace, now)?.until

/** Mail queued during quiet hours does not wait for their end, because a person requested it at that time. */
export const quietHoursUntil = (country: string | null, handedOverAt: Date, pace: Pace, now: Date): Date | undefined =>
  waitUntil(country, [], pace, handedOverAt) ? undefined : waitUntil(country, [], pace, now)

const [hourMs, weekMs] = [3_600_000, 604_800_000]

/**
 * Earliest time at which the next mail to an address respects the limits. `recent` contains the times of its mails, in any
 * order.
 */
export function capUntil(
  recent: readonly number[],
  { hoursBetween, perWeek }: { hoursBetween: number; perWeek: number },
  now: Date,
): Date | undefined {
  // Times far ahead were recorded before the clock was set back, and must not cause a wait.
  const newestFirst = recent.filter((at) => at <= now.getTime() + hourMs).sort((a, b) => b - a)
  const afterLast = (newestFirst[0] ?? Number.NEGATIVE_INFINITY) + hoursBetween * hourMs
  const afterWeek = (newestFirst[perWeek - 1] ?? Number.NEGATIVE_INFINITY) + weekMs
  const until = Math.max(afterLast, afterWeek)
  return until > now.getTime() ? new Date(until) : undefined
}
