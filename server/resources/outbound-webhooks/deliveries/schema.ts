import { type Static, Type } from 'typebox'
import { AnyOf, described, Instant, Nullable, OneOf } from '#platform/values/wire.ts'

export const states = ['pending', 'delivered', 'failed'] as const
export type State = (typeof states)[number]
export const causes = ['event', 'recovery', 'replay', 'test'] as const
export type Cause = (typeof causes)[number]

/**
 * `error` is the reason for a missing response. Its fixed sentences reveal nothing about the network behind the URL.
 */
const Attempt = Type.Object(
  {
    at: described(Instant, 'Time of the attempt.'),
    status: Nullable(Type.Integer({ description: 'HTTP status of the response. Null without a response.' })),
    error: Nullable(
      Type.String({
        description: 'Failure of the attempt, such as `timeout`. Null without a failure.',
        examples: ['timeout'],
      }),
    ),
    durationMs: Type.Integer({ description: 'Duration of the attempt in milliseconds.' }),
    answer: Nullable(
      Type.String({
        description: 'First 4 kB of the response. Null without a response.',
        examples: ['{"received":true}'],
      }),
    ),
  },
  { title: 'WebhookAttempt' },
)
export type Attempt = Static<typeof Attempt>

export const Delivery = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'Id of the delivery, sent as `x-service-delivery`.' }),
    eventId: Type.String({ format: 'uuid', description: 'Id of the event, equal to `event_id` of the body.' }),
    event: Type.String({ description: 'Kind of the event. More kinds may follow.', examples: ['review.created'] }),
    state: OneOf(states, { description: 'State of the delivery.' }),
    cause: OneOf(causes, {
      description: 'Cause of the delivery: the event, a recovery after the webhook was off, a replay, or a test.',
    }),
    attempts: Type.Array(Attempt, { description: 'Last 30 attempts, oldest first.' }),
    nextAttemptAt: Nullable(
      Type.String({ format: 'date-time', description: 'Time of the next attempt. Null if none follows.' }),
    ),
    createdAt: described(Instant, 'Time the delivery was created.'),
    finishedAt: Nullable(
      Type.String({
        format: 'date-time',
        description: 'Time of the last attempt. Null while the delivery is pending.',
      }),
    ),
  },
  { title: 'WebhookDelivery' },
)
export type Delivery = Static<typeof Delivery>

export const DeliveryDetail = Type.Object(
  {
    ...Delivery.properties,
    payload: Nullable(
      Type.Unsafe<unknown>({
        description:
          'Body of the delivery, as it would be sent now. Null for keys and tokens, and once the event was deleted.',
      }),
    ),
  },
  { title: 'WebhookDeliveryDetail' },
)
export type DeliveryDetail = Static<typeof DeliveryDetail>

export const healthDays = 7

const counts = {
  delivered: Type.Integer({ description: 'Number of deliveries answered with 2xx.' }),
  failed: Type.Integer({ description: 'Number of deliveries we gave up on. Only a retry or replay can deliver them.' }),
  pending: Type.Integer({ description: 'Number of deliveries that wait for the next attempt.' }),
}

export const DeliveryHealth = Type.Object(
  {
    timezone: Type.String({
      description: 'Time zone of the store, in which days are counted.',
      examples: ['Europe/London'],
    }),
    days: Type.Array(
      Type.Object(
        {
          date: Type.String({ format: 'date', description: 'Day of the deliveries.', examples: ['2026-11-20'] }),
          ...counts,
        },
        { title: 'WebhookDeliveryDay' },
      ),
      { description: 'Days of the period, oldest first, without gaps.' },
    ),
    total: Type.Object(counts, { description: 'Deliveries of all seven days.' }),
    deliveredShare: Nullable(
      Type.Number({
        description: 'Share of finished deliveries that succeeded, 0 to 1, to four decimals. Null if none is finished.',
      }),
    ),
  },
  { title: 'WebhookHealth' },
)
export type DeliveryHealth = Static<typeof DeliveryHealth>

export const deliveryFilters = (eventNames: readonly string[]) => ({
  state: Type.Optional(AnyOf(states, { description: 'Filter: deliveries in these states.' })),
  event: Type.Optional(AnyOf(eventNames, { description: 'Filter: deliveries of these kinds of events.' })),
})
export type DeliveryFilters = { state?: State[]; event?: string[] }
