import { Type } from 'typebox'
import { operation } from '#platform/calls/operation.ts'
import { page, pageQuery } from '#platform/calls/paging/page.ts'
import { notFound } from '#platform/values/errors.ts'
import { byId, Id } from '#platform/values/wire.ts'
import { readConnection, replay } from '../commands.ts'
import { ConnectionEvent, eventFilters, Replayed } from './schema.ts'
import * as store from './store.ts'

const ofConnection = Type.Object({ id: Id, eventId: Id })

export default [
  operation({
    id: 'connectors.list_events',
    http: 'GET /connectors/:id/events',
    tenancy: 'store',
    summary: 'List what a connection was told and is still to be told, newest first.',
    description: 'Settled events are kept for 90 days.',
    params: byId,
    query: pageQuery(eventFilters),
    returns: page(ConnectionEvent),
    async run({ tx, params, query }) {
      await readConnection(tx, params.id)
      return store.list(tx, params.id, query)
    },
  }),
  operation({
    id: 'connectors.replay_event',
    http: 'POST /connectors/:id/events/:eventId/replay',
    tenancy: 'store',
    role: 'ADMIN',
    summary: 'Send an event that was given up again.',
    description:
      'One that ended with `outcome_unknown` may have been taken by the provider, and is refused (409): nobody is asked twice.',
    params: ofConnection,
    returns: ConnectionEvent,
    status: 202,
    location: '/connectors/:id/events',
    errors: ['not_retryable'],
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
    role: 'ADMIN',
    summary: 'Send all events that were given up again, but those that may have been taken.',
    params: byId,
    returns: Replayed,
    status: 202,
    location: '/connectors/:id/events',
    run: async ({ tx, params }) => ({ replayed: await replay(tx, params.id) }),
  }),
]
