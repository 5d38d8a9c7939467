import { Type } from 'typebox'
import { auditPerson } from '#platform/audit/audit.ts'
import { job } from '#platform/jobs/jobs.ts'
import { passwordChangedMailJob, recordFailedSignInJob } from './rules.ts'

const text = Type.String()

export default [
  job({
    id: recordFailedSignInJob,
    across: true,
    payload: Type.Object({ email: text, address: text, userAgent: text, at: text }),
    async run({ db, services }, { email, at, ...client }) {
      const person = await services.users.findByEmail(email)
      if (!person) return
      const act = { userId: person.id, action: 'session.sign_in_failed' as const, client, at: new Date(at) }
      await db.system('write', (tx) => auditPerson(tx, { ...act, actor: { type: 'visitor' } }))
    },
  }),
  job({
    id: passwordChangedMailJob,
    payload: Type.Object({ to: text, at: text, passkeys: Type.Optional(Type.Integer()) }),
    run: ({ services }, { to, at, passkeys = 0 }) =>
      services.mail.send({
        to,
        subject: 'Your Evident password was changed',
        text: `The password of your account ${to} was changed at ${at.replace('T', ' ').slice(0, 16)} UTC. All other sessions have ended.${passkeys === 0 ? '' : passkeyNote(services.origin)}\n\nIf it was not you, choose a new password now:\n${services.origin}/admin/forgot-password\n`,
      }),
  }),
  job({
    id: 'account.clean_sign_ins',
    payload: Type.Object({}),
    schedule: '23 * * * *',
    async run({ services: { users } }) {
      await users.backOff.deleteExpired()
      await users.passkeys.deleteExpiredChallenges()
      await users.deleteExpiredSessions()
    },
  }),
]

/** The mail mentions passkeys, because a new password does not revoke them. */
const passkeyNote = (origin: string) =>
  `\n\nThe passkeys of your account sign in as before. Look whether you know them all, under Settings, Security:\n${origin}/admin/`
