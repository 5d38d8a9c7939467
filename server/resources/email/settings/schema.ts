// The wire shape of how a store asks for reviews.
import { type Static, Type } from 'typebox'
import { Nullable, OneOf } from '#platform/wire.ts'

export const triggers = ['delivered', 'fulfilled', 'placed'] as const

const LocalTime = Type.String({
  pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
  'x-expected': 'must be a time of day such as 21:00',
  maxLength: 5,
  description: 'HH:MM',
})

const fields = {
  requestsEnabled: Type.Boolean({
    description: 'Off, whatever becomes due is skipped with the reason `requests_off`.',
  }),
  trigger: OneOf(triggers, {
    description:
      'What the delay counts from: `delivered` if known, else `fulfilled`, else `placed`. With `fulfilled` the delivery is not waited for, with `placed` nothing is.',
  }),
  delayDays: Type.Integer({
    minimum: 0,
    maximum: 90,
    description: 'Days from the trigger to the request. A change moves what is still scheduled.',
  }),
  reminders: Type.Integer({
    minimum: 0,
    maximum: 2,
    description: 'How often at most somebody is reminded who was asked and has not opened the form.',
  }),
  reminderDelayDays: Type.Integer({
    minimum: 1,
    maximum: 60,
    description: 'Days from the request, or from the reminder before, to the next reminder.',
  }),
  consent: OneOf(['all_buyers', 'opted_in_only'] as const, {
    description:
      '`opted_in_only` asks nobody but those whose order says `acceptsMarketing: true`; the others are skipped with the reason `no_consent`.',
  }),
  quietHours: Nullable(
    Type.Object(
      { start: LocalTime, end: LocalTime },
      {
        title: 'QuietHours',
        description:
          "When no request, reminder or mail of a sequence goes out, by the buyer's clock: the time of their country where it has one time, else the store's. They wait for `end`. Null: at any hour.",
      },
    ),
  ),
  frequencyCap: Nullable(
    Type.Object(
      {
        hoursBetween: Type.Integer({ minimum: 1, maximum: 168, description: 'Hours between two of them.' }),
        perWeek: Type.Integer({ minimum: 1, maximum: 20, description: 'How many in any seven days.' }),
      },
      {
        title: 'FrequencyCap',
        description:
          'How many requests, reminders and mails of sequences one address gets from the store, all together. What is too much waits. Null: no limit.',
      },
    ),
  ),
  provider: Type.String({
    minLength: 1,
    maxLength: 64,
    description: 'Who sends: `evident`, or the id of a connection to an e-mail marketing provider.',
  }),
  maxOrderAgeDays: Type.Integer({
    minimum: 1,
    maximum: 730,
    description: 'Orders placed more days ago are skipped with the reason `too_old`.',
  }),
}

export const EmailSettings = Type.Object(fields, { title: 'EmailSettings' })
export type EmailSettings = Static<typeof EmailSettings>

export const EmailSettingsChanges = Type.Partial(Type.Object(fields), { title: 'EmailSettingsChanges' })
export type EmailSettingsChanges = Static<typeof EmailSettingsChanges>
