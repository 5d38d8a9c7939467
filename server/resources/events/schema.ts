import { type Static, Type } from 'typebox'
import { AnyOf, Id, Instant } from '#platform/wire.ts'
import { loggedNames } from './events.ts'

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

export const eventFilters = {
  event: Type.Optional(AnyOf(loggedNames)),
  since: Type.Optional(Type.String({ format: 'date-time', maxLength: 40, description: 'At or after this instant.' })),
}
const Filters = Type.Object(eventFilters)
export type EventFilters = Static<typeof Filters>
