// What a store's settings are before it chose any, and what a change of them makes.
import { invalidField } from '#platform/errors.ts'
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
  // An order has its request `delayDays` after the trigger: what moves it is chosen.
  frequencyCap: null,
  provider: 'evident',
  maxOrderAgeDays: 90,
}

/** A field that is left out keeps its value; throws 400 where the values do not go together. */
export function changed(before: EmailSettings, changes: EmailSettingsChanges): EmailSettings {
  const { quietHours = before.quietHours, frequencyCap = before.frequencyCap } = changes
  const pick = (name: keyof EmailSettings) => changes[name] ?? before[name]
  const after: EmailSettings = {
    ...(Object.fromEntries(names.map((name) => [name, pick(name)])) as EmailSettings),
    quietHours: quietHours && { start: quietHours.start, end: quietHours.end },
    frequencyCap: frequencyCap && { hoursBetween: frequencyCap.hoursBetween, perWeek: frequencyCap.perWeek },
  }
  if (after.quietHours && after.quietHours.start === after.quietHours.end)
    throw invalidField('/quietHours/end', 'must differ from `start`; null means no quiet hours')
  if (after.maxOrderAgeDays < after.delayDays)
    throw invalidField('/maxOrderAgeDays', 'must be at least `delayDays`: every order would be too old when it is due')
  return after
}

/** The names of what differs. */
export const differences = (before: EmailSettings, after: EmailSettings): (keyof EmailSettings)[] =>
  names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))

/** Changes after which requests and reminders that wait are due at another time: the night and the limit made some wait. */
const moving = ['trigger', 'delayDays', 'reminderDelayDays', 'quietHours', 'frequencyCap'] as const

export const movesRequests = (names: readonly (keyof EmailSettings)[]): boolean =>
  moving.some((name) => names.includes(name))

const names = Object.keys(defaults) as (keyof EmailSettings)[]
