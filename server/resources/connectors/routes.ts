import { operation } from '#platform/calls/operation.ts'
import { withoutStarWords } from '#platform/limits/star-words.ts'
import { byId, withExample } from '#platform/values/wire.ts'
import { changeConnection, createConnection, deleteConnection, readConnection, sendTestEvent } from './commands.ts'
import { Connection, ConnectionChanges, ConnectionPage, ConnectionQuery, NewConnection, TestEvent } from './schema.ts'
import * as store from './store.ts'

const admin = { tenancy: 'store', access: { role: 'ADMIN' } } as const

export default [
  operation({
    id: 'connectors.list',
    http: 'GET /connectors',
    tenancy: 'store',
    doc: { summary: 'List connections, newest first', description: 'Keys are not returned.' },
    input: { query: ConnectionQuery },
    output: { body: ConnectionPage },
    transaction: 'single-query',
    run: ({ tx, query }) => store.list(tx, query),
  }),
  operation({
    id: 'connectors.create',
    http: 'POST /connectors',
    ...admin,
    doc: {
      summary: 'Connect an email marketing provider',
      description:
        'To let the connection send review requests, set its id as `provider` in `PUT /email/settings`. It then gets an event per request, with the form link and a link per star, and its flow sends the email. Send a test event first to check the key.',
    },
    input: {
      body: withExample(NewConnection, { provider: 'klaviyo', apiKey: 'pk_0123456789abcdef0123456789abcdef01' }),
    },
    output: { body: Connection, status: 201, location: '/connectors/{id}', errors: ['limit_reached'] },
    run: ({ tx, body, services, audit }) => createConnection(tx, audit, services.secrets, withoutStarWords(body)),
  }),
  operation({
    id: 'connectors.get',
    http: 'GET /connectors/:id',
    tenancy: 'store',
    doc: {
      summary: 'Get a connection',
      description: 'Returns one connection to an email marketing provider with its state and its counts of events.',
    },
    input: { params: byId },
    output: { body: Connection },
    transaction: 'single-query',
    run: ({ tx, params }) => readConnection(tx, params.id),
  }),
  operation({
    id: 'connectors.update',
    http: 'PATCH /connectors/:id',
    ...admin,
    doc: {
      summary: 'Update a connection',
      description:
        'Renames or pauses the connection, or replaces its key. A new key or audience also ends `needs_reauth` and sends waiting events.',
    },
    input: {
      params: byId,
      body: withExample(ConnectionChanges, { eventNames: { review_request_ready: 'Time for a review' } }),
    },
    output: { body: Connection },
    run: ({ tx, params, body, services, audit }) =>
      changeConnection(tx, audit, services.secrets, params.id, withoutStarWords(body)),
  }),
  operation({
    id: 'connectors.delete',
    http: 'DELETE /connectors/:id',
    ...admin,
    doc: {
      summary: 'Delete a connection',
      description:
        'Also deletes the events of the connection. Returns 409 while the connection sends the review requests. Waiting requests go to the current sender. Requests that the provider may have received fail with `outcome_unknown`.',
    },
    input: { params: byId },
    output: { errors: ['connection_in_use'] },
    async run({ tx, params, audit }) {
      await deleteConnection(tx, audit, params.id)
      return undefined
    },
  }),
  operation({
    id: 'connectors.test',
    http: 'POST /connectors/:id/test',
    ...admin,
    doc: {
      summary: 'Send a test event',
      description: 'Returns before the provider responds. `GET /connectors/:id/events` shows the result.',
    },
    input: { params: byId, body: withExample(TestEvent, { email: 'you@acme.example' }) },
    output: { body: Connection, status: 202, location: '/connectors/:id', errors: ['connection_inactive'] },
    async run({ tx, params, body, services }) {
      await sendTestEvent(tx, services, params.id, body)
      return readConnection(tx, params.id)
    },
  }),
]
