import { selectProductId, selectPushedId } from '#platform/calls/product-lookup.ts'
import type { StoreReads } from '#platform/db/db.ts'
import { type Query, sql } from '#platform/db/query.ts'
import { isUuid } from '#platform/values/ids.ts'
import { decidePageType, type ShownRow } from './rules.ts'
import type { ShownPlacementFilters } from './schema.ts'

export type PagePlacements = {
  rows: ShownRow[]
  /** The next instant at which the response changes without a write. */
  changesAt: string | null
}

export const findShown = async (
  tx: StoreReads,
  filters: ShownPlacementFilters,
  previewed: string | undefined,
): Promise<PagePlacements> => {
  const found = await tx.first<PagePlacements>(sql`
    select (select min(e.at) from placements p cross join lateral (values (p.starts_at), (p.ends_at)) as e(at)
             where p.store_env_id = ${tx.storeEnvId} and p.status = 'published' and e.at > ${tx.now}::timestamptz) as "changesAt",
           (select coalesce(json_agg(json_build_object(
                     'id', s.id, 'widget', s.widget, 'selector', s.selector, 'insert', s.insertion, 'galleryId', s.gallery_id,
                     'heading', s.heading, 'limit', s.item_limit, 'subject', s.subject, 'locale', s.locale, 'translations', s.translations,
                     'isPublic', s.is_public) order by s.priority desc, s.created_at desc, s.id desc), '[]')
              from (${placedOn(tx, filters, previewed)}) s) as rows`)
  return found ?? { rows: [], changesAt: null }
}

/** Selects the winner among several placements: the previewed one, or else by rule, priority and age. */
function placedOn(tx: StoreReads, filters: ShownPlacementFilters, previewed: string | undefined) {
  const isPreviewed = previewed === undefined ? sql`false` : sql`p.id = ${previewed}::uuid`
  const isPublic = sql`(p.status = 'published' and (p.starts_at is null or p.starts_at <= ${tx.now}::timestamptz)
    and (p.ends_at is null or p.ends_at > ${tx.now}::timestamptz))`
  return sql`
    select distinct on (f.widget, f.selector) f.*
      from (select p.id, p.widget, p.selector, p.insertion, p.gallery_id, p.heading, p.item_limit, p.subject, p.locale, p.translations,
                   p.priority, p.created_at, ${isPublic} as is_public, ${isPreviewed} as is_previewed,
                   case when p.id = any(array(${placementsOfProduct(tx, filters)} and not r.is_excluded)) then 2
                        when p.id = any(array(${placementsOfCategories(tx, filters)})) then 1
                        when p.is_general then 0 end as fit
              from placements p
             where p.store_env_id = ${tx.storeEnvId} and (${isPublic} or ${isPreviewed})
               and p.page_type in (${decidePageType(filters)}, 'any')
               and not p.id = any(array(${placementsOfProduct(tx, filters)} and r.is_excluded))
               and (p.widget <> 'gallery' or exists (
                     select from galleries g
                      where g.store_env_id = ${tx.storeEnvId} and g.id = p.gallery_id and g.status = 'published'))) f
     where f.fit is not null
     order by f.widget, f.selector, f.is_previewed desc, f.fit desc, f.priority desc, f.created_at desc, f.id desc`
}

const placementsOfProduct = (tx: StoreReads, { platformProductId = '' }: ShownPlacementFilters): Query<unknown> => sql`
  select r.placement_id from placement_products r
   where r.store_env_id = ${tx.storeEnvId} and r.product_id = ${selectProductId(tx, platformProductId)}`

const placementsOfCategories = (
  tx: StoreReads,
  { platformProductId = '', categoryId = '' }: ShownPlacementFilters,
) => sql`
  select c.placement_id from placement_categories c
   where c.store_env_id = ${tx.storeEnvId} and c.category_id = any(array(
         select cp.category_id from category_products cp
          where cp.store_env_id = ${tx.storeEnvId} and cp.platform_product_id = ${selectPushedId(tx, platformProductId)}
         union all
         select k.id from categories k
          where k.store_env_id = ${tx.storeEnvId}
            and (k.platform_category_id = ${categoryId} ${isUuid(categoryId) ? sql`or k.id = ${categoryId}` : sql``})))`
