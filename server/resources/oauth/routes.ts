import type { Static } from 'typebox'
import type { OrganizationTx } from '#platform/db/db.ts'
import { notFound } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { page, pageQuery } from '#platform/page.ts'
import { byId } from '#platform/wire.ts'
import { changeClient, endGrant, registerClient, removeClient } from './commands.ts'
import { CreatedOAuthClient, NewOAuthClient, OAuthClient, OAuthClientChange, OAuthConnection } from './schema.ts'
import * as store from './store.ts'

async function readClient(tx: OrganizationTx, id: string): Promise<Static<typeof OAuthClient>> {
  const client = await store.readClient(tx, id)
  if (!client) throw notFound('OAuth client', id)
  return client
}

const own = { tenancy: 'organization', role: 'ADMIN', session: true } as const

export default [
  operation({
    id: 'account.create_oauth_client',
    http: 'POST /account/oauth-clients',
    ...own,
    secret: true,
    summary: 'Register an OAuth client; the secret of a confidential one is in this answer and nowhere else.',
    description:
      'A program of your own that people of this organization let act for them. Nobody else can use it. A program for many organizations needs no registration: it publishes a client-id metadata document and uses its address as `client_id`.',
    body: NewOAuthClient,
    returns: CreatedOAuthClient,
    status: 201,
    location: '/account/oauth-clients',
    errors: ['limit_reached'],
    async run({ tx, body, caller, audit }) {
      const { name, redirectUris, confidential = false } = body
      const { id, clientSecret } = await registerClient(tx, audit, {
        ...{ name: name.trim(), redirectUris, confidential, createdBy: caller.id },
      })
      return { ...(await readClient(tx, id)), clientSecret }
    },
  }),
  operation({
    id: 'account.list_oauth_clients',
    http: 'GET /account/oauth-clients',
    ...own,
    summary: "List the organization's OAuth clients, newest first.",
    query: pageQuery({}),
    returns: page(OAuthClient),
    run: ({ tx, query }) => store.listClients(tx, query),
  }),
  operation({
    id: 'account.update_oauth_client',
    http: 'PATCH /account/oauth-clients/:id',
    ...own,
    summary: "Change an OAuth client's name or where its answers may be sent.",
    description: 'Its connections are kept, and go by the name that was consented to.',
    params: byId,
    body: OAuthClientChange,
    returns: OAuthClient,
    errors: ['not_found'],
    async run({ tx, params, body, audit }) {
      await changeClient(tx, audit, params.id, body)
      return readClient(tx, params.id)
    },
  }),
  operation({
    id: 'account.delete_oauth_client',
    http: 'DELETE /account/oauth-clients/:id',
    ...own,
    summary: 'Delete an OAuth client with all its connections; their very next request is refused.',
    params: byId,
    errors: ['not_found'],
    async run({ tx, params, audit }) {
      await removeClient(tx, audit, params.id)
      return undefined
    },
  }),
  operation({
    id: 'account.list_connections',
    http: 'GET /account/connections',
    ...own,
    summary: 'List the programs that people of the organization let act for them, newest first.',
    description:
      'Each is one consent of one person. It ends with their membership, and 90 days after its last refresh.',
    query: pageQuery({}),
    returns: page(OAuthConnection),
    run: ({ tx, query }) => store.listConnections(tx, query),
  }),
  operation({
    id: 'account.revoke_connection',
    http: 'DELETE /account/connections/:id',
    ...own,
    summary: 'End a connection. Its very next request is refused.',
    params: byId,
    errors: ['not_found'],
    async run({ tx, params, audit }) {
      if (!(await endGrant(tx, audit, params.id, 'by_admin'))) throw notFound('connection', params.id)
      return undefined
    },
  }),
]
