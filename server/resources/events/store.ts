import { listNewest, type PageRequest } from '#platform/calls/paging/page.ts'
import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { equalsAny, sql } from '#platform/db/query.ts'
import type { EventFilters, LoggedEvent } from './schema.ts'

type LogRow = { id: string; event: string; data: string; at: string }

export async function list(tx: StoreTx, request: PageRequest & EventFilters) {
  const filters = sql.join(
    [
      sql`e.store_env_id = ${tx.storeEnvId} and e.logged`,
      ...(request.event === undefined ? [] : [equalsAny('e.event', request.event)]),
      ...(request.since === undefined ? [] : [sql`e.at >= ${request.since}::timestamptz`]),
    ],
    sql` and `,
  )
  const columns = sql<LogRow>`e.id, e.event, e.data, e.at`
  const from = sql`events e where ${filters}`
  return listNewest(tx, request, { columns, from, table: 'e', column: 'at' }, toLogged)
}

const toLogged = ({ id, event, data, at }: LogRow): LoggedEvent => ({
  id,
  event,
  data: JSON.parse(data) as LoggedEvent['data'],
  occurredAt: at,
})

/** Returns the last number. The next transaction that writes this store's events waits until this transaction ends. */
export const takeNumbers = (tx: StoreTx, count: number) => sql<{ last: number }>`
    insert into event_counters as c (store_env_id, last) values (${tx.storeEnvId}::uuid, ${count}::bigint)
    on conflict (store_env_id) do update set last = c.last + excluded.last
    returning c.last`

export type EventRow = {
  id: string
  event: string
  subject_id: string
  firing_id: string
  logged: boolean
  head: string
  tail: string
}

export function insert(tx: StoreTx, rows: readonly EventRow[]) {
  const column = <T>(read: (row: EventRow) => T): T[] => rows.map(read)
  return sql`
    with numbers as (${takeNumbers(tx, rows.length)})
    insert into events (store_env_id, id, sequence, event, subject_id, firing_id, logged, data, at)
    select ${tx.storeEnvId}::uuid, r.id, n.last - ${rows.length}::bigint + r.place, r.event, r.subject_id, r.firing_id, r.logged,
           r.head || (n.last - ${rows.length}::bigint + r.place) || r.tail, ${tx.now}::timestamptz
      from numbers n
     cross join unnest(${column((row) => row.id)}::uuid[], ${column((row) => row.event)}::text[],
                       ${column((row) => row.subject_id)}::uuid[], ${column((row) => row.firing_id)}::uuid[],
                       ${column((row) => row.logged)}::boolean[], ${column((row) => row.head)}::text[],
                       ${column((row) => row.tail)}::text[])
           with ordinality as r(id, event, subject_id, firing_id, logged, head, tail, place)
    returning 1`
}

/** Reduces each event of these subjects to the subject's id and the sequence number. The event's other data is removed. */
export const updateForgotten = (tx: StoreTx, subjects: readonly string[]) => sql`
    update events e
       set data = '{"id":"' || e.subject_id || '","sequence":' || e.sequence || '}'
     where e.store_env_id = ${tx.storeEnvId} and e.subject_id = any(${subjects}::uuid[])`

export const deleteBefore = (tx: StoreTx, boundaryId: string, limit: number) =>
  tx.run(sql`
    delete from events e
     where e.store_env_id = ${tx.storeEnvId}
       and e.id = any(array(select o.id from events o where o.store_env_id = ${tx.storeEnvId} and o.id < ${boundaryId}
                     order by o.id limit ${limit}))`)

export const findOldest = (tx: StoreReads) =>
  tx.first<{ id: string }>(sql`select e.id from events e where e.store_env_id = ${tx.storeEnvId} order by e.id limit 1`)
