import { Type } from 'typebox'
import { maxPasswordLength, minPasswordLength } from '#platform/auth/passwords.ts'
import { described, Id, Instant, Nullable, OneOf } from '#platform/values/wire.ts'

export const emailText = Type.String({
  minLength: 3,
  maxLength: 320,
  pattern: '^[^\\s@]+@[^\\s@]+$',
  'x-expected': 'must be an e-mail address such as jane@example.com',
})

export const maxNameLength = 80

/** A password to compare with the stored one, so the current rules for passwords do not apply. */
export const GivenPassword = Type.String({ minLength: 1, maxLength: maxPasswordLength })

export const NewPassword = Type.String({
  minLength: minPasswordLength,
  maxLength: maxPasswordLength,
  description: 'New password: at least 10 characters, and not a common one.',
})

export const SignIn = Type.Object({
  email: described(emailText, 'Email address of the account.', 'sam@acme.example'),
  password: described(GivenPassword, 'Password of the account.', 'seven-blue-kettles'),
})

const PersonShape = Type.Object(
  {
    id: Type.String({ examples: ['019a9f4e-7a10-7b6c-8d2e-1f2a3b4c5d0e'], description: 'Id of the person.' }),
    email: Type.String({ description: 'Email address of the person.', examples: ['sam@acme.example'] }),
    name: Type.String({ description: 'Name of the person.', examples: ['Sam Kent'] }),
    emailVerified: Type.Boolean({ description: 'Whether the person verified the address through a mailed link.' }),
    createdAt: described(Instant, 'Time the account was created.'),
  },
  { title: 'Person' },
)

export const SignedIn = Type.Object({ user: PersonShape }, { title: 'SignedIn' })

export const secondStep = {
  twoFactorRedirect: Type.Boolean({
    description: 'Always true. The session starts after `POST /auth/two-factor/verify-totp`.',
  }),
  twoFactorMethods: Type.Array(Type.String({ examples: ['totp'] }), {
    description:
      'Second factors of the account. `totp` covers app codes and recovery codes. For `passkey` call `POST /auth/sign-in/passkey`.',
  }),
}

export const SignInAnswer = Type.Unsafe<{ user: object } | { twoFactorRedirect: boolean; twoFactorMethods: string[] }>({
  anyOf: [SignedIn, Type.Object(secondStep, { title: 'SecondFactorAsked' })],
})

export const SignedOut = Type.Object({ success: Type.Boolean({ description: 'Always true.' }) })

const SessionShape = Type.Object(
  {
    id: described(Id, 'Id of the session.'),
    createdAt: described(Instant, 'Time the session started.'),
    expiresAt: described(Instant, 'Time the session expires.'),
  },
  { description: 'Session that the cookie belongs to.' },
)

export const CurrentSession = Type.Unsafe<{ user: object; session: object } | null>({
  anyOf: [
    Type.Object({ user: PersonShape, session: SessionShape }, { title: 'CurrentSession' }),
    { type: 'null', description: 'Null without a session.' },
  ],
})

export const Installation = Type.Object(
  {
    hasAccounts: Type.Boolean({ description: 'Whether the installation has an account.' }),
    firstAccount: Nullable(
      OneOf(['open', 'token'], {
        description:
          "Way to create the first account. `open`: without a token, on the service's own machine while it is not public. `token`: with the operator's token. Null once an account exists.",
      }),
    ),
    signUp: Type.Boolean({ description: 'Whether people can sign up on their own.' }),
    affiliateCode: Nullable(
      Type.String({
        description:
          'Code of the affiliate link that this browser followed. A sign-up in this browser counts for that affiliate. Null without a link.',
        examples: ['acme'],
      }),
    ),
    passkeyDomain: Nullable(
      Type.String({
        description: 'Host name that passkeys are bound to. Null if the service is reached by an IP address.',
        examples: ['reviews.example.com'],
      }),
    ),
  },
  { title: 'Installation' },
)

export const PasswordChange = Type.Object({
  currentPassword: {
    ...GivenPassword,
    description: 'Current password of the person.',
    examples: ['seven-blue-kettles'],
  },
  newPassword: described(
    NewPassword,
    'New password: at least 10 characters, and not a common one.',
    'nine-green-ladders',
  ),
})
