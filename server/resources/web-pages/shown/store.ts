import type { StoreTx } from '#platform/db/db.ts'
import { type Query, sql } from '#platform/db/query.ts'
import { isAveraged } from '#resources/products/averaged-fragments.ts'
import type { ReviewRow } from '#resources/storefront/rules.ts'
import type { Choice, ShownProduct, VersionFacts } from './rules.ts'

const columns = (tx: StoreTx) => sql<VersionFacts>`
  p.id, p.slug, v.kind, v.title, v.description, v.blocks, v.noindex, v.canonical_url as "canonicalUrl", v.variables, v.locale,
  v.translations,
  (select h.handle from web_page_handles h where h.store_env_id = ${tx.storeEnvId} and h.is_current) as handle,
  (select s.settings ->> 'defaultLocale' from storefront_settings s where s.store_env_id = ${tx.storeEnvId}) as "defaultLocale",
  coalesce((select d.enabled from agent_doors d where d.store_env_id = ${tx.storeEnvId}), false) as "answersAgents"`

/** Also finds pages by a former slug. */
export const findPublished = (tx: StoreTx, slug: string) =>
  tx.first<VersionFacts>(sql`
    select ${columns(tx)}
      from web_pages p
      join web_page_versions v on v.store_env_id = ${tx.storeEnvId} and v.page_id = p.id and v.version = p.published_version
     where p.store_env_id = ${tx.storeEnvId}
       and (p.slug = ${slug} or p.id = (
             select f.page_id from web_page_former_slugs f where f.store_env_id = ${tx.storeEnvId} and f.slug = ${slug}))
     limit 1`)

export const findNewest = (tx: StoreTx, id: string) =>
  tx.first<VersionFacts>(sql`
    select ${columns(tx)}
      from web_pages p
      join web_page_versions v on v.store_env_id = ${tx.storeEnvId} and v.page_id = p.id and v.version = p.version
     where p.store_env_id = ${tx.storeEnvId} and p.id = ${id}`)

export type ListedPage = { slug: string; publishedAt: string }

/** Lists published pages that search engines may index, including pages whose canonical address is elsewhere. */
export const listIndexable = (tx: StoreTx) =>
  tx.all<ListedPage & { handle: string; canonicalUrl: string | null }>(sql`
    select h.handle, p.slug, coalesce(p.published_at, p.updated_at) as "publishedAt", v.canonical_url as "canonicalUrl"
      from web_page_handles h
      join web_pages p on p.store_env_id = ${tx.storeEnvId}
      join web_page_versions v on v.store_env_id = ${tx.storeEnvId} and v.page_id = p.id and v.version = p.published_version
     where h.store_env_id = ${tx.storeEnvId} and h.is_current and not v.noindex
     order by p.slug`)

type Slice = {
  isOfShop: boolean
  productIds?: readonly string[] | undefined
  limit: number
  skip: number
  choice: Choice
}

/** `total` counts the reviews that match the reader's choice, `all` every review of the block. */
export type CountRow = {
  total: number
  all: number
  withPhotos: number
  averaged: number
  sum: number
  byStar: number[]
}

const approved = (tx: StoreTx, { isOfShop, productIds }: Slice) => sql`
  r.store_env_id = ${tx.storeEnvId} and r.status = 'approved'
  ${isOfShop ? sql`and r.product_id is null` : productIds === undefined ? sql`and r.product_id is not null` : sql`and r.product_id = any(${productIds}::uuid[])`}`

const chosen = ({ rating, hasPhotos }: Choice) => sql`
  ${rating === undefined ? sql`` : sql`and r.rating = ${sql.lit(rating)}`} ${hasPhotos ? sql`and r.photo_count > 0` : sql``}`

const countStars = (rating: number) => sql`count(*) filter (where r.rating = ${sql.lit(rating)} and ${isAveraged})`

export const countReviews = (tx: StoreTx, slice: Slice): Query<CountRow> => sql<CountRow>`
  select count(*) filter (where true ${chosen(slice.choice)}) as total, count(*) as all,
         count(*) filter (where r.photo_count > 0) as "withPhotos", count(*) filter (where ${isAveraged}) as averaged,
         coalesce(sum(r.rating) filter (where ${isAveraged}), 0)::bigint as sum,
         json_build_array(${sql.join([1, 2, 3, 4, 5].map(countStars))}) as "byStar"
    from reviews r where ${approved(tx, slice)}`

const orderOf = ({ rating, sort }: Choice) =>
  rating !== undefined || sort === undefined || sort === 'newest'
    ? sql`order by r.submitted_at desc, r.id desc`
    : sql`order by r.rating ${sort === 'highest' ? sql`desc` : sql`asc`}, r.submitted_at desc, r.id desc`

/** A list by stars reads each number of stars by itself, because the indexes sort only reviews with equal stars by time. */
function selectIds(tx: StoreTx, slice: Slice) {
  const { choice, limit, skip } = slice
  const order = orderOf(choice)
  const end = sql`limit ${limit}::integer offset ${skip}::integer`
  if (choice.sort === undefined || choice.rating !== undefined)
    return sql`select r.id from reviews r where ${approved(tx, slice)} ${chosen(choice)} ${order} ${end}`
  const withStars = [1, 2, 3, 4, 5].map(
    (rating) => sql`
      (select r.id, r.rating, r.submitted_at from reviews r
        where ${approved(tx, slice)} ${chosen({ ...choice, rating })}
        order by r.submitted_at desc, r.id desc limit ${skip + limit}::integer)`,
  )
  return sql`select r.id from (${sql.join(withStars, sql` union all `)}) r ${order} ${end}`
}

/** Skips earlier rows with an index-only scan and reads only the reviews of this page. */
export const listReviews = (tx: StoreTx, slice: Slice): Query<ReviewRow> => sql<ReviewRow>`
  select 0 as rank, r.id, r.rating, r.title, r.body, r.author_name, r.verified, r.incentive, r.relationship, r.helpful_count, null::json as attributes, r.reply_body, r.reply_author_name,
         r.replied_at, r.locale, r.detected_language, r.submitted_at, r.corrected_at,
         case when r.product_id is null then 'shop' else 'product' end as subject, coalesce(p.platform_product_id, '') as platform_product_id, p.title as product_title, p.url as product_url,
         p.image_url as product_image_url,
         case when r.photo_count > 0 then (
           select json_agg(json_build_object('id', f.id, 'key', f.storage_key, 'width', f.width, 'height', f.height,
                                             'variants', f.variants) order by f.position, f.id)
             from review_photos f
            where f.store_env_id = ${tx.storeEnvId} and f.review_id = r.id and f.state = 'ready') end as photos
    from (${selectIds(tx, slice)}) k
    join reviews r on r.store_env_id = ${tx.storeEnvId} and r.id = k.id
    left join products p on p.store_env_id = ${tx.storeEnvId} and p.id = r.product_id
   ${orderOf(slice.choice)}`

export const listProducts = (tx: StoreTx, ids: readonly string[]): Query<ShownProduct> => sql<ShownProduct>`
  select p.id, p.platform_product_id as "platformProductId", p.title, p.url, p.image_url as "imageUrl"
    from unnest(${ids}::uuid[]) with ordinality n(id, place)
    join products p on p.store_env_id = ${tx.storeEnvId} and p.id = n.id and p.status = 'active'
   order by n.place`

export type PictureSize = { id: string; width: number; height: number }

export const listSizes = (tx: StoreTx, ids: readonly string[]): Query<PictureSize> => sql<PictureSize>`
  select f.id, f.width, f.height from review_photos f
   where f.store_env_id = ${tx.storeEnvId} and f.id = any(${ids}::uuid[]) and f.width is not null and f.height is not null
  union all
  select g.id, g.width, g.height from gallery_photos g
   where g.store_env_id = ${tx.storeEnvId} and g.id = any(${ids}::uuid[])`
