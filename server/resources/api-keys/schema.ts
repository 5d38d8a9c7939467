import { Type } from 'typebox'
import { described, Id, Instant, Nullable, notBlank, OneOf, secretField } from '#platform/values/wire.ts'

export const keyRoles = ['VIEWER', 'MEMBER', 'ADMIN'] as const

const scopes = Type.Array(Type.String({ minLength: 1, maxLength: 60, examples: ['reviews:read'] }), {
  maxItems: 80,
  description: 'Scopes: `read`, `write`, `<resource>:read` or `<resource>:write`. An empty list means unrestricted.',
})

const storeEnvIds = (more: object = {}) =>
  Type.Array(described(Id, 'Id of the store environment.'), {
    maxItems: 200,
    description: 'Stores that the key reaches. An empty list means all stores of the organization.',
    ...more,
  })

const fields = {
  id: described(Id, 'Id of the API key, a UUIDv7.'),
  name: Type.String({ description: 'Name of the key.', examples: ['Warehouse sync'] }),
  role: OneOf(keyRoles, {
    description:
      'Role of the key. Each role includes the rights of all lower roles. Lowest to highest: VIEWER, MEMBER, ADMIN.',
  }),
  scopes,
  storeEnvIds: storeEnvIds(),
  last4: Type.String({
    description:
      'Last four characters of the key. For keys made before 2026-11-22: the four characters before the last six.',
    examples: ['9FV4'],
  }),
  createdAt: described(Instant, 'Time the API key was created.'),
  expiresAt: Nullable(described(Instant, 'Time the key expires. Null if it does not expire.')),
  firstUsedAt: Nullable(described(Instant, 'Time the key was first used. Null if never used.')),
  lastUsedAt: Nullable(described(Instant, 'Time the API key was last used. Null if never used.')),
}

export const ApiKey = Type.Object(fields, { title: 'ApiKey' })

export const CreatedApiKey = Type.Object(
  {
    ...fields,
    key: secretField(
      Type.String({
        description: 'Secret key. We show it only in this response and cannot recover it.',
        examples: ['evnt_…'],
      }),
    ),
  },
  { title: 'CreatedApiKey' },
)

export const NewApiKey = Type.Object({
  name: Type.String({
    minLength: 1,
    maxLength: 100,
    ...notBlank,
    description: 'Name of the key.',
    examples: ['Warehouse sync'],
  }),
  role: Type.Optional(
    OneOf(keyRoles, {
      default: 'VIEWER',
      description:
        'Role of the key. Each role includes the rights of all lower roles. Lowest to highest: VIEWER, MEMBER, ADMIN.',
    }),
  ),
  scopes: Type.Optional(scopes),
  storeEnvIds: Type.Optional(storeEnvIds({ default: [] })),
  expiresAt: Type.Optional(Nullable(described(Instant, 'Time the key expires. Null if it does not expire.'))),
})
