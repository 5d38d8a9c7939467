import type { Static } from 'typebox'
import { after, countIfAsked, fetchLimit, type PageRequest, toPage } from '#platform/calls/paging/page.ts'
import type { OrganizationTx, SystemTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import type { Role } from '#platform/identity/caller.ts'
import type { Member } from './rules.ts'
import type { User } from './schema.ts'

type UserRow = {
  id: string
  email: string
  name: string
  role: Role
  status: 'active' | 'inactive' | 'invited'
  created_at: string
}

export async function list(tx: OrganizationTx, request: PageRequest) {
  const people = sql`(
      select id, email, name, role, case when active then 'active' else 'inactive' end as status, created_at
        from memberships where organization_id = ${tx.organizationId}
      union all
      select id, email, '', role, 'invited', created_at
        from invitations where organization_id = ${tx.organizationId} and expires_at > ${tx.now}
    ) p`
  const rows = await tx.all<UserRow>(sql`
    select p.id, p.email, p.name, p.role, p.status, p.created_at from ${people}
    where true ${after(request, 'created_at', 'p')}
    order by p.created_at desc, p.id desc limit ${fetchLimit(request)}`)
  const total = await countIfAsked(tx, request, people)
  return toPage(rows, request, (row) => ({ at: row.created_at, id: row.id }), toUser, total)
}

export async function find(tx: OrganizationTx, id: string): Promise<Static<typeof User> | undefined> {
  const row = await tx.first<UserRow>(sql`
    select id, email, name, role, case when active then 'active' else 'inactive' end as status, created_at
      from memberships where organization_id = ${tx.organizationId} and id = ${id}`)
  return row && toUser(row)
}

const toUser = ({ created_at, ...row }: UserRow): Static<typeof User> => ({ ...row, createdAt: created_at })

/** Locks the person to change and every active owner until the transaction ends, always in the same order. */
export const lockWithOwners = (tx: OrganizationTx, id: string) =>
  tx.all<Member>(sql`
    select id, user_id as "userId", role, active, coalesce(nullif(name, ''), email) as name from memberships
     where organization_id = ${tx.organizationId} and (id = ${id} or (role = 'OWNER' and active))
     order by id for update`)

export const update = (
  tx: OrganizationTx,
  id: string,
  change: { role?: Role | undefined; active?: boolean | undefined },
) =>
  tx.run(sql`
    update memberships set role = coalesce(${change.role ?? null}::text, role), active = coalesce(${change.active ?? null}::boolean, active)
     where organization_id = ${tx.organizationId} and id = ${id}`)

export const renameEverywhere = (tx: SystemTx, userId: string, name: string) =>
  tx.run(sql`update memberships set name = ${name} where user_id = ${userId}`)

export const deleteMembership = (tx: OrganizationTx, id: string) =>
  tx.run(sql`delete from memberships where organization_id = ${tx.organizationId} and id = ${id}`)

export const isMember = async (tx: OrganizationTx, userId: string): Promise<boolean> =>
  (await tx.first(sql`
    select id from memberships where organization_id = ${tx.organizationId} and user_id = ${userId}`)) !== undefined

export const listStores = (tx: OrganizationTx) =>
  tx.all<{ id: string }>(sql`select s.id from stores s where s.organization_id = ${tx.organizationId} order by s.id`)

export type NewMember = { id: string; userId: string; email: string; name: string; role: Role }

export const insert = (tx: OrganizationTx, row: NewMember) =>
  tx.run(sql`
    insert into memberships (id, organization_id, user_id, email, name, role, created_at)
    values (${row.id}, ${tx.organizationId}, ${row.userId}, ${row.email}, ${row.name}, ${row.role}, ${tx.now})`)

export const countByEmail = async (tx: OrganizationTx, email: string): Promise<number> =>
  (await tx.all(sql`select 1 from memberships where organization_id = ${tx.organizationId} and email = ${email}`))
    .length

export type NewInvitation = {
  id: string
  email: string
  role: Role
  digest: Buffer
  invitedBy: string
  provesAddress: boolean
  expiresAt: Date
}

/** Inviting again creates a new link and invalidates the old one. */
export const upsertInvitation = (tx: OrganizationTx, row: NewInvitation) =>
  tx.first<{ id: string }>(sql`
    insert into invitations as i (id, organization_id, email, role, token_digest, invited_by, proves_address, created_at, expires_at)
    values (${row.id}, ${tx.organizationId}, ${row.email}, ${row.role}, ${row.digest}, ${row.invitedBy}, ${row.provesAddress}, ${tx.now}, ${row.expiresAt})
    on conflict (organization_id, email) do update
       set role = excluded.role, token_digest = excluded.token_digest, invited_by = excluded.invited_by,
           proves_address = excluded.proves_address, expires_at = excluded.expires_at
    returning id`)

export const findInvitation = (tx: OrganizationTx, id: string) =>
  tx.first<{ role: Role; email: string }>(
    sql`select role, email from invitations where organization_id = ${tx.organizationId} and id = ${id} for update`,
  )

export const deleteInvitation = (tx: OrganizationTx, id: string) =>
  tx.run(sql`delete from invitations where organization_id = ${tx.organizationId} and id = ${id}`)

/** Matches the digest too, because a renewed invitation has another link and perhaps another role. */
export const deleteAccepted = (tx: OrganizationTx, { id, digest }: Pick<Invitation, 'id' | 'digest'>) =>
  tx.run(sql`
    delete from invitations
     where organization_id = ${tx.organizationId} and id = ${id} and token_digest = ${digest} and expires_at > ${tx.now}`)

export type Invitation = {
  id: string
  organizationId: string
  organization: string
  invitedBy: string | null
  email: string
  role: Role
  digest: Buffer
  provesAddress: boolean
  expiresAt: string
}

/** Stores only the digest of an accepted invitation, for as long as its link must be recognised as used. */
export async function insertUsed(tx: OrganizationTx, digest: Buffer, before: Date): Promise<void> {
  await tx.run(sql`
    delete from used_invitations where organization_id = ${tx.organizationId} and used_at < ${before}`)
  await tx.run(sql`
    insert into used_invitations (token_digest, organization_id, used_at)
    values (${digest}, ${tx.organizationId}, ${tx.now}) on conflict (token_digest) do nothing`)
}

export const wasUsed = async (tx: SystemTx, digest: Buffer, since: Date): Promise<boolean> =>
  (await tx.first(sql`
    select token_digest from used_invitations where token_digest = ${digest} and used_at >= ${since}`)) !== undefined

const invitations = sql`
  select i.id, i.organization_id as "organizationId", o.name as organization, i.email, i.role, i.token_digest as digest,
         i.proves_address as "provesAddress", i.expires_at as "expiresAt",
         (select coalesce(nullif(m.name, ''), m.email) from memberships m
           where m.organization_id = i.organization_id and 'user:' || m.user_id = i.invited_by) as "invitedBy"
    from invitations i join organizations o on o.id = i.organization_id`

export const findInvitationByToken = (tx: SystemTx, digest: Buffer) =>
  tx.first<Invitation>(sql`${invitations} where i.token_digest = ${digest} and i.expires_at > ${tx.now}`)

export const findInvitationToMail = (tx: OrganizationTx, id: string) =>
  tx.first<Invitation>(sql`
    ${invitations} where i.organization_id = ${tx.organizationId} and i.id = ${id} and i.expires_at > ${tx.now}`)
