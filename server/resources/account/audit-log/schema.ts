import { type Static, Type } from 'typebox'
import { described, Id, Instant, Nullable, OneOf } from '#platform/values/wire.ts'

const Party = Type.Object({
  type: Type.String({ description: 'Kind of the object or caller.', examples: ['user'] }),
  id: Type.Optional(
    Type.String({
      description: 'Id of the object or caller. Absent if it has none.',
      examples: ['019a9f50-0b7e-7a3c-9c55-7d4f1a2b3c01'],
    }),
  ),
  name: Type.Optional(
    Type.String({ description: 'Name of the object or caller at the time of the action.', examples: ['Sam Kent'] }),
  ),
})

const Actor = Type.Object(
  {
    ...Party.properties,
    via: Type.Optional(
      OneOf(['partner', 'support'], {
        description: 'Kind of grant the actor used. Absent for members of the organization.',
      }),
    ),
    organizationId: Type.Optional(
      Type.String({
        description: 'Id of the partner organization the actor works for.',
        examples: ['019a9f50-0b7e-7a3c-9c55-7d4f1a2b3c02'],
      }),
    ),
    organization: Type.Optional(
      Type.String({
        description: 'Name of the partner organization the actor works for.',
        examples: ['Bright Agency'],
      }),
    ),
  },
  { description: 'Caller who acted.' },
)

export const AuditEntry = Type.Object(
  {
    id: described(Id, 'Id of the audit log entry, a UUIDv7.'),
    action: Type.String({
      description: 'Name of the action, as `<noun>.<past>`, such as `api_key.created`.',
      examples: ['review_feed.rotated'],
    }),
    actor: Actor,
    target: Type.Unsafe<Static<typeof Party> | null>({
      anyOf: [Party, { type: 'null' }],
      description: 'Object of the action. Null if it has none.',
    }),
    storeEnvId: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'Id of the store. Null if the action concerns the whole organization.',
      examples: ['019a9f4e-7a10-7b6c-8d2e-1f2a3b4c5d00'],
    }),
    address: Nullable(
      Type.String({
        description: 'IP address of the client. Null for actions of the service.',
        examples: ['203.0.113.7'],
      }),
    ),
    userAgent: Nullable(
      Type.String({
        description: 'User agent string of the client. Null if it sent none.',
        examples: ['Mozilla/5.0 (X11; Linux x86_64) …'],
      }),
    ),
    at: described(Instant, 'Time of the action.'),
    details: Type.Unsafe<object | null>({
      type: ['object', 'null'],
      additionalProperties: true,
      description: 'Details of the action. The fields depend on `action`. Null without details.',
    }),
  },
  { title: 'AuditEntry' },
)
export type AuditEntry = Static<typeof AuditEntry>

export const auditFilters = {
  action: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'Filter: entries with exactly this action, such as `api_key.created`.',
    }),
  ),
}

export const ExportQuery = Type.Object({
  ...auditFilters,
  format: Type.Optional(OneOf(['csv'], { default: 'csv', description: 'Format of the file.' })),
})
