import { randomBytes } from 'node:crypto'
import type { Caller } from '#platform/access.ts'
import type { Audit } from '#platform/audit.ts'
import { auditAs } from '#platform/audit.ts'
import { digestOf } from '#platform/auth/keys.ts'
import type { Person } from '#platform/auth/users.ts'
import type { Db, OrganizationTx } from '#platform/db/db.ts'
import { AppError, conflict, notFound } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import { enqueue } from '#platform/jobs.ts'
import { normalizeEmail } from '#platform/mask.ts'
import type { Services } from '#platform/services.ts'
import { type Change, invitationDays, requireMayChange, requireMayInvite } from './rules.ts'
import * as store from './store.ts'

export async function addOwner(tx: OrganizationTx, person: Person): Promise<void> {
  await store.insert(tx, {
    id: newId(tx.now.getTime()),
    userId: person.id,
    email: person.email,
    name: person.name,
    role: 'OWNER',
  })
}

/** Writes the invitation and mails its link; the token itself is stored nowhere. */
export async function invite(
  tx: OrganizationTx,
  audit: Audit,
  origin: string,
  caller: Caller,
  request: { email: string; role: Caller['role'] },
) {
  requireMayInvite(caller.role, request.role)
  const email = normalizeEmail(request.email)
  if ((await store.countByEmail(tx, email)) > 0)
    throw conflict('This person is already a member of the organization.', 'already_member')
  const token = randomBytes(24).toString('base64url')
  const expiresAt = new Date(tx.now.getTime() + invitationDays * 86_400_000)
  const written = await store.upsertInvitation(tx, {
    id: newId(tx.now.getTime()),
    email,
    role: request.role,
    digest: digestOf(token),
    invitedBy: `${caller.kind}:${caller.id}`,
    expiresAt,
  })
  const id = written?.id ?? ''
  const acceptUrl = `${origin}/admin/invitations/${token}`
  await enqueue(tx, 'account.mail_invitation', { organizationId: tx.organizationId, to: email, acceptUrl })
  await audit(tx, 'member.invited', { type: 'invitation', id }, { role: request.role })
  return { id, email, role: request.role, status: 'invited' as const, acceptUrl, expiresAt: expiresAt.toISOString() }
}

/** Changes or removes a member, or an open invitation of that id. */
export async function changeUser(
  tx: OrganizationTx,
  audit: Audit,
  caller: Caller,
  id: string,
  change: Change,
): Promise<void> {
  const locked = await store.lockWithOwners(tx, id)
  const target = locked.find((member) => member.id === id)
  if (!target) return changeInvitation(tx, audit, caller, id, change)
  requireMayChange(
    caller.role,
    target,
    change,
    locked.filter((member) => member.role === 'OWNER' && member.active),
  )
  if (change.removed) await store.remove(tx, id)
  else await store.update(tx, id, change)
  await audit(
    tx,
    change.removed ? 'member.removed' : 'member.updated',
    { type: 'member', id },
    change.removed ? undefined : { role: change.role, active: change.active },
  )
}

async function changeInvitation(
  tx: OrganizationTx,
  audit: Audit,
  caller: Caller,
  id: string,
  change: Change,
): Promise<void> {
  const invitation = await store.findInvitation(tx, id)
  if (!invitation) throw notFound('user', id)
  if (!change.removed)
    throw conflict('This person has not accepted yet; invite them again with the other role.', 'invitation_pending')
  requireMayInvite(caller.role, invitation.role)
  await store.removeInvitation(tx, id)
  await audit(tx, 'member.invitation_withdrawn', { type: 'invitation', id })
}

/** Joins the person whom the link was made for; a person who has an account proves it with their password. */
export async function acceptInvitation(
  db: Db,
  services: Services,
  token: string,
  request: { name: string; password: string },
) {
  const invitation = await db.system('read', (tx) => store.findInvitationByToken(tx, digestOf(token)))
  if (!invitation) throw notFound('open invitation')
  const { organizationId, email, role } = invitation
  const person = await findOrCreate(services, { email, name: request.name.trim(), password: request.password })
  const cookies = await services.users.signIn(email, request.password)
  if (!cookies) throw new AppError(401, 'password_wrong', 'This address has an account here; accept with its password.')
  await db.organization(organizationId, 'write', async (tx) => {
    // Of two acceptances at once, one finds the invitation gone.
    if ((await store.removeInvitation(tx, invitation.id)) === 0) throw notFound('open invitation')
    const id = newId(tx.now.getTime())
    await store.insert(tx, { id, userId: person.id, email, name: person.name, role })
    await auditAs({ type: 'user', id: person.id })(tx, 'member.joined', { type: 'member', id }, { role })
  })
  return { accepted: { userId: person.id, email, organizationId, role }, cookies }
}

/** Two acceptances at once make one user: the second finds the address taken and goes on with who took it. */
async function findOrCreate(
  { users }: Services,
  person: { email: string; name: string; password: string },
): Promise<Person> {
  const known = await users.findByEmail(person.email)
  if (known) return known
  return users.create(person).catch(async (error) => {
    const made = await users.findByEmail(person.email)
    if (!made) throw error
    return made
  })
}
