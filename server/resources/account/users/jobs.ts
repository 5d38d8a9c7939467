import { Type } from 'typebox'
import { publish } from '#platform/areas/events.ts'
import { hashSecret } from '#platform/auth/keys.ts'
import { type CrossJobContext, type JobContext, job } from '#platform/jobs/jobs.ts'
import { memberRemoved } from '../events.ts'
import { invitationMail, invitationToken, invitationUrl, publishRemoved } from './rules.ts'
import * as store from './store.ts'

type InvitationJob = { organizationId: string; invitationId: string; nonce: string }

export default [
  job({
    id: invitationMail,
    payload: Type.Object({ organizationId: Type.String(), invitationId: Type.String(), nonce: Type.String() }),
    run: mailInvitation,
  }),
  job({
    id: publishRemoved,
    across: true,
    payload: Type.Object({ organizationId: Type.String(), userId: Type.String() }),
    run: publishInStores,
  }),
]

type RemovalJob = { organizationId: string; userId: string }

/** Skips people who joined again after the job was queued. */
async function publishInStores({ db }: CrossJobContext, { organizationId, userId }: RemovalJob): Promise<void> {
  const stores = await db.organization(organizationId, 'read', async (tx) =>
    (await store.isMember(tx, userId)) ? [] : store.listStores(tx),
  )
  for (const { id } of stores)
    await db.store({ storeEnvId: id, organizationId }, 'write', async (tx) =>
      publish(tx, memberRemoved, { id: userId }),
    )
}

/** An invitation that was withdrawn, accepted or replaced after the job was queued is not mailed. */
async function mailInvitation({ db, services }: JobContext, { organizationId, invitationId, nonce }: InvitationJob) {
  const { secrets, mail, origin } = services
  const found = await db.organization(organizationId, 'read', (tx) => store.findInvitationToMail(tx, invitationId))
  const token = invitationToken(secrets, organizationId, nonce)
  if (!found?.digest.equals(hashSecret(token))) return
  const { email, organization, role, invitedBy, expiresAt } = found
  const until = `${expiresAt.slice(0, 16).replace('T', ' ')} UTC`
  await mail.send({
    organizationId,
    to: email,
    subject: `${invitedBy ?? organization} invited you to ${organization} on Evident`,
    text: [
      `${invitedBy ?? `Somebody at ${organization}`} invited ${email} to work in ${organization} on Evident, as ${roleNames[role]}.`,
      `Accept here until ${until}; the link works once:\n${invitationUrl(origin, token)}`,
      'If you do not expect this, ignore this mail. Nothing happens.\n',
    ].join('\n\n'),
  })
}

const roleNames = { VIEWER: 'a viewer', MEMBER: 'a member', ADMIN: 'an admin', OWNER: 'an owner' } as const
