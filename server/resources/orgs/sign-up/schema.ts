import { Type } from 'typebox'
import { Id, Instant, OneOf } from '#platform/wire.ts'
import { emailText, maxNameLength, NewPassword } from '#resources/account/sign-in/schema.ts'

const notBlank = { minLength: 1, pattern: '\\S', 'x-expected': 'must hold more than spaces' }

export const SignUp = Type.Object({
  name: Type.String({ ...notBlank, maxLength: maxNameLength, description: 'As others here read it.' }),
  email: emailText,
  password: NewPassword,
  organization: Type.String({ ...notBlank, maxLength: 200, description: 'What it is to be called.' }),
  store: Type.String({
    ...notBlank,
    maxLength: 200,
    description: 'What its first store is to be called.',
    examples: ['Acme Shop'],
  }),
  origin: Type.String({
    minLength: 1,
    maxLength: 300,
    description: 'Where the storefront is served from, such as https://shop.example.com.',
    examples: ['https://shop.acme.example'],
  }),
  affiliateCode: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 32,
      description: 'Of who brought you. Without it: whose link the browser has followed.',
      examples: ['acme'],
    }),
  ),
})

/** The same for every address, so that it does not reveal which have an account. */
export const SignUpAccepted = Type.Object(
  {
    status: OneOf(['accepted']),
    confirmUrl: Type.Optional(
      Type.String({
        description:
          'Where the sign-up is confirmed. Only while mail is kept in the local mailbox (no `SMTP_URL`): else the link goes by mail alone, and proves the address.',
        examples: ['https://evident.example/admin/sign-up/Zk3v0pQ1cW8nX5tB7yR2mL4aKd9sEfGh'],
      }),
    ),
  },
  { title: 'SignUpAccepted' },
)

export const byToken = Type.Object({
  token: Type.String({
    minLength: 20,
    maxLength: 100,
    pattern: '^[\\w-]+$',
    'x-expected': 'must be the end of a link to confirm a sign-up',
  }),
})

/** What the page shows before it is confirmed. */
export const OpenSignUp = Type.Object(
  {
    email: Type.String(),
    organization: Type.String({ description: 'Its name.' }),
    store: Type.String({ examples: ['Acme Shop'] }),
    origin: Type.String({ examples: ['https://shop.acme.example'] }),
    expiresAt: Instant,
  },
  { title: 'OpenSignUp' },
)

export const SignedUp = Type.Object(
  {
    organizationId: Id,
    storeEnvId: Id,
    ownerEmail: Type.String({
      description: 'With this address and the password one signs in.',
      examples: ['sam@acme.example'],
    }),
    apiKey: Type.String({
      description: 'An unrestricted key with the role Admin; shown once.',
      examples: ['evnt_4f8Jk2Lm9Qx7Rz1Tn6Vb3Wc5Yd0Ge8Hh2Pq4Sa6U1Mzt0A'],
    }),
  },
  { title: 'SignedUp' },
)
