import { Type } from 'typebox'
import { operation } from '#platform/operation.ts'
import { page, pageQuery } from '#platform/page.ts'
import { Id, Instant } from '#platform/wire.ts'
import * as store from './store.ts'

const Party = Type.Object({ type: Type.String(), id: Type.Optional(Type.String()), name: Type.Optional(Type.String()) })

const AuditEntry = Type.Object(
  {
    id: Id,
    action: Type.String({ description: '`<noun>.<past>`, such as `api_key.created`.' }),
    actor: Party,
    target: Type.Unsafe<object | null>({ anyOf: [Party, { type: 'null' }] }),
    storeEnvId: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
    at: Instant,
    details: Type.Unsafe<object | null>({ type: ['object', 'null'], additionalProperties: true }),
  },
  { title: 'AuditEntry' },
)

export default [
  operation({
    id: 'account.list_audit_log',
    http: 'GET /account/audit-log',
    tenancy: 'organization',
    role: 'ADMIN',
    session: true,
    summary: 'List what was done, by whom, newest first.',
    query: pageQuery({ action: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })) }),
    returns: page(AuditEntry),
    run: ({ tx, query }) => store.list(tx, query),
  }),
]
