import { randomBytes } from 'node:crypto'
import { type Audit, auditPerson } from '#platform/audit/audit.ts'
import { hashSecret } from '#platform/auth/keys.ts'
import type { Person } from '#platform/auth/users.ts'
import type { Services } from '#platform/calls/services.ts'
import type { CrossDb, OrganizationTx } from '#platform/db/db.ts'
import { type Caller, nameOfCaller } from '#platform/identity/caller.ts'
import type { Client } from '#platform/identity/client.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { headerText } from '#platform/mail/compose.ts'
import { conflict, invalidField, notFound } from '#platform/values/errors.ts'
import { newId } from '#platform/values/ids.ts'
import { normalizeEmail } from '#platform/values/mask.ts'
import { maxNameLength } from '../sign-in/schema.ts'
import {
  alreadyMember,
  type Change,
  invitationDays,
  invitationMail,
  invitationToken,
  invitationUrl,
  publishRemoved,
  requireMayChange,
  requireMayInvite,
} from './rules.ts'
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

export async function joinVouched(
  tx: OrganizationTx,
  audit: Audit,
  { id: userId, email, name }: Person,
  { role, invitationId }: { role: Caller['role']; invitationId: string | undefined },
): Promise<string> {
  if (invitationId !== undefined) await store.deleteInvitation(tx, invitationId)
  const id = newId(tx.now.getTime())
  await store.insert(tx, { id, userId, email, name, role })
  await audit(tx, 'member.joined', { type: 'member', id, name }, { role, singleSignOn: true })
  return id
}

/** The job derives the token again, so that no table or queue contains it. */
export async function invite(
  tx: OrganizationTx,
  audit: Audit,
  { secrets, mail, origin }: Pick<Services, 'secrets' | 'mail' | 'origin'>,
  caller: Caller,
  request: { email: string; role: Caller['role'] },
) {
  requireMayInvite(caller.role, request.role)
  const email = normalizeEmail(request.email)
  if ((await store.countByEmail(tx, email)) > 0) throw alreadyMember()
  const nonce = randomBytes(16).toString('base64url')
  const token = invitationToken(secrets, tx.organizationId, nonce)
  const expiresAt = new Date(tx.now.getTime() + invitationDays * 86_400_000)
  const provesAddress = mail.transport === 'smtp'
  const written = await store.upsertInvitation(tx, {
    id: newId(tx.now.getTime()),
    email,
    role: request.role,
    digest: hashSecret(token),
    invitedBy: nameOfCaller(caller),
    provesAddress,
    expiresAt,
  })
  const id = written?.id ?? ''
  await enqueue(tx, invitationMail, { organizationId: tx.organizationId, invitationId: id, nonce })
  await audit(tx, 'member.invited', { type: 'invitation', id, name: email }, { role: request.role })
  return {
    ...{ id, email, role: request.role, status: 'invited' as const, expiresAt: expiresAt.toISOString() },
    ...(!provesAddress && { acceptUrl: invitationUrl(origin, token) }),
  }
}

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
  if (change.removed) {
    await store.deleteMembership(tx, id)
    await enqueue(tx, publishRemoved, { organizationId: tx.organizationId, userId: target.userId })
  } else await store.update(tx, id, change)
  await audit(
    tx,
    change.removed ? 'member.removed' : 'member.updated',
    { type: 'member', id, name: target.name },
    change.removed
      ? { role: target.role, ...(target.userId === caller.id && { self: true }) }
      : { role: change.role, active: change.active, was: { role: target.role } },
  )
}

export type Handover = { from: string; to: string }

/**
 * Makes another active member an owner, and the previous owner an admin. Returns false if either no longer has the
 * expected role.
 */
export async function handOver(tx: OrganizationTx, audit: Audit, { from, to }: Handover): Promise<boolean> {
  const locked = await store.lockWithOwners(tx, to)
  const [former, next] = [from, to].map((id) => locked.find((member) => member.id === id && member.active))
  if (!former || !next || former.role !== 'OWNER' || next.role === 'OWNER') return false
  await store.update(tx, to, { role: 'OWNER' })
  await store.update(tx, from, { role: 'ADMIN' })
  for (const [member, role] of [
    [next, 'OWNER'],
    [former, 'ADMIN'],
  ] as const)
    await audit(
      tx,
      'member.updated',
      { type: 'member', id: member.id, name: member.name },
      { role, was: { role: member.role } },
    )
  return true
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
    throw conflict('This person has not accepted yet. Invite them again with the new role.', 'invitation_pending')
  requireMayInvite(caller.role, invitation.role)
  await store.deleteInvitation(tx, id)
  await audit(tx, 'member.invitation_withdrawn', { type: 'invitation', id, name: invitation.email })
}

export async function rename(
  { db, services: { users }, client }: { db: CrossDb; services: Services; client: Client },
  userId: string,
  given: string,
): Promise<{ name: string }> {
  const name = headerText(given, maxNameLength)
  if (name === '') throw invalidField('/name', 'must contain more than spaces')
  const was = (await users.find(userId))?.name
  if (was === name) return { name }
  await users.rename(userId, name)
  await db.system('write', async (tx) => {
    await store.renameEverywhere(tx, userId, name)
    await auditPerson(tx, { userId, action: 'member.renamed', client, details: { was } })
  })
  return { name }
}
