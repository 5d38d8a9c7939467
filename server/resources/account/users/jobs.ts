import { Type } from 'typebox'
import { digestOf } from '#platform/auth/keys.ts'
import { type JobContext, job } from '#platform/jobs.ts'
import { invitationMail, invitationToken, invitationUrl } from './rules.ts'
import * as store from './store.ts'

type Invited = { organizationId: string; invitationId: string; nonce: string }

export default [
  job({
    id: invitationMail,
    payload: Type.Object({ organizationId: Type.String(), invitationId: Type.String(), nonce: Type.String() }),
    run: mailInvitation,
  }),
]

/** An invitation that was withdrawn, accepted or made anew since then is not mailed. */
async function mailInvitation({ db, services }: JobContext, { organizationId, invitationId, nonce }: Invited) {
  const { secrets, mail, origin } = services
  const found = await db.organization(organizationId, 'read', (tx) => store.findInvitationToMail(tx, invitationId))
  const token = invitationToken(secrets, organizationId, nonce)
  if (!found?.digest.equals(digestOf(token))) return
  const { email, organization, role, invitedBy, expiresAt } = found
  const until = `${expiresAt.slice(0, 16).replace('T', ' ')} UTC`
  await mail.send({
    organizationId,
    to: email,
    subject: `${invitedBy ?? organization} invited you to ${organization} on Evident`,
    text: [
      `${invitedBy ?? `Somebody at ${organization}`} invited ${email} to work in ${organization} on Evident, as ${roleNames[role]}.`,
      `Accept here until ${until}; the link works once:\n${invitationUrl(origin, token)}`,
      'If you do not expect this, ignore it: nothing happens.\n',
    ].join('\n\n'),
  })
}

const roleNames = { VIEWER: 'a viewer', MEMBER: 'a member', ADMIN: 'an admin', OWNER: 'an owner' } as const
