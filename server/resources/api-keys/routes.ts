import type { Areas } from '#platform/areas/area.ts'
import { isScope } from '#platform/calls/access.ts'
import { operation } from '#platform/calls/operation.ts'
import { page, pageQuery } from '#platform/calls/paging/page.ts'
import { forbidden, invalidField, notFound } from '#platform/values/errors.ts'
import { byId, withExample } from '#platform/values/wire.ts'
import { createKey, revokeKey } from './commands.ts'
import { ApiKey, CreatedApiKey, NewApiKey } from './schema.ts'
import * as store from './store.ts'

export const apiKeyOperations = ({ served, coming }: Areas['scopes']) => [
  operation({
    id: 'api_keys.create',
    http: 'POST /api-keys',
    tenancy: 'organization',
    access: { role: 'ADMIN', session: true },
    doc: {
      summary: 'Create an API key',
      description: `The response is the only one with the secret key. Use one key per integration, with the lowest role and fewest scopes. This version does not serve some areas yet, and their scopes have no effect (\`notYetServed\` of \`GET /features\`): ${coming.map((area) => `\`${area}\``).join(', ')}.`,
    },
    input: {
      body: withExample(NewApiKey, {
        name: 'Warehouse sync',
        role: 'ADMIN',
        scopes: ['products:write', 'orders:write'],
      }),
    },
    output: { body: CreatedApiKey, status: 201, location: '/api-keys', secret: true, errors: ['store_env_forbidden'] },
    async run({ tx, body, caller, now, audit }) {
      const { name, role = 'VIEWER', scopes = [], expiresAt = null, storeEnvIds = [] } = body
      for (const [i, scope] of scopes.entries())
        if (!isScope(scope, [...served, ...coming])) throw invalidField(`/scopes/${i}`, `"${scope}" is not a scope`)
      if (expiresAt !== null && Date.parse(expiresAt) <= now.getTime())
        throw invalidField('/expiresAt', 'must be in the future')
      const [foreign] = await store.listForeignStores(tx, storeEnvIds)
      if (foreign) throw forbidden('store_env_forbidden', `${foreign.id} is not one of your stores.`)
      const { id, key } = await createKey(tx, audit, {
        name: name.trim(),
        role,
        scopes: [...new Set(scopes)],
        expiresAt,
        createdBy: caller.id,
        storeEnvIds: [...new Set(storeEnvIds)],
      })
      const created = await store.find(tx, id)
      if (!created) throw notFound('API key', id)
      return { ...created, key }
    },
  }),
  operation({
    id: 'api_keys.list',
    http: 'GET /api-keys',
    tenancy: 'organization',
    access: { role: 'ADMIN', session: true },
    doc: {
      summary: 'List API keys, newest first',
      description: 'Returns the API keys of the organization without their secrets, newest first, one page at a time.',
    },
    input: { query: pageQuery({}) },
    output: { body: page(ApiKey) },
    run: ({ tx, query }) => store.list(tx, query),
  }),
  operation({
    id: 'api_keys.revoke',
    http: 'DELETE /api-keys/:id',
    tenancy: 'organization',
    access: { role: 'ADMIN', session: true },
    doc: { summary: 'Revoke an API key', description: "The key's next request is refused." },
    input: { params: byId },
    async run({ tx, params, audit }) {
      await revokeKey(tx, audit, params.id)
      return undefined
    },
  }),
]
