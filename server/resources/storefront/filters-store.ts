import { selectProductId } from '#platform/calls/product-lookup.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { type NotNull, type Sql, sql } from '#platform/db/query.ts'
import { idsOfPool, isPooled, ownOfPool, poolTables, withPool } from '#resources/products/groups/fragments.ts'
import type { Pool } from '#resources/products/groups/schema.ts'
import type { Sharing } from '#resources/reviews/changes/copy-fragments.ts'
import { languageOrUnknown } from '#resources/reviews/language-fragments.ts'
import type { FilterCounts } from './filters-rules.ts'
import { readFrom } from './store.ts'

export type FiltersRequest = { platformProductId?: string | undefined; pool?: Pool; sharing?: Sharing }

const tablesOf = (tx: StoreTx, { platformProductId, pool }: FiltersRequest): Sql | undefined =>
  platformProductId !== undefined && isPooled({ ...(pool && { pool }) })
    ? poolTables(tx, pool, selectProductId(tx, platformProductId))
    : undefined

const ofRequest = (tx: StoreTx, request: FiltersRequest): Sql =>
  request.platformProductId === undefined
    ? sql`r.product_id is null`
    : tablesOf(tx, request)
      ? sql`r.product_id = ${idsOfPool}`
      : sql`r.product_id = ${selectProductId(tx, request.platformProductId)}`

/** Approved reviews of a product, of its pool, or of the shop, by stars and language. */
export const countByFilters = (tx: StoreTx, request: FiltersRequest) =>
  tx.all<FilterCounts>(
    withPool(
      tablesOf(tx, request),
      sql<FilterCounts>`
        select r.rating, ${languageOrUnknown} as locale, count(*) as count,
               count(*) filter (where r.verified) as verified, count(*) filter (where r.photo_count > 0) as "withPhotos"
          ${readFrom(tx, request)}
         where r.store_env_id = ${tx.storeEnvId} and r.status = 'approved' and ${ofRequest(tx, request)}
         group by 1, 2`,
    ),
  )

type VariantCount = { platformVariantId: string; title: NotNull<string>; count: number }

/**
 * Variants in the orders behind approved reviews, those of the requested product first. Copies of other stores' reviews
 * have no order.
 */
export const countVariants = async (tx: StoreTx, request: FiltersRequest): Promise<VariantCount[]> => {
  if (request.platformProductId === undefined) return []
  const tables = tablesOf(tx, request)
  const productId = selectProductId(tx, request.platformProductId)
  return tx.all<VariantCount>(
    withPool(
      tables,
      sql<VariantCount>`
        select v.platform_variant_id as "platformVariantId", v.title, v.count
          from (select distinct on (v.platform_variant_id) v.platform_variant_id, v.title, c.count, v.position, v.id,
                       v.product_id = ${tables ? ownOfPool : productId} as is_own
                  from (select l.platform_variant_id, count(distinct r.id) as count
                          from reviews r
                          join order_line_items l on l.store_env_id = ${tx.storeEnvId} and l.order_id = r.order_id and l.product_id = r.product_id
                         where r.store_env_id = ${tx.storeEnvId} and r.status = 'approved' and r.order_id is not null
                           and ${ofRequest(tx, request)}
                         group by l.platform_variant_id) c
                  join product_variants v on v.store_env_id = ${tx.storeEnvId}
                   and v.product_id = ${tables ? idsOfPool : productId} and v.platform_variant_id = c.platform_variant_id
                 where v.title is not null
                 order by v.platform_variant_id, is_own desc, v.position, v.id) v
         order by v.is_own desc, v.position, v.id
         limit 50`,
    ),
  )
}
