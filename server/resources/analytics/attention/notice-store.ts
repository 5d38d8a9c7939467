import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { type Query, sql } from '#platform/db/query.ts'
import type { Kind, Week, WeekCounts } from './notice-rules.ts'
import type { Notifications } from './notice-schema.ts'

export const find = (tx: StoreReads, userId: string) =>
  tx.first<Notifications>(sql`
    select n.weekly_summary as "weeklySummary", n.low_ratings as "lowRatings", n.language
      from analytics_notifications n where n.store_env_id = ${tx.storeEnvId} and n.user_id = ${userId}`)

export const upsert = (tx: StoreTx, id: string, userId: string, to: Notifications) =>
  tx.run(sql`
    insert into analytics_notifications as n (store_env_id, id, user_id, weekly_summary, weekly_since, low_ratings, language, updated_at)
    values (${tx.storeEnvId}, ${id}, ${userId}, ${to.weeklySummary}, ${tx.now}, ${to.lowRatings}, ${to.language}, ${tx.now})
    on conflict (store_env_id, user_id) do update
       set weekly_summary = excluded.weekly_summary, low_ratings = excluded.low_ratings, language = excluded.language,
           weekly_since = case when n.weekly_summary then n.weekly_since else excluded.weekly_since end, updated_at = excluded.updated_at`)

/** Returns false if the person's settings no longer exist. */
export const stop = async (tx: StoreTx, id: string, kind: Kind): Promise<boolean> =>
  (await tx.run(sql`
    update analytics_notifications
       set weekly_summary = weekly_summary and ${kind}::text <> 'weekly_summary', low_ratings = low_ratings and ${kind}::text <> 'low_ratings',
           updated_at = ${tx.now}
     where store_env_id = ${tx.storeEnvId} and id = ${id}`)) > 0

export type Recipient = {
  id: string
  email: string
  name: string
  language: string
  weeklySince: string
  lastWeek: string | null
  alertedAt: string | null
}

/** Returns only people who still have access to the store. */
export const listRecipients = (tx: StoreReads, kind: Kind) =>
  tx.all<Recipient>(sql`
    select n.id, m.email, m.name, n.language, n.weekly_since as "weeklySince", n.last_week::text as "lastWeek", n.alerted_at as "alertedAt"
      from analytics_notifications n
      join memberships m on m.organization_id = ${tx.organizationId} and m.user_id = n.user_id and m.active
     where n.store_env_id = ${tx.storeEnvId} and case ${kind}::text when 'weekly_summary' then n.weekly_summary else n.low_ratings end
     order by n.id`)

export const lockAll = (tx: StoreTx) =>
  tx.all(
    sql`select n.id from analytics_notifications n where n.store_env_id = ${tx.storeEnvId} order by n.id for update`,
  )

export const updateWeek = (tx: StoreTx, ids: readonly string[], monday: string) =>
  tx.run(sql`
    update analytics_notifications set last_week = ${monday}::date
     where store_env_id = ${tx.storeEnvId} and id = any(${ids}::uuid[])`)

export const updateAlerted = (tx: StoreTx) =>
  tx.run(sql`
    update analytics_notifications set alerted_at = ${tx.now} where store_env_id = ${tx.storeEnvId} and low_ratings`)

export const selectAnyAlert = (tx: StoreReads): Query<{ id: string }> => sql`
  select n.id from analytics_notifications n where n.store_env_id = ${tx.storeEnvId} and n.low_ratings limit 1`

export const insertLowRatings = (tx: StoreTx, ids: readonly string[]): Query<unknown> => sql`
  insert into analytics_low_ratings (store_env_id, review_id)
  select ${tx.storeEnvId}, id from unnest(${ids}::uuid[]) id on conflict do nothing`

/** Deletes old batches. Puts all reviews without a batch into the new one, and returns their number. */
export async function startBatch(tx: StoreTx, batch: string, deleteBefore: Date): Promise<number> {
  await tx.run(sql`
    delete from analytics_low_ratings l where l.store_env_id = ${tx.storeEnvId} and l.batched_at < ${deleteBefore}`)
  return tx.run(sql`
    update analytics_low_ratings set batch = ${batch}, batched_at = ${tx.now}
     where store_env_id = ${tx.storeEnvId} and batch is null`)
}

export const hasUnnamed = async (tx: StoreReads): Promise<boolean> =>
  (await tx.first(sql`
    select l.review_id from analytics_low_ratings l where l.store_env_id = ${tx.storeEnvId} and l.batch is null limit 1`)) !==
  undefined

const mostCounted = 1_000

/** Uses one statement, so that all numbers are from the same moment. */
export async function countWeek(tx: StoreReads, { before, begin, end }: Week): Promise<WeekCounts> {
  const counts = await tx.first<WeekCounts>(sql`
    select w.received, w.average, w.low, w."receivedBefore", w."averageBefore",
           (select count(*) from (select 1 from reviews p
             where p.store_env_id = ${tx.storeEnvId} and p.status = 'pending' and p.product_id is not null limit ${mostCounted}) p) as pending
      from (select count(*) filter (where r.submitted_at >= ${begin}) as received,
                   (avg(r.rating) filter (where r.submitted_at >= ${begin}))::float8 as average,
                   count(*) filter (where r.submitted_at >= ${begin} and r.rating <= 2) as low,
                   count(*) filter (where r.submitted_at < ${begin}) as "receivedBefore",
                   (avg(r.rating) filter (where r.submitted_at < ${begin}))::float8 as "averageBefore"
              from reviews r
             where r.store_env_id = ${tx.storeEnvId} and r.submitted_at >= ${before} and r.submitted_at < ${end}
               and r.source <> 'import' and r.status <> 'spam' and r.product_id is not null) w`)
  if (!counts) throw new Error('The count of a week returned no row.')
  return counts
}

export type LowReview = { id: string; rating: number; body: string; productTitle: string | null }

/** Leaves out rejected reviews and spam, because somebody has already handled them. */
export const listLowReviews = (tx: StoreReads, batch: string) =>
  tx.all<LowReview>(sql`
    select r.id, r.rating, left(r.body, 300) as body, p.title as "productTitle"
      from analytics_low_ratings l
      join reviews r on r.store_env_id = ${tx.storeEnvId} and r.id = l.review_id
      left join products p on p.store_env_id = ${tx.storeEnvId} and p.id = r.product_id
     where l.store_env_id = ${tx.storeEnvId} and l.batch = ${batch} and r.status in ('pending', 'approved')
     order by r.submitted_at desc, r.id desc`)

export const findStore = (tx: StoreReads) =>
  tx.first<{ name: string; url: string; timezone: string }>(sql`
    select s.name, coalesce(s.origins[1], '') as url, s.timezone from stores s
     where s.id = ${tx.storeEnvId} and s.organization_id = ${tx.organizationId}`)

export const findRecipientKind = (tx: StoreReads, id: string) =>
  tx.first<{ language: string; weeklySummary: boolean; lowRatings: boolean }>(sql`
    select n.language, n.weekly_summary as "weeklySummary", n.low_ratings as "lowRatings"
      from analytics_notifications n where n.store_env_id = ${tx.storeEnvId} and n.id = ${id}`)

/** Runs before the tenant is known. The link's signature is already verified. */
export const findShop = (storeEnvId: string): Query<{ organizationId: string; storeName: string }> => sql`
    select f.organization_id as "organizationId", f.store_name as "storeName" from app.find_store(${storeEnvId}::uuid) f`
