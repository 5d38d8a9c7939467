import { selectProductId } from '#platform/calls/product-lookup.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { type NotNull, sql } from '#platform/db/query.ts'
import { languageOrUnknown } from '#resources/reviews/language-fragments.ts'
import type { FilterCounts } from './filters-rules.ts'

/** Approved reviews of a product, or of the shop, by stars and language. */
export const countByFilters = (tx: StoreTx, platformProductId: string | undefined) =>
  tx.all<FilterCounts>(sql`
    select r.rating, ${languageOrUnknown} as locale, count(*) as count,
           count(*) filter (where r.verified) as verified, count(*) filter (where r.photo_count > 0) as "withPhotos"
      from reviews r
     where r.store_env_id = ${tx.storeEnvId} and r.status = 'approved' 
       and ${platformProductId === undefined ? sql`r.product_id is null` : sql`r.product_id = ${selectProductId(tx, platformProductId)}`}
     group by 1, 2`)

/** The variants of a product that the orders of approved reviews contain. */
export const countVariants = (tx: StoreTx, platformProductId: string) =>
  tx.all<{ platformVariantId: string; title: NotNull<string>; count: number }>(sql`
    select v.platform_variant_id as "platformVariantId", v.title, c.count
      from (select l.platform_variant_id, count(distinct r.id) as count
              from reviews r
              join order_line_items l on l.store_env_id = ${tx.storeEnvId} and l.order_id = r.order_id and l.product_id = r.product_id
             where r.store_env_id = ${tx.storeEnvId} and r.status = 'approved' and r.order_id is not null
               and r.product_id = ${selectProductId(tx, platformProductId)}
             group by l.platform_variant_id) c
      join product_variants v on v.store_env_id = ${tx.storeEnvId} and v.product_id = ${selectProductId(tx, platformProductId)}
       and v.platform_variant_id = c.platform_variant_id
     where v.title is not null
     order by v.position, v.id
     limit 50`)
