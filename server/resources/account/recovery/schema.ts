import { Type } from 'typebox'
import { Instant, OneOf } from '#platform/values/wire.ts'
import { emailText, NewPassword } from '../sign-in/schema.ts'

export const ResetRequest = Type.Object({ email: emailText })

/** The same for every address, so that it does not reveal which ones have an account. */
export const ResetRequested = Type.Object({ status: OneOf(['accepted']) }, { title: 'PasswordResetRequested' })

export const token = Type.String({
  minLength: 20,
  maxLength: 100,
  pattern: '^[\\w-]+$',
  'x-expected': 'must be the end of a link to choose a password',
})

export const OpenReset = Type.Object({ email: Type.String(), expiresAt: Instant }, { title: 'PasswordReset' })

export const ResetWithToken = Type.Object({ token, newPassword: NewPassword })

export const ResetDone = Type.Object({ email: Type.String() }, { title: 'PasswordResetDone' })
