import type { Static } from 'typebox'
import { decodeCursor, fetchLimit, type PageRequest, toPage } from '#platform/calls/paging/page.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import { invalidField } from '#platform/values/errors.ts'
import { findGtinProblem } from '../rules.ts'
import type { GapPage, IdentifierCoverage } from './schema.ts'

export async function countCoverage(tx: StoreTx): Promise<Static<typeof IdentifierCoverage>> {
  const row = await tx.first<Static<typeof IdentifierCoverage>>(sql`
    with product as materialized (
      select p.id, r.reviews, p.status = 'active' and exists (${liveVariant(tx)}) as is_sold
        from ${reviewedProducts(tx)} r
        join products p on p.store_env_id = ${tx.storeEnvId} and p.id = r.product_id
    ), variant as (
      select v.gtin, v.gtin_is_valid as gtin_ok, v.mpn is not null as has_mpn, v.brand is not null as has_brand
        from product p
        join product_variants v on v.store_env_id = ${tx.storeEnvId} and v.product_id = p.id and v.retired_at is null
       where p.is_sold
    )
    select count(*) as skus,
           count(*) filter (where gtin_ok) as "withGtin",
           count(*) filter (where has_mpn) as "withMpn",
           count(*) filter (where has_brand) as "withBrand",
           count(*) filter (where gtin_ok or has_mpn and has_brand) as "withGtinOrMpnAndBrand",
           count(*) filter (where not (gtin_ok or has_mpn or has_brand)) as "withNone",
           count(*) filter (where gtin is not null and not gtin_ok) as "invalidGtin",
           (select coalesce(sum(reviews), 0)::bigint from product where is_sold) as "reviewsOnLiveProducts",
           (select coalesce(sum(reviews), 0)::bigint from product where not is_sold) as "reviewsOnRetiredProducts"
      from variant`)
  if (!row) throw new Error('An aggregate returned no row.')
  return row
}

const lacksIdentifiers = sql`not v.gtin_is_valid`

export async function listGaps(tx: StoreTx, request: PageRequest): Promise<Static<typeof GapPage>> {
  const place = decodeCursor(request.cursor)
  if (place?.at.includes('T')) throw invalidField('/cursor', 'is not a cursor of this list')
  const from = place ? sql`where (g.reviews, g.id) < (${Number(place.at)}::bigint, ${place.id}::uuid)` : sql``
  // Limits the page before it reads variants, so it reads only variants of products on the page.
  const rows = await tx.all<ListRow>(sql`
    with gap as (
      select p.id, r.reviews, p.platform_product_id, p.title, p.url, p.image_url
        from ${reviewedProducts(tx)} r
        join products p on p.store_env_id = ${tx.storeEnvId} and p.id = r.product_id and p.status = 'active'
       where exists (${liveVariant(tx)} and ${lacksIdentifiers})
    )
    select t.total, g.*
      from (select ${request.includeTotal ? sql`(select count(*) from gap)` : sql`null::bigint`} as total) t
      left join lateral (
        select g.id, g.reviews, g.platform_product_id, g.title, g.url, g.image_url, (
                 select json_agg(json_build_object('id', v.id, 'platformVariantId', v.platform_variant_id,
                          'title', v.title, 'sku', v.sku, 'gtin', v.gtin,
                          'missing', array_remove(array['gtin', case when v.mpn is null then 'mpn' end,
                                                        case when v.brand is null then 'brand' end], null))
                          order by v.position, v.id)
                   from product_variants v
                  where v.store_env_id = ${tx.storeEnvId} and v.product_id = g.id and v.retired_at is null
                    and ${lacksIdentifiers}) as variants
          from (select g.* from gap g ${from} order by g.reviews desc, g.id desc limit ${fetchLimit(request)}) g
         order by g.reviews desc, g.id desc) g on true`)
  const found = rows.filter((row): row is ListRow & GapRow => row.id !== null)
  return toPage(found, request, (row) => ({ at: String(row.reviews), id: row.id }), toGap, rows[0]?.total ?? undefined)
}

/** An index-only scan of reviews_shown_counted_idx that does not read the texts of reviews. */
const reviewedProducts = (tx: StoreTx) => sql`(
  select product_id, count(*) as reviews from reviews
   where store_env_id = ${tx.storeEnvId} and status = 'approved' and product_id is not null group by product_id)`

const liveVariant = (tx: StoreTx) => sql`
  select from product_variants v
   where v.store_env_id = ${tx.storeEnvId} and v.product_id = p.id and v.retired_at is null`

type Gap = Static<typeof GapPage>['data'][number]

type GapRow = {
  id: string
  reviews: number
  platform_product_id: string
  title: string | null
  url: string | null
  image_url: string | null
  variants: Omit<Gap['variants'][number], 'gtinProblem'>[]
}
type ListRow = { total: number | null } & (GapRow | { id: null })

const toGap = (row: GapRow): Gap => ({
  product: {
    id: row.id,
    platformProductId: row.platform_product_id,
    title: row.title,
    url: row.url,
    imageUrl: row.image_url,
  },
  reviewCount: row.reviews,
  variants: row.variants.map((variant) => ({ ...variant, gtinProblem: findGtinProblem(variant.gtin) ?? 'invalid' })),
})
