import { Type } from 'typebox'
import { operation } from '#platform/calls/operation.ts'
import { page, pageQuery } from '#platform/calls/paging/page.ts'
import { notFound } from '#platform/values/errors.ts'
import { byId, described, Id } from '#platform/values/wire.ts'
import { readConnection, replay } from '../commands.ts'
import { ConnectionEvent, eventFilters, Replayed } from './schema.ts'
import * as store from './store.ts'

const ofConnection = Type.Object({
  id: described(Id, 'Id of the connection to a provider.'),
  eventId: described(Id, 'Id of the event.'),
})

export default [
  operation({
    id: 'connectors.list_events',
    http: 'GET /connectors/:id/events',
    tenancy: 'store',
    doc: { summary: 'List events of a connection', description: 'Newest first. Final events are stored for 90 days.' },
    input: { params: byId, query: pageQuery(eventFilters) },
    output: { body: page(ConnectionEvent) },
    async run({ tx, params, query }) {
      await readConnection(tx, params.id)
      return store.list(tx, params.id, query)
    },
  }),
  operation({
    id: 'connectors.replay_event',
    http: 'POST /connectors/:id/events/:eventId/replay',
    tenancy: 'store',
    access: { role: 'ADMIN' },
    doc: {
      summary: 'Replay a failed event',
      description:
        'Events that ended with `outcome_unknown` get 409, because the provider may have them and nobody should be asked twice.',
    },
    input: { params: ofConnection },
    output: { body: ConnectionEvent, status: 202, location: '/connectors/:id/events', errors: ['not_retryable'] },
    async run({ tx, params }) {
      await replay(tx, params.id, params.eventId)
      const event = await store.find(tx, params.id, params.eventId)
      if (!event) throw notFound('event', params.eventId)
      return event
    },
  }),
  operation({
    id: 'connectors.replay',
    http: 'POST /connectors/:id/replay',
    tenancy: 'store',
    access: { role: 'ADMIN' },
    doc: { summary: 'Replay all failed events', description: 'Leaves out events that the provider may already have.' },
    input: { params: byId },
    output: { body: Replayed, status: 202, location: '/connectors/:id/events' },
    run: async ({ tx, params }) => ({ replayed: await replay(tx, params.id) }),
  }),
]
