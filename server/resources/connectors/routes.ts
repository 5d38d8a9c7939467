import { operation } from '#platform/calls/operation.ts'
import { byId } from '#platform/values/wire.ts'
import { changeConnection, createConnection, readConnection, removeConnection, sendTestEvent } from './commands.ts'
import { Connection, ConnectionChanges, ConnectionPage, ConnectionQuery, NewConnection, TestEvent } from './schema.ts'
import * as store from './store.ts'

const admin = { tenancy: 'store', role: 'ADMIN' } as const

export default [
  operation({
    id: 'connectors.list',
    http: 'GET /connectors',
    tenancy: 'store',
    summary: "List the store's connections to other services, newest first. Keys are not shown.",
    query: ConnectionQuery,
    returns: ConnectionPage,
    oneQuery: true,
    run: ({ tx, query }) => store.list(tx, query),
  }),
  operation({
    id: 'connectors.create',
    http: 'POST /connectors',
    ...admin,
    summary: 'Connect an e-mail marketing provider.',
    description:
      'A connected provider can send the review requests: put its id into `provider` of PUT /email/settings. It is then told of each request by an event that carries the form link and a link per star, and its flow sends the mail. Send a test event first: it shows whether the key is good.',
    body: NewConnection,
    returns: Connection,
    status: 201,
    location: '/connectors/{id}',
    errors: ['limit_reached'],
    run: ({ tx, body, services, audit }) => createConnection(tx, audit, services.secrets, body),
  }),
  operation({
    id: 'connectors.get',
    http: 'GET /connectors/:id',
    tenancy: 'store',
    summary: 'Read a connection, and how many events wait or were given up.',
    params: byId,
    returns: Connection,
    oneQuery: true,
    run: ({ tx, params }) => readConnection(tx, params.id),
  }),
  operation({
    id: 'connectors.update',
    http: 'PATCH /connectors/:id',
    ...admin,
    summary: 'Change a connection, replace its key, or pause it.',
    description: 'A new key, or another audience, also ends `needs_reauth`; what waited is sent.',
    params: byId,
    body: ConnectionChanges,
    returns: Connection,
    run: ({ tx, params, body, services, audit }) => changeConnection(tx, audit, services.secrets, params.id, body),
  }),
  operation({
    id: 'connectors.delete',
    http: 'DELETE /connectors/:id',
    ...admin,
    summary: 'Remove a connection, with the list of its events.',
    description:
      'Refused (409) while the review requests are sent by it. Requests that wait here go the way that is set now; those that it may have been told of already have failed with `outcome_unknown`.',
    params: byId,
    errors: ['connection_in_use'],
    async run({ tx, params, audit }) {
      await removeConnection(tx, audit, params.id)
      return undefined
    },
  }),
  operation({
    id: 'connectors.test',
    http: 'POST /connectors/:id/test',
    ...admin,
    summary: 'Send a test event to the provider.',
    description: 'Answered before the provider is: GET /connectors/:id/events tells how it went.',
    params: byId,
    body: TestEvent,
    returns: Connection,
    status: 202,
    location: '/connectors/:id',
    errors: ['connection_inactive'],
    async run({ tx, params, body, services }) {
      await sendTestEvent(tx, services, params.id, body)
      return readConnection(tx, params.id)
    },
  }),
]
