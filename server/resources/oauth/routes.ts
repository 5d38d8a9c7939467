import type { Static } from 'typebox'
import { operation } from '#platform/calls/operation.ts'
import { page, pageQuery } from '#platform/calls/paging/page.ts'
import type { OrganizationTx } from '#platform/db/db.ts'
import { notFound } from '#platform/values/errors.ts'
import { byId, withExample } from '#platform/values/wire.ts'
import { changeClient, deleteClient, endGrant, registerClient, rotateSecret } from './commands.ts'
import {
  CreatedOAuthClient,
  NewOAuthClient,
  OAuthClient,
  OAuthClientChange,
  OAuthConnection,
  SecretRotation,
} from './schema.ts'
import * as store from './store.ts'

async function readClient(tx: OrganizationTx, id: string): Promise<Static<typeof OAuthClient>> {
  const client = await store.readClient(tx, id)
  if (!client) throw notFound('OAuth client', id)
  return client
}

const byAdmins = { tenancy: 'organization', access: { role: 'ADMIN', session: true } } as const
const ofOneself = { tenancy: 'organization', access: { role: 'VIEWER', session: true, personal: true } } as const

export default [
  operation({
    id: 'account.create_oauth_client',
    http: 'POST /account/oauth-clients',
    ...byAdmins,
    doc: {
      summary: 'Register an OAuth client',
      description:
        'Only this response has the secret of a confidential client. The client is for people of this organization. Apps for many organizations need no registration: they publish a client metadata document and use its address as `client_id`.',
    },
    input: {
      body: withExample(NewOAuthClient, {
        name: 'Inventory',
        redirectUris: ['https://inventory.acme.example/oauth/callback'],
        confidential: true,
      }),
    },
    output: {
      body: CreatedOAuthClient,
      status: 201,
      location: '/account/oauth-clients',
      secret: true,
      errors: ['limit_reached'],
    },
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
    ...byAdmins,
    doc: {
      summary: 'List OAuth clients, newest first',
      description:
        'Returns the OAuth clients of the organization without their secrets, newest first, one page at a time.',
    },
    input: { query: pageQuery({}) },
    output: { body: page(OAuthClient) },
    run: ({ tx, query }) => store.listClients(tx, query),
  }),
  operation({
    id: 'account.update_oauth_client',
    http: 'PATCH /account/oauth-clients/:id',
    ...byAdmins,
    doc: {
      summary: 'Update an OAuth client',
      description: 'The connections of the client stay, with the name that people consented to.',
    },
    input: { params: byId, body: withExample(OAuthClientChange, { name: 'Inventory 2' }) },
    output: { body: OAuthClient, errors: ['not_found'] },
    async run({ tx, params, body, audit }) {
      await changeClient(tx, audit, params.id, body)
      return readClient(tx, params.id)
    },
  }),
  operation({
    id: 'account.rotate_oauth_client_secret',
    http: 'POST /account/oauth-clients/:id/secret/rotate',
    ...byAdmins,
    doc: {
      summary: 'Replace the secret of an OAuth client',
      description:
        'Only this response has the new secret. The previous secret works for 24 more hours, unless `endPrevious` is true. Any older secret stops immediately. Connections stay.',
    },
    input: { params: byId, body: withExample(SecretRotation, { endPrevious: false }), optional: true },
    output: { body: CreatedOAuthClient, secret: true, errors: ['not_found', 'conflict'] },
    async run({ tx, params, body, audit }) {
      const { clientSecret } = await rotateSecret(tx, audit, params.id, body?.endPrevious ?? false)
      return { ...(await readClient(tx, params.id)), clientSecret }
    },
  }),
  operation({
    id: 'account.delete_oauth_client',
    http: 'DELETE /account/oauth-clients/:id',
    ...byAdmins,
    doc: {
      summary: 'Delete an OAuth client',
      description: 'Also deletes all connections of the client. Their next request is refused.',
    },
    input: { params: byId },
    output: { errors: ['not_found'] },
    async run({ tx, params, audit }) {
      await deleteClient(tx, audit, params.id)
      return undefined
    },
  }),
  operation({
    id: 'account.list_connections',
    http: 'GET /account/connections',
    ...byAdmins,
    doc: {
      summary: 'List connected apps',
      description:
        'Newest first. Each item is the consent of one person. It ends with their membership, or 90 days after its last refresh.',
    },
    input: { query: pageQuery({}) },
    output: { body: page(OAuthConnection) },
    run: ({ tx, query }) => store.listConnections(tx, query),
  }),
  operation({
    id: 'account.revoke_connection',
    http: 'DELETE /account/connections/:id',
    ...byAdmins,
    doc: { summary: 'Revoke a connected app', description: "The connection's next request is refused." },
    input: { params: byId },
    output: { errors: ['not_found'] },
    async run({ tx, params, audit }) {
      if (!(await endGrant(tx, audit, params.id, 'by_admin'))) throw notFound('connection', params.id)
      return undefined
    },
  }),
  operation({
    id: 'account.list_own_connections',
    http: 'GET /account/own-connections',
    ...ofOneself,
    doc: {
      summary: 'List your connected apps, newest first',
      description: 'Same as `GET /account/connections`, limited to the caller, for any role.',
    },
    input: { query: pageQuery({}) },
    output: { body: page(OAuthConnection) },
    run: ({ tx, query, caller }) => store.listConnections(tx, query, caller.id),
  }),
  operation({
    id: 'account.revoke_own_connection',
    http: 'DELETE /account/own-connections/:id',
    ...ofOneself,
    doc: { summary: 'Revoke an own connected app', description: "The connection's next request is refused." },
    input: { params: byId },
    output: { errors: ['not_found'] },
    async run({ tx, params, caller, audit }) {
      const isEnded =
        (await store.ownsGrant(tx, params.id, caller.id)) && (await endGrant(tx, audit, params.id, 'by_person'))
      if (!isEnded) throw notFound('connection', params.id)
      return undefined
    },
  }),
]
