import { Type } from 'typebox'
import { Id, Instant, Nullable, OneOf, secretField } from '#platform/values/wire.ts'

export const keyRoles = ['VIEWER', 'MEMBER', 'ADMIN'] as const

const scopes = Type.Array(Type.String({ minLength: 1, maxLength: 60 }), {
  maxItems: 80,
  description: '`read`, `write`, `<resource>:read` or `<resource>:write`. An empty list means unrestricted.',
})

const fields = {
  id: Id,
  name: Type.String(),
  role: OneOf(keyRoles),
  scopes,
  last4: Type.String({
    description:
      'The last four characters of the key as shown, to tell keys apart. Of a key made before 2026-11-22: the four before its last six.',
  }),
  createdAt: Instant,
  expiresAt: Nullable(Instant),
  firstUsedAt: Nullable(Instant),
  lastUsedAt: Nullable(Instant),
}

export const ApiKey = Type.Object(fields, { title: 'ApiKey' })

export const CreatedApiKey = Type.Object(
  {
    ...fields,
    key: secretField(Type.String({ description: 'The key itself. It is shown this once and cannot be recovered.' })),
  },
  { title: 'CreatedApiKey' },
)

export const NewApiKey = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S', 'x-expected': 'must hold more than spaces' }),
  role: Type.Optional(OneOf(keyRoles, { default: 'VIEWER' })),
  scopes: Type.Optional(scopes),
  expiresAt: Type.Optional(Nullable(Instant)),
})
