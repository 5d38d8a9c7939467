import { Type } from 'typebox'
import { Id, Instant, OneOf, secretField } from '#platform/values/wire.ts'
import { emailText, maxNameLength, NewPassword } from '#resources/account/sign-in/schema.ts'

const notBlank = { minLength: 1, pattern: '\\S', 'x-expected': 'must hold more than spaces' }

const details = {
  name: Type.String({
    ...notBlank,
    maxLength: maxNameLength,
    description: 'Name of the person, as colleagues read it.',
  }),
  organization: Type.String({ ...notBlank, maxLength: 200, description: 'Name of the organization.' }),
  store: Type.String({
    ...notBlank,
    maxLength: 200,
    description: 'Name of its first store.',
    examples: ['Acme Shop'],
  }),
  origin: Type.String({
    minLength: 1,
    maxLength: 300,
    description: 'Origin of the storefront, such as https://shop.example.com.',
    examples: ['https://shop.acme.example'],
  }),
}

export const SignUp = Type.Object({
  ...details,
  email: emailText,
  password: Type.Optional({
    ...NewPassword,
    description:
      'Checked for its strength and not stored: anybody can sign up with any address. The person sends the password behind the link.',
  }),
  affiliateCode: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 32,
      description:
        'Code of the affiliate who referred the person. Without it, the code that the browser followed counts.',
      examples: ['acme'],
    }),
  ),
})

/** Sent from the link's page, which only the mailbox's owner has. */
export const SignUpConfirmation = Type.Object(
  {
    password: { ...NewPassword, description: 'Password of the new account.' },
    ...Type.Partial(Type.Object(details)).properties,
  },
  { title: 'SignUpConfirmation' },
)

/** The same for every address, so it does not reveal accounts. */
export const SignUpAccepted = Type.Object(
  {
    status: OneOf(['accepted']),
    confirmUrl: Type.Optional(
      secretField(
        Type.String({
          description:
            'Link to confirm the sign-up. Present only while mail is stored in the local mailbox (no `SMTP_URL`): otherwise the link is mailed, and proves the address.',
          examples: ['https://evident.example/admin/sign-up/Zk3v0pQ1cW8nX5tB7yR2mL4aKd9sEfGh'],
        }),
      ),
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

export const OpenSignUp = Type.Object(
  {
    email: Type.String(),
    name: Type.String({ description: 'Name of the person, as it was sent at sign-up.', examples: ['Sam Kent'] }),
    organization: Type.String({ description: 'Name of the organization, as it was sent at sign-up.' }),
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
    apiKey: secretField(
      Type.String({
        description: 'An unrestricted key with the role Admin; shown once.',
        examples: ['evnt_4f8Jk2Lm9Qx7Rz1Tn6Vb3Wc5Yd0Ge8Hh2Pq4Sa6U1Mzt0A'],
      }),
    ),
  },
  { title: 'SignedUp' },
)
