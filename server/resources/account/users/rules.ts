import type { Role } from '#platform/identity/caller.ts'
import type { Secrets } from '#platform/process/secrets.ts'
import { conflict, forbidden } from '#platform/values/errors.ts'

export type Member = { id: string; userId?: string; role: Role; active: boolean; name: string }
export type Change = { role?: Role | undefined; active?: boolean | undefined; removed?: true }

export const invitationDays = 7

export const publishRemoved = 'account.publish_removed'
export const invitationMail = 'account.mail_invitation'

export const invitationToken = (secrets: Pick<Secrets, 'tokenFor'>, organizationId: string, nonce: string) =>
  secrets.tokenFor(`invitation ${organizationId} ${nonce}`)

export const invitationUrl = (origin: string, token: string) => `${origin}/admin/invitations/${token}`

export const alreadyMember = () => conflict('This person is already a member of the organization.', 'already_member')

export function requireMayInvite(caller: Role, role: Role): void {
  if (role === 'OWNER' && caller !== 'OWNER') throw ownerRequired('invite an owner')
}

/** `owners` are all active owners. They are locked, so that two of them cannot remove each other in parallel. */
export function requireMayChange(caller: Role, target: Member, change: Change, owners: readonly Member[]): void {
  if (caller !== 'OWNER' && (target.role === 'OWNER' || change.role === 'OWNER'))
    throw ownerRequired('change an owner, or make one')
  const staysOwner = !change.removed && (change.role ?? target.role) === 'OWNER' && (change.active ?? target.active)
  const isActiveOwner = target.role === 'OWNER' && target.active
  if (isActiveOwner && !staysOwner && owners.every((owner) => owner.id === target.id)) {
    throw forbidden(
      'last_owner',
      'The last active owner cannot be deactivated, demoted or removed. Make another member an owner first.',
    )
  }
}

const ownerRequired = (act: string) => forbidden('owner_required', `Only an owner may ${act}.`)
