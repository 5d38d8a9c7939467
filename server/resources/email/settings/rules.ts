// What a store's settings are before it chose any, and what a change of them makes.
import { invalidField } from '#platform/values/errors.ts'
import type { EmailSettings, EmailSettingsChanges } from './schema.ts'

export const defaults: EmailSettings = {
  requestsEnabled: true,
  trigger: 'delivered',
  delayDays: 14,
  // A reminder is a second mail: nobody gets one before the merchant has chosen so.
  reminders: 0,
  reminderDelayDays: 7,
  consent: 'all_buyers',
  quietHours: null,
  // A person is asked about one of several orders. A limit for all mails would delay requests: the merchant chooses that one.
  frequencyCap: { requestDays: 3, hoursBetween: null, perWeek: null },
  provider: 'evident',
  maxOrderAgeDays: 90,
  skipRefundedOrders: true,
  onlyDispatched: false,
}

/** A field that is left out keeps its value; throws 400 where the values do not go together. */
export function changed(before: EmailSettings, changes: EmailSettingsChanges): EmailSettings {
  const { quietHours = before.quietHours, frequencyCap = before.frequencyCap } = changes
  const pick = (name: keyof EmailSettings) => changes[name] ?? before[name]
  const after: EmailSettings = {
    ...(Object.fromEntries(names.map((name) => [name, pick(name)])) as EmailSettings),
    quietHours: quietHours && { start: quietHours.start, end: quietHours.end },
    frequencyCap: frequencyCap && capOf(frequencyCap),
  }
  if (after.frequencyCap && (after.frequencyCap.hoursBetween === null) !== (after.frequencyCap.perWeek === null))
    throw invalidField('/frequencyCap', 'takes `hoursBetween` and `perWeek` together, or neither')
  if (after.quietHours && after.quietHours.start === after.quietHours.end)
    throw invalidField('/quietHours/end', 'must differ from `start`; null means no quiet hours')
  if (after.maxOrderAgeDays < after.delayDays)
    throw invalidField('/maxOrderAgeDays', 'must be at least `delayDays`: every order would be too old when it is due')
  return after
}

/** A limit that limits nothing is none. */
function capOf(cap: NonNullable<EmailSettingsChanges['frequencyCap']>): EmailSettings['frequencyCap'] {
  const { requestDays = null, hoursBetween = null, perWeek = null } = cap
  return requestDays === null && hoursBetween === null && perWeek === null
    ? null
    : { requestDays, hoursBetween, perWeek }
}

/** The names of what differs. */
export const differences = (before: EmailSettings, after: EmailSettings): (keyof EmailSettings)[] =>
  names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))

/** Changes after which waiting requests and reminders are planned again. The night and the limit made some of them wait. */
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
