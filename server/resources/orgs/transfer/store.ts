import type { OrganizationTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'

export type TransferRow = {
  organization: string
  fromId: string
  fromUserId: string
  fromName: string
  fromEmail: string
  toId: string
  toUserId: string
  toName: string
  toEmail: string
  createdAt: string
  expiresAt: string
}

export const find = (tx: OrganizationTx) =>
  tx.first<TransferRow>(sql`
    select o.name as organization, f.id as "fromId", f.user_id as "fromUserId", coalesce(nullif(f.name, ''), f.email) as "fromName",
           f.email as "fromEmail", m.id as "toId", m.user_id as "toUserId", coalesce(nullif(m.name, ''), m.email) as "toName",
           m.email as "toEmail", t.created_at as "createdAt", t.expires_at as "expiresAt"
      from ownership_transfers t
      join organizations o on o.id = t.organization_id
      join memberships f on f.id = t.from_member and f.organization_id = t.organization_id
      join memberships m on m.id = t.to_member and m.organization_id = t.organization_id
     where t.organization_id = ${tx.organizationId} and t.expires_at > ${tx.now}
       and f.active and f.role = 'OWNER' and m.active`)

export type Candidate = { id: string; role: string; active: boolean; userId: string }

export const findMember = (tx: OrganizationTx, id: string) =>
  tx.first<Candidate>(sql`
    select m.id, m.role, m.active, m.user_id as "userId" from memberships m
     where m.organization_id = ${tx.organizationId} and (m.id::text = ${id} or m.user_id = ${id})`)

/** Replaces a transfer that can no longer be accepted. Returns 0 while another one is open. */
export async function insert(tx: OrganizationTx, from: string, to: string, expiresAt: Date): Promise<number> {
  await tx.run(sql`
    delete from ownership_transfers t
     where t.organization_id = ${tx.organizationId}
       and (t.expires_at <= ${tx.now} or not exists (
             select from memberships f join memberships m on m.organization_id = f.organization_id
              where f.organization_id = ${tx.organizationId} and f.id = t.from_member and m.id = t.to_member
                and f.active and f.role = 'OWNER' and m.active))`)
  return tx.run(sql`
    insert into ownership_transfers (organization_id, from_member, to_member, created_at, expires_at)
    values (${tx.organizationId}, ${from}, ${to}, ${tx.now}, ${expiresAt})
    on conflict (organization_id) do nothing`)
}

/** The second of two calls finds the transfer deleted. */
export const deleteTransfer = (tx: OrganizationTx) =>
  tx.run(sql`delete from ownership_transfers where organization_id = ${tx.organizationId}`)
