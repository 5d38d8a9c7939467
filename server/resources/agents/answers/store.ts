import { type CursorPosition, decodeCursor, fetchLimit, type PageRequest } from '#platform/calls/paging/page.ts'
import type { StoreReads } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import { invalidField } from '#platform/values/errors.ts'
import { gtinKey } from '#platform/values/identifiers.ts'
import { starsOfProduct } from '#resources/reviews/changes/product-counts-fragments.ts'
import { type ExcerptRow, keyOf, type ProductRow } from './rules.ts'
import type { AskedId, Sort } from './schema.ts'

/** Maximum number of products per id, because a shop may give one SKU to many. */
const maxPerId = 25
const maxProducts = 100
const maxVariants = 250

/**
 * Ids of active products with a live variant, by the position of the requested id. The arrays are subqueries.
 * Otherwise the planner counts their values and plans each call again, which takes 1 ms.
 */
function selectMatches(tx: StoreReads, asked: readonly AskedId[]) {
  const live = sql`v.store_env_id = ${tx.storeEnvId} and v.retired_at is null`
  return sql`
    select distinct a.place, m.product_id
      from unnest((select ${asked.map(({ type }) => type)}::text[]), (select ${asked.map((each) => keyOf(each, gtinKey))}::text[]))
           with ordinality as a(type, key, place)
     cross join lateral (
       (select distinct v.product_id from product_variants v
         where a.type = 'gtin' and ${live} and v.gtin_key = a.key limit ${sql.lit(maxPerId)})
       union all
       (select distinct v.product_id from product_variants v
         where a.type = 'sku' and ${live} and v.sku = a.key limit ${sql.lit(maxPerId)})
       union all
       (select distinct v.product_id from product_variants v
         where a.type = 'platformVariantId' and ${live} and v.platform_variant_id = a.key limit 1)
       union all
       (select p.id from products p
         where a.type = 'platformProductId' and p.store_env_id = ${tx.storeEnvId} and p.platform_product_id = a.key
           and exists (select from product_variants v where ${live} and v.product_id = p.id))) m`
}

const selectProducts = (tx: StoreReads, asked: readonly AskedId[]) => sql`
  select f.product_id, array_agg(f.place::integer order by f.place) as places
    from (${selectMatches(tx, asked)}) f
   cross join lateral (
     select p.status from products p where p.store_env_id = ${tx.storeEnvId} and p.id = f.product_id offset 0) p
   where p.status = 'active'
   group by f.product_id
   order by min(f.place), f.product_id limit ${sql.lit(maxProducts)}`

/**
 * Forbids sorting, because the planner would sort all reviews of a product instead of reading the newest from an index.
 */
export async function listRatings(tx: StoreReads, asked: readonly AskedId[]): Promise<ProductRow[]> {
  const [, rows] = await tx.several<[unknown, ProductRow]>([
    sql`select app.set_local('enable_sort', 'off')`,
    selectRatings(tx, asked),
  ])
  return rows
}

const selectRatings = (tx: StoreReads, asked: readonly AskedId[]) => sql<ProductRow>`
    with found as materialized (${selectProducts(tx, asked)})
    select f.places, p.platform_product_id as "platformProductId", p.title, p.url, s.stars, v.variants, ${selectNewest(tx)} as "newestAt"
      from found f
     cross join lateral (
       select p.platform_product_id, p.title, p.url from products p
        where p.store_env_id = ${tx.storeEnvId} and p.id = f.product_id offset 0) p
     cross join lateral (
       select coalesce(json_agg(json_build_object('rating', c.rating, 'count', c.count, 'verified', c.verified,
                'rewarded', c.rewarded, 'imported', c.imported)), '[]') as stars
         from (${starsOfProduct(tx, sql`f.product_id`)}) c) s
     cross join lateral (
       select coalesce(json_agg(json_build_object('sku', v.sku, 'gtin', v.gtin)), '[]') as variants
         from (select v.sku, v.gtin from product_variants v
                where v.store_env_id = ${tx.storeEnvId} and v.product_id = f.product_id and v.retired_at is null
                order by v.position, v.id limit ${sql.lit(maxVariants)}) v) v
     order by f.places, p.platform_product_id`

const selectNewest = (tx: StoreReads) => sql`
  (select r.submitted_at from reviews r
    where r.store_env_id = ${tx.storeEnvId} and r.product_id = f.product_id and r.status = 'approved'
    order by r.submitted_at desc, r.id desc limit 1)`

export type FoundProduct = { id: string; platformProductId: string; url: string | null }

export const listProducts = (tx: StoreReads, asked: AskedId): Promise<FoundProduct[]> =>
  tx.all<FoundProduct>(sql`
    select p.id, p.platform_product_id as "platformProductId", p.url
      from (${selectProducts(tx, [asked])}) f
     cross join lateral (
       select p.id, p.platform_product_id, p.url from products p
        where p.store_env_id = ${tx.storeEnvId} and p.id = f.product_id offset 0) p
     order by p.platform_product_id`)

export type ExcerptRequest = PageRequest & {
  sort: Sort
  ratings: readonly number[] | undefined
  verified: boolean | undefined
  /** Primary language subtag, in lower case. */
  language: string | undefined
}

const allRatings = [5, 4, 3, 2, 1]

/** Reads one index range for each number of stars, in the order of dates. Ranges without further rows are left out. */
function rangesAfter({ sort, ratings = allRatings, cursor }: ExcerptRequest) {
  const position = decodeCursor(cursor)
  if (!position) return ratings.map((rating) => ({ rating, after: undefined }))
  const { rank } = position
  if (!position.at.includes('T') || (sort === 'newest') !== (rank === undefined))
    throw invalidField('/cursor', 'is not a cursor of this list')
  if (rank === undefined) return ratings.map((rating) => ({ rating, after: position }))
  const isLeft = (rating: number) => (sort === 'lowest' ? rating >= rank : rating <= rank)
  return ratings.filter(isLeft).map((rating) => ({ rating, after: rating === rank ? position : undefined }))
}

export const positionOf =
  ({ sort }: Pick<ExcerptRequest, 'sort'>) =>
  ({ id, rating, submitted_at }: ExcerptRow): CursorPosition => ({
    at: submitted_at,
    id,
    ...(sort !== 'newest' && { rank: rating }),
  })

export async function listExcerpts(
  tx: StoreReads,
  productIds: readonly string[],
  request: ExcerptRequest,
): Promise<ExcerptRow[]> {
  const ranges = rangesAfter(request)
  if (productIds.length === 0 || ranges.length === 0) return []
  const limit = fetchLimit(request)
  const found = ranges.map((range) => sql`(${foundIn(tx, productIds, request, range)})`)
  const [only] = found
  const all = only && found.length === 1 ? only : sql.join(found, sql` union all `)
  return tx.all<ExcerptRow>(sql`
    select r.* from (select k.id, k.rating, k.submitted_at from (${all}) k
                     ${inOrder(request, 'k')} limit ${limit}) k
     cross join lateral (
       select r.id, r.rating, r.title, r.body, r.author_name, r.author_email, r.verified, r.incentive, r.relationship, r.source, r.locale,
              r.submitted_at, r.reply_body, r.reply_author_name, r.replied_at
         from reviews r where r.store_env_id = ${tx.storeEnvId} and r.id = k.id offset 0) r
     ${inOrder(request, 'r')}`)
}

function foundIn(
  tx: StoreReads,
  productIds: readonly string[],
  { verified, language, ...page }: ExcerptRequest,
  { rating, after }: { rating: number; after: CursorPosition | undefined },
) {
  return sql`
    select r.id, r.rating, r.submitted_at
      from unnest(${productIds}::uuid[]) p(id)
     cross join lateral (
       select r.id, r.rating, r.submitted_at from reviews r
        where r.store_env_id = ${tx.storeEnvId} and r.product_id = p.id and r.rating = ${sql.lit(rating)} and r.status = 'approved'
              ${verified === undefined ? sql`` : sql`and r.verified = ${verified}`}
              ${language === undefined ? sql`` : sql`and lower(split_part(replace(r.locale, '_', '-'), '-', 1)) = ${language}`}
              ${after ? sql`and (r.submitted_at, r.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
        order by r.submitted_at desc, r.id desc limit ${fetchLimit(page)}) r`
}

function inOrder({ sort }: Pick<ExcerptRequest, 'sort'>, table: 'k' | 'r') {
  const by = sql.raw(table)
  const stars = sort === 'newest' ? sql`` : sort === 'lowest' ? sql`${by}.rating asc,` : sql`${by}.rating desc,`
  return sql`order by ${stars} ${by}.submitted_at desc, ${by}.id desc`
}

export type CheckFacts = {
  policyVersion: number | null
  date: string | null
  size: number | null
  witnesses: string[] | null
  publicMeter: boolean
}

export const findCheckFacts = (tx: StoreReads): Promise<CheckFacts | undefined> =>
  tx.first<CheckFacts>(sql`
    select (select m.version from moderation_policies m where m.store_env_id = ${tx.storeEnvId}
             order by m.adopted desc limit 1) as "policyVersion",
           h.date, h.size,
           (select array_agg(c.witness order by c.witness) from evidence_cosignatures c
             where c.store_env_id = ${tx.storeEnvId} and c.size = h.size) as witnesses,
           coalesce((select s.public_meter from evidence_settings s where s.store_env_id = ${tx.storeEnvId}), false) as "publicMeter"
      from (select 1) one
      left join (select to_char(h.day, 'YYYY-MM-DD') as date, h.size from evidence_heads h
                  where h.store_env_id = ${tx.storeEnvId} order by h.size desc limit 1) h on true`)
