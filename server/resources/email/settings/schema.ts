import { type Static, Type } from 'typebox'
import { described, Nullable, OneOf } from '#platform/values/wire.ts'

export const triggers = ['delivered', 'fulfilled', 'placed'] as const

const LocalTime = Type.String({
  pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
  'x-expected': 'must be a time of day such as 21:00',
  maxLength: 5,
  description: 'Time of day, as `HH:MM`.',
})

const cap = {
  requestDays: Nullable(
    Type.Integer({
      minimum: 1,
      maximum: 90,
      description:
        'Days between two requests to one person. Requests for other orders that are due in these days are skipped with the reason `already_asked`. With null, each order gets a request.',
    }),
  ),
  hoursBetween: Nullable(
    Type.Integer({
      minimum: 1,
      maximum: 168,
      description: 'Hours between two requests, reminders or sequence emails to one address. Null for no limit.',
    }),
  ),
  perWeek: Nullable(
    Type.Integer({
      minimum: 1,
      maximum: 20,
      description:
        'Maximum number of requests, reminders and sequence emails to one address in seven days. Set both `hoursBetween` and `perWeek`, or neither. Null for no limit.',
    }),
  ),
}
const capDescription =
  'Limits for one address. `requestDays` skips requests. `hoursBetween` and `perWeek` delay emails. Null for no limit.'

const fields = {
  requestsEnabled: Type.Boolean({
    description: 'Whether review requests are on. If off, due requests are skipped with the reason `requests_off`.',
  }),
  trigger: OneOf(triggers, {
    description:
      'Event that starts the delay. `delivered` uses the delivery if known, else the fulfilment, else the order. `fulfilled` ignores the delivery. `placed` uses only the time of the order.',
  }),
  delayDays: Type.Integer({
    minimum: 0,
    maximum: 90,
    description: 'Days from the trigger to the request. A change moves scheduled requests.',
  }),
  reminders: Type.Integer({
    minimum: 0,
    maximum: 2,
    description: 'Maximum number of reminders to a customer who has not opened the form.',
  }),
  reminderDelayDays: Type.Integer({
    minimum: 1,
    maximum: 60,
    description: 'Days from the request or previous reminder to the next reminder.',
  }),
  consent: OneOf(['all_buyers', 'opted_in_only'] as const, {
    description:
      'Customers to ask. `opted_in_only` skips orders without `acceptsMarketing: true`, with the reason `no_consent`.',
  }),
  quietHours: Nullable(
    Type.Object(
      {
        start: described(LocalTime, 'Start of the quiet hours, as `HH:MM`.', '21:00'),
        end: described(LocalTime, 'End of the quiet hours, as `HH:MM`.', '08:00'),
      },
      {
        title: 'QuietHours',
        description:
          "Hours without requests, reminders and sequence emails, in the buyer's time zone: their country's if the whole country has the same time, else the store's. Emails wait until `end`. Null for none.",
      },
    ),
  ),
  provider: Type.String({
    minLength: 1,
    maxLength: 64,
    description: 'Sender of requests: `evident`, or the id of an email marketing connection.',
    examples: ['evident'],
  }),
  maxOrderAgeDays: Type.Integer({
    minimum: 1,
    maximum: 730,
    description: 'Maximum age of an order in days. Older orders are skipped with the reason `too_old`.',
  }),
  skipRefundedOrders: Type.Boolean({
    description:
      'Whether to skip requests for fully refunded orders, with the reason `order_refunded`. An order is fully refunded if `refundedTotal` reaches a `total` above 0.',
  }),
  onlyDispatched: Type.Boolean({
    description:
      'Whether a request waits until its order has `fulfilledAt` or `deliveredAt`. It has no effect with the trigger `placed`.',
  }),
}

export const EmailSettings = Type.Object(
  {
    ...fields,
    frequencyCap: Nullable(
      Type.Object(cap, {
        title: 'FrequencyCap',
        description: capDescription,
      }),
    ),
  },
  { title: 'EmailSettings' },
)
export type EmailSettings = Static<typeof EmailSettings>

export const EmailSettingsChanges = Type.Partial(
  Type.Object({
    ...fields,
    frequencyCap: Nullable(
      Type.Partial(Type.Object(cap), {
        title: 'FrequencyCapChanges',
        description: `${capDescription} An omitted field is null.`,
      }),
    ),
  }),
  { title: 'EmailSettingsChanges' },
)
export type EmailSettingsChanges = Static<typeof EmailSettingsChanges>
