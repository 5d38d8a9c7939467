import { Type } from 'typebox'
import { roles } from '#platform/identity/caller.ts'
import { Currency, Id, Instant, Nullable, OneOf } from '#platform/values/wire.ts'

export const Store = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'The store environment id, sent as x-store-env-id.' }),
    name: Type.String(),
    organizationId: Id,
    organizationName: Type.String(),
    role: OneOf(roles, { description: "The caller's role in it." }),
    via: Nullable(
      OneOf(['partner', 'support'], {
        description:
          "By whose grant, when the store is not one of the caller's own organizations: `partner` or `support`. Billing, keys and members stay closed.",
      }),
    ),
    origins: Type.Array(Type.String()),
    platform: Nullable(Type.String()),
    timezone: Type.String(),
    currency: Type.String(),
    subscription: Type.Object({ plan: Type.String(), status: Type.String() }),
    createdAt: Instant,
  },
  { title: 'Store' },
)

const name = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S', 'x-expected': 'must hold more than spaces' })
const origins = Type.Array(Type.String({ minLength: 1, maxLength: 300 }), {
  maxItems: 20,
  description: 'Where the storefront is served from, such as https://shop.example.com.',
})
const timezone = Type.String({ minLength: 1, maxLength: 64, description: 'An IANA time zone.' })

export const NewStore = Type.Object({
  name,
  origins,
  timezone: Type.Optional(timezone),
  currency: Type.Optional(Currency),
})
export const StoreChange = Type.Partial(NewStore)

export const Organization = Type.Object(
  { id: Id, name: Type.String(), role: OneOf(roles, { description: "The caller's role in it." }), createdAt: Instant },
  { title: 'Organization' },
)
