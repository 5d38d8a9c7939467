import type { StoreReads, StoreTx, StreamTx } from '#platform/db/db.ts'
import { type Sql, sql } from '#platform/db/query.ts'
import { newId } from '#platform/values/ids.ts'
import { selectCounts, selectProducts, selectWaits, selectWithheld, withinPiece } from '../store.ts'
import type { Fact } from './recount-rules.ts'
import {
  type ActsRow,
  classBounds,
  type DaySpan,
  type DaysCounted,
  dayOfNumber,
  longest,
  type PartOfSums,
  type Piece,
  type SumRow,
  type WaitRow,
} from './rules.ts'

export const allDays = '-infinity'

/** Marks the days of these instants. Each transaction adds its own rows, so writers never wait for each other. */
export const mark = (tx: StoreTx, moments: readonly string[]) =>
  sql`
    insert into analytics_changes (store_env_id, day, id)
    select distinct ${tx.storeEnvId}::uuid, (m.at at time zone 'UTC')::date, ${newId(tx.now.getTime())}::uuid
      from unnest(${moments}::timestamptz[]) as m(at)
    returning 1`

export const markAllDays = (tx: StoreTx) =>
  sql`
    insert into analytics_changes (store_env_id, day, id)
    values (${tx.storeEnvId}, ${allDays}::date, ${newId(tx.now.getTime())})`

/** Reads one row per marked day, so that a day with a thousand marks costs one lookup. */
const changedDays = (tx: StoreReads, from: string, to: string) => sql`
  with recursive changed as (
    (select c.day from analytics_changes c where c.store_env_id = ${tx.storeEnvId} and c.day >= ${from}::date order by c.day limit 1)
    union all
    select (select c.day from analytics_changes c where c.store_env_id = ${tx.storeEnvId} and c.day > b.day order by c.day limit 1)
      from changed b where b.day < ${to}::date)
  select coalesce(array_agg(to_char(day, 'YYYY-MM-DD') order by day), '{}') as days
    from changed where day <= ${to}::date`

export type Coverage = { timezone: string; since: string | null; until: string }
export type CoverageRow = Coverage & { isVoid: boolean; hasBounds: boolean; changed: string[] }

export const findCoverage = (tx: StoreReads, from: string, to: string) =>
  tx.first<CoverageRow>(sql`
    select c.timezone, to_char(c.since, 'YYYY-MM-DD') as since, to_char(c.until, 'YYYY-MM-DD') as until,
           c.has_bounds as "hasBounds",
           exists (select from analytics_changes a where a.store_env_id = ${tx.storeEnvId} and a.day = ${allDays}::date) as "isVoid",
           d.days as changed
      from analytics_coverage c cross join (${changedDays(tx, from, to)}) d
     where c.store_env_id = ${tx.storeEnvId}`)

/** Undefined while another process sums this store. */
export async function lockCoverage(tx: StoreTx, first: Coverage): Promise<Coverage | undefined> {
  const [, [found]] = await tx.several<[unknown, Coverage]>([
    sql`insert into analytics_coverage (store_env_id, timezone, since, until, has_bounds)
        values (${tx.storeEnvId}, ${first.timezone}, ${first.since}::date, ${first.until}::date, true) on conflict do nothing`,
    sql<Coverage>`
      select c.timezone, to_char(c.since, 'YYYY-MM-DD') as since, to_char(c.until, 'YYYY-MM-DD') as until
        from analytics_coverage c where c.store_env_id = ${tx.storeEnvId} for update skip locked`,
  ])
  return found
}

export const updateCoverage = (tx: StoreTx, { timezone, since, until }: Coverage) =>
  tx.run(sql`
    update analytics_coverage set timezone = ${timezone}, since = ${since}::date, until = ${until}::date
     where store_env_id = ${tx.storeEnvId}`)

export const hasChanges = async (tx: StoreReads): Promise<boolean> =>
  (await tx.first(sql`select 1 as one from analytics_changes c where c.store_env_id = ${tx.storeEnvId} limit 1`)) !==
  undefined

export const takeChanges = (tx: StoreTx, from: string) =>
  tx.all<{ day: string }>(sql`
    with first as materialized (
      select c.day from analytics_changes c
       where c.store_env_id = ${tx.storeEnvId} and c.day >= ${from}::date and c.day > ${allDays}::date
       order by c.day limit 1),
    taken as (
      delete from analytics_changes c using first f
       where c.store_env_id = ${tx.storeEnvId} and c.day >= f.day and c.day < f.day + ${sql.lit(longest)}
      returning c.day)
    select distinct to_char(t.day, 'YYYY-MM-DD') as day from taken t`)

export const deleteAll = (tx: StoreTx) =>
  tx.several([
    sql`delete from analytics_changes where store_env_id = ${tx.storeEnvId} and day = ${allDays}::date`,
    sql`delete from analytics_waits where store_env_id = ${tx.storeEnvId}`,
    sql`delete from analytics_sums where store_env_id = ${tx.storeEnvId}`,
    sql`delete from analytics_acts where store_env_id = ${tx.storeEnvId}`,
    sql`update analytics_coverage set has_bounds = true where store_env_id = ${tx.storeEnvId}`,
  ])

export const hasBefore = async (tx: StoreReads, instant: Date): Promise<boolean> =>
  (await tx.first(sql`
    select 1 as one where exists (select from reviews r where r.store_env_id = ${tx.storeEnvId} and r.submitted_at < ${instant})
       or exists (select from deleted_reviews d where d.store_env_id = ${tx.storeEnvId} and d.submitted_at < ${instant})`)) !==
  undefined

export type SpanOfRows = DaySpan & { begin: Date; end: Date }

export type ToRefill = { days: readonly SpanOfRows[]; longer: readonly DaySpan[]; periods: readonly SpanOfRows[] }

/** Counts days from reviews. In the same transaction, computes longer spans by adding up their days. */
export async function refill(tx: StoreTx, { days, longer, periods }: ToRefill): Promise<void> {
  const among = (spans: readonly DaySpan[]) =>
    sql`(days, first_day) in (select d.days, d.first_day from ${summed(spans)})`
  const spans = [...days, ...longer]
  const insertSums = (sums: Sql) => sql`
    insert into analytics_sums (store_env_id, ${sql.raw(sumColumns)})
    select ${tx.storeEnvId}, ${sql.raw(sumColumns)} from (${sums}) s
     where s.received > 0 or s.withheld <> '[]'
    returning 1`
  const insertWaits = (waits: Sql) => sql`
    insert into analytics_waits (store_env_id, days, first_day, act, class, count, seconds, counts)
    select ${tx.storeEnvId}, w.days, w.first_day, w.act, w.class, w.count, w.seconds, w.counts from (${waits}) w
    returning 1`
  await tx.several([
    sql`delete from analytics_waits where store_env_id = ${tx.storeEnvId} and ${among(spans)}`,
    sql`delete from analytics_sums where store_env_id = ${tx.storeEnvId} and ${among(spans)}`,
    sql`delete from analytics_acts where store_env_id = ${tx.storeEnvId} and ${among(periods)}`,
    insertSums(selectSums(tx, days)),
    insertWaits(groupClasses(waitsIn(tx, days))),
    insertSums(sumsOfDays(tx, longer)),
    insertWaits(groupClasses(waitsOfDays(tx, longer))),
    sql`insert into analytics_acts (store_env_id, ${sql.raw(actColumns)})
        select ${tx.storeEnvId}, ${sql.raw(actColumns)} from (${selectActs(tx, periods)}) a where a.decided > 0 or a.replied > 0
    returning 1`,
  ])
}

const summed = (spans: readonly DaySpan[], as = 'd') => sql`
  unnest(${spans.map(({ days }) => days)}::smallint[], ${spans.map(({ start }) => dayOfNumber(start))}::date[])
    as ${sql.ref(as)}(days, first_day)`

const rowsIn = (spans: readonly SpanOfRows[]) => sql`
  unnest(${spans.map(({ days }) => days)}::smallint[], ${spans.map(({ start }) => dayOfNumber(start))}::date[],
         ${spans.map(({ begin }) => begin)}::timestamptz[], ${spans.map(({ end }) => end)}::timestamptz[])
    as p(days, first_day, begins_at, ends_at)`

export const inSums = (sums: readonly PartOfSums[]) => sql`
  unnest(${sums.map(({ part }) => part)}::integer[], ${sums.map(({ sign }) => sign)}::integer[], ${sums.map(({ days }) => days)}::smallint[],
         ${sums.map(({ start }) => dayOfNumber(start))}::date[]) as p(part, sign, days, first_day)`

export const inPieces = (pieces: readonly Piece[]) => sql`
  unnest(${pieces.map(({ part }) => part)}::integer[], ${pieces.map(({ begin }) => begin)}::timestamptz[],
         ${pieces.map(({ end }) => end)}::timestamptz[]) as p(part, begins_at, ends_at)`

const counters =
  `received, ones, twos, threes, fours, fives, pending, approved, rejected, spam, verified, with_photos, with_reply,
  incentivized, imported`.split(/,\s+/)
const productColumns = `product_ids, product_received, product_stars, product_low, product_unanswered, product_waiting`
const sumColumns = `days, first_day, begins_at, ends_at, ${counters}, withheld, ${productColumns}`
const actColumns = `days, first_day, decided, decision50, decision90, replied, reply50, reply90`

const selectSums = (tx: StoreReads, spans: readonly SpanOfRows[]) => sql`
  select p.days, p.first_day, p.begins_at, p.ends_at, c.received, c.ones, c.twos, c.threes, c.fours, c.fives, c.pending, c.approved, c.rejected, c.spam,
         c.verified, c."withPhotos" as with_photos, c."withReply" as with_reply, c.incentivized, c.imported,
         w.withheld, ${sql.raw(productColumns)}
    from ${rowsIn(spans)}
   cross join lateral (${selectCounts(tx, withinPiece)}) c
   cross join lateral (${asWithheld(selectWithheld(tx, withinPiece))}) w
   cross join lateral (${asArrays(selectProducts(tx, withinPiece))}) q`

const sumsOfDays = (tx: StoreReads, spans: readonly DaySpan[]) => {
  const days = sql`
    analytics_sums s where s.store_env_id = ${tx.storeEnvId} and s.days = 1 and s.first_day >= p.first_day and s.first_day < p.first_day + p.days`
  return sql`
  select p.days, p.first_day, null::timestamptz as begins_at, null::timestamptz as ends_at,
         ${sql.raw(counters.map((name) => `c.${name}`).join())}, w.withheld, ${sql.raw(productColumns)}
    from ${summed(spans, 'p')}
   cross join lateral (select ${sql.raw(counters.map((name) => `sum(s.${name})::bigint as ${name}`).join())} from ${days}) c
   cross join lateral (${asWithheld(sql`
      select w.rating, w.became, w.reason, sum(w.count)::bigint as count
        from (select s.withheld from ${days}) s
       cross join lateral jsonb_to_recordset(s.withheld) as w(rating smallint, became text, reason text, count bigint)
       group by w.rating, w.became, w.reason`)}) w
   cross join lateral (${asArrays(sql`
      select u.product_id, sum(u.received) as received, sum(u.stars) as stars, sum(u.low) as low, sum(u.unanswered) as unanswered,
             sum(u.waiting) as waiting
        from (select ${productRows} from ${days}) u
       group by u.product_id`)}) q`
}

const asWithheld = (withheld: Sql) =>
  sql`select coalesce(jsonb_agg(to_jsonb(w)), '[]') as withheld from (${withheld}) w`

/**
 * The counts are stored as arrays. A product has about one review a day, so one row per product and day would mean as
 * many rows as reviews.
 */
const asArrays = (products: Sql) => sql`
  select coalesce(array_agg(q.product_id), '{}') as product_ids, coalesce(array_agg(q.received::integer), '{}') as product_received,
         coalesce(array_agg(q.stars::integer), '{}') as product_stars, coalesce(array_agg(q.low::integer), '{}') as product_low,
         coalesce(array_agg(q.unanswered::integer), '{}') as product_unanswered, coalesce(array_agg(q.waiting::integer), '{}') as product_waiting
    from (${products}) q`

/**
 * Returns a row for each product of the sums `s`. Unnesting the arrays in FROM takes three times as long, because
 * PostgreSQL then stores all of them first.
 */
export const productRows = sql.raw(`
  unnest(s.product_ids) as product_id, unnest(s.product_received) as received, unnest(s.product_stars) as stars,
  unnest(s.product_low) as low, unnest(s.product_unanswered) as unanswered, unnest(s.product_waiting) as waiting`)

const waitsIn = (tx: StoreReads, spans: readonly SpanOfRows[]) => sql`
  select p.days, p.first_day, w.act, ${buildClass('w.second')} as class, w.second, count(*) as count
    from ${rowsIn(spans)} cross join lateral (${selectWaits(tx, withinPiece)}) w
   group by p.days, p.first_day, w.act, w.second`

const waitsOfDays = (tx: StoreReads, spans: readonly DaySpan[]) => sql`
  select p.days, p.first_day, w.act, w.class, u.second, sum(u.count)::bigint as count
    from ${summed(spans, 'p')}
    join analytics_waits w on w.store_env_id = ${tx.storeEnvId} and w.days = 1 and w.first_day >= p.first_day
                          and w.first_day < p.first_day + p.days
   cross join lateral unnest(w.seconds, w.counts) as u(second, count)
   group by p.days, p.first_day, w.act, w.class, u.second`

const groupClasses = (waits: Sql) => sql`
  select w.days, w.first_day, w.act, w.class, sum(w.count)::bigint as count, array_agg(w.second order by w.second) as seconds,
         array_agg(w.count order by w.second) as counts
    from (${waits}) w
   group by w.days, w.first_day, w.act, w.class`

const selectActs = (tx: StoreReads, periods: readonly SpanOfRows[]) => sql`
  select p.days, p.first_day, count(*) filter (where w.act = 'decision') as decided,
         percentile_disc(0.5) within group (order by w.second) filter (where w.act = 'decision') as decision50,
         percentile_disc(0.9) within group (order by w.second) filter (where w.act = 'decision') as decision90,
         count(*) filter (where w.act = 'reply') as replied,
         percentile_disc(0.5) within group (order by w.second) filter (where w.act = 'reply') as reply50,
         percentile_disc(0.9) within group (order by w.second) filter (where w.act = 'reply') as reply90
    from ${rowsIn(periods)} cross join lateral (${selectWaits(tx, withinPiece)}) w
   group by p.days, p.first_day`

const buildClass = (second: string) => sql`width_bucket(${sql.ref(second)}, ${classBounds}::bigint[])::smallint`

const sumRow = sql.raw(`
  s.received, s.ones, s.twos, s.threes, s.fours, s.fives, s.pending, s.approved, s.rejected, s.spam, s.verified,
  s.with_photos as "withPhotos", s.with_reply as "withReply", s.incentivized, s.imported, s.withheld, q.products`)

const productsIn = sql`
  select coalesce(jsonb_agg(to_jsonb(u)), '[]') as products
    from (select u.product_id as id, u.received, u.stars, u.low, u.unanswered, u.waiting from (select ${productRows}) u) u`

export const findSums = (tx: StoreReads, { start, days }: DaySpan): Promise<[SumRow[], WaitRow[]]> =>
  tx.several<[SumRow, WaitRow]>([
    sql<SumRow>`select ${sumRow} from analytics_sums s cross join lateral (${productsIn}) q
         where s.store_env_id = ${tx.storeEnvId} and s.days = ${days} and s.first_day = ${dayOfNumber(start)}::date`,
    sql<WaitRow>`
        select w.act, to_json(w.seconds) as seconds, to_json(w.counts) as counts from analytics_waits w
         where w.store_env_id = ${tx.storeEnvId} and w.days = ${days} and w.first_day = ${dayOfNumber(start)}::date`,
  ])

export const countSums = (tx: StoreReads, span: SpanOfRows): Promise<[SumRow[], WaitRow[]]> =>
  tx.several<[SumRow, WaitRow]>([
    sql<SumRow>`select ${sumRow} from (${selectSums(tx, [span])}) s cross join lateral (${productsIn}) q`,
    sql<WaitRow>`
        select w.act, to_json(w.seconds) as seconds, to_json(w.counts) as counts from (${groupClasses(waitsIn(tx, [span]))}) w`,
  ])

export const findActs = (tx: StoreReads, { start, days }: DaySpan): Promise<ActsRow | undefined> =>
  tx.first<ActsRow>(sql`
    select a.decided, a.decision50, a.decision90, a.replied, a.reply50, a.reply90 from analytics_acts a
     where a.store_env_id = ${tx.storeEnvId} and a.days = ${days} and a.first_day = ${dayOfNumber(start)}::date`)

export const streamFacts = (tx: StreamTx): AsyncGenerator<Fact[]> =>
  tx.stream(
    sql<Fact>`
      select r.submitted_at as "submittedAt", r.rating, r.status as status, r.moderation_reason as reason, r.product_id as "productId",
             r.verified, r.photo_count as photos, r.reply_body is not null as "isReplied", r.incentive is not null as "isIncentivized",
             r.source = 'import' as "isImported", a.decided_at as "decidedAt", a.replied_at as "repliedAt"
        from reviews r
        left join (
             select a.review_id, min(a.at) filter (where a.is_first_decision) as decided_at,
                    min(a.at) filter (where a.is_first_reply) as replied_at
               from review_acts a
              where a.store_env_id = ${tx.storeEnvId} and a.submitted_at is not null
              group by a.review_id) a on a.review_id = r.id
       where r.store_env_id = ${tx.storeEnvId} and r.product_id is not null
      union all
      select d.submitted_at, d.rating, 'deleted', d.moderation_reason, null, false, 0, false, false, false, null, null
        from deleted_reviews d
       where d.store_env_id = ${tx.storeEnvId} and d.subject = 'product'
       order by 1`,
    1000,
  )

type StoredSpan = { days: number; firstDay: string }

export async function listSummed(tx: StreamTx): Promise<{ sums: StoredSpan[]; acts: StoredSpan[] }> {
  const sums = await tx.all<StoredSpan>(sql`
    select s.days, to_char(s.first_day, 'YYYY-MM-DD') as "firstDay" from analytics_sums s where s.store_env_id = ${tx.storeEnvId}
    union
    select w.days, to_char(w.first_day, 'YYYY-MM-DD') from analytics_waits w where w.store_env_id = ${tx.storeEnvId}`)
  const acts = await tx.all<StoredSpan>(sql`
    select a.days, to_char(a.first_day, 'YYYY-MM-DD') as "firstDay" from analytics_acts a where a.store_env_id = ${tx.storeEnvId}`)
  return { sums, acts }
}

export const coverageIn = (names: { lock: string; days: string; coverage: string }) => {
  const [days, coverage] = [sql.ref(names.days), sql.ref(names.coverage)]
  return {
    /** Locks the store's counts, because only one transaction may count days at a time. */
    lockDays: (tx: StoreTx): Promise<unknown> =>
      tx.first(
        sql`select pg_advisory_xact_lock(hashtextextended(${`${names.lock} ${tx.storeEnvId}`}, 0)) is null as locked`,
      ),
    findDaysCounted: (tx: StoreReads): Promise<DaysCounted | undefined> =>
      tx.first<DaysCounted>(sql`
        select c.timezone, to_char(c.counted_until, 'YYYY-MM-DD') as "countedUntil"
          from ${coverage} c where c.store_env_id = ${tx.storeEnvId}`),
    upsertDaysCounted: (tx: StoreTx, { timezone, countedUntil }: DaysCounted): Promise<number> =>
      tx.run(sql`
        insert into ${coverage} (store_env_id, timezone, counted_until)
        values (${tx.storeEnvId}, ${timezone}, ${countedUntil}::date)
        on conflict (store_env_id) do update set timezone = excluded.timezone, counted_until = excluded.counted_until`),
    deleteDays: (tx: StoreTx): Promise<unknown> =>
      tx.several([
        sql`delete from ${days} where store_env_id = ${tx.storeEnvId}`,
        sql`delete from ${coverage} where store_env_id = ${tx.storeEnvId}`,
      ]),
  }
}
