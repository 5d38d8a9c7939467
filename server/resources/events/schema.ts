import { type Static, Type } from 'typebox'
import { AnyOf, Id, Instant } from '#platform/values/wire.ts'

export const LoggedEvent = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: "The log's own id; never the `event_id` of a delivery." }),
    event: Type.String({ description: 'The set of names may grow.' }),
    data: Type.Object(
      {
        id: Id,
        sequence: Type.Integer({ description: 'Counts the events of the store in the order of their commits.' }),
      },
      { additionalProperties: true },
    ),
    occurredAt: Instant,
  },
  { title: 'LoggedEvent' },
)
export type LoggedEvent = Static<typeof LoggedEvent>

export const eventFilters = (names: readonly string[]) => ({
  event: Type.Optional(AnyOf(names)),
  since: Type.Optional(Type.String({ format: 'date-time', maxLength: 40, description: 'At or after this instant.' })),
})
export type EventFilters = { event?: string[]; since?: string }
