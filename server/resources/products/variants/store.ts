// SQL of variants. Writers lock their products first, so they compete only for variants that move between products.
import type { StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import { newId } from '#platform/values/ids.ts'
import { isValidGtin } from '../rules.ts'
import type { StoredVariant, VariantWrite } from './rules.ts'

export const listByProducts = (tx: StoreTx, productIds: readonly string[]): Promise<StoredVariant[]> =>
  tx.all(selectVariants(tx, productIds))

/** `offset 0` makes the planner look up each product with a cached plan. Otherwise each call is planned again. */
export const selectVariants = (tx: StoreTx, productIds: readonly string[]) => sql<StoredVariant>`
    select v.id, v.product_id as "productId", v.platform_variant_id as "platformVariantId", v.title, v.sku, v.gtin, v.mpn, v.brand,
           v.price, v.currency, v.image_url as "imageUrl", v.position, v.retired_at is not null as "isRetired"
      from unnest((select ${productIds}::uuid[])) p(id)
     cross join lateral (
           select * from product_variants v where v.store_env_id = ${tx.storeEnvId} and v.product_id = p.id offset 0) v`

export async function findHolders(tx: StoreTx, platformVariantIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx.all<{ variant: string; product: string }>(sql`
    select v.platform_variant_id as variant, p.platform_product_id as product
      from product_variants v
      join products p on p.store_env_id = ${tx.storeEnvId} and p.id = v.product_id
     where v.store_env_id = ${tx.storeEnvId} and v.retired_at is null
       and v.platform_variant_id = any(${platformVariantIds}::text[])`)
  return new Map(rows.map(({ variant, product }) => [variant, product]))
}

export const retire = (tx: StoreTx, ids: readonly string[]): Promise<number> =>
  tx.run(sql`
    update product_variants set retired_at = ${tx.now}, updated_at = ${tx.now}
     where store_env_id = ${tx.storeEnvId} and id = any(${ids}::uuid[])`)

export const retireLive = (tx: StoreTx, ids: readonly string[]) =>
  tx.all<{ productId: string; gtin: string | null }>(sql`
    update product_variants set retired_at = ${tx.now}, updated_at = ${tx.now}
     where store_env_id = ${tx.storeEnvId} and id = any(${ids}::uuid[]) and retired_at is null
    returning product_id as "productId", gtin`)

/** Comparison key for the GTIN of a row `r`, equal to the result of `gtinKey`. Plain digits need one pattern instead of three. */
export const gtinKeySql = sql`case when r.gtin ~ '^[0-9]+$' then nullif(ltrim(r.gtin, '0'), '')
  when r.gtin !~ '[0-9][.,][0-9]+[Ee]\\+?[0-9]|[0-9][Ee]\\+[0-9]' then
  nullif(ltrim(regexp_replace(regexp_replace(r.gtin, '\\.0+$', ''), '[^0-9]+', '', 'g'), '0'), '') end`

export function upsert(tx: StoreTx, rows: readonly VariantWrite[]): Promise<number> {
  const column = <T>(read: (row: VariantWrite) => T): T[] => rows.map(read)
  return tx.run(sql`
    insert into product_variants (store_env_id, id, product_id, platform_variant_id, title, sku, gtin, gtin_key, gtin_is_valid, mpn,
                                  brand, price, currency, image_url, position, created_at, updated_at)
    select ${tx.storeEnvId}, r.id, r.product_id, r.platform_variant_id, r.title, r.sku, r.gtin, ${gtinKeySql}, r.gtin_is_valid, r.mpn,
           r.brand, r.price, r.currency, r.image_url, r.position, ${tx.now}, ${tx.now}
      from unnest((select ${column(() => newId(tx.now.getTime()))}::uuid[]),
                  (select ${column((row) => row.productId)}::uuid[]),
                  (select ${column((row) => row.platformVariantId)}::text[]),
                  (select ${column((row) => row.title)}::text[]),
                  (select ${column((row) => row.sku)}::text[]),
                  (select ${column((row) => row.gtin)}::text[]),
                  (select ${column((row) => row.gtin !== null && isValidGtin(row.gtin))}::boolean[]),
                  (select ${column((row) => row.mpn)}::text[]),
                  (select ${column((row) => row.brand)}::text[]),
                  (select ${column((row) => row.price)}::numeric[]),
                  (select ${column((row) => row.currency)}::text[]),
                  (select ${column((row) => row.imageUrl)}::text[]),
                  (select ${column((row) => row.position)}::integer[]))
        as r(id, product_id, platform_variant_id, title, sku, gtin, gtin_is_valid, mpn, brand, price, currency, image_url,
             position)
    on conflict on constraint product_variants_once_per_product do update set
      title = excluded.title, sku = excluded.sku, gtin = excluded.gtin, gtin_key = excluded.gtin_key, gtin_is_valid = excluded.gtin_is_valid,
      mpn = excluded.mpn, brand = excluded.brand, price = excluded.price, currency = excluded.currency,
      image_url = excluded.image_url, position = excluded.position, retired_at = null, updated_at = excluded.updated_at`)
}

export const updateAddresses = (tx: StoreTx, from: string, to: string): Promise<number> =>
  tx.run(sql`
    update product_variants set image_url = ${to}::text || substr(image_url, length(${from}) + 1)
     where store_env_id = ${tx.storeEnvId} and starts_with(image_url, ${from})`)
