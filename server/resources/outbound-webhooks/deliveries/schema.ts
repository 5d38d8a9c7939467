import { type Static, Type } from 'typebox'
import { AnyOf, Instant, Nullable, OneOf } from '#platform/wire.ts'

export const states = ['pending', 'delivered', 'failed'] as const
export type State = (typeof states)[number]
export const causes = ['event', 'recovery', 'replay', 'test'] as const
export type Cause = (typeof causes)[number]

/** Why an attempt got no answer; the sentence is fixed, so that it tells nothing of the network behind the address. */
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

export const deliveryFilters = (eventNames: readonly string[]) => ({
  state: Type.Optional(AnyOf(states)),
  event: Type.Optional(AnyOf(eventNames)),
})
export type DeliveryFilters = { state?: State[]; event?: string[] }
