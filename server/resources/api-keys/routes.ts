import type { Areas } from '#platform/areas/area.ts'
import { isScope } from '#platform/calls/access.ts'
import { operation } from '#platform/calls/operation.ts'
import { page, pageQuery } from '#platform/calls/paging/page.ts'
import { invalidField, notFound } from '#platform/values/errors.ts'
import { byId } from '#platform/values/wire.ts'
import { createKey, revokeKey } from './commands.ts'
import { ApiKey, CreatedApiKey, NewApiKey } from './schema.ts'
import * as store from './store.ts'

export const apiKeyOperations = ({ served, coming }: Areas['scopes']) => [
  operation({
    id: 'api_keys.create',
    http: 'POST /api-keys',
    tenancy: 'organization',
    role: 'ADMIN',
    session: true,
    secret: true,
    summary: 'Create an API key; its value is in this answer and nowhere else.',
    description: `Use one key per integration, with the least role and scopes it needs. A key can be narrowed to areas that this version does not serve yet, where a scope opens nothing so far (\`GET /features\` lists them as \`notYetServed\`): ${coming.map((area) => `\`${area}\``).join(', ')}.`,
    body: NewApiKey,
    returns: CreatedApiKey,
    status: 201,
    location: '/api-keys',
    async run({ tx, body, caller, now, audit }) {
      const { name, role = 'VIEWER', scopes = [], expiresAt = null } = body
      for (const [i, scope] of scopes.entries())
        if (!isScope(scope, [...served, ...coming])) throw invalidField(`/scopes/${i}`, `"${scope}" is not a scope`)
      if (expiresAt !== null && Date.parse(expiresAt) <= now.getTime())
        throw invalidField('/expiresAt', 'must be in the future')
      const { id, key } = await createKey(tx, audit, {
        name: name.trim(),
        role,
        scopes: [...new Set(scopes)],
        expiresAt,
        createdBy: caller.id,
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
    role: 'ADMIN',
    session: true,
    summary: "List the organization's API keys, newest first.",
    query: pageQuery({}),
    returns: page(ApiKey),
    run: ({ tx, query }) => store.list(tx, query),
  }),
  operation({
    id: 'api_keys.revoke',
    http: 'DELETE /api-keys/:id',
    tenancy: 'organization',
    role: 'ADMIN',
    session: true,
    summary: 'Revoke a key. Its very next request is refused.',
    params: byId,
    async run({ tx, params, audit }) {
      await revokeKey(tx, audit, params.id)
      return undefined
    },
  }),
]
