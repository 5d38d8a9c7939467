// SQL of copies: reviews that another store of the organization shares. They have a table of their own, so a list of
// reviews contains copies only if its statement includes these fragments.
import type { StoreReads } from '#platform/db/db.ts'
import { type Sql, sql } from '#platform/db/query.ts'
import type { Billing } from '#platform/identity/subscription.ts'
import type { Pool } from '#resources/products/groups/schema.ts'
import type { ReadOrigin } from '../schema.ts'

type Reader = Pick<StoreReads, 'storeEnvId' | 'now'>

/** Parameter of statements that read copies. If `isBilled` is false, copies are read with any plan. */
export type Sharing = { isBilled: boolean }

export const toSharing = ({ billing }: { billing: Billing }): Sharing => ({ isBilled: billing !== 'off' })

export const hasShared = (pool: Pool | undefined): boolean => pool === 'shared' || pool === 'all'

/** Reviews that a list reads. A pool contains copies of shared reviews, unless the caller names another origin. */
export const originOf = ({ origin, pool }: { origin?: ReadOrigin; pool?: Pool }): ReadOrigin =>
  origin ?? (hasShared(pool) ? 'all' : 'own')

/** Ids of the grants whose copies count now. PostgreSQL computes the ids once per statement. */
export const sharingGrants = (tx: Reader, { isBilled }: Sharing): Sql =>
  sql`any(array(select g.grant_id from app.sharing_stores(${tx.now}, ${sql.raw(String(isBilled))}) g))`

/** Copies with the columns of `reviews` that lists read, and two columns that name their origin. */
export const copiesAsReviews = (tx: Reader, sharing: Sharing): Sql => sql`
  select c.store_env_id, c.id, c.product_id, null::uuid as order_id, c.rating, c.title, c.body, c.author_name, null::text as author_email,
         c.verified, c.status, 'shared'::text as source, null::text as imported_from, c.incentive, c.photo_count, null::integer as report_count,
         0 as helpful_count, c.reply_body, c.reply_author_name, c.replied_at, null::timestamptz as reply_mail_due_at, c.locale,
         c.moderation_reason, c.moderation_policy, c.moderated_at, c.submitted_at, c.approved_at, c.created_at, c.updated_at,
         null::jsonb as attribute_values, null::text as relationship, null::text as detected_language, null::jsonb as correction,
         null::timestamptz as corrected_at, c.grant_id, c.origin_product_id
    from shared_reviews c
   where c.store_env_id = ${tx.storeEnvId} and c.grant_id = ${sharingGrants(tx, sharing)}`

/** The store's own reviews, with the same columns as copies. */
export const reviewsBesideCopies = (tx: Pick<Reader, 'storeEnvId'>): Sql => sql`
  select o.store_env_id, o.id, o.product_id, o.order_id, o.rating, o.title, o.body, o.author_name, o.author_email, o.verified, o.status,
         o.source, o.imported_from, o.incentive, o.photo_count, o.report_count, o.helpful_count, o.reply_body, o.reply_author_name,
         o.replied_at, o.reply_mail_due_at, o.locale, o.moderation_reason, o.moderation_policy, o.moderated_at, o.submitted_at, o.approved_at,
         o.created_at, o.updated_at, o.attribute_values, o.relationship, o.detected_language, o.correction, o.corrected_at,
         null::uuid as grant_id, null::uuid as origin_product_id
    from reviews o
   where o.store_env_id = ${tx.storeEnvId}`

/**
 * The origin of a copy `r`: the product at the other store, and that store. The row has `grant_id` and
 * `origin_product_id`. Null for the store's own reviews.
 */
export const originOfCopy = (tx: Reader, { isBilled }: Sharing): Sql => sql`
  case when r.grant_id is not null then (
    select json_build_object('platformProductId', o.platform_product_id, 'title', coalesce(o.title, o.platform_product_id), 'url', o.url,
                             'storeName', (select g.store_name from app.sharing_stores(${tx.now}, ${sql.raw(String(isBilled))}) g where g.grant_id = r.grant_id))
      from shared_products o
     where o.store_env_id = ${tx.storeEnvId} and o.grant_id = r.grant_id and o.origin_product_id = r.origin_product_id) end`

export const photosOfCopy = (tx: Reader): Sql => sql`
  case when r.photo_count > 0 and r.grant_id is not null then (
    select json_agg(json_build_object('id', f.id, 'key', f.storage_key, 'width', f.width, 'height', f.height, 'variants', f.variants)
                    order by f.position, f.id)
      from shared_review_photos f
     where f.store_env_id = ${tx.storeEnvId} and f.review_id = r.id) end`

/** Approved copies of one product by stars and grant. `productId` must not name the alias `s`. */
export const starsOfCopies = (tx: Reader, sharing: Sharing, productId: Sql): Sql => sql`
  select s.product_id, s.rating, count(*) as count, count(*) filter (where s.verified) as verified,
         count(*) filter (where s.photo_count > 0) as with_photos, s.grant_id
    from shared_reviews s
   where s.store_env_id = ${tx.storeEnvId} and s.product_id = ${productId} and s.status = 'approved'
     and s.grant_id = ${sharingGrants(tx, sharing)}
   group by s.product_id, s.rating, s.grant_id`
