// SQL of what is summed up beforehand. The statements that fill sums are those by which a report counts the days that have none.
import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { type Sql, sql } from '#platform/db/query.ts'
import { newId } from '#platform/values/ids.ts'
import { countsOf, productsOf, waitsOf, withheldOf, withinPiece } from '../rows/store.ts'
import { removalOf, removalOfAll } from '../words/store.ts'
import {
  type ActsRow,
  classBounds,
  dayOfNumber,
  longest,
  type PartOfSums,
  type Piece,
  type Summed,
  type SumRow,
  type WaitRow,
} from './rules.ts'

export const allDays = '-infinity'

/** Inserts a row per change and day instead of updating one, so that no transaction waits for another. */
export const mark = (tx: StoreTx, moments: readonly string[]) =>
  sql`
    insert into analytics_changes (store_env_id, day, id)
    select distinct ${tx.storeEnvId}::uuid, (m.at at time zone 'UTC')::date, ${newId(tx.now.getTime())}::uuid
      from unnest(${moments}::timestamptz[]) as m(at)`

export const markAllDays = (tx: StoreTx) =>
  sql`
    insert into analytics_changes (store_env_id, day, id)
    values (${tx.storeEnvId}, ${allDays}::date, ${newId(tx.now.getTime())})`

/** Days are found one after the other: of a day that was changed a thousand times one mark is read. */
const changedDays = (tx: StoreReads, from: string, to: string) => sql`
  with recursive changed as (
    (select c.day from analytics_changes c where c.store_env_id = ${tx.storeEnvId} and c.day >= ${from}::date order by c.day limit 1)
    union all
    select (select c.day from analytics_changes c where c.store_env_id = ${tx.storeEnvId} and c.day > b.day order by c.day limit 1)
      from changed b where b.day < ${to}::date)
  select coalesce(array_agg(to_char(day, 'YYYY-MM-DD') order by day), '{}') as days
    from changed where day <= ${to}::date`

export type Coverage = { timezone: string; since: string | null; until: string }
export type CoverageRow = Coverage & { isVoid: boolean; changed: string[] }

/** What is summed, and which days from–to have changed since, by UTC. */
export const findCoverage = (tx: StoreReads, from: string, to: string) =>
  tx.first<CoverageRow>(sql`
    select c.timezone, to_char(c.since, 'YYYY-MM-DD') as since, to_char(c.until, 'YYYY-MM-DD') as until,
           exists (select from analytics_changes a where a.store_env_id = ${tx.storeEnvId} and a.day = ${allDays}::date) as "isVoid",
           d.days as changed
      from analytics_coverage c cross join (${changedDays(tx, from, to)}) d
     where c.store_env_id = ${tx.storeEnvId}`)

/** Nothing where another one is summing this store. */
export async function lockCoverage(tx: StoreTx, first: Coverage): Promise<Coverage | undefined> {
  const [, [found]] = await tx.several<[unknown, Coverage]>([
    sql`insert into analytics_coverage (store_env_id, timezone, since, until)
        values (${tx.storeEnvId}, ${first.timezone}, ${first.since}::date, ${first.until}::date) on conflict do nothing`,
    sql<Coverage>`
      select c.timezone, to_char(c.since, 'YYYY-MM-DD') as since, to_char(c.until, 'YYYY-MM-DD') as until
        from analytics_coverage c where c.store_env_id = ${tx.storeEnvId} for update skip locked`,
  ])
  return found
}

/** Of a store that is summed and was not changed as a whole, if no other one is at it. */
export const lockSummed = (tx: StoreTx) =>
  tx.first<Pick<Coverage, 'timezone'>>(sql`
    select c.timezone from analytics_coverage c
     where c.store_env_id = ${tx.storeEnvId}
       and not exists (select from analytics_changes a where a.store_env_id = ${tx.storeEnvId} and a.day = ${allDays}::date)
       for update skip locked`)

export const updateCoverage = (tx: StoreTx, { timezone, since, until }: Coverage) =>
  tx.run(sql`
    update analytics_coverage set timezone = ${timezone}, since = ${since}::date, until = ${until}::date
     where store_env_id = ${tx.storeEnvId}`)

/** Whether anything was changed of which the sums do not know yet. */
export const hasChanges = async (tx: StoreReads): Promise<boolean> =>
  (await tx.first(sql`select 1 as one from analytics_changes c where c.store_env_id = ${tx.storeEnvId} limit 1`)) !==
  undefined

/** The marks of sixty-four days, beginning with the first that has one from that day on; they go with this transaction. */
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

export const removeAll = (tx: StoreTx) =>
  tx.several([
    sql`delete from analytics_changes where store_env_id = ${tx.storeEnvId} and day = ${allDays}::date`,
    sql`delete from analytics_waits where store_env_id = ${tx.storeEnvId}`,
    sql`delete from analytics_sums where store_env_id = ${tx.storeEnvId}`,
    sql`delete from analytics_acts where store_env_id = ${tx.storeEnvId}`,
    removalOfAll(tx),
  ])

/** Whether anything was submitted before. */
export const hasBefore = async (tx: StoreReads, instant: Date): Promise<boolean> =>
  (await tx.first(sql`
    select 1 as one where exists (select from reviews r where r.store_env_id = ${tx.storeEnvId} and r.submitted_at < ${instant})
       or exists (select from deleted_reviews d where d.store_env_id = ${tx.storeEnvId} and d.submitted_at < ${instant})`)) !==
  undefined

export type SpanOfRows = Summed & { begin: Date; end: Date }

export type ToRefill = { days: readonly SpanOfRows[]; longer: readonly Summed[]; periods: readonly SpanOfRows[] }

/**
 * Days are counted, and whatever is longer is added up from its days as they then stand. The words of the days are cut when all is
 * summed.
 */
export async function refill(tx: StoreTx, { days, longer, periods }: ToRefill): Promise<void> {
  const among = (spans: readonly Summed[]) =>
    sql`(days, first_day) in (select d.days, d.first_day from ${summed(spans)})`
  const spans = [...days, ...longer]
  const keptSums = (sums: Sql) => sql`
    insert into analytics_sums (store_env_id, ${sql.raw(sumColumns)})
    select ${tx.storeEnvId}, ${sql.raw(sumColumns)} from (${sums}) s
     where s.received > 0 or s.withheld <> '[]'`
  const keptWaits = (waits: Sql) => sql`
    insert into analytics_waits (store_env_id, days, first_day, act, class, count, seconds, counts)
    select ${tx.storeEnvId}, w.days, w.first_day, w.act, w.class, w.count, w.seconds, w.counts from (${waits}) w`
  await tx.several([
    sql`delete from analytics_waits where store_env_id = ${tx.storeEnvId} and ${among(spans)}`,
    sql`delete from analytics_sums where store_env_id = ${tx.storeEnvId} and ${among(spans)}`,
    sql`delete from analytics_acts where store_env_id = ${tx.storeEnvId} and ${among(periods)}`,
    removalOf(
      tx,
      days.map(({ start }) => dayOfNumber(start)),
    ),
    keptSums(sumsOf(tx, days)),
    keptWaits(classesOf(waitsIn(tx, days))),
    keptSums(sumsOfDays(tx, longer)),
    keptWaits(classesOf(waitsOfDays(tx, longer))),
    sql`insert into analytics_acts (store_env_id, ${sql.raw(actColumns)})
        select ${tx.storeEnvId}, ${sql.raw(actColumns)} from (${actsOf(tx, periods)}) a where a.decided > 0 or a.replied > 0`,
  ])
}

const summed = (spans: readonly Summed[], as = 'd') => sql`
  unnest(${spans.map(({ days }) => days)}::smallint[], ${spans.map(({ start }) => dayOfNumber(start))}::date[])
    as ${sql.ref(as)}(days, first_day)`

const rowsIn = (spans: readonly SpanOfRows[]) => sql`
  unnest(${spans.map(({ days }) => days)}::smallint[], ${spans.map(({ start }) => dayOfNumber(start))}::date[],
         ${spans.map(({ begin }) => begin)}::timestamptz[], ${spans.map(({ end }) => end)}::timestamptz[])
    as p(days, first_day, begins_at, ends_at)`

/** Sums that are read, as `p`. */
export const inSums = (sums: readonly PartOfSums[]) => sql`
  unnest(${sums.map(({ part }) => part)}::integer[], ${sums.map(({ sign }) => sign)}::integer[], ${sums.map(({ days }) => days)}::smallint[],
         ${sums.map(({ start }) => dayOfNumber(start))}::date[]) as p(part, sign, days, first_day)`

/** Days of which the rows are counted, as `p`. */
export const inPieces = (pieces: readonly Piece[]) => sql`
  unnest(${pieces.map(({ part }) => part)}::integer[], ${pieces.map(({ begin }) => begin)}::timestamptz[],
         ${pieces.map(({ end }) => end)}::timestamptz[]) as p(part, begins_at, ends_at)`

const counters =
  `received, ones, twos, threes, fours, fives, pending, approved, rejected, spam, verified, with_photos, with_reply,
  incentivized, imported`.split(/,\s+/)
const productArrays = `product_ids, product_received, product_stars, product_low, product_unanswered, product_waiting`
const productColumns = `${productArrays}, products`
const sumColumns = `days, first_day, ${counters}, withheld, ${productColumns}`
const actColumns = `days, first_day, decided, decision50, decision90, replied, reply50, reply90`

const sumsOf = (tx: StoreReads, spans: readonly SpanOfRows[]) => sql`
  select p.days, p.first_day, c.received, c.ones, c.twos, c.threes, c.fours, c.fives, c.pending, c.approved, c.rejected, c.spam,
         c.verified, c."withPhotos" as with_photos, c."withReply" as with_reply, c.incentivized, c.imported,
         w.withheld, ${sql.raw(productColumns)}
    from ${rowsIn(spans)}
   cross join lateral (${countsOf(tx, withinPiece)}) c
   cross join lateral (${asWithheld(withheldOf(tx, withinPiece))}) w
   cross join lateral (${asPacked(productsOf(tx, withinPiece))}) q`

/** Of longer spans, by what is kept of their days. */
const sumsOfDays = (tx: StoreReads, spans: readonly Summed[]) => {
  const days = sql`
    analytics_sums s where s.store_env_id = ${tx.storeEnvId} and s.days = 1 and s.first_day >= p.first_day and s.first_day < p.first_day + p.days`
  return sql`
  select p.days, p.first_day, ${sql.raw(counters.map((name) => `c.${name}`).join())}, w.withheld, ${sql.raw(productColumns)}
    from ${summed(spans, 'p')}
   cross join lateral (select ${sql.raw(counters.map((name) => `sum(s.${name})::bigint as ${name}`).join())} from ${days}) c
   cross join lateral (${asWithheld(sql`
      select w.rating, w.became, w.reason, sum(w.count)::bigint as count
        from (select s.withheld from ${days}) s
       cross join lateral jsonb_to_recordset(s.withheld) as w(rating smallint, became text, reason text, count bigint)
       group by w.rating, w.became, w.reason`)}) w
   cross join lateral (${asPacked(sql`
      select u.product_id, sum(u.received) as received, sum(u.stars) as stars, sum(u.low) as low, sum(u.unanswered) as unanswered,
             sum(u.waiting) as waiting
        from (select ${productRows} from ${days}) u
       group by u.product_id`)}) q`
}

const asWithheld = (withheld: Sql) =>
  sql`select coalesce(jsonb_agg(to_jsonb(w)), '[]') as withheld from (${withheld}) w`

/** Once as arrays, of which longer sums are made, and once more as one text, which reports read. */
const asPacked = (products: Sql) => sql`
  select a.*, app.packed_products(${sql.raw(productArrays.replaceAll('product_', 'a.product_'))}) as products
    from (
      select coalesce(array_agg(q.product_id), '{}') as product_ids, coalesce(array_agg(q.received::integer), '{}') as product_received,
             coalesce(array_agg(q.stars::integer), '{}') as product_stars, coalesce(array_agg(q.low::integer), '{}') as product_low,
             coalesce(array_agg(q.unanswered::integer), '{}') as product_unanswered, coalesce(array_agg(q.waiting::integer), '{}') as product_waiting
        from (${products}) q) a`

/** A row for each product of sums `s`: three times as fast as several arrays unnested in FROM, which keeps all of them first. */
const productRows = sql.raw(`
  unnest(s.product_ids) as product_id, unnest(s.product_received) as received, unnest(s.product_stars) as stars,
  unnest(s.product_low) as low, unnest(s.product_unanswered) as unanswered, unnest(s.product_waiting) as waiting`)

const waitsIn = (tx: StoreReads, spans: readonly SpanOfRows[]) => sql`
  select p.days, p.first_day, w.act, ${classOf('w.second')} as class, w.second, count(*) as count
    from ${rowsIn(spans)} cross join lateral (${waitsOf(tx, withinPiece)}) w
   group by p.days, p.first_day, w.act, w.second`

const waitsOfDays = (tx: StoreReads, spans: readonly Summed[]) => sql`
  select p.days, p.first_day, w.act, w.class, u.second, sum(u.count)::bigint as count
    from ${summed(spans, 'p')}
    join analytics_waits w on w.store_env_id = ${tx.storeEnvId} and w.days = 1 and w.first_day >= p.first_day
                          and w.first_day < p.first_day + p.days
   cross join lateral unnest(w.seconds, w.counts) as u(second, count)
   group by p.days, p.first_day, w.act, w.class, u.second`

const classesOf = (waits: Sql) => sql`
  select w.days, w.first_day, w.act, w.class, sum(w.count)::bigint as count, array_agg(w.second order by w.second) as seconds,
         array_agg(w.count order by w.second) as counts
    from (${waits}) w
   group by w.days, w.first_day, w.act, w.class`

const actsOf = (tx: StoreReads, periods: readonly SpanOfRows[]) => sql`
  select p.days, p.first_day, count(*) filter (where w.act = 'decision') as decided,
         percentile_disc(0.5) within group (order by w.second) filter (where w.act = 'decision') as decision50,
         percentile_disc(0.9) within group (order by w.second) filter (where w.act = 'decision') as decision90,
         count(*) filter (where w.act = 'reply') as replied,
         percentile_disc(0.5) within group (order by w.second) filter (where w.act = 'reply') as reply50,
         percentile_disc(0.9) within group (order by w.second) filter (where w.act = 'reply') as reply90
    from ${rowsIn(periods)} cross join lateral (${waitsOf(tx, withinPiece)}) w
   group by p.days, p.first_day`

const classOf = (second: string) => sql`width_bucket(${sql.ref(second)}, ${classBounds}::bigint[])::smallint`

const sumRow = sql.raw(`
  s.received, s.ones, s.twos, s.threes, s.fours, s.fives, s.pending, s.approved, s.rejected, s.spam, s.verified,
  s.with_photos as "withPhotos", s.with_reply as "withReply", s.incentivized, s.imported, s.withheld, s.products,
  s.products = app.packed_products(${productArrays.replaceAll('product_', 's.product_')}) as "isPacked"`)

/** As they are kept. */
export const findSums = (tx: StoreReads, { start, days }: Summed): Promise<[SumRow[], WaitRow[]]> =>
  tx.several<[SumRow, WaitRow]>([
    sql<SumRow>`select ${sumRow} from analytics_sums s
         where s.store_env_id = ${tx.storeEnvId} and s.days = ${days} and s.first_day = ${dayOfNumber(start)}::date`,
    sql<WaitRow>`
        select w.act, to_json(w.seconds) as seconds, to_json(w.counts) as counts from analytics_waits w
         where w.store_env_id = ${tx.storeEnvId} and w.days = ${days} and w.first_day = ${dayOfNumber(start)}::date`,
  ])

/** As they would be filled at this moment. */
export const countSums = (tx: StoreReads, span: SpanOfRows): Promise<[SumRow[], WaitRow[]]> =>
  tx.several<[SumRow, WaitRow]>([
    sql<SumRow>`select ${sumRow} from (${sumsOf(tx, [span])}) s`,
    sql<WaitRow>`
        select w.act, to_json(w.seconds) as seconds, to_json(w.counts) as counts from (${classesOf(waitsIn(tx, [span]))}) w`,
  ])

/** Of a day, a week or a month, as it is kept. */
export const findActs = (tx: StoreReads, { start, days }: Summed): Promise<ActsRow | undefined> =>
  tx.first<ActsRow>(sql`
    select a.decided, a.decision50, a.decision90, a.replied, a.reply50, a.reply90 from analytics_acts a
     where a.store_env_id = ${tx.storeEnvId} and a.days = ${days} and a.first_day = ${dayOfNumber(start)}::date`)
