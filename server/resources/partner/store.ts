import type { Actor, Target } from '#platform/audit/audit.ts'
import type { AuditAction } from '#platform/audit/audit-actions.ts'
import { after, countIfAsked, fetchLimit, type PageRequest, toPage } from '#platform/calls/paging/page.ts'
import type { OrganizationTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import type { Client } from '#platform/identity/client.ts'
import { newId } from '#platform/values/ids.ts'
import type { Grant, GrantRole } from './schema.ts'

type NewGrant = {
  id: string
  partnerOrganizationId: string
  role: GrantRole
  storeEnvIds: string[] | null
  expiresAt: string | null
  grantedBy: string
}

export const insert = (tx: OrganizationTx, row: NewGrant) =>
  tx.run(sql`
    insert into partner_grants (id, organization_id, partner_organization_id, role, store_env_ids, expires_at, granted_by, created_at, accepted_at)
    select ${row.id}::uuid, ${tx.organizationId}::uuid, ${row.partnerOrganizationId}::uuid, ${row.role}, ${row.storeEnvIds}::uuid[],
           ${row.expiresAt}::timestamptz, ${row.grantedBy}, ${tx.now},
           case when exists (
             select from partner_grants g
              where g.organization_id = ${tx.organizationId} and g.partner_organization_id = ${row.partnerOrganizationId}
                and g.accepted_at is not null and (g.expires_at is null or g.expires_at > ${tx.now})) then ${tx.now}::timestamptz end
    returning 1`)

export const accept = (tx: OrganizationTx, id: string): Promise<number> =>
  tx.run(sql`
    update partner_grants set accepted_at = ${tx.now}
     where organization_id = ${tx.organizationId} and id = ${id} and accepted_at is null
       and (expires_at is null or expires_at > ${tx.now})`)

export type PartnersLine = {
  action: AuditAction
  actor: Actor
  target: Target
  details: Record<string, unknown>
  client: Client | undefined
}

export const recordForPartner = (tx: OrganizationTx, id: string, line: PartnersLine) =>
  tx.run(sql`
    select app.record_for_partner(${id}, ${newId(tx.now.getTime())}, ${line.action}, ${JSON.stringify(line.actor)}::jsonb,
      ${JSON.stringify(line.target)}::jsonb, ${JSON.stringify(line.details)}::jsonb, ${line.client?.address ?? null},
      ${line.client?.userAgent ?? null}, ${tx.now})`)

export const countGiven = async (tx: OrganizationTx): Promise<number> =>
  (
    await tx.first<{ count: number }>(
      sql`select count(*) as count from partner_grants where organization_id = ${tx.organizationId}`,
    )
  )?.count ?? 0

export const countStores = async (tx: OrganizationTx, ids: readonly string[]): Promise<number> =>
  (
    await tx.first<{ count: number }>(sql`
      select count(*) as count from stores where organization_id = ${tx.organizationId} and id = any (${[...ids]}::uuid[])`)
  )?.count ?? 0

type Change = {
  role?: GrantRole | undefined
  storeEnvIds?: string[] | null | undefined
  expiresAt?: string | null | undefined
}

/** Changes only a grant given by the organization. Omitted fields are unchanged. */
export const update = (tx: OrganizationTx, id: string, change: Change): Promise<number> =>
  tx.run(sql`
    update partner_grants set role = coalesce(${change.role ?? null}::text, role),
           store_env_ids = case when ${change.storeEnvIds !== undefined} then ${change.storeEnvIds ?? null}::uuid[] else store_env_ids end,
           expires_at = case when ${change.expiresAt !== undefined} then ${change.expiresAt ?? null}::timestamptz else expires_at end
     where organization_id = ${tx.organizationId} and id = ${id}`)

/** Serialises operations on a grant, so each sees the result of the previous one. */
export const lock = (tx: OrganizationTx, id: string) =>
  tx.run(sql`select from partner_grants where organization_id = ${tx.organizationId} and id = ${id} for update`)

export const deleteGrant = (tx: OrganizationTx, id: string): Promise<number> =>
  tx.run(sql`delete from partner_grants where organization_id = ${tx.organizationId} and id = ${id}`)

type Direction = Grant['direction']

const selectSide = (tx: OrganizationTx, direction: Direction | undefined) => {
  const given = sql`g.organization_id = ${tx.organizationId}`
  const received = sql`g.partner_organization_id = ${tx.organizationId}`
  if (direction === undefined) return sql`(${given} or ${received})`
  return direction === 'given' ? given : received
}

const columns = (tx: OrganizationTx) => sql`
  select g.id, case when g.organization_id = ${tx.organizationId} then 'given' else 'received' end as direction,
         g.organization_id as "fromId", g.partner_organization_id as "toId",
         coalesce(f.name, o.name, '') as "fromName", coalesce(t.name, o.name, '') as "toName",
         g.role, g.store_env_ids as "storeEnvIds", g.expires_at as "expiresAt",
         coalesce(g.expires_at <= ${tx.now}, false) as expired, g.created_at as "createdAt", g.accepted_at as "acceptedAt"
    from partner_grants g
    left join app.partner_names() f on f.id = g.organization_id
    left join app.partner_names() t on t.id = g.partner_organization_id
    left join organizations o on o.id = ${tx.organizationId}`

type Row = Omit<Grant, 'from' | 'to' | 'organizationId' | 'state'> &
  Record<'fromId' | 'fromName' | 'toId' | 'toName', string>

const toGrant = ({ fromId, fromName, toId, toName, ...row }: Row): Grant => ({
  ...row,
  state: row.acceptedAt === null ? 'offered' : 'active',
  organizationId: toId,
  from: { id: fromId, name: fromName },
  to: { id: toId, name: toName },
})

export async function list(tx: OrganizationTx, request: PageRequest & { direction?: Direction }) {
  const fits = selectSide(tx, request.direction)
  const rows = await tx.all<Row>(sql`
    ${columns(tx)} where ${fits} ${after(request, 'created_at', 'g')}
     order by g.created_at desc, g.id desc limit ${fetchLimit(request)}`)
  const total = await countIfAsked(tx, request, sql`partner_grants g where ${fits}`)
  return toPage(rows, request, (row) => ({ at: row.createdAt, id: row.id }), toGrant, total)
}

export async function find(tx: OrganizationTx, id: string): Promise<Grant | undefined> {
  const row = await tx.first<Row>(sql`${columns(tx)} where ${selectSide(tx, undefined)} and g.id = ${id}`)
  return row && toGrant(row)
}

export const findName = async (tx: OrganizationTx, userId: string): Promise<string> =>
  (
    await tx.first<{ name: string }>(sql`
      select coalesce(nullif(m.name, ''), m.email) as name from memberships m
       where m.organization_id = ${tx.organizationId} and m.user_id = ${userId}`)
  )?.name ?? ''
