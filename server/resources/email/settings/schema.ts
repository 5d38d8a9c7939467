import { type Static, Type } from 'typebox'
import { Nullable, OneOf } from '#platform/values/wire.ts'

export const triggers = ['delivered', 'fulfilled', 'placed'] as const

const LocalTime = Type.String({
  pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
  'x-expected': 'must be a time of day such as 21:00',
  maxLength: 5,
  description: 'HH:MM',
})

const cap = {
  requestDays: Nullable(
    Type.Integer({
      minimum: 1,
      maximum: 90,
      description:
        'Days in which one person gets at most one request. Other orders of that person that become due in these days are skipped with the reason `already_asked`. Null: each order gets its own request.',
    }),
  ),
  hoursBetween: Nullable(
    Type.Integer({
      minimum: 1,
      maximum: 168,
      description: 'Hours between two requests, reminders or mails of sequences to one address. Null: no such limit.',
    }),
  ),
  perWeek: Nullable(
    Type.Integer({
      minimum: 1,
      maximum: 20,
      description:
        'Number of requests, reminders and mails of sequences to one address in any seven days. Null together with `hoursBetween`: no such limit.',
    }),
  ),
}
const capDescription =
  'Limits for one address. `requestDays` skips requests. `hoursBetween` and `perWeek` make requests, reminders and mails of sequences wait. Null: no limit.'

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
  skipRefundedOrders: Type.Boolean({
    description:
      'On, a request is skipped with the reason `order_refunded` where `refundedTotal` of its order is at least `total` and `total` is above 0.',
  }),
  onlyDispatched: Type.Boolean({
    description:
      'On, a request waits until its order has `fulfilledAt` or `deliveredAt`; `placed` is not counted from then. No effect with the trigger `placed`.',
  }),
}

export const EmailSettings = Type.Object(
  { ...fields, frequencyCap: Nullable(Type.Object(cap, { title: 'FrequencyCap', description: capDescription })) },
  { title: 'EmailSettings' },
)
export type EmailSettings = Static<typeof EmailSettings>

export const EmailSettingsChanges = Type.Partial(
  Type.Object({
    ...fields,
    frequencyCap: Nullable(
      Type.Partial(Type.Object(cap), {
        title: 'FrequencyCapChanges',
        description: `${capDescription} A field that is left out is null.`,
      }),
    ),
  }),
  { title: 'EmailSettingsChanges' },
)
export type EmailSettingsChanges = Static<typeof EmailSettingsChanges>
