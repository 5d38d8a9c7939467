import { after, countIfAsked, fetchLimit, type PageRequest, toPage } from '#platform/calls/paging/page.ts'
import type { OrganizationTx, StoreTx, SystemTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import { maxMessages } from './rules.ts'
import type { Access, AccessRole, Message, TicketHead } from './schema.ts'

type NewTicket = { id: string; subject: string; storeEnvId: string | null; openedBy: string }

/** Returns 0 if the store does not belong to the organization. */
export async function insertTicket(tx: OrganizationTx, row: NewTicket): Promise<number> {
  if (row.storeEnvId !== null) {
    const store = await tx.first(sql`
      select s.id from stores s where s.organization_id = ${tx.organizationId} and s.id = ${row.storeEnvId}`)
    if (!store) return 0
  }
  return tx.run(sql`
    insert into support_tickets (id, organization_id, store_env_id, subject, state, opened_by, created_at, updated_at)
    values (${row.id}, ${tx.organizationId}, ${row.storeEnvId}, ${row.subject}, 'open', ${row.openedBy}, ${tx.now}, ${tx.now})`)
}

export const countUnclosed = async (tx: OrganizationTx): Promise<number> =>
  (
    await tx.first<{ count: number }>(sql`
      select count(*) as count from support_tickets where organization_id = ${tx.organizationId} and state <> 'closed'`)
  )?.count ?? 0

type NewMessage = { id: string; ticketId: string; body: string; author: string }

/** Stores the author's current name, because people leave and keys are deleted. */
export const insertMemberMessage = (tx: OrganizationTx, row: NewMessage) =>
  tx.run(sql`
    insert into support_messages (id, organization_id, ticket_id, side, author, author_name, body, created_at)
    select ${row.id}::uuid, ${tx.organizationId}::uuid, ${row.ticketId}::uuid, 'member', ${row.author}::text,
           coalesce((select coalesce(nullif(m.name, ''), m.email) from memberships m
                      where m.organization_id = ${tx.organizationId} and 'user:' || m.user_id = ${row.author}),
                    (select k.name from api_keys k
                      where k.organization_id = ${tx.organizationId} and 'key:' || k.id::text = ${row.author}), ''),
           ${row.body}::text, ${tx.now}::timestamptz
    returning 1`)

export const insertStaffMessage = (
  tx: OrganizationTx,
  row: { id: string; ticketId: string; body: string; staff: string },
) =>
  tx.run(sql`
    insert into support_messages (id, organization_id, ticket_id, side, author_name, body, created_at)
    values (${row.id}, ${tx.organizationId}, ${row.ticketId}, 'support', ${row.staff}, ${row.body}, ${tx.now})`)

export const countMessages = async (tx: OrganizationTx, ticketId: string): Promise<number> =>
  (
    await tx.first<{ count: number }>(sql`
      select count(*) as count from support_messages where organization_id = ${tx.organizationId} and ticket_id = ${ticketId}`)
  )?.count ?? 0

export type State = TicketHead['state']

/** Locks the ticket until the transaction ends, so that its state cannot change during a decision. */
export const lockTicket = (tx: OrganizationTx, id: string) =>
  tx.first<{ id: string; state: State; subject: string; storeEnvId: string | null }>(sql`
    select id, state, subject, store_env_id as "storeEnvId" from support_tickets
     where organization_id = ${tx.organizationId} and id = ${id} for update`)

export const updateState = (tx: OrganizationTx, id: string, state: State) =>
  tx.run(sql`
    update support_tickets set state = ${state}, updated_at = ${tx.now}
     where organization_id = ${tx.organizationId} and id = ${id}`)

const ticketColumns = (now: Date) => sql`
  k.id, k.subject, k.state, k.store_env_id as "storeEnvId", k.created_at as "createdAt", k.updated_at as "updatedAt",
  (select g.expires_at from support_grants g
    where g.ticket_id = k.id and g.ended_at is null and g.expires_at > ${now}) as "accessUntil",
  (select max(g.created_at) from support_grants g where g.ticket_id = k.id) as "accessGrantedAt"`

export async function listTickets(tx: OrganizationTx, request: PageRequest & { state?: State[] }) {
  const wanted = request.state
  const tickets = sql`support_tickets k where k.organization_id = ${tx.organizationId}
    ${wanted ? sql`and k.state = any (${wanted})` : sql``}`
  const rows = await tx.all<TicketHead>(sql`
    select ${ticketColumns(tx.now)} from ${tickets} ${after(request, 'created_at', 'k')}
     order by k.created_at desc, k.id desc limit ${fetchLimit(request)}`)
  const total = await countIfAsked(tx, request, tickets)
  return toPage(
    rows,
    request,
    (row) => ({ at: row.createdAt, id: row.id }),
    (row) => row,
    total,
  )
}

export const findTicket = (tx: OrganizationTx, id: string) =>
  tx.first<TicketHead>(sql`
    select ${ticketColumns(tx.now)} from support_tickets k where k.organization_id = ${tx.organizationId} and k.id = ${id}`)

export const listMessages = (tx: OrganizationTx, ticketId: string) =>
  tx.all<Message>(sql`
    select id, side as "from", author_name as "authorName", body, created_at as "createdAt" from support_messages
     where organization_id = ${tx.organizationId} and ticket_id = ${ticketId}
     order by created_at, id limit ${sql.lit(maxMessages)}`)

export const listWriters = (tx: OrganizationTx, ticketId: string) =>
  tx.all<{ email: string }>(sql`
    select m.email from memberships m
     where m.organization_id = ${tx.organizationId} and m.active
       and exists (select from support_messages w where w.organization_id = ${tx.organizationId} and w.ticket_id = ${ticketId}
                    and w.author = 'user:' || m.user_id)
     order by m.email`)

type NewGrant = { id: string; ticketId: string; role: AccessRole; grantedBy: string; expiresAt: Date }

export const insertGrant = (tx: OrganizationTx, row: NewGrant) =>
  tx.run(sql`
    insert into support_grants (id, organization_id, ticket_id, role, granted_by, created_at, expires_at)
    values (${row.id}, ${tx.organizationId}, ${row.ticketId}, ${row.role}, ${row.grantedBy}, ${tx.now}, ${row.expiresAt})`)

export async function endGrants(tx: OrganizationTx, ticketId: string): Promise<boolean> {
  const ended = await tx.all<{ wasLive: boolean }>(sql`
    update support_grants set ended_at = ${tx.now}
     where organization_id = ${tx.organizationId} and ticket_id = ${ticketId} and ended_at is null
    returning expires_at > ${tx.now} as "wasLive"`)
  return ended.some(({ wasLive }) => wasLive)
}

export type Grant = Pick<Access, 'role' | 'expiresAt' | 'endedAt'> & { id: string; createdAt: string }

export const findLatestGrant = (tx: OrganizationTx, ticketId: string) =>
  tx.first<Grant>(sql`
    select id, role, created_at as "createdAt", expires_at as "expiresAt", ended_at as "endedAt" from support_grants
     where organization_id = ${tx.organizationId} and ticket_id = ${ticketId} order by created_at desc, id desc limit 1`)

export const listUses = (tx: OrganizationTx, ticketId: string, since: string) =>
  tx.all<Access['uses'][number]>(sql`
    select at, coalesce(actor ->> 'name', '') as staff, coalesce(details ->> 'operation', '') as operation, store_env_id as "storeEnvId"
      from audit_log
     where organization_id = ${tx.organizationId} and action = 'support.access_used' and target ->> 'id' = ${ticketId} and at >= ${since}::timestamptz
     order by at desc, id desc limit 100`)

export const insertToken = (tx: OrganizationTx, row: { id: string; digest: Buffer; grantId: string; staff: string }) =>
  tx.run(sql`
    insert into support_tokens (id, digest, organization_id, grant_id, staff, created_at)
    values (${row.id}, ${row.digest}, ${tx.organizationId}, ${row.grantId}, ${row.staff}, ${tx.now})`)

export type OperatorTicket = TicketHead & { organizationId: string; organization: string }

const operatorTickets = (now: Date) => sql`
  select ${ticketColumns(now)}, k.organization_id as "organizationId", o.name as organization
    from support_tickets k join organizations o on o.id = k.organization_id`

export const listForOperator = (tx: SystemTx, states: readonly State[]) =>
  tx.all<OperatorTicket>(sql`
    ${operatorTickets(tx.now)} where k.state = any (${[...states]}) order by k.updated_at, k.id limit 1000`)

export const findForOperator = (tx: SystemTx, id: string) =>
  tx.first<OperatorTicket>(sql`${operatorTickets(tx.now)} where k.id = ${id}`)

/** Removes an erased shopper's email address from tickets of this store, and from tickets without a store. */
export const blankAddress = (tx: StoreTx, email: string) => {
  const found = `(^|[^[:alnum:]._%+-])${email.replace(/[^\w@]/g, '\\$&')}(?![[:alnum:]-]|\\.[[:alnum:]])`
  const tickets = sql`(select k.id from support_tickets k
    where k.organization_id = ${tx.organizationId} and (k.store_env_id is null or k.store_env_id = ${tx.storeEnvId}))`
  return tx.several([
    sql`update support_messages set body = regexp_replace(body, ${found}, '\\1[erased]', 'gi')
         where organization_id = ${tx.organizationId} and ticket_id in ${tickets} and body ~* ${found}`,
    sql`update support_tickets set subject = regexp_replace(subject, ${found}, '\\1[erased]', 'gi')
         where organization_id = ${tx.organizationId} and id in ${tickets} and subject ~* ${found}`,
  ])
}
