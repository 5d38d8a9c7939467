import type { StoreReads, StoreTx, StreamTx } from '#platform/db/db.ts'
import { type Sql, sql } from '#platform/db/query.ts'
import { newId } from '#platform/values/ids.ts'
import type { ChangedDay, CountedDay, Piece } from '../engine/rules.ts'
import { coverageIn, inPieces } from '../engine/store.ts'
import type { Span } from '../rules.ts'
import { type Bounds, withinPiece } from '../store.ts'
import type { CountedRequests, RequestDayCounts } from './rules.ts'
import type { Grouping } from './schema.ts'

/** Each transaction adds its own rows, so writers never wait for each other. */
export const mark = (tx: StoreTx, moments: readonly string[]) =>
  sql`
    insert into analytics_request_changes (store_env_id, id, day)
    select ${tx.storeEnvId}, gen_random_uuid(), d.day
      from (select distinct (m.at at time zone 'UTC')::date as day from unnest(${moments}::timestamptz[]) as m(at)) d
    returning 1`

/**
 * Stores the orders whose days changed. The days are looked up when the rows are read, because another transaction may
 * just be recording that a request was sent.
 */
export const markOrders = (tx: StoreTx, orderIds: readonly string[]) =>
  sql`
    insert into analytics_request_changes (store_env_id, id, order_id)
    select ${tx.storeEnvId}, gen_random_uuid(), o.id from (select distinct unnest(${orderIds}::uuid[]) as id) o
    returning 1`

export const markAllDays = (tx: StoreTx) =>
  sql`insert into analytics_request_changes (store_env_id, id) values (${tx.storeEnvId}, ${newId(tx.now.getTime())})`

/** Returns the UTC days of the marks `c`, or null if any day may have changed. An order without a request has no day. */
const daysOfMarks = (tx: StoreReads, marks: Sql) => sql`
  select c.day from ${marks} where c.store_env_id = ${tx.storeEnvId} and c.order_id is null
  union
  select (q.sent_at at time zone 'UTC')::date
    from ${marks}
    join review_requests q on q.store_env_id = ${tx.storeEnvId} and q.order_id = c.order_id
   where c.store_env_id = ${tx.storeEnvId} and q.sent_at is not null`

const allMarks = sql`analytics_request_changes c`

export const { lockDays, findDaysCounted, upsertDaysCounted, deleteDays } = coverageIn({
  ...{ lock: 'requests by day', days: 'analytics_request_days', coverage: 'analytics_request_coverage' },
})

export const findFirst = async (tx: StoreReads): Promise<string | undefined> =>
  (
    await tx.first<{ at: string }>(sql`
      select q.sent_at as at from review_requests q
       where q.store_env_id = ${tx.storeEnvId} and q.sent_at is not null order by q.sent_at limit 1`)
  )?.at

export const hasChanges = async (tx: StoreReads): Promise<boolean> =>
  (await tx.first(
    sql`select 1 as one from analytics_request_changes c where c.store_env_id = ${tx.storeEnvId} limit 1`,
  )) !== undefined

export const takeChanges = async (tx: StoreTx): Promise<ChangedDay[]> =>
  (
    await tx.all<{ day: ChangedDay }>(sql`
      with taken as materialized (
        delete from analytics_request_changes where store_env_id = ${tx.storeEnvId} returning store_env_id, day, order_id)
      select to_char(d.day, 'YYYY-MM-DD') as day from (${daysOfMarks(tx, sql`taken c`)}) d`)
  ).map(({ day }) => day)

export const listChanged = async (tx: StoreReads, from: string, to: string): Promise<ChangedDay[]> =>
  (
    await tx.all<{ day: ChangedDay }>(sql`
      select to_char(d.day, 'YYYY-MM-DD') as day from (${daysOfMarks(tx, allMarks)}) d
       where d.day is null or d.day between ${from}::date and ${to}::date`)
  ).map(({ day }) => day)

export async function refill(tx: StoreTx, days: readonly CountedDay[]): Promise<void> {
  if (days.length === 0) return
  const names = days.map(({ day }) => day)
  await tx.several([
    sql`delete from analytics_request_days where store_env_id = ${tx.storeEnvId} and day = any(${names}::date[])`,
    sql`insert into analytics_request_days (store_env_id, day, provider, reminded, sent, opened, reviewed, opened_and_left)
        select ${tx.storeEnvId}, p.day, c.provider, c.reminded, c.sent, c.opened, c.reviewed, c."openedAndLeft"
          from unnest(${names}::date[], ${days.map(({ begin }) => begin)}::timestamptz[],
                      ${days.map(({ end }) => end)}::timestamptz[]) as p(day, begins_at, ends_at)
         cross join lateral (${countOutcomes(tx, withinPiece)}) c
    returning 1`,
  ])
}

/** Reads counted days before `until`, and counts the rows of `pieces`. */
export const countRequests = (
  tx: StoreReads,
  { from, to, periods }: Pick<Span, 'from' | 'to' | 'periods'>,
  {
    groupBy,
    until,
    changed,
    pieces,
    areMany,
  }: { groupBy: Grouping; until: string; changed: readonly string[]; pieces: readonly Piece[]; areMany: boolean },
): Promise<CountedRequests[]> =>
  tx.all<CountedRequests>(sql`
    with counted as materialized (
      select ${buildKey(groupBy, 'd', sql`width_bucket(d.day, ${periods.map(({ firstDay }) => firstDay)}::date[])`)} as key,
             d.sent, d.opened, d.reviewed, d.opened_and_left as "openedAndLeft"
        from analytics_request_days d
       where d.store_env_id = ${tx.storeEnvId} and d.day between ${from}::date and ${to}::date and d.day < ${until}::date
         and d.day <> all(${changed}::date[])
      union all
      select ${buildKey(groupBy, 'c', sql`c.part`)}, c.sent, c.opened, c.reviewed, c."openedAndLeft"
        from (${areMany ? becameOfAll(tx, pieces) : becameOfEach(tx, pieces)}) c)
    select c.key::text as key, sum(c.sent)::bigint as sent, sum(c.opened)::bigint as opened, sum(c.reviewed)::bigint as reviewed,
           sum(c."openedAndLeft")::bigint as "openedAndLeft"
      from counted c group by c.key order by c.key`)

function buildKey(groupBy: Grouping, of: 'c' | 'd', period: Sql): Sql {
  if (groupBy === 'provider') return sql.ref(`${of}.provider`)
  if (groupBy === 'template')
    return sql`case when ${sql.ref(`${of}.reminded`)} then 'review_reminder' else 'review_request' end`
  return period
}

const becameOfEach = (tx: StoreReads, pieces: readonly Piece[]) => sql`
  select p.part, c.* from ${inPieces(pieces)} cross join lateral (${countOutcomes(tx, withinPiece)}) c`

/** Counts as `GET /orders/review-request-funnel` does: one request means one person and one order. */
const counts = sql`
  s.provider, s.reminded, count(*) as sent, count(*) filter (where s.opened) as opened,
  count(*) filter (where s.reviewed) as reviewed, count(*) filter (where s.opened and not s.reviewed) as "openedAndLeft"`

const facts = sql`
  q.provider, cardinality(q.reminded_at) > 0 as reminded, q.form_first_viewed_at is not null as opened`

/**
 * With `offset 0` the reviews of each order are looked up once. Without it the planner repeats the lookup for both counts.
 */
const countOutcomes = (tx: StoreReads, { begin, end }: Bounds) => sql`
  select ${counts}
    from (
      select ${facts}, exists (
               select from reviews r
                where r.store_env_id = ${tx.storeEnvId} and r.order_id = q.order_id and r.product_id is not null
                  and r.submitted_at >= q.sent_at) as reviewed
        from review_requests q
       where q.store_env_id = ${tx.storeEnvId} and q.sent_at >= ${begin} and q.sent_at < ${end}
      offset 0) s
   group by s.provider, s.reminded`

const becameOfAll = (tx: StoreReads, pieces: readonly Piece[]) => sql`
  select s.part, ${counts}
    from (
      select p.part, ${facts}, coalesce(r.newest >= q.sent_at, false) as reviewed
        from ${inPieces(pieces)}
        join review_requests q on q.store_env_id = ${tx.storeEnvId} and q.sent_at >= p.begins_at and q.sent_at < p.ends_at
        left join (${newestOfOrders(tx)}) r on r.order_id = q.order_id) s
   group by s.part, s.provider, s.reminded`

const newestOfOrders = (tx: StoreReads) => sql`
  select order_id, max(submitted_at) as newest from reviews
   where store_env_id = ${tx.storeEnvId} and order_id is not null and product_id is not null
   group by order_id`

export type RequestFact = {
  at: string
  provider: string
  reminded: boolean
  opened: boolean
  newestReviewAt: string | null
}

export const streamRequests = (tx: StreamTx): AsyncGenerator<RequestFact[]> =>
  tx.stream(
    sql<RequestFact>`
      select q.sent_at as at, q.provider, cardinality(q.reminded_at) > 0 as reminded, q.form_first_viewed_at is not null as opened,
             r.newest as "newestReviewAt"
        from review_requests q
        left join (${newestOfOrders(tx)}) r on r.order_id = q.order_id
       where q.store_env_id = ${tx.storeEnvId} and q.sent_at is not null
       order by q.sent_at`,
    1000,
  )

export const listDays = (tx: StreamTx) =>
  tx.all<RequestDayCounts & { day: string }>(sql`
    select to_char(d.day, 'YYYY-MM-DD') as day, d.provider, d.reminded, d.sent, d.opened, d.reviewed,
           d.opened_and_left as "openedAndLeft"
      from analytics_request_days d where d.store_env_id = ${tx.storeEnvId}`)

export const listAllChanged = async (tx: StreamTx): Promise<ChangedDay[]> =>
  (
    await tx.all<{ day: ChangedDay }>(
      sql`select to_char(d.day, 'YYYY-MM-DD') as day from (${daysOfMarks(tx, allMarks)}) d`,
    )
  ).map(({ day }) => day)
