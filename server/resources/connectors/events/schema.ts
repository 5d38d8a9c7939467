import { type Static, Type } from 'typebox'
import { AnyOf, Id, Instant, Nullable, OneOf } from '#platform/values/wire.ts'

export const states = ['pending', 'sending', 'accepted', 'dead', 'dropped'] as const
export type State = (typeof states)[number]

export const ConnectionEvent = Type.Object(
  {
    id: Id,
    kind: Type.String(),
    emailLast4: Type.String(),
    state: OneOf(states, {
      description:
        '`accepted`: the provider has taken it; `dead`: given up, may be replayed; `dropped`: no longer wanted when its turn came.',
    }),
    reason: Nullable(
      Type.String({
        description:
          'Why it waits or was given up, such as `http_429` or `outcome_unknown` (it may have been taken, and is not sent again).',
      }),
    ),
    attempts: Type.Integer(),
    occurredAt: Instant,
    dueAt: Nullable(Type.String({ format: 'date-time' })),
    createdAt: Instant,
    settledAt: Nullable(Type.String({ format: 'date-time' })),
  },
  { title: 'ConnectionEvent' },
)
export type ConnectionEvent = Static<typeof ConnectionEvent>

export const eventFilters = { state: Type.Optional(AnyOf(states)), kind: Type.Optional(Type.String({ maxLength: 60 })) }

export const Replayed = Type.Object({ replayed: Type.Integer() })

export const CustomerProviderEvent = Type.Object(
  { id: Id, kind: Type.String(), state: Type.String(), occurredAt: Instant, settledAt: Nullable(Instant) },
  { title: 'CustomerProviderEvent' },
)
