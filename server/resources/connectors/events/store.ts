// SQL of events for providers. An event is claimed before its call and settled after it. A crash between the two leaves
// a claimed event, which is sent again only to providers that drop repeats.
import type { Static } from 'typebox'
import { after, countIfAsked, fetchLimit, type PageRequest, toPage } from '#platform/calls/paging/page.ts'
import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { equalsAny, type NotNull, sql } from '#platform/db/query.ts'
import type { ConnectionEvent, CustomerProviderEvent, State } from './schema.ts'

export type Insert = {
  id: string
  connectionId: string
  kind: string
  key: string
  requestId: string | null
  payload: Buffer
  emailLast4: string
  person: Buffer
  occurredAt: Date
}

/** Returns the number of added events. An event that exists already is skipped. */
export function insert(tx: StoreTx, rows: readonly Insert[]): Promise<number> {
  const column = <T>(read: (row: Insert) => T): T[] => rows.map(read)
  return tx.run(sql`
    insert into connection_events (store_env_id, id, connection_id, kind, event_key, request_id, payload, email_last4,
                                   person, occurred_at, state, due_at, created_at)
    select ${tx.storeEnvId}, n.id, n.connection_id, n.kind, n.event_key, n.request_id, n.payload, n.email_last4,
           n.person, n.occurred_at, 'pending', ${tx.now}, ${tx.now}
      from unnest(${column((row) => row.id)}::uuid[], ${column((row) => row.connectionId)}::uuid[],
                  ${column((row) => row.kind)}::text[], ${column((row) => row.key)}::text[],
                  ${column((row) => row.requestId)}::uuid[], ${column((row) => row.payload)}::bytea[],
                  ${column((row) => row.emailLast4)}::text[], ${column((row) => row.person)}::bytea[],
                  ${column((row) => row.occurredAt)}::timestamptz[])
             as n(id, connection_id, kind, event_key, request_id, payload, email_last4, person, occurred_at)
        on conflict on constraint connection_events_once do nothing`)
}

export type ClaimedEvent = {
  id: string
  kind: string
  key: string
  requestId: string | null
  /** Never null here: the payload is cleared only when the event is accepted or dropped, and neither is claimed again. */
  payload: NotNull<Buffer>
  occurredAt: string
  attempt: number
  /** True if an attempt ended without a clear response, or its process died. */
  mayBeTaken: boolean
}

/** Claims due events, oldest first. The connection's lease excludes other senders, and claims survive a crash. */
export const claim = (tx: StoreTx, connectionId: string, leaseUntil: Date, limit: number) =>
  tx.all<ClaimedEvent>(sql`
    with due as (
      select e.id, e.state from connection_events e
       where e.store_env_id = ${tx.storeEnvId} and e.connection_id = ${connectionId}
         and e.state in ('pending', 'sending') and e.due_at <= ${tx.now}
       order by e.due_at, e.id limit ${limit} for update skip locked)
    update connection_events e
       set state = 'sending', due_at = ${leaseUntil}, attempt = e.attempt + 1,
           may_be_taken = e.may_be_taken or due.state = 'sending'
      from due
     where e.store_env_id = ${tx.storeEnvId} and e.id = due.id
    returning e.id, e.kind, e.event_key as key, e.request_id as "requestId", e.payload, e.occurred_at as "occurredAt",
              e.attempt, e.may_be_taken as "mayBeTaken"`)

/**
 * Extends the claims of events whose calls are running. Skips events that a crash left (already due) and events that are
 * being settled (locked).
 */
export const extendClaims = (tx: StoreTx, connectionIds: readonly string[], until: Date) =>
  tx.run(sql`
    with sending as (
      select s.id from connection_events s
       where s.store_env_id = ${tx.storeEnvId} and s.connection_id = any(${connectionIds}::uuid[]) and s.state = 'sending'
         and s.due_at > ${tx.now} and s.due_at <= ${until} for update skip locked)
    update connection_events e set due_at = ${until} from sending
     where e.store_env_id = ${tx.storeEnvId} and e.id = sending.id`)

export type Settlement = {
  id: string
  state: State
  reason: string | null
  dueAt: Date | null
  mayBeTaken: boolean
  /** True if the event was claimed and then postponed without an attempt. */
  isUntried?: boolean
}

export async function settle(tx: StoreTx, settlements: readonly Settlement[]): Promise<string[]> {
  const column = <T>(read: (each: Settlement) => T): T[] => settlements.map(read)
  const rows = await tx.all<{ id: string }>(sql`
    update connection_events e
       set state = s.state, reason = s.reason, due_at = coalesce(s.due_at, e.due_at),
           settled_at = case when s.due_at is null then ${tx.now}::timestamptz end,
           payload = case when s.state in ('accepted', 'dropped') then null else e.payload end,
           may_be_taken = e.may_be_taken or s.may_be_taken, attempt = e.attempt - s.untried::integer
      from unnest(${column((each) => each.id)}::uuid[], ${column((each) => each.state)}::text[],
                  ${column((each) => each.reason)}::text[], ${column((each) => each.dueAt)}::timestamptz[],
                  ${column((each) => each.mayBeTaken)}::boolean[], ${column((each) => each.isUntried === true)}::boolean[])
             as s(id, state, reason, due_at, may_be_taken, untried)
     where e.store_env_id = ${tx.storeEnvId} and e.id = s.id and e.state = 'sending'
    returning e.id`)
  return rows.map((row) => row.id)
}

/**
 * Claims the waiting events of a removed connection, so that they can be settled. Skips events whose calls are
 * running.
 */
export const claimAbandoned = (tx: StoreTx, connectionId: string, limit: number) =>
  claimToSettle(
    tx,
    sql`o.connection_id = ${connectionId} and (o.state = 'pending' or o.state = 'sending' and o.due_at <= ${tx.now})`,
    limit,
  )

/** Claims waiting review requests that were certainly never delivered to the provider. */
export const claimNotSent = (tx: StoreTx, connectionId: string, limit: number) =>
  claimToSettle(
    tx,
    sql`o.connection_id = ${connectionId} and o.request_id is not null and o.state = 'pending' and not o.may_be_taken`,
    limit,
  )

const claimToSettle = (tx: StoreTx, fits: ReturnType<typeof sql>, limit: number) =>
  tx.all<ClaimedEvent>(sql`
    with old as (
      select o.id, o.state from connection_events o
       where o.store_env_id = ${tx.storeEnvId} and ${fits} order by o.due_at, o.id limit ${limit} for update)
    update connection_events e
       set state = 'sending', may_be_taken = e.may_be_taken or old.state = 'sending'
      from old
     where e.store_env_id = ${tx.storeEnvId} and e.id = old.id
    returning e.id, e.kind, e.event_key as key, e.request_id as "requestId", e.payload, e.occurred_at as "occurredAt",
              e.attempt, e.may_be_taken as "mayBeTaken"`)

export async function isAnyOpen(tx: StoreTx, connectionId: string): Promise<boolean> {
  const row = await tx.first<{ open: boolean }>(sql`
    select exists (select from connection_events e
                    where e.store_env_id = ${tx.storeEnvId} and e.connection_id = ${connectionId}
                      and e.state in ('pending', 'sending')) as open`)
  return row?.open === true
}

/**
 * Time at which the next event of an active connection is due, or null. Reads one row per connection, however many events
 * wait.
 */
export async function findNextDue(tx: StoreTx): Promise<Date | null> {
  const row = await tx.first<{ at: string | null }>(sql`
    select min(greatest(d.due_at, c.paused_until, c.leased_until)) as at
      from connections c
     cross join lateral (
           select e.due_at from connection_events e
            where e.store_env_id = ${tx.storeEnvId} and e.connection_id = c.id and e.state in ('pending', 'sending')
            order by e.due_at, e.id limit 1) d
     where c.store_env_id = ${tx.storeEnvId} and c.status = 'active'`)
  return row?.at ? new Date(row.at) : null
}

/**
 * Makes given-up events due again, or only the event with this id. Events that the provider may have accepted are never
 * sent again.
 */
export const updateReplayed = (tx: StoreTx, connectionId: string, id?: string) =>
  tx.run(sql`
    update connection_events e
       set state = 'pending', reason = null, attempt = 0, due_at = ${tx.now}, settled_at = null
     where e.store_env_id = ${tx.storeEnvId} and e.connection_id = ${connectionId} and e.state = 'dead'
       and e.reason is distinct from 'outcome_unknown' ${id === undefined ? sql`` : sql`and e.id = ${id}`}`)

export const listOfPerson = (tx: StoreReads, person: Buffer, limit?: number) =>
  tx.all<Static<typeof CustomerProviderEvent>>(sql`
    select e.id, e.kind, e.state, e.occurred_at as "occurredAt", e.settled_at as "settledAt" from connection_events e
     where e.store_env_id = ${tx.storeEnvId} and e.person = ${person}
     order by e.created_at desc, e.id desc ${limit === undefined ? sql`` : sql`limit ${limit}`}`)

export const deleteByPerson = (tx: StoreTx, person: Buffer) =>
  tx.run(sql`delete from connection_events where store_env_id = ${tx.storeEnvId} and person = ${person}`)

export const deleteEvent = (tx: StoreTx, id: string) =>
  tx.run(sql`delete from connection_events where store_env_id = ${tx.storeEnvId} and id = ${id}`)

export const deleteSettled = (tx: StoreTx, before: Date, limit: number) =>
  tx.run(sql`
    delete from connection_events e using (
      select id from connection_events
       where store_env_id = ${tx.storeEnvId} and settled_at < ${before} order by settled_at limit ${limit}) old
     where e.store_env_id = ${tx.storeEnvId} and e.id = old.id`)

type Row = {
  id: string
  kind: string
  email_last4: string
  state: State
  reason: string | null
  attempt: number
  occurred_at: string
  due_at: string
  created_at: string
  settled_at: string | null
}

const columns = sql.raw(
  'e.id, e.kind, e.email_last4, e.state, e.reason, e.attempt, e.occurred_at, e.due_at, e.created_at, e.settled_at',
)

export async function list(
  tx: StoreTx,
  connectionId: string,
  request: PageRequest & { state?: State[] | undefined; kind?: string | undefined },
) {
  const fits = sql`e.store_env_id = ${tx.storeEnvId} and e.connection_id = ${connectionId}
    ${request.state === undefined ? sql`` : sql`and ${equalsAny('e.state', request.state)}`}
    ${request.kind === undefined ? sql`` : sql`and e.kind = ${request.kind}`}`
  const rows = await tx.all<Row>(sql`
    select ${columns} from connection_events e where ${fits} ${after(request, 'created_at', 'e')}
     order by e.created_at desc, e.id desc limit ${fetchLimit(request)}`)
  const total = await countIfAsked(tx, request, sql`connection_events e where ${fits}`)
  return toPage(rows, request, (row) => ({ at: row.created_at, id: row.id }), toEvent, total)
}

export async function find(tx: StoreTx, connectionId: string, id: string): Promise<ConnectionEvent | undefined> {
  const row = await tx.first<Row>(sql`
    select ${columns} from connection_events e
     where e.store_env_id = ${tx.storeEnvId} and e.connection_id = ${connectionId} and e.id = ${id}`)
  return row && toEvent(row)
}

const toEvent = (row: Row): ConnectionEvent => ({
  id: row.id,
  kind: row.kind,
  emailLast4: row.email_last4,
  state: row.state,
  reason: row.reason,
  attempts: row.attempt,
  occurredAt: row.occurred_at,
  dueAt: row.settled_at === null ? row.due_at : null,
  createdAt: row.created_at,
  settledAt: row.settled_at,
})

export const hasEvents = async (tx: StoreReads): Promise<boolean> =>
  (await tx.first(sql`select 1 as one from connection_events e where e.store_env_id = ${tx.storeEnvId} limit 1`)) !==
  undefined
