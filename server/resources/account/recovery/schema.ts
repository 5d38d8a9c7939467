import { Type } from 'typebox'
import { described, Instant, OneOf } from '#platform/values/wire.ts'
import { emailText, NewPassword } from '../sign-in/schema.ts'

export const ResetRequest = Type.Object({
  email: described(emailText, 'Email address of the account.', 'sam@acme.example'),
})

/** The response is the same for every address, so that it does not reveal which ones have an account. */
export const ResetRequested = Type.Object(
  { status: OneOf(['accepted'], { description: 'Always `accepted`, whether or not the account exists.' }) },
  { title: 'PasswordResetRequested' },
)

export const token = Type.String({
  minLength: 20,
  maxLength: 100,
  pattern: '^[\\w-]+$',
  'x-expected': 'must be the last part of a password link',
})

export const OpenReset = Type.Object(
  {
    email: Type.String({ description: 'Email address of the account.', examples: ['sam@acme.example'] }),
    expiresAt: described(Instant, 'Time the link expires.'),
  },
  { title: 'PasswordReset' },
)

export const ResetWithToken = Type.Object({
  token: described(token, 'Token of the password reset link.', 'Zk3v0pQ1cW8nX5tB7yR2mL4aKd9sEfGh'),
  newPassword: described(
    NewPassword,
    'New password: at least 10 characters, and not a common one.',
    'nine-green-ladders',
  ),
})

export const ResetDone = Type.Object(
  { email: Type.String({ description: 'Email address of the account.', examples: ['sam@acme.example'] }) },
  { title: 'PasswordResetDone' },
)
