import { Type } from 'typebox'
import { maxPasswordLength, minPasswordLength } from '#platform/auth/passwords.ts'
import { Id, Instant, Nullable, OneOf } from '#platform/values/wire.ts'

export const emailText = Type.String({
  minLength: 3,
  maxLength: 320,
  pattern: '^[^\\s@]+@[^\\s@]+$',
  'x-expected': 'must be an e-mail address such as jane@example.com',
})

export const maxNameLength = 80

/** A password for comparison. It may be older than the present rules. */
export const GivenPassword = Type.String({ minLength: 1, maxLength: maxPasswordLength })

export const NewPassword = Type.String({
  minLength: minPasswordLength,
  maxLength: maxPasswordLength,
  description: 'At least 10 characters, and none of the passwords that are tried first.',
})

export const SignIn = Type.Object({ email: emailText, password: GivenPassword })

const PersonShape = Type.Object(
  {
    id: Type.String({ examples: ['019a9f4e-7a10-7b6c-8d2e-1f2a3b4c5d0e'] }),
    email: Type.String(),
    name: Type.String(),
    emailVerified: Type.Boolean({ description: 'Whether a mail to this address has been answered by its link.' }),
    createdAt: Instant,
  },
  { title: 'Person' },
)

export const SignedIn = Type.Object({ user: PersonShape }, { title: 'SignedIn' })

export const secondStep = {
  twoFactorRedirect: Type.Boolean({
    description: 'Always true: nobody is signed in before `POST /auth/two-factor/verify-totp`.',
  }),
  twoFactorMethods: Type.Array(Type.String({ examples: ['totp'] }), {
    description:
      'How to show it: `totp`, a code of the app or a recovery code; `passkey`, by `POST /auth/sign-in/passkey` instead.',
  }),
}

export const SignInAnswer = Type.Unsafe<{ user: object } | { twoFactorRedirect: boolean; twoFactorMethods: string[] }>({
  anyOf: [SignedIn, Type.Object(secondStep, { title: 'SecondFactorAsked' })],
})

export const SignedOut = Type.Object({ success: Type.Boolean({ description: 'Always true: the session is over.' }) })

const SessionShape = Type.Object(
  { id: Id, createdAt: Instant, expiresAt: Instant },
  { description: 'The session of the cookie.' },
)

export const CurrentSession = Type.Unsafe<{ user: object; session: object } | null>({
  anyOf: [
    Type.Object({ user: PersonShape, session: SessionShape }, { title: 'CurrentSession' }),
    { type: 'null', description: 'Nobody is signed in.' },
  ],
})

export const Installation = Type.Object(
  {
    hasAccounts: Type.Boolean({ description: 'Whether anybody has an account here.' }),
    firstAccount: Nullable(
      OneOf(['open', 'token'], {
        description:
          'While nobody has an account: whether this browser may make the first one as it is, being on the machine of the service, or needs the token that the service printed when it started. Null afterwards.',
      }),
    ),
    signUp: Type.Boolean({ description: 'Whether anybody may sign up by themselves.' }),
    affiliateCode: Nullable(
      Type.String({
        description: 'Whose link this browser has followed: whoever signs up in it is bound to that.',
        examples: ['acme'],
      }),
    ),
    passkeyDomain: Nullable(
      Type.String({
        description: 'The host name that passkeys are bound to; none where the service is reached by an address alone.',
        examples: ['reviews.example.com'],
      }),
    ),
  },
  { title: 'Installation' },
)

export const PasswordChange = Type.Object({
  currentPassword: { ...GivenPassword, description: 'The present one.' },
  newPassword: NewPassword,
})
