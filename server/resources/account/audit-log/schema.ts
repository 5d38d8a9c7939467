import { type Static, Type } from 'typebox'
import { Id, Instant, Nullable, OneOf } from '#platform/values/wire.ts'

const Party = Type.Object({
  type: Type.String(),
  id: Type.Optional(Type.String()),
  name: Type.Optional(Type.String()),
})

const Actor = Type.Object({
  ...Party.properties,
  via: Type.Optional(
    OneOf(['partner', 'support'], { description: 'By whose grant, when it was nobody of the organization itself.' }),
  ),
  organizationId: Type.Optional(Type.String({ description: 'The partner they work for.' })),
  organization: Type.Optional(Type.String({ description: 'What that partner is called.' })),
})

export const AuditEntry = Type.Object(
  {
    id: Id,
    action: Type.String({ description: '`<noun>.<past>`, such as `api_key.created`.' }),
    actor: Actor,
    target: Type.Unsafe<Static<typeof Party> | null>({ anyOf: [Party, { type: 'null' }] }),
    storeEnvId: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
    address: Nullable(Type.String({ description: "The client's address." })),
    userAgent: Nullable(Type.String({ description: 'What the client said it is.' })),
    at: Instant,
    details: Type.Unsafe<object | null>({ type: ['object', 'null'], additionalProperties: true }),
  },
  { title: 'AuditEntry' },
)
export type AuditEntry = Static<typeof AuditEntry>

export const auditFilters = { action: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })) }

export const ExportQuery = Type.Object({ ...auditFilters, format: Type.Optional(OneOf(['csv'], { default: 'csv' })) })
