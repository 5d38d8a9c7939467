import { Type } from 'typebox'
import { job } from '#platform/jobs/jobs.ts'
import { secondFactorMail } from './rules.ts'

const text = Type.String()

/** `NAME` is how the person calls the passkey. */
const notices: Record<string, string> = {
  'passkey.added':
    'A passkey was added: "NAME". From now on it signs in to your account by itself, without the password.',
  'passkey.removed': 'A passkey was removed: "NAME". It signs nobody in any more, and all other sessions have ended.',
  'two_factor.enabled':
    'Two-factor authentication was switched on. From now on signing in asks for a code of your app. All other sessions have ended.',
  'two_factor.disabled': 'Two-factor authentication was switched off. From now on the password is enough to sign in.',
  'two_factor.removed':
    'The operator of this service removed two-factor authentication and all passkeys from your account, and all sessions have ended. Sign in with your password and set it up again.',
  'two_factor.recovery_codes_renewed': 'New recovery codes were made. The old ones do not work any more.',
  'two_factor.recovery_code_used': 'Somebody signed in with a recovery code. It does not work again.',
}

export default [
  job({
    id: secondFactorMail,
    payload: Type.Object({ to: text, what: text, at: text, name: Type.Optional(text) }),
    run: ({ services }, { to, what, at, name = '' }) =>
      services.mail.send({
        to,
        subject: 'The security of your Evident account was changed',
        text: `${(notices[what] ?? '').replace('NAME', () => name)}\n\nIt was done for the account ${to} at ${at.replace('T', ' ').slice(0, 16)} UTC. If it was not you, choose a new password now:\n${services.origin}/admin/forgot-password\n`,
      }),
  }),
]
