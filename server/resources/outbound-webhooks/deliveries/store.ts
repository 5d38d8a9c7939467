import { listNewest, type PageRequest } from '#platform/calls/paging/page.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { equalsAny, sql } from '#platform/db/query.ts'
import type { MakerType } from '../schema.ts'
import type { Attempt, Cause, Delivery, DeliveryFilters, State } from './schema.ts'

type Row = {
  id: string
  firing_id: string
  event: string
  state: State
  cause: Cause
  attempts: Attempt[]
  due_at: string
  created_at: string
  finished_at: string | null
}

const columns = sql<Row>`d.id, d.firing_id, d.event, d.state, d.cause, d.attempts, d.due_at, d.created_at, d.finished_at`

export const toDelivery = (row: Row): Delivery => ({
  id: row.id,
  eventId: row.firing_id,
  event: row.event,
  state: row.state,
  cause: row.cause,
  attempts: row.attempts,
  nextAttemptAt: row.state === 'pending' ? row.due_at : null,
  createdAt: row.created_at,
  finishedAt: row.finished_at,
})

export async function list(tx: StoreTx, endpointId: string, request: PageRequest & DeliveryFilters) {
  const filters = sql.join(
    [
      sql`d.store_env_id = ${tx.storeEnvId} and d.endpoint_id = ${endpointId}`,
      // Inlined, because a parameter would hide the matching partial index from the planner.
      ...(request.state === undefined ? [] : [equalsAny('d.state', request.state)]),
      ...(request.event === undefined ? [] : [equalsAny('d.event', request.event)]),
    ],
    sql` and `,
  )
  return listNewest(tx, request, { columns, from: sql`webhook_deliveries d where ${filters}`, table: 'd' }, toDelivery)
}

export const find = (tx: StoreTx, endpointId: string, id: string) =>
  tx.first<Row>(sql`
    select ${columns} from webhook_deliveries d
     where d.store_env_id = ${tx.storeEnvId} and d.endpoint_id = ${endpointId} and d.id = ${id}`)

/** Includes the payload of the event or the test. It is null if the event has expired. */
export const findDetail = (tx: StoreTx, endpointId: string, id: string) =>
  tx.first<Row & { at: string; data: string | null; made_by: MakerType }>(sql`
    select ${columns}, coalesce(e.at, d.created_at) as at, coalesce(d.test_data, e.data) as data, w.made_by
      from webhook_deliveries d
      join webhook_endpoints w on w.store_env_id = ${tx.storeEnvId} and w.id = d.endpoint_id
      left join events e on e.store_env_id = ${tx.storeEnvId} and e.id = d.event_row_id
     where d.store_env_id = ${tx.storeEnvId} and d.endpoint_id = ${endpointId} and d.id = ${id}`)

export const findTimezone = (tx: StoreTx) =>
  tx.first<{ timezone: string }>(sql`
    select s.timezone from stores s where s.id = ${tx.storeEnvId} and s.organization_id = ${tx.organizationId}`)

export type DayCount = { day: number; count: number }

/**
 * `begins` contains the start of each day and the end of the last day. The caller subtracts pending and failed rows
 * from all rows to count the delivered ones, because indexes alone give these counts.
 */
export const countingByDay = (
  tx: StoreTx,
  endpointId: string,
  state: 'pending' | 'failed' | 'any',
  begins: readonly Date[],
) => sql<DayCount>`
    select width_bucket(d.created_at, ${begins}::timestamptz[]) as day, count(*) as count
      from webhook_deliveries d
     where d.store_env_id = ${tx.storeEnvId} and d.endpoint_id = ${endpointId}
       and d.created_at >= ${begins[0]} and d.created_at < ${begins.at(-1)}
           ${state === 'any' ? sql`` : sql`and ${equalsAny('d.state', [state])}`}
     group by 1`

export type NewDelivery = {
  id: string
  endpoint_id: string
  cause: Cause
  event: string
  event_row_id: string | null
  test_data: string | null
  firing_id: string
}

export const insert = (tx: StoreTx, rows: readonly NewDelivery[]) =>
  tx.run(sql`
    insert into webhook_deliveries (store_env_id, id, endpoint_id, cause, event, event_row_id, test_data, firing_id, state, due_at, created_at)
    select ${tx.storeEnvId}::uuid, r.id, r.endpoint_id, r.cause, r.event, r.event_row_id, r.test_data, r.firing_id, 'pending',
           ${tx.now}::timestamptz, ${tx.now}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
           as r(id uuid, endpoint_id uuid, cause text, event text, event_row_id uuid, test_data text, firing_id uuid)
    on conflict (store_env_id, id) do nothing`)

export const updateRetried = (tx: StoreTx, endpointId: string, id: string) =>
  tx.first<Row>(sql`
    update webhook_deliveries d
       set attempt = case when d.state = 'pending' then d.attempt else 0 end, state = 'pending', due_at = ${tx.now},
           finished_at = null
     where d.store_env_id = ${tx.storeEnvId} and d.endpoint_id = ${endpointId} and d.id = ${id}
    returning ${columns}`)

export type DueCursor = { due_at: string; id: string }

export type DueDelivery = DueCursor & {
  event: string
  cause: Cause
  firing_id: string
  attempt: number
  version: number
  at: string
  /** Null if the event has expired. */
  data: string | null
}

/**
 * `offset 0` makes the planner look up the event of each delivery. Without statistics, a join reads all events for each
 * batch.
 */
export const listDue = (tx: StoreTx, endpointId: string, cursor: DueCursor | undefined, limit: number) => {
  const onwards = cursor ? sql`and (d.due_at, d.id) > (${cursor.due_at}::timestamptz, ${cursor.id}::uuid)` : sql``
  return tx.all<DueDelivery>(sql`
    select d.id, d.due_at, d.event, d.cause, d.firing_id, d.attempt, d.version, coalesce(e.at, d.created_at) as at,
           coalesce(d.test_data, e.data) as data
      from webhook_deliveries d
      left join lateral (
           select e.at, e.data from events e
            where e.store_env_id = ${tx.storeEnvId} and e.id = d.event_row_id
           offset 0) e on true
     where d.store_env_id = ${tx.storeEnvId} and d.endpoint_id = ${endpointId} and d.state = 'pending' and d.due_at <= ${tx.now}
           ${onwards}
     order by d.due_at, d.id limit ${limit}`)
}

export type Settlement = {
  id: string
  version: number
  state: State
  attempt: number
  due_at: string | null
  finished_at: string | null
  entry: Attempt
}

const keptAttempts = 30

/**
 * With the id array the planner looks up the primary key: 100,000 deliveries are updated at 7,000 a second instead of
 * 1,700.
 */
export const updateSettled = (tx: StoreTx, rows: readonly Settlement[]) =>
  tx.run(sql`
    update webhook_deliveries d
       set state = r.state, attempt = r.attempt, version = d.version + 1, due_at = coalesce(r.due_at, d.due_at),
           finished_at = r.finished_at,
           attempts = case when jsonb_array_length(d.attempts) >= ${keptAttempts} then d.attempts - 0 else d.attempts end || r.entry
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
           as r(id uuid, version integer, state text, attempt integer, due_at timestamptz, finished_at timestamptz, entry jsonb)
     where d.store_env_id = ${tx.storeEnvId} and d.id = any(${rows.map((row) => row.id)}::uuid[]) and d.id = r.id and d.version = r.version`)

export const countedPending = 10_000

export const findWaiting = (tx: StoreTx, endpointId: string) =>
  tx.first<{ due_at: string | null; oldest_at: string | null; pending: number }>(sql`
    select min(w.due_at) as due_at, min(w.created_at) as oldest_at, count(*) as pending
      from (select d.due_at, d.created_at from webhook_deliveries d
             where d.store_env_id = ${tx.storeEnvId} and d.endpoint_id = ${endpointId} and d.state = 'pending'
             order by d.due_at limit ${countedPending}) w`)

export type EventToSend = { id: string; event: string; firing_id: string; sequence: number }

const eventColumns = sql.raw('e.id, e.event, e.firing_id, e.sequence')
const ofKinds = (events: string[] | null) => (events === null ? sql`` : sql`and e.event = any(${events}::text[])`)

/** Selects events by sequence number, which gives exactly the events that the endpoint missed. */
export const listEventsByNumber = (
  tx: StoreTx,
  range: { from: number; until: number; galleryId: string | null },
  events: string[] | null,
  limit: number,
) =>
  tx.all<EventToSend>(sql`
    select ${eventColumns} from events e
     where e.store_env_id = ${tx.storeEnvId} and e.sequence >= ${range.from} and e.sequence < ${range.until} ${ofKinds(events)}
       ${range.galleryId === null ? sql`` : sql`and e.data::jsonb ->> 'galleryId' = ${range.galleryId}`}
     order by e.sequence limit ${limit}`)

export type EventRange = { since: Date | string; until: Date | string; fromId: string; untilId: string }

// Ids begin with their time, so the primary key finds the range.
const inRange = (tx: StoreTx, range: EventRange, events: string[] | null) => sql`
  e.store_env_id = ${tx.storeEnvId} and e.id > ${range.fromId} and e.id < ${range.untilId}
  and e.at >= ${range.since} and e.at <= ${range.until} ${ofKinds(events)}`

export const listEventsByTime = (tx: StoreTx, range: EventRange, events: string[] | null, limit: number) =>
  tx.all<EventToSend>(sql`
    select ${eventColumns} from events e where ${inRange(tx, range, events)} order by e.id limit ${limit}`)

export const countEventsByTime = async (tx: StoreTx, range: EventRange, events: string[] | null, limit: number) => {
  const row = await tx.first<{ count: number }>(sql`
    select count(*) as count from (select 1 from events e where ${inRange(tx, range, events)} limit ${limit}) counted`)
  return row?.count ?? 0
}

export const deleteByEndpoint = (tx: StoreTx, endpointId: string, limit: number) =>
  tx.run(sql`
    delete from webhook_deliveries d
     where d.store_env_id = ${tx.storeEnvId}
       and d.id = any(array(select o.id from webhook_deliveries o
                     where o.store_env_id = ${tx.storeEnvId} and o.endpoint_id = ${endpointId} limit ${limit}))`)

/** Ids begin with their time, so old rows are at the start of the primary key. */
export const deleteBefore = (tx: StoreTx, boundaryId: string, limit: number) =>
  tx.run(sql`
    delete from webhook_deliveries d
     where d.store_env_id = ${tx.storeEnvId}
       and d.id = any(array(select o.id from webhook_deliveries o
                     where o.store_env_id = ${tx.storeEnvId} and o.id < ${boundaryId}
                     order by o.id limit ${limit}))`)
