import { type Static, Type } from 'typebox'
import { described, Id, Instant, Nullable, OneOf } from '#platform/values/wire.ts'

export const grantRoles = ['VIEWER', 'MEMBER', 'ADMIN'] as const
export type GrantRole = (typeof grantRoles)[number]
export const grantStates = ['offered', 'active'] as const
export const directions = ['given', 'received'] as const

const role = OneOf(grantRoles, {
  description:
    "Highest role of the partner's people. Each has the lower of this and their own role in their organization.",
})
const storeEnvIds = Type.Array(Id, {
  minItems: 1,
  maxItems: 500,
  uniqueItems: true,
  description: 'Ids of the stores the grant covers. If omitted, it covers all current and future stores.',
})
const expiresAt = { ...Instant, description: 'Time the grant expires. If omitted, it does not expire.' }

export const NewGrant = Type.Object({
  organizationId: Type.String({
    format: 'uuid',
    description: 'Id of the partner organization. The partner finds it in `GET /account/organizations`.',
  }),
  role,
  storeEnvIds: Type.Optional(Nullable(storeEnvIds)),
  expiresAt: Type.Optional(Nullable(described(expiresAt, 'Time the grant expires. If omitted, it does not expire.'))),
})

export const GrantChange = Type.Object({
  role: Type.Optional(role),
  storeEnvIds: Type.Optional(Nullable(storeEnvIds)),
  expiresAt: Type.Optional(Nullable(described(expiresAt, 'Time the grant expires. If omitted, it does not expire.'))),
})

const Party = Type.Object(
  {
    id: described(Id, 'Id of the organization.'),
    name: Type.String({ description: 'Name of the organization.', examples: ['Bright Agency'] }),
  },
  { title: 'GrantParty' },
)

export const Grant = Type.Object(
  {
    id: described(Id, 'Id of the grant, a UUIDv7.'),
    direction: OneOf(directions, { description: 'Direction of the grant: given or received by the organization.' }),
    organizationId: described(Id, 'Id of the other organization of the grant.'),
    from: Party,
    to: Party,
    state: OneOf(grantStates, {
      description:
        'State of the grant. `offered` gives no access until an owner of the receiving organization accepts it.',
    }),
    acceptedAt: Nullable({ ...Instant, description: 'Time the grant became active. Null while offered.' }),
    role,
    storeEnvIds: Nullable(Type.Array(Id, { description: 'Ids of the stores the grant covers. Null for all stores.' })),
    expiresAt: Nullable(described(expiresAt, 'Time the grant expires. Null if it does not expire.')),
    expired: Type.Boolean({ description: 'Whether the grant has expired.' }),
    createdAt: described(Instant, 'Time the grant was created.'),
  },
  { title: 'PartnerGrant' },
)
export type Grant = Static<typeof Grant>
