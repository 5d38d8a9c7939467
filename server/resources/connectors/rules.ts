import { parseDataCentre } from '#integrations/email-marketing/mailchimp.ts'
import { pauseMs, type RetrySchedule, retryAt } from '#platform/jobs/delivery/backoff.ts'
import { invalidField } from '#platform/values/errors.ts'
import { type EventKindName, eventKinds, factKinds, type ProviderName } from './schema.ts'

const [minuteMs, hourMs] = [60_000, 3_600_000]

const usualNames: Record<EventKindName, string> = {
  review_request_ready: 'Review Request Ready',
  review_request_reminder: 'Review Request Reminder',
  birthday_reward: 'Birthday Reward',
  referral_reward: 'Referral Reward',
  review_submitted: 'Review Submitted',
  review_approved: 'Review Approved',
  points_changed: 'Points Changed',
  tier_changed: 'Tier Changed',
  connection_test: 'Evident Test',
}

/** Maximum length of an event name, for providers whose event names are single words. */
const wordLengths: Partial<Record<ProviderName, number>> = { mailchimp: 30, brevo: 120 }

/** True for Brevo. It gets no review requests or rewards, because it cannot drop an event that is sent twice. */
export const sendsFactsOnly = (provider: ProviderName): boolean => provider === 'brevo'

export function requireTestable(provider: ProviderName, kind: EventKindName): void {
  const isAccepted = kind === 'connection_test' || factKinds.some((each) => each === kind)
  if (sendsFactsOnly(provider) && !isAccepted)
    throw invalidField(
      '/kind',
      `is not sent to ${provider}. It accepts events about reviews and points, and connection_test`,
    )
}

/** Mailchimp's events belong to members of an audience and carry no profile. */
export function requireProfiles(provider: ProviderName, profile: boolean | undefined): void {
  if (profile && provider === 'mailchimp') throw invalidField('/profile', 'is not known to mailchimp')
}

export type EventNames = Partial<Record<EventKindName, string | null>>

export function chooseNames(provider: ProviderName, own: EventNames): Record<EventKindName, string> {
  const usual = (kind: EventKindName) => (wordLengths[provider] ? asWord(usualNames[kind]) : usualNames[kind])
  return Object.fromEntries(eventKinds.map((kind) => [kind, own[kind] ?? usual(kind)])) as Record<EventKindName, string>
}

const asWord = (name: string): string => name.toLowerCase().replaceAll(' ', '_')

export function readEventNames(provider: ProviderName, before: EventNames, changes: EventNames): EventNames {
  const after: EventNames = { ...before }
  for (const kind of eventKinds) {
    const name = changes[kind]
    if (name === undefined) continue
    if (name === null) delete after[kind]
    else after[kind] = readName(provider, kind, name)
  }
  return after
}

function readName(provider: ProviderName, kind: EventKindName, sent: string): string {
  const name = sent.trim()
  const longest = wordLengths[provider]
  const fits = longest ? /^[\w-]+$/.test(name) && name.length <= longest : /^[^\p{Cc}]{2,120}$/u.test(name)
  if (fits && name.length >= 2) return name
  const words = longest ? `2 to ${longest} letters, digits, "_" or "-"` : '2 to 120 visible characters'
  throw invalidField(`/eventNames/${kind}`, `must be ${words}`)
}

/**
 * Returns the settings that a provider needs besides its key. Throws 400 if one is missing or belongs to another provider.
 */
export function readSettings(
  provider: ProviderName,
  { apiKey, listId }: { apiKey?: string | undefined; listId?: string | undefined },
): Record<string, string> {
  if (provider !== 'mailchimp') {
    if (listId !== undefined) throw invalidField('/listId', `is not known to ${provider}`)
    return {}
  }
  if (apiKey !== undefined && !parseDataCentre(apiKey)) {
    throw invalidField('/apiKey', 'must end with its data centre, such as -us21')
  }
  if (listId === undefined) throw invalidField('/listId', "is required: the audience's id")
  return { listId }
}

const retries: RetrySchedule = {
  delaysMs: [minuteMs, 5 * minuteMs, 15 * minuteMs, hourMs, 2 * hourMs, 4 * hourMs, 6 * hourMs, 10 * hourMs],
  jitter: 0.2,
}

/** Time of the next try of a refused event. Null when the event is given up, about a day after the first try. */
export const nextTryAt = (attempts: number, afterMs: number | null, now: Date, random: number): Date | null =>
  retryAt(retries, { attempts, now, random, atLeastMs: afterMs })

export const restMs = (failedRounds: number): number =>
  pauseMs(failedRounds, { firstMs: minuteMs, maxMs: 15 * minuteMs })

export function splitName(name: string | null | undefined): { firstName: string | null; lastName: string | null } {
  const [first = '', ...rest] = (name ?? '').trim().split(/\s+/)
  return { firstName: first || null, lastName: rest.join(' ') || null }
}
