import { Type } from 'typebox'
import { described, Id, Instant, Nullable, notBlank, OneOf, secretField } from '#platform/values/wire.ts'

/** Roles that a person can grant. OWNER is missing, because owners' operations require a person. */
export const grantedRoles = ['VIEWER', 'MEMBER', 'ADMIN'] as const
export type GrantedRole = (typeof grantedRoles)[number]

const redirectUris = Type.Array(Type.String({ minLength: 1, maxLength: 500 }), {
  minItems: 1,
  maxItems: 20,
  description:
    'Allowed redirect addresses, compared exactly. Use https, or http on 127.0.0.1, [::1] or localhost with any port, or your own dotted scheme such as `com.example.app:/callback`.',
})

const clientFields = {
  id: described(Id, 'Id of the OAuth client, a UUIDv7.'),
  clientId: Type.String({
    description: 'Client id for OAuth requests, equal to `id`.',
    examples: ['0123456789abcdef0123456789abcdef'],
  }),
  name: Type.String({ description: 'Name of the app, as the consent page shows it.', examples: ['Inventory'] }),
  redirectUris,
  confidential: Type.Boolean({ description: 'Whether the app has a secret, which it must send to `/oauth/token`.' }),
  last4: Nullable(
    Type.String({ description: 'Last four characters of the secret. Null without a secret.', examples: ['9FV4'] }),
  ),
  previousSecretHoldsUntil: Nullable(
    Type.String({
      format: 'date-time',
      description: 'Time until which the previous secret is accepted. Null without one.',
    }),
  ),
  connections: Type.Integer({ description: 'Number of current connections.' }),
  createdAt: described(Instant, 'Time the OAuth client was created.'),
  lastUsedAt: Nullable(described(Instant, 'Time the OAuth client was last used. Null if never used.')),
}

export const OAuthClient = Type.Object(clientFields, { title: 'OAuthClient' })

export const CreatedOAuthClient = Type.Object(
  {
    ...clientFields,
    clientSecret: Nullable(
      secretField(
        Type.String({
          description: 'Secret of a confidential client. We show it only in this response. Null for public clients.',
          examples: ['evnc_4f8Jk2Lm9Qx7Rz1Tn6Vb3Wc5Yd0Ge8Hh2Pq4Sa6U1Mzt0A'],
        }),
      ),
    ),
  },
  { title: 'CreatedOAuthClient' },
)

export const SecretRotation = Type.Object({
  endPrevious: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Whether to revoke the current secret right away instead of in 24 hours.',
    }),
  ),
})

const changeable = {
  name: Type.String({
    minLength: 1,
    maxLength: 100,
    ...notBlank,
    description: 'Name of the app, as the consent page shows it.',
    examples: ['Inventory'],
  }),
  redirectUris,
}

export const OAuthClientChange = Type.Partial(Type.Object(changeable), { title: 'OAuthClientChange' })

export const NewOAuthClient = Type.Object({
  ...changeable,
  confidential: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Whether the app runs on a server that can keep a secret. PKCE is required either way.',
    }),
  ),
})

export const OAuthConnection = Type.Object(
  {
    id: described(Id, 'Id of the connection.'),
    client: Type.Object(
      {
        id: Type.String({
          description: 'Id of a registered client, or the address of its metadata document.',
          examples: ['019a9f50-0b7e-7a3c-9c55-7d4f1a2b3c01'],
        }),
        name: Type.String({ description: 'Name of the app.', examples: ['Inventory'] }),
        registered: Type.Boolean({
          description: 'Whether the app is registered here. Otherwise its identity is unverified.',
        }),
      },
      { description: 'App that holds the connection.' },
    ),
    user: Type.Object(
      {
        id: Type.String({ description: 'Id of the person.', examples: ['019a9f50-0b7e-7a3c-9c55-7d4f1a2b3c01'] }),
        name: Type.String({ description: 'Name of the person.', examples: ['Sam Kent'] }),
        email: Type.String({
          description: 'Email address of the person.',
          examples: ['sam@acme.example'],
        }),
      },
      { description: 'Person who gave consent.' },
    ),
    stores: Type.Array(
      Type.Object({
        id: described(Id, 'Id of the store.'),
        name: Type.String({ description: 'Name of the store.', examples: ['Acme Shop'] }),
      }),
      { description: 'Stores the connection covers.' },
    ),
    role: OneOf(grantedRoles, { description: "Role granted. A call never exceeds the person's current role." }),
    scopes: Type.Array(Type.String({ examples: ['reviews:read'] }), { description: 'Scopes granted.' }),
    createdAt: described(Instant, 'Time the connection was created.'),
    lastUsedAt: Nullable(described(Instant, 'Time the connection was last used. Null if never used.')),
  },
  { title: 'OAuthConnection' },
)
