import { Type } from 'typebox'
import { described, Id, Instant, notBlank, OneOf, secretField } from '#platform/values/wire.ts'
import { emailText, maxNameLength, NewPassword } from '#resources/account/sign-in/schema.ts'

const details = {
  name: Type.String({
    minLength: 1,
    ...notBlank,
    maxLength: maxNameLength,
    description: 'Name of the person, as colleagues see it.',
    examples: ['Sam Kent'],
  }),
  organization: Type.String({
    minLength: 1,
    ...notBlank,
    maxLength: 200,
    description: 'Name of the organization.',
    examples: ['Acme'],
  }),
  store: Type.String({
    minLength: 1,
    ...notBlank,
    maxLength: 200,
    description: 'Name of the first store.',
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
  email: described(emailText, 'Email address of the new account.', 'sam@acme.example'),
  password: Type.Optional({
    ...NewPassword,
    description:
      'Password to check for strength. It is not stored, because anybody can sign up with any address. The person sends it again through the mailed link.',
    examples: ['seven-blue-kettles'],
  }),
  affiliateCode: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 32,
      description:
        'Code of the affiliate who referred the person. Default: the code of the affiliate link that the browser opened.',
      examples: ['acme'],
    }),
  ),
})

/** Sent from the link's page, which only the mailbox's owner can open. */
export const SignUpConfirmation = Type.Object(
  {
    password: { ...NewPassword, description: 'Password of the new account.', examples: ['seven-blue-kettles'] },
    ...Type.Partial(Type.Object(details)).properties,
  },
  { title: 'SignUpConfirmation' },
)

/** The response is the same for every email address, so it does not reveal accounts. */
export const SignUpAccepted = Type.Object(
  {
    status: OneOf(['accepted'], { description: 'Always `accepted`, whether or not the address has an account.' }),
    confirmUrl: Type.Optional(
      secretField(
        Type.String({
          description:
            'Link to confirm the sign-up. Present only while mail goes to the local mailbox (no `SMTP_URL`), because the mailed link proves the address.',
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
    description: 'Token of the sign-up link.',
    examples: ['Zk3v0pQ1cW8nX5tB7yR2mL4aKd9sEfGh'],
  }),
})

export const OpenSignUp = Type.Object(
  {
    email: Type.String({ description: 'Email address of the new account.', examples: ['sam@acme.example'] }),
    name: Type.String({ description: 'Name of the person, as sent at sign-up.', examples: ['Sam Kent'] }),
    organization: Type.String({ description: 'Name of the organization, as sent at sign-up.', examples: ['Acme'] }),
    store: Type.String({ examples: ['Acme Shop'], description: 'Name of the first store, as sent at sign-up.' }),
    origin: Type.String({
      examples: ['https://shop.acme.example'],
      description: 'Origin of the storefront, as sent at sign-up.',
    }),
    expiresAt: described(Instant, 'Time the link expires.'),
  },
  { title: 'OpenSignUp' },
)

export const SignedUp = Type.Object(
  {
    organizationId: described(Id, 'Id of the new organization.'),
    storeEnvId: described(Id, 'Id of the new store.', '019a9f4e-7a10-7b6c-8d2e-1f2a3b4c5d00'),
    ownerEmail: Type.String({
      description: 'Email address to sign in with.',
      examples: ['sam@acme.example'],
    }),
    apiKey: secretField(
      Type.String({
        description: 'Unrestricted key with the role ADMIN. We show it only in this response.',
        examples: ['evnt_4f8Jk2Lm9Qx7Rz1Tn6Vb3Wc5Yd0Ge8Hh2Pq4Sa6U1Mzt0A'],
      }),
    ),
  },
  { title: 'SignedUp' },
)
