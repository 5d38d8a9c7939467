// Reads the current data of reviews and products that destinations show.
import type { StoreTx, StreamTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import { isAveraged } from '#resources/products/averaged-fragments.ts'
import type { Relationship } from '#resources/reviews/schema.ts'

export type ReviewFacts = {
  id: string
  /** Null for a review of the shop itself. */
  productId: string | null
  orderId: string | null
  platformOrderId: string | null
  rating: number
  title: string | null
  body: string
  authorName: string
  authorEmail: string | null
  verified: boolean
  status: string
  source: string
  isRewarded: boolean
  relationship: Relationship | null
  locale: string | null
  country: string | null
  submittedAt: string
  approvedAt: string | null
  updatedAt: string
  replyBody: string | null
  repliedAt: string | null
  photoCount: number
}

/** Excludes reviews of the shop itself, which no destination shows. */
export type ApprovedReview = ReviewFacts & { productId: string }

const reviewColumns = sql<ReviewFacts>`
  r.id, r.product_id as "productId", r.order_id as "orderId",
  (select o.platform_order_id from orders o where o.store_env_id = r.store_env_id and o.id = r.order_id) as "platformOrderId",
  r.rating, r.title, r.body, r.author_name as "authorName", r.author_email as "authorEmail", r.verified, r.status, r.source,
  r.incentive is not null as "isRewarded", r.relationship, r.locale, r.country, r.submitted_at as "submittedAt",
  r.approved_at as "approvedAt", r.updated_at as "updatedAt", r.reply_body as "replyBody", r.replied_at as "repliedAt",
  r.photo_count as "photoCount"`

export const listReviews = (tx: StoreTx, ids: readonly string[]) =>
  tx.all<ReviewFacts>(sql`
    select ${reviewColumns} from reviews r where r.store_env_id = ${tx.storeEnvId} and r.id = any(${[...ids]}::uuid[])`)

export const listApproved = (tx: StoreTx, after: string, limit: number) =>
  tx.all<ApprovedReview>(sql`
    select ${reviewColumns} from reviews r
     where r.store_env_id = ${tx.storeEnvId} and r.id > ${after} and r.status = 'approved' and r.product_id is not null
     order by r.id limit ${limit}`)

export const streamApproved = (tx: StreamTx, batchSize: number): AsyncGenerator<ApprovedReview[]> =>
  tx.stream<ApprovedReview>(
    sql`
    select ${reviewColumns} from reviews r
     where r.store_env_id = ${tx.storeEnvId} and r.status = 'approved' and r.product_id is not null order by r.id`,
    batchSize,
  )

export type ProductFacts = {
  id: string
  platformProductId: string
  title: string | null
  url: string | null
  imageUrl: string | null
  /** Platform of the connected shop, if the shop has the product. */
  shopPlatform: string | null
  variants: [gtin: string | null, mpn: string | null, sku: string | null, brand: string | null][] | null
}

export const listProducts = (tx: StoreTx, ids: readonly string[]) =>
  tx.all<ProductFacts>(sql`
    select p.id, p.platform_product_id as "platformProductId", p.title, p.url, p.image_url as "imageUrl",
           (select c.platform from shop_products s
              join shop_connections c on c.store_env_id = s.store_env_id and c.id = s.connection_id
             where s.store_env_id = ${tx.storeEnvId} and s.platform_product_id = p.platform_product_id
               and c.status <> 'removed') as "shopPlatform",
           (select json_agg(json_build_array(v.gtin, v.mpn, v.sku, v.brand) order by v.position, v.id)
              from product_variants v
             where v.store_env_id = ${tx.storeEnvId} and v.product_id = p.id and v.retired_at is null) as variants
      from products p where p.store_env_id = ${tx.storeEnvId} and p.id = any(${[...ids]}::uuid[])`)

export const listProductIds = (tx: StoreTx, platformIds: readonly string[]) =>
  tx.all<{ id: string; platformProductId: string }>(sql`
    select p.id, p.platform_product_id as "platformProductId" from products p
     where p.store_env_id = ${tx.storeEnvId} and p.platform_product_id = any(${[...platformIds]}::text[])`)

export async function listPhotoKeys(tx: StoreTx, reviewIds: readonly string[]): Promise<Map<string, string[]>> {
  if (reviewIds.length === 0) return new Map()
  const rows = await tx.all<{ reviewId: string; keys: string[] }>(sql`
    select f.review_id as "reviewId", array_agg(f.storage_key order by f.position, f.id) as keys from review_photos f
     where f.store_env_id = ${tx.storeEnvId} and f.review_id = any(${[...reviewIds]}::uuid[])
       and f.state = 'ready' and f.storage_key is not null
     group by f.review_id`)
  return new Map(rows.map(({ reviewId, keys }) => [reviewId, keys]))
}

export type RatingFacts = { productId: string; count: number; average: string }

/** Counts the store's own reviews of products. Copies of other stores' reviews and reviews of the shop do not count. */
export const listRatings = (tx: StoreTx, productIds: readonly string[]) =>
  tx.all<RatingFacts>(sql`
    select r.product_id as "productId", count(*)::int as count, round(avg(r.rating), 2)::text as average from reviews r
     where r.store_env_id = ${tx.storeEnvId} and r.product_id = any(${[...productIds]}::uuid[]) and r.status = 'approved'
       and r.source <> 'shared' and ${isAveraged}
     group by r.product_id`)

/** One index lookup for each product, because grouping all reviews would read them again for every page. */
export const listRated = (tx: StoreTx, after: string, limit: number) =>
  tx.all<{ id: string }>(sql`
    select p.id from products p
     where p.store_env_id = ${tx.storeEnvId} and p.id > ${after}
       and exists (select from reviews r
                    where r.store_env_id = ${tx.storeEnvId} and r.product_id = p.id and r.status = 'approved' and ${isAveraged})
     order by p.id limit ${limit}`)

export async function findReview(tx: StoreTx, id: string): Promise<ReviewFacts | undefined> {
  return (await listReviews(tx, [id]))[0]
}
