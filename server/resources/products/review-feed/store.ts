import type { StoreTx, StreamTx } from '#platform/db/db.ts'
import { type Query, sql } from '#platform/db/query.ts'
import type { SubscriptionFacts } from '#platform/identity/subscription.ts'
import { isAveraged } from '../averaged-fragments.ts'
import type { IdRange, Part } from './parts.ts'

export type Feed = SubscriptionFacts & { storeEnvId: string; organizationId: string; storeName: string }

/** Runs before the tenant is known, because its result is the tenant. */
export const byToken = (token: string): Query<Feed> => sql`
    select store_env_id as "storeEnvId", organization_id as "organizationId", store_name as "storeName", plan, status,
            trial_ends_at as "trialEndsAt", current_period_ends_at as "currentPeriodEndsAt", past_due_since as "pastDueSince"
       from app.find_review_feed(${token})`

export type FeedStatus = {
  token: string | null
  createdAt: string | null
  lastFetchedAt: string | null
  bytes: number | null
  parts: number | null
  reviews: number
  products: number
  skus: number
  skipped: number
}

/**
 * Grouped without joins, so the time is linear. Just after an import the planner expects one review, and a join would scan
 * again for each product. Texts are not grouped, because sorting them costs three times as much.
 */
export async function findStatus(tx: StoreTx): Promise<FeedStatus> {
  const row = await tx.first<FeedStatus>(sql`
    with facts as (
      select product_id, 1 as approved, 0 as live, false as has_page,
             case when ${isAveraged} and (${hasWords(sql`body`)} or (title is not null and ${hasWords(sql`title`)})) then 1 else 0 end as worded
        from reviews r where store_env_id = ${tx.storeEnvId} and status = 'approved' and product_id is not null
      union all
      select product_id, 0, 1, false, 0
        from product_variants where store_env_id = ${tx.storeEnvId} and retired_at is null
      union all
      select id, 0, 0, true, 0 from products where store_env_id = ${tx.storeEnvId} and url is not null
    ), product as (
      select sum(approved) as approved, sum(live) as live,
             case when bool_or(has_page) and sum(live) > 0 then sum(worded) else 0 end as sent
        from facts group by product_id having sum(approved) > 0
    ), counted as (
      select coalesce(sum(sent), 0)::bigint as reviews, count(*) filter (where sent > 0) as products,
             coalesce(sum(live) filter (where sent > 0), 0)::bigint as skus,
             coalesce(sum(approved - sent), 0)::bigint as skipped
        from product
    )
    select f.token, f.created_at as "createdAt", f.last_fetched_at as "lastFetchedAt",
           f.bytes, nullif(jsonb_array_length(f.parts), 0) as parts, c.reviews, c.products, c.skus, c.skipped
      from counted c left join review_feeds f on f.store_env_id = ${tx.storeEnvId}`)
  if (!row) throw new Error('An aggregate returned no row.')
  return row
}

/** Almost every text has a plain character near its beginning. Only other texts are searched for a visible character. */
const hasWords = (text: ReturnType<typeof sql>) => sql`
  (${text} ~ '[!-~]' or translate(${text}, ${unseen}, '') <> '')`

const unseen =
  '\t\n\v\f\r \u0085\u00a0\u00ad\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u200b\u200c\u200d\u200e\u200f\u2028\u2029\u202f\u205f\u2060\u3000\ufe0e\ufe0f\ufeff'

export const insert = (tx: StoreTx, token: string): Promise<number> =>
  tx.run(sql`
    insert into review_feeds (store_env_id, token, created_at) values (${tx.storeEnvId}, ${token}, ${tx.now})
    on conflict (store_env_id) do nothing`)

export const replaceToken = (tx: StoreTx, token: string): Promise<number> =>
  tx.run(sql`update review_feeds set token = ${token} where store_env_id = ${tx.storeEnvId}`)

export const deleteFeed = (tx: StoreTx): Promise<number> =>
  tx.run(sql`delete from review_feeds where store_env_id = ${tx.storeEnvId}`)

export async function findParts(tx: StoreTx): Promise<Part[]> {
  const row = await tx.first<{ parts: Part[] }>(
    sql`select parts from review_feeds where store_env_id = ${tx.storeEnvId}`,
  )
  return row?.parts ?? []
}

/** Locks the parts until the transaction ends, so no other fetch can record its measurements. */
export async function lockParts(tx: StoreTx): Promise<Part[]> {
  const row = await tx.first<{ parts: Part[] }>(
    sql`select parts from review_feeds where store_env_id = ${tx.storeEnvId} for update`,
  )
  return row?.parts ?? []
}

export const recordFetch = (tx: StoreTx, parts: readonly Part[]): Promise<number> =>
  tx.run(sql`
    update review_feeds
       set last_fetched_at = ${tx.now}, parts = ${JSON.stringify(parts)}::jsonb,
           bytes = ${parts.reduce((sum, part) => sum + part.bytes, 0)}
     where store_env_id = ${tx.storeEnvId}`)

export type ApprovedReview = {
  id: string
  product_id: string
  order_id: string | null
  rating: number
  title: string | null
  body: string
  author_name: string
  author_email: string | null
  verified: boolean
  incentivized: boolean
  source: 'email_form' | 'widget_form' | 'api' | 'import'
  locale: string | null
  country: string | null
  submitted_at: string
  photo_count: number
}

/** Reads in primary key order, because a sort would delay all texts until the last is read. */
export const streamApproved = (
  tx: StreamTx,
  { from, before }: IdRange,
  batchSize: number,
): AsyncGenerator<ApprovedReview[]> =>
  tx.stream<ApprovedReview>(
    sql`
    select id, product_id, order_id, rating, title, body, author_name, author_email, verified,
           incentive is not null as incentivized, source, locale, country, submitted_at, photo_count
      from reviews r
     where store_env_id = ${tx.storeEnvId} and id >= ${from} and id < coalesce(${before}::uuid, ${sql.lit(lastId)})
       and status = 'approved' and ${isAveraged} and product_id is not null
     order by id`,
    batchSize,
  )

/** The greatest possible id; no version-7 id is greater. */
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

type Text = string | null
export type ReviewedProduct = {
  id: string
  title: Text
  url: string
  variants: [gtin: Text, mpn: Text, sku: Text, brand: Text][]
}

export const listReviewed = (tx: StoreTx, ids: readonly string[]): Promise<ReviewedProduct[]> =>
  tx.all<ReviewedProduct>(sql`
    select p.id, p.title, p.url, v.variants
      from products p
     cross join lateral (
       select json_agg(json_build_array(v.gtin, v.mpn, v.sku, v.brand) order by v.position, v.id) as variants
         from product_variants v
        where v.store_env_id = ${tx.storeEnvId} and v.product_id = p.id and v.retired_at is null) v
     where p.store_env_id = ${tx.storeEnvId} and p.id = any(${ids}::uuid[]) and p.url is not null
       and v.variants is not null`)

export async function listPhotoKeys(tx: StoreTx, reviewIds: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await tx.all<{ review_id: string; keys: string[] }>(sql`
    select review_id, array_agg(storage_key order by position, id) as keys from review_photos
     where store_env_id = ${tx.storeEnvId} and review_id = any(${reviewIds}::uuid[])
       and state = 'ready' and storage_key is not null
     group by review_id`)
  return new Map(rows.map((row) => [row.review_id, row.keys]))
}
