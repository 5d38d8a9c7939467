import { Type } from 'typebox'
import { Id, Instant, Nullable, OneOf, secretField } from '#platform/values/wire.ts'

/** Roles that a person can grant; owners' operations are done in person. */
export const grantedRoles = ['VIEWER', 'MEMBER', 'ADMIN'] as const
export type GrantedRole = (typeof grantedRoles)[number]

const redirectUris = Type.Array(Type.String({ minLength: 1, maxLength: 500 }), {
  minItems: 1,
  maxItems: 20,
  description:
    'Where answers may be sent, compared to the letter. https; or http on 127.0.0.1, [::1] or localhost, where the port may differ; or a scheme of your own with a dot in its name, such as `com.example.app:/callback`.',
})

const clientFields = {
  id: Id,
  clientId: Type.String({ description: 'The `client_id` of the OAuth requests; the same as `id`.' }),
  name: Type.String({ description: 'What the page of the consent calls it.' }),
  redirectUris,
  confidential: Type.Boolean({ description: 'It has a secret, and must send it to `/oauth/token`.' }),
  last4: Nullable(Type.String({ description: 'The last four characters of the secret.' })),
  previousSecretHoldsUntil: Nullable(
    Type.String({
      format: 'date-time',
      description: 'How long the secret before the present one is taken too, after it was replaced.',
    }),
  ),
  connections: Type.Integer({ description: 'How many connections it has now.' }),
  createdAt: Instant,
  lastUsedAt: Nullable(Instant),
}

export const OAuthClient = Type.Object(clientFields, { title: 'OAuthClient' })

export const CreatedOAuthClient = Type.Object(
  {
    ...clientFields,
    clientSecret: Nullable(
      secretField(
        Type.String({
          description: 'The secret of a confidential client. It is shown this once and cannot be recovered.',
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
      description: 'End the present secret at once, for one that others may know, instead of in 24 hours.',
    }),
  ),
})

const changeable = {
  name: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S', 'x-expected': 'must hold more than spaces' }),
  redirectUris,
}

export const OAuthClientChange = Type.Partial(Type.Object(changeable), { title: 'OAuthClientChange' })

export const NewOAuthClient = Type.Object({
  ...changeable,
  confidential: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'For a program on a server, which can keep a secret. PKCE is asked for either way.',
    }),
  ),
})

export const OAuthConnection = Type.Object(
  {
    id: Id,
    client: Type.Object({
      id: Type.String({ description: "A registered client's id, or the address of its metadata document." }),
      name: Type.String(),
      registered: Type.Boolean({ description: 'Registered here; otherwise nobody has verified who it is.' }),
    }),
    user: Type.Object({ id: Type.String(), name: Type.String(), email: Type.String() }),
    stores: Type.Array(Type.Object({ id: Id, name: Type.String() })),
    role: OneOf(grantedRoles, { description: 'As granted; never more than the person has at the moment of a call.' }),
    scopes: Type.Array(Type.String()),
    createdAt: Instant,
    lastUsedAt: Nullable(Instant),
  },
  { title: 'OAuthConnection' },
)
