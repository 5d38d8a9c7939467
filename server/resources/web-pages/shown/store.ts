import type { StoreTx } from '#platform/db/db.ts'
import { type Query, sql } from '#platform/db/query.ts'
import { isAveraged } from '#resources/products/averaged-fragments.ts'
import type { ReviewRow } from '#resources/storefront/rules.ts'
import type { ShownProduct, VersionFacts } from './rules.ts'

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

type Slice = { isOfShop: boolean; productIds?: readonly string[] | undefined; limit: number; skip: number }

export type CountRow = { total: number; averaged: number; sum: number }

const approved = (tx: StoreTx, { isOfShop, productIds }: Slice) => sql`
  r.store_env_id = ${tx.storeEnvId} and r.status = 'approved'
  ${isOfShop ? sql`and r.product_id is null` : productIds === undefined ? sql`and r.product_id is not null` : sql`and r.product_id = any(${productIds}::uuid[])`}`

export const countReviews = (tx: StoreTx, slice: Slice): Query<CountRow> => sql<CountRow>`
  select count(*) as total, count(*) filter (where ${isAveraged}) as averaged,
         coalesce(sum(r.rating) filter (where ${isAveraged}), 0)::bigint as sum
    from reviews r where ${approved(tx, slice)}`

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
    from (select r.id from reviews r where ${approved(tx, slice)}
           order by r.submitted_at desc, r.id desc limit ${slice.limit}::integer offset ${slice.skip}::integer) k
    join reviews r on r.store_env_id = ${tx.storeEnvId} and r.id = k.id
    left join products p on p.store_env_id = ${tx.storeEnvId} and p.id = r.product_id
   order by r.submitted_at desc, r.id desc`

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
