import { type Static, Type } from 'typebox'
import { Id, Instant, Nullable, OneOf } from '#platform/values/wire.ts'

export const grantRoles = ['VIEWER', 'MEMBER', 'ADMIN'] as const
export type GrantRole = (typeof grantRoles)[number]
export const grantStates = ['offered', 'active'] as const
export const directions = ['given', 'received'] as const

const role = OneOf(grantRoles, {
  description:
    'The most that they may do. Each of them has the lesser of this and their role in their own organization.',
})
const storeEnvIds = Type.Array(Id, {
  minItems: 1,
  maxItems: 500,
  uniqueItems: true,
  description: 'Only these stores. Without it: all, also those that are opened later.',
})
const expiresAt = { ...Instant, description: 'When it ends by itself. Without it: never.' }

export const NewGrant = Type.Object({
  organizationId: Type.String({
    format: 'uuid',
    description: 'Of the partner, who finds it among its organizations (`GET /account/organizations`).',
  }),
  role,
  storeEnvIds: Type.Optional(Nullable(storeEnvIds)),
  expiresAt: Type.Optional(Nullable(expiresAt)),
})

export const GrantChange = Type.Object({
  role: Type.Optional(role),
  storeEnvIds: Type.Optional(Nullable(storeEnvIds)),
  expiresAt: Type.Optional(Nullable(expiresAt)),
})

const Party = Type.Object({ id: Id, name: Type.String() }, { title: 'GrantParty' })

export const Grant = Type.Object(
  {
    id: Id,
    direction: OneOf(directions, { description: 'Whether the organization has given or received it.' }),
    organizationId: Id,
    from: Party,
    to: Party,
    state: OneOf(grantStates, {
      description:
        '`offered` until an owner of the receiving organization accepts it; it gives access to nothing until then. `active` afterwards.',
    }),
    acceptedAt: Nullable({ ...Instant, description: 'When the grant became active. Null while it is offered.' }),
    role,
    storeEnvIds: Nullable(Type.Array(Id)),
    expiresAt: Nullable(expiresAt),
    expired: Type.Boolean({ description: 'Whether it has ended by itself.' }),
    createdAt: Instant,
  },
  { title: 'PartnerGrant' },
)
export type Grant = Static<typeof Grant>
