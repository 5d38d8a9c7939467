import { type Static, Type } from 'typebox'
import { Id, Instant, Nullable, secretField } from '#platform/values/wire.ts'
import { emailText } from '#resources/account/sign-in/schema.ts'

const Role = Type.Enum(['VIEWER', 'MEMBER', 'ADMIN'], {
  description: 'What a person is who comes the first time without an invitation. Never an owner.',
})

export const Domain = Type.Object(
  {
    id: Id,
    domain: Type.String({ description: 'In ASCII, as the DNS writes it.', examples: ['larkmoor.example'] }),
    status: Type.Enum(['pending', 'proven', 'failing', 'lost'], {
      description:
        '`pending`: its record was not found yet; `failing`: it was, and is missing now, which is borne for 72 hours; `lost`: it was missing for longer.',
    }),
    record: Type.Object(
      { type: Type.String({ examples: ['TXT'] }), name: Type.String(), value: Type.String() },
      { description: 'What proves the domain, once all name servers that are asked answer it.' },
    ),
    found: Type.Array(Type.String(), { maxItems: 10, description: 'What stood there when it was looked for last.' }),
    checkedAt: Nullable(Instant),
    provenAt: Nullable(Instant),
    failingSince: Nullable(Instant),
    createdAt: Instant,
  },
  { title: 'SingleSignOnDomain' },
)
export type Domain = Static<typeof Domain>

export const SingleSignOn = Type.Object(
  {
    configured: Type.Boolean({ description: 'Whether a provider is set up.' }),
    issuer: Nullable(
      Type.String({ description: 'As the provider names itself.', examples: ['https://login.larkmoor.example'] }),
    ),
    clientId: Nullable(Type.String({ description: 'What the provider calls this service.', examples: ['evident'] })),
    clientSecretLast4: Nullable(
      Type.String({ description: 'The end of the secret, which itself is never answered.', examples: ['x7Qk'] }),
    ),
    required: Type.Boolean({
      description:
        'Whether members whose address is of a proven domain reach the organization by single sign-on alone. Owners keep their password.',
    }),
    defaultRole: Role,
    invitedOnly: Type.Boolean({ description: 'Whether only members and those who were invited come in.' }),
    callbackUrl: Type.String({
      description: 'What the provider is to be told as redirect URI.',
      examples: ['https://reviews.example.com/api/v1/auth/single-sign-on/callback'],
    }),
    domains: Type.Array(Domain, { maxItems: 20, description: 'Whose addresses sign in by it, once they are proven.' }),
    updatedAt: Nullable(Instant),
  },
  { title: 'SingleSignOn' },
)
export type SingleSignOn = Static<typeof SingleSignOn>

const line = (maxLength: number) => ({
  minLength: 1,
  maxLength,
  pattern: '^[\\x21-\\x7e]+$',
  'x-expected': 'must be one word of visible ASCII characters',
})

export const SingleSignOnSettings = Type.Object({
  issuer: Type.String({
    ...line(500),
    description: "The provider's issuer, exactly as it names itself; its discovery document is read at once.",
    examples: ['https://login.larkmoor.example'],
  }),
  clientId: Type.String({ ...line(300), description: 'What the provider calls this service.', examples: ['evident'] }),
  clientSecret: Type.Optional(
    Type.String({
      ...line(1000),
      description: 'Needed the first time, and whenever issuer or client id change: it is sent to no other provider.',
      examples: ['a7Qx-example-of-a-secret'],
    }),
  ),
  required: Type.Optional(Type.Boolean({ description: 'Default: as it was, at first false. Needs a proven domain.' })),
  defaultRole: Type.Optional(Role),
  invitedOnly: Type.Optional(Type.Boolean({ description: 'Default: as it was, at first false.' })),
})
export type SingleSignOnSettings = Static<typeof SingleSignOnSettings>

export const NewDomain = Type.Object({
  domain: Type.String({
    minLength: 1,
    maxLength: 253,
    description: 'A domain of your own, as it stands behind the @.',
    examples: ['larkmoor.example'],
  }),
})

const next = Type.Optional(
  Type.String({
    maxLength: 500,
    description: 'Path of the page of the admin application to continue with.',
    examples: ['/admin/sign-in'],
  }),
)

const nextOrConsent = Type.Optional(
  Type.String({
    maxLength: 8_100,
    description:
      'Path of the page to continue with: of the admin application, of the consent for a program (`/oauth/authorize`), or of the consent for a shop (`/api/v1/connectors/shopify/callback`).',
    examples: ['/admin/sign-in'],
  }),
)

export const Attempt = Type.Object({ email: emailText, next: nextOrConsent })
export const Trial = Type.Object({ next })

export const WhereToGo = Type.Object(
  {
    url: Nullable(
      secretField(
        Type.String({
          description:
            "Address of the provider's page with a one-time state. Null when addresses of this domain sign in with a password.",
        }),
      ),
    ),
  },
  { title: 'SingleSignOnStart' },
)

export const TrialStart = Type.Object(
  { url: secretField(Type.String({ description: "Address of the provider's page with a one-time state." })) },
  { title: 'SingleSignOnTrial' },
)
