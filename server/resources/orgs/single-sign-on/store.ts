import type { OrganizationTx, SystemTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import type { Role } from '#platform/identity/caller.ts'
import type { KnownMember, NextDomainState } from './rules.ts'

export type SettingsRow = {
  organizationId: string
  id: string
  issuer: string
  clientId: string
  clientSecret: Buffer
  secretLast4: string
  required: boolean
  defaultRole: 'VIEWER' | 'MEMBER' | 'ADMIN'
  invitedOnly: boolean
  updatedAt: string
}

const columns = sql<SettingsRow>`
  s.organization_id as "organizationId", s.id, s.issuer, s.client_id as "clientId", s.client_secret as "clientSecret",
  s.secret_last4 as "secretLast4", s.required, s.default_role as "defaultRole", s.invited_only as "invitedOnly",
  s.updated_at as "updatedAt"`

export const find = (tx: OrganizationTx) =>
  tx.first<SettingsRow>(sql`select ${columns} from single_sign_on s where s.organization_id = ${tx.organizationId}`)

export const findByDomain = (tx: SystemTx, domain: string) =>
  tx.first<SettingsRow>(sql`
    select ${columns} from single_sign_on_domains d join single_sign_on s on s.organization_id = d.organization_id
     where d.domain = ${domain} and d.proven_at is not null`)

export const upsert = (tx: OrganizationTx, row: Omit<SettingsRow, 'organizationId' | 'updatedAt'>) =>
  tx.run(sql`
    insert into single_sign_on (organization_id, id, issuer, client_id, client_secret, secret_last4, required, default_role,
                                invited_only, created_at, updated_at)
    values (${tx.organizationId}, ${row.id}, ${row.issuer}, ${row.clientId}, ${row.clientSecret}, ${row.secretLast4},
            ${row.required}, ${row.defaultRole}, ${row.invitedOnly}, ${tx.now}, ${tx.now})
    on conflict (organization_id) do update
       set id = excluded.id, issuer = excluded.issuer, client_id = excluded.client_id, client_secret = excluded.client_secret,
           secret_last4 = excluded.secret_last4, required = excluded.required, default_role = excluded.default_role,
           invited_only = excluded.invited_only, updated_at = excluded.updated_at`)

/** Deletes links to another provider's subjects, which are meaningless for the new provider. */
export const deleteLinksOfOthers = (tx: OrganizationTx, issuer: string) =>
  tx.run(sql`
    delete from single_sign_on_links l where l.organization_id = ${tx.organizationId} and l.issuer <> ${issuer}`)

export async function deleteSettings(tx: OrganizationTx): Promise<number> {
  await tx.run(sql`delete from single_sign_on_links where organization_id = ${tx.organizationId}`)
  await tx.run(sql`delete from single_sign_on_domains where organization_id = ${tx.organizationId}`)
  return tx.run(sql`delete from single_sign_on where organization_id = ${tx.organizationId}`)
}

export type DomainRow = {
  id: string
  organizationId: string
  domain: string
  found: string[]
  checkedAt: string | null
  provenAt: string | null
  failingSince: string | null
  createdAt: string
}

const domains = sql<DomainRow>`
  d.id, d.organization_id as "organizationId", d.domain, d.found, d.checked_at as "checkedAt", d.proven_at as "provenAt",
  d.failing_since as "failingSince", d.created_at as "createdAt"`

export const listDomains = (tx: OrganizationTx) =>
  tx.all<DomainRow>(sql`
    select ${domains} from single_sign_on_domains d
     where d.organization_id = ${tx.organizationId} order by d.created_at, d.id`)

export const findDomain = (tx: OrganizationTx, id: string) =>
  tx.first<DomainRow>(sql`
    select ${domains} from single_sign_on_domains d where d.organization_id = ${tx.organizationId} and d.id = ${id}`)

export const lockDomain = (tx: OrganizationTx, id: string) =>
  tx.first<DomainRow>(sql`
    select ${domains} from single_sign_on_domains d
     where d.organization_id = ${tx.organizationId} and d.id = ${id} for update`)

export const listDue = (tx: SystemTx, limit: number) =>
  tx.all<{ id: string; organizationId: string }>(sql`
    select d.id, d.organization_id as "organizationId" from single_sign_on_domains d
     where d.next_check_at <= ${tx.now} order by d.next_check_at, d.id limit ${limit}`)

/** Returns 0 if the organization already has the maximum number of domains. */
export const insertDomain = (
  tx: OrganizationTx,
  row: { id: string; domain: string; written: string; nextCheckAt: Date },
  most: number,
) =>
  tx.run(sql`
    insert into single_sign_on_domains (id, organization_id, domain, written, next_check_at, created_at)
    select ${row.id}::uuid, ${tx.organizationId}::uuid, ${row.domain}::text, ${row.written}::text, ${row.nextCheckAt}::timestamptz, ${tx.now}::timestamptz
     where (select count(*) from single_sign_on_domains d where d.organization_id = ${tx.organizationId}) < ${most}
    returning 1`)

export const updateDomain = (tx: OrganizationTx, id: string, found: readonly string[], next: NextDomainState) =>
  tx.run(sql`
    update single_sign_on_domains d
       set found = ${[...found]}, checked_at = ${tx.now}, proven_at = ${next.provenAt}, failing_since = ${next.failingSince},
           next_check_at = ${next.nextCheckAt}
     where d.organization_id = ${tx.organizationId} and d.id = ${id}`)

export const deleteDomain = (tx: OrganizationTx, id: string) =>
  tx.run(sql`delete from single_sign_on_domains where organization_id = ${tx.organizationId} and id = ${id}`)

export const isProven = async (tx: OrganizationTx, domain: string): Promise<boolean> =>
  (await tx.first(sql`
    select d.id from single_sign_on_domains d
     where d.organization_id = ${tx.organizationId} and d.domain = ${domain} and d.proven_at is not null`)) !==
  undefined

export type AttemptRow = {
  organizationId: string
  issuer: string
  clientId: string
  userId: string | null
  next: string | null
}

export const insertAttempt = (
  tx: OrganizationTx,
  row: Omit<AttemptRow, 'organizationId'> & { state: Buffer; browser: Buffer; expiresAt: Date },
) =>
  tx.run(sql`
    insert into single_sign_on_attempts (state_digest, browser_digest, organization_id, issuer, client_id, user_id, next_path, expires_at)
    values (${row.state}, ${row.browser}, ${tx.organizationId}, ${row.issuer}, ${row.clientId}, ${row.userId}, ${row.next}, ${row.expiresAt})`)

/** The second of two callbacks with the same state finds the attempt used. */
export const takeAttempt = (tx: SystemTx, state: Buffer, browser: Buffer) =>
  tx.first<AttemptRow>(sql`
    delete from single_sign_on_attempts a
     where a.state_digest = ${state} and a.browser_digest = ${browser} and a.expires_at > ${tx.now}
    returning a.organization_id as "organizationId", a.issuer, a.client_id as "clientId", a.user_id as "userId", a.next_path as next`)

export const deleteExpiredAttempts = (tx: SystemTx, before: Date) =>
  tx.run(sql`delete from single_sign_on_attempts where expires_at < ${before}`)

const members = sql<KnownMember>`
  m.id, m.user_id as "userId", m.role, m.active,
  exists (select from single_sign_on_links k where k.organization_id = m.organization_id and k.member_id = m.id) as "isLinked"`

/**
 * Locks the member until the transaction ends, so a concurrent deactivation happens either before or after the transaction.
 */
export const lockLinked = (tx: OrganizationTx, issuer: string, subject: string) =>
  tx.first<KnownMember>(sql`
    select ${members} from single_sign_on_links l
      join memberships m on m.id = l.member_id and m.organization_id = l.organization_id
     where l.organization_id = ${tx.organizationId} and l.issuer = ${issuer} and l.subject = ${subject}
       for share of m`)

export const lockMember = (tx: OrganizationTx, userId: string) =>
  tx.first<KnownMember>(sql`
    select ${members} from memberships m
     where m.organization_id = ${tx.organizationId} and m.user_id = ${userId} for share of m`)

export const findInvitation = (tx: OrganizationTx, email: string) =>
  tx.first<{ id: string; role: Role }>(sql`
    select i.id, i.role from invitations i
     where i.organization_id = ${tx.organizationId} and i.email = ${email} and i.expires_at > ${tx.now} for update`)

export const insertLink = (
  tx: OrganizationTx,
  memberId: string,
  { issuer, subject }: { issuer: string; subject: string },
) =>
  tx.run(sql`
    insert into single_sign_on_links (organization_id, member_id, issuer, subject, created_at, last_used_at)
    values (${tx.organizationId}, ${memberId}, ${issuer}, ${subject}, ${tx.now}, ${tx.now})`)

/** Called only for an owner who is signed in both here and at the provider, which proves the link. */
export const replaceLink = (
  tx: OrganizationTx,
  memberId: string,
  { issuer, subject }: { issuer: string; subject: string },
) =>
  tx.run(sql`
    insert into single_sign_on_links (organization_id, member_id, issuer, subject, created_at, last_used_at)
    values (${tx.organizationId}, ${memberId}, ${issuer}, ${subject}, ${tx.now}, ${tx.now})
    on conflict (organization_id, member_id) do update
       set issuer = excluded.issuer, subject = excluded.subject, created_at = excluded.created_at, last_used_at = excluded.last_used_at`)

export const touchLink = (tx: OrganizationTx, memberId: string) =>
  tx.run(sql`
    update single_sign_on_links l set last_used_at = ${tx.now}
     where l.organization_id = ${tx.organizationId} and l.member_id = ${memberId}`)
