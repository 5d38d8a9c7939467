import { Type } from 'typebox'
import { roles } from '#platform/identity/caller.ts'
import { Currency, described, Id, Instant, Nullable, notBlank, OneOf } from '#platform/values/wire.ts'

export const Store = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'Id of the store environment, sent as `x-store-env-id`.' }),
    name: Type.String({ description: 'Name of the store.', examples: ['Acme Shop'] }),
    organizationId: described(Id, 'Id of the organization.'),
    organizationName: Type.String({ description: 'Name of the organization that owns the store.', examples: ['Acme'] }),
    role: OneOf(roles, { description: 'Role of the caller in the store.' }),
    via: Nullable(
      OneOf(['partner', 'support'], {
        description:
          "Kind of grant that opens the store to the caller: `partner` or `support`. Null for stores of the caller's own organizations. A grant excludes billing, keys and members.",
      }),
    ),
    origins: Type.Array(Type.String({ examples: ['https://shop.acme.example'] }), {
      description: 'Origins of the storefront: scheme, host and port.',
    }),
    platform: Nullable(
      Type.String({ description: 'Platform of the shop. Null if none is connected.', examples: ['shopify'] }),
    ),
    timezone: Type.String({
      description: 'Time zone of the store, as an IANA name such as `Europe/London`.',
      examples: ['Europe/London'],
    }),
    currency: Type.String({ description: 'Currency of the store, as an ISO 4217 code.', examples: ['EUR'] }),
    subscription: Type.Object(
      {
        plan: Type.String({ description: "Name of the store's plan.", examples: ['growth'] }),
        status: Type.String({ description: "Status of the store's subscription.", examples: ['trialing'] }),
      },
      { description: "Plan and state of the store's subscription." },
    ),
    createdAt: described(Instant, 'Time the store was created.'),
  },
  { title: 'Store' },
)

const name = Type.String({
  minLength: 1,
  maxLength: 200,
  ...notBlank,
})
const origins = Type.Array(Type.String({ minLength: 1, maxLength: 300, examples: ['https://shop.acme.example'] }), {
  maxItems: 20,
  description: 'Origins of the storefront, such as https://shop.example.com.',
})
const timezone = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'Time zone of the store, as an IANA name.',
  examples: ['Europe/London'],
})

export const NewStore = Type.Object({
  name: described(name, 'Name of the store.', 'Acme Shop'),
  origins,
  timezone: Type.Optional(timezone),
  currency: Type.Optional(described(Currency, 'Currency of the store, as an ISO 4217 code.', 'EUR')),
})
export const StoreChange = Type.Partial(NewStore)

export const Organization = Type.Object(
  {
    id: described(Id, 'Id of the organization, a UUIDv7.'),
    name: Type.String({ description: 'Name of the organization.', examples: ['Acme'] }),
    role: OneOf(roles, { description: 'Role of the caller in the organization.' }),
    createdAt: described(Instant, 'Time the organization was created.'),
  },
  { title: 'Organization' },
)
