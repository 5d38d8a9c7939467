import { type Static, Type } from 'typebox'
import { AnyOf, described, Id, Instant } from '#platform/values/wire.ts'

export const LoggedEvent = Type.Object(
  {
    id: Type.String({
      format: 'uuid',
      description: 'Id of the log entry. It differs from the `event_id` of a delivery.',
    }),
    event: Type.String({ description: 'Name of the event. More names may follow.', examples: ['review.created'] }),
    data: Type.Object(
      {
        id: described(Id, 'Id of the event, a UUIDv7.'),
        sequence: Type.Integer({ description: 'Event counter of the store, ascending in commit order.' }),
      },
      {
        additionalProperties: true,
        description: 'Data of the event at the time it happened. The fields depend on `event`.',
      },
    ),
    occurredAt: described(Instant, 'Time the underlying change happened.'),
  },
  { title: 'LoggedEvent' },
)
export type LoggedEvent = Static<typeof LoggedEvent>

export const eventFilters = (names: readonly string[]) => ({
  event: Type.Optional(AnyOf(names, { description: 'Filter: events of these kinds.' })),
  since: Type.Optional(
    Type.String({ format: 'date-time', maxLength: 40, description: 'Earliest time of an event, inclusive.' }),
  ),
})
export type EventFilters = { event?: string[]; since?: string }
