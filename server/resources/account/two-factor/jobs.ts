import { Type } from 'typebox'
import { job } from '#platform/jobs/jobs.ts'
import { secondFactorMail } from './rules.ts'

const text = Type.String()

const notices: Record<string, string> = {
  'passkey.added': 'A passkey was added: "NAME". It signs in to your account without the password.',
  'passkey.removed': 'A passkey was removed: "NAME". It no longer signs in, and all other sessions have ended.',
  'two_factor.enabled':
    'Two-factor authentication was turned on. Signing in now asks for a code of your app. All other sessions have ended.',
  'two_factor.disabled': 'Two-factor authentication was turned off. The password is now enough to sign in.',
  'two_factor.removed':
    'The operator of this service removed two-factor authentication and all passkeys from your account, and all sessions have ended. Sign in with your password and set it up again.',
  'two_factor.recovery_codes_renewed': 'New recovery codes were created. The old ones no longer work.',
  'two_factor.recovery_code_used': 'Someone signed in with a recovery code. That code does not work again.',
}

export default [
  job({
    id: secondFactorMail,
    payload: Type.Object({ to: text, what: text, at: text, name: Type.Optional(text) }),
    run: ({ services }, { to, what, at, name = '' }) =>
      services.mail.send({
        to,
        subject: 'The security of your Evident account was changed',
        text: `${(notices[what] ?? '').replace('NAME', () => name)}\n\nThis happened to the account ${to} at ${at.replace('T', ' ').slice(0, 16)} UTC. If it was not you, choose a new password now:\n${services.origin}/admin/forgot-password\n`,
      }),
  }),
]
