import { operation } from '#platform/calls/operation.ts'
import { byId, withExample } from '#platform/values/wire.ts'
import { connectByString, rotateString } from './commands.ts'
import { ConnectionString, NewConnectionString, NextConnectionString } from './schema.ts'

const admin = { tenancy: 'store', access: { role: 'ADMIN', session: true } } as const

export default [
  operation({
    id: 'connectors.create_connection_string',
    http: 'POST /connectors/shops/connection-string',
    ...admin,
    doc: {
      summary: 'Connect a shop by its plugin',
      description:
        'Creates a connection with the status `installing`, and the connection string for the plugin of a Medusa or Vendure shop. The API key in the string reads reviews, products and orders of this store only. If no plugin uses the string within 24 hours, it expires and the connection is removed.',
    },
    input: { body: withExample(NewConnectionString, { platform: 'medusa', page: 'https://acme.example' }) },
    output: {
      body: ConnectionString,
      status: 201,
      location: '/connectors/shops/{id}',
      secret: true,
      errors: ['shop_already_connected', 'delegated_access'],
    },
    run: ({ tx, services, audit, caller, body }) => connectByString(tx, { services, audit, caller }, body),
  }),
  operation({
    id: 'connectors.rotate_connection_string',
    http: 'POST /connectors/shops/:id/connection-string',
    ...admin,
    doc: {
      summary: 'Replace the connection string',
      description:
        'Old strings work for 24 more hours, or end immediately with `endOld`. Omitted `page` and `reply` keep their values. A connection that was made without a plugin gets its first string.',
    },
    input: { params: byId, body: withExample(NextConnectionString, { endOld: true }), optional: true },
    output: {
      body: ConnectionString,
      status: 201,
      location: '/connectors/shops/{id}',
      secret: true,
      errors: ['conflict', 'delegated_access'],
    },
    run: ({ tx, services, audit, caller, params, body }) =>
      rotateString(tx, { services, audit, caller }, params.id, body ?? {}),
  }),
]
