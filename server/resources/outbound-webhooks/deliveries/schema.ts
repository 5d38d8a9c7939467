import { type Static, Type } from 'typebox'
import { AnyOf, Instant, Nullable, OneOf } from '#platform/values/wire.ts'

export const states = ['pending', 'delivered', 'failed'] as const
export type State = (typeof states)[number]
export const causes = ['event', 'recovery', 'replay', 'test'] as const
export type Cause = (typeof causes)[number]

/** Reason for a missing answer. Fixed sentences reveal nothing of the network behind the address. */
const Attempt = Type.Object(
  {
    at: Instant,
    status: Nullable(Type.Integer({ description: 'Null when there was no answer.' })),
    error: Nullable(Type.String()),
    durationMs: Type.Integer(),
    answer: Nullable(Type.String({ description: 'The first 4 kB of the answer.' })),
  },
  { title: 'WebhookAttempt' },
)
export type Attempt = Static<typeof Attempt>

export const Delivery = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'Sent as `x-service-delivery`.' }),
    eventId: Type.String({ format: 'uuid', description: 'The `event_id` of the body.' }),
    event: Type.String(),
    state: OneOf(states),
    cause: OneOf(causes, {
      description: 'The event itself, a recovery after the webhook was disabled, a replay, or a test.',
    }),
    attempts: Type.Array(Attempt, { description: 'Oldest first; the last 30.' }),
    nextAttemptAt: Nullable(Type.String({ format: 'date-time' })),
    createdAt: Instant,
    finishedAt: Nullable(Type.String({ format: 'date-time' })),
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
          'The body that is sent, as it would be now. Null for keys and tokens, and once the event is not kept any more.',
      }),
    ),
  },
  { title: 'WebhookDeliveryDetail' },
)
export type DeliveryDetail = Static<typeof DeliveryDetail>

export const healthDays = 7

const counts = {
  delivered: Type.Integer({ description: 'Answered with 2xx.' }),
  failed: Type.Integer({ description: 'Given up, and delivered by nothing but a retry or a replay.' }),
  pending: Type.Integer({ description: 'Waiting for the next attempt.' }),
}

export const DeliveryHealth = Type.Object(
  {
    timezone: Type.String({ description: "The store's; its days are counted." }),
    days: Type.Array(
      Type.Object(
        { date: Type.String({ format: 'date', description: 'The day on which deliveries were made.' }), ...counts },
        { title: 'WebhookDeliveryDay' },
      ),
      { description: 'The oldest day first, every day a row.' },
    ),
    total: Type.Object(counts),
    deliveredShare: Nullable(Type.Number({ description: 'Of what is finished, 4 decimals; null where nothing is.' })),
  },
  { title: 'WebhookHealth' },
)
export type DeliveryHealth = Static<typeof DeliveryHealth>

export const deliveryFilters = (eventNames: readonly string[]) => ({
  state: Type.Optional(AnyOf(states)),
  event: Type.Optional(AnyOf(eventNames)),
})
export type DeliveryFilters = { state?: State[]; event?: string[] }
