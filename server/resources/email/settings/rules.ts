import { invalidField } from '#platform/values/errors.ts'
import type { EmailSettings, EmailSettingsChanges } from './schema.ts'

export const defaults: EmailSettings = {
  requestsEnabled: true,
  trigger: 'delivered',
  delayDays: 14,
  // A reminder is a second mail, so the merchant must turn it on.
  reminders: 0,
  reminderDelayDays: 7,
  consent: 'all_buyers',
  quietHours: null,
  // By default a person with several orders gets a request for only one of them. Limits for all mails would delay
  // requests, so the merchant must set them.
  frequencyCap: { requestDays: 3, hoursBetween: null, perWeek: null },
  provider: 'evident',
  maxOrderAgeDays: 90,
  skipRefundedOrders: true,
  onlyDispatched: false,
}

/** A field missing from the changes retains its value. Throws 400 for contradictory values. */
export function changed(before: EmailSettings, changes: EmailSettingsChanges): EmailSettings {
  const { quietHours = before.quietHours, frequencyCap = before.frequencyCap } = changes
  const pick = (name: keyof EmailSettings) => changes[name] ?? before[name]
  const after: EmailSettings = {
    ...(Object.fromEntries(names.map((name) => [name, pick(name)])) as EmailSettings),
    quietHours: quietHours && { start: quietHours.start, end: quietHours.end },
    frequencyCap: frequencyCap && parseCap(frequencyCap),
  }
  if (after.frequencyCap && (after.frequencyCap.hoursBetween === null) !== (after.frequencyCap.perWeek === null))
    throw invalidField('/frequencyCap', 'takes `hoursBetween` and `perWeek` together, or neither')
  if (after.quietHours && after.quietHours.start === after.quietHours.end)
    throw invalidField('/quietHours/end', 'must differ from `start`; null means no quiet hours')
  if (after.maxOrderAgeDays < after.delayDays)
    throw invalidField('/maxOrderAgeDays', 'must be at least `delayDays`: every order would be too old when it is due')
  return after
}

function parseCap(cap: NonNullable<EmailSettingsChanges['frequencyCap']>): EmailSettings['frequencyCap'] {
  const { requestDays = null, hoursBetween = null, perWeek = null } = cap
  return requestDays === null && hoursBetween === null && perWeek === null
    ? null
    : { requestDays, hoursBetween, perWeek }
}

export const differences = (before: EmailSettings, after: EmailSettings): (keyof EmailSettings)[] =>
  names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))

/** A change of these fields replans waiting and postponed requests and reminders. */
const moving = [
  'trigger',
  'delayDays',
  'reminderDelayDays',
  'quietHours',
  'frequencyCap',
  'skipRefundedOrders',
  'onlyDispatched',
] as const

export const movesRequests = (names: readonly (keyof EmailSettings)[]): boolean =>
  moving.some((name) => names.includes(name))

const names = Object.keys(defaults) as (keyof EmailSettings)[]
