import { type Static, Type } from 'typebox'
import { described, Id, Instant, Nullable, secretField } from '#platform/values/wire.ts'
import { emailText } from '#resources/account/sign-in/schema.ts'

const Role = Type.Enum(['VIEWER', 'MEMBER', 'ADMIN'], {
  description: 'Role of a person whose first sign-in has no invitation. It is never OWNER.',
})

export const Domain = Type.Object(
  {
    id: described(Id, 'Id of the domain.'),
    domain: Type.String({ description: 'Domain name in ASCII form.', examples: ['larkmoor.example'] }),
    status: Type.Enum(['pending', 'proven', 'failing', 'lost'], {
      description:
        'Verification state. `pending`: the record was not found yet. `failing`: a proven record is missing, for 72 hours at most. `lost`: it was missing for longer.',
    }),
    record: Type.Object(
      {
        type: Type.String({ examples: ['TXT'], description: 'Type of the DNS record.' }),
        name: Type.String({
          description: 'Full name of the DNS record.',
          examples: ['_evident-sign-on.larkmoor.example'],
        }),
        value: Type.String({
          description: 'Value of the DNS record that proves the domain.',
          examples: ['evident-sign-on=Zk3v0pQ1cW8nX5tB7yR2mL4aKd9sEfGh'],
        }),
      },
      { description: 'DNS record that proves the domain. All queried name servers must return it.' },
    ),
    found: Type.Array(Type.String({ examples: ['evident-sign-on=Zk3v0pQ1cW8nX5tB7yR2mL4aKd9sEfGh'] }), {
      maxItems: 10,
      description: 'Values found at the last DNS lookup.',
    }),
    checkedAt: Nullable(described(Instant, 'Time of the last DNS lookup. Null before the first.')),
    provenAt: Nullable(described(Instant, 'Time the domain was proven. Null until then.')),
    failingSince: Nullable(described(Instant, 'Time the record was first missing. Null while it is found.')),
    createdAt: described(Instant, 'Time the domain was created.'),
  },
  { title: 'SingleSignOnDomain' },
)
export type Domain = Static<typeof Domain>

export const SingleSignOn = Type.Object(
  {
    configured: Type.Boolean({ description: 'Whether an identity provider is set up.' }),
    issuer: Nullable(
      Type.String({
        description: 'Issuer identifier of the provider. Null before one is set up.',
        examples: ['https://login.larkmoor.example'],
      }),
    ),
    clientId: Nullable(
      Type.String({
        description: 'Client id of this service at the identity provider. Null before one is set up.',
        examples: ['evident'],
      }),
    ),
    clientSecretLast4: Nullable(
      Type.String({
        description: 'Last four characters of the client secret. Null before one is set up.',
        examples: ['x7Qk'],
      }),
    ),
    required: Type.Boolean({
      description:
        'Whether members with an address of a proven domain must use single sign-on. Owners may still use their password.',
    }),
    defaultRole: Role,
    invitedOnly: Type.Boolean({ description: 'Whether only members and invited people may sign in.' }),
    callbackUrl: Type.String({
      description: 'Redirect URI to register at the provider.',
      examples: ['https://reviews.example.com/api/v1/auth/single-sign-on/callback'],
    }),
    domains: Type.Array(Domain, {
      maxItems: 20,
      description: 'Domains whose addresses sign in through this provider once proven.',
    }),
    updatedAt: Nullable(described(Instant, 'Time the settings were last changed. Null before the first change.')),
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
    description: 'Issuer identifier, exactly as the provider states it. We read its discovery document right away.',
    examples: ['https://login.larkmoor.example'],
  }),
  clientId: Type.String({
    ...line(300),
    description: 'Id of this service at the identity provider.',
    examples: ['evident'],
  }),
  clientSecret: Type.Optional(
    Type.String({
      ...line(1000),
      description:
        'Client secret. It is required the first time, and when the issuer or the client id changes, because we never send a stored secret to another provider.',
      examples: ['a7Qx-example-of-a-secret'],
    }),
  ),
  required: Type.Optional(
    Type.Boolean({
      description:
        'Whether members with an address of a proven domain must use single sign-on. Default: the stored value, initially false. It needs a proven domain.',
    }),
  ),
  defaultRole: Type.Optional(Role),
  invitedOnly: Type.Optional(
    Type.Boolean({
      description: 'Whether only members and invited people may sign in. Default: the stored value, initially false.',
    }),
  ),
})
export type SingleSignOnSettings = Static<typeof SingleSignOnSettings>

export const NewDomain = Type.Object({
  domain: Type.String({
    minLength: 1,
    maxLength: 253,
    description: 'Domain of your email addresses: the part after the @.',
    examples: ['larkmoor.example'],
  }),
})

const next = Type.Optional(
  Type.String({
    maxLength: 500,
    description: 'Path of the admin page to return to.',
    examples: ['/admin/sign-in'],
  }),
)

const nextOrConsent = Type.Optional(
  Type.String({
    maxLength: 8_100,
    description:
      'Path to return to: in the admin application, to the app consent (`/oauth/authorize`), or to the shop consent (`/api/v1/connectors/shopify/callback`).',
    examples: ['/admin/sign-in'],
  }),
)

export const Attempt = Type.Object({
  email: described(
    emailText,
    'Email address of the person. Its domain selects the identity provider.',
    'kim@larkmoor.example',
  ),
  next: nextOrConsent,
})
export const Trial = Type.Object({ next })

export const WhereToGo = Type.Object(
  {
    url: Nullable(
      secretField(
        Type.String({
          description:
            "Address of the provider's sign-in page, with a one-time state. Null if addresses of this domain sign in with a password.",
          examples: ['https://login.larkmoor.example/authorize?client_id=evident&response_type=code'],
        }),
      ),
    ),
  },
  { title: 'SingleSignOnStart' },
)

export const TrialStart = Type.Object(
  {
    url: secretField(
      Type.String({
        description: "Address of the provider's sign-in page, with a one-time state.",
        examples: ['https://login.larkmoor.example/authorize?client_id=evident&response_type=code'],
      }),
    ),
  },
  { title: 'SingleSignOnTrial' },
)
