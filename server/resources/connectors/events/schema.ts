import { type Static, Type } from 'typebox'
import { AnyOf, described, Id, Instant, Nullable, OneOf } from '#platform/values/wire.ts'

export const states = ['pending', 'sending', 'accepted', 'dead', 'dropped'] as const
export type State = (typeof states)[number]

export const ConnectionEvent = Type.Object(
  {
    id: described(Id, 'Id of the event, a UUIDv7.'),
    kind: Type.String({ description: 'Kind of the event. More kinds may follow.', examples: ['review_request_ready'] }),
    emailLast4: Type.String({
      description:
        'Masked email address of the customer: up to four characters before the @, at most half of that part.',
      examples: ['.doe'],
    }),
    state: OneOf(states, {
      description:
        'State of the event. `dead`: we gave up, and it can be replayed. `dropped`: no longer needed when due.',
    }),
    reason: Nullable(
      Type.String({
        description:
          'Reason the event waits or failed, such as `http_429`. An event with `outcome_unknown` is never sent again. Null otherwise.',
        examples: ['outcome_unknown'],
      }),
    ),
    attempts: Type.Integer({ description: 'Number of attempts so far.' }),
    occurredAt: described(Instant, 'Time the underlying change happened.'),
    dueAt: Nullable(
      Type.String({ format: 'date-time', description: 'Time of the next attempt. Null when none follows.' }),
    ),
    createdAt: described(Instant, 'Time the event was created.'),
    settledAt: Nullable(
      Type.String({
        format: 'date-time',
        description: 'Time the final state was reached. Null while the event is pending.',
      }),
    ),
  },
  { title: 'ConnectionEvent' },
)
export type ConnectionEvent = Static<typeof ConnectionEvent>

export const eventFilters = {
  state: Type.Optional(AnyOf(states, { description: 'Filter: events in these states.' })),
  kind: Type.Optional(Type.String({ maxLength: 60, description: 'Filter: events of this kind.' })),
}

export const Replayed = Type.Object({ replayed: Type.Integer({ description: 'Number of events queued again.' }) })

export const CustomerProviderEvent = Type.Object(
  {
    id: described(Id, 'Id of the event, a UUIDv7.'),
    kind: Type.String({ description: 'Kind of the event. More kinds may follow.', examples: ['review_request_ready'] }),
    state: Type.String({ description: 'State of the event. More states may follow.', examples: ['accepted'] }),
    occurredAt: described(Instant, 'Time the underlying change happened.'),
    settledAt: Nullable(described(Instant, 'Time the final state was reached. Null while the event is pending.')),
  },
  { title: 'CustomerProviderEvent' },
)
