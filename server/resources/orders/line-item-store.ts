import { buildIdKey, productIdBy } from '#platform/calls/product-lookup.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import { newId } from '#platform/values/ids.ts'
import type { ItemLine } from './rules.ts'
import { idsOfNamed } from './store.ts'

/** Finds orders by platform id, so it can run in the same round trip as the statement that writes them. */
export const deleteLineItems = (tx: StoreTx, platformOrderIds: readonly string[]) =>
  sql`delete from order_line_items where store_env_id = ${tx.storeEnvId} and order_id = any(${idsOfNamed(tx, platformOrderIds)})`

export type NewLine = ItemLine & { platformOrderId: string; position: number }

/**
 * Links each line to its product and variant, by the product's platform id, then by a live SKU. The arrays are subqueries,
 * because otherwise the planner counts their values and plans each call again, which takes 540 µs (2026-11-28).
 */
export function insert(tx: StoreTx, lines: readonly NewLine[]) {
  const column = <T>(read: (line: NewLine) => T): T[] => lines.map(read)
  return sql`
    insert into order_line_items (store_env_id, id, order_id, position, platform_product_id, platform_variant_id, sku, title, quantity, unit_price,
                                  product_id, variant_id)
    select ${tx.storeEnvId}, l.id, (select o.id from orders o where o.store_env_id = ${tx.storeEnvId} and o.platform_order_id = l.platform_order_id),
           l.position, l.platform_product_id, l.platform_variant_id, l.sku, l.title, l.quantity, l.unit_price, found.product_id, found.variant_id
      from unnest((select ${lines.map(() => newId(tx.now.getTime()))}::uuid[]),
                  (select ${column((line) => line.platformOrderId)}::text[]),
                  (select ${column((line) => line.position)}::int[]),
                  (select ${column((line) => line.platformProductId)}::text[]),
                  (select ${column((line) => line.platformVariantId)}::text[]),
                  (select ${column((line) => line.sku)}::text[]),
                  (select ${column((line) => line.title)}::text[]),
                  (select ${column((line) => line.quantity)}::int[]),
                  (select ${column((line) => line.unitPrice)}::numeric[]))
        as l(id, platform_order_id, position, platform_product_id, platform_variant_id, sku, title, quantity, unit_price)
      left join lateral (${selectLink(tx)}) found on true
    returning 1`
}

/** Locks orders before lines, in the lock order of pushes. Linking a line later updates `updated_at` of its order. */
export const updateAllLinks = (tx: StoreTx): Promise<number> =>
  tx.run(sql`
    with found as materialized (
      select l.id, l.order_id, found.product_id, found.variant_id
        from order_line_items l cross join lateral (${selectLink(tx)}) found
       where l.store_env_id = ${tx.storeEnvId} and l.product_id is null),
    held as materialized (
      select o.id from orders o
       where o.store_env_id = ${tx.storeEnvId} and o.id in (select order_id from found)
       order by o.platform_order_id collate "C" for no key update),
    changed as (
      update orders set updated_at = ${tx.now}
       where store_env_id = ${tx.storeEnvId} and id = any(array(select id from held))
      returning id)
    update order_line_items set product_id = f.product_id, variant_id = f.variant_id
      from found f
     where order_line_items.store_env_id = ${tx.storeEnvId} and order_line_items.id = f.id
       and f.order_id = any(array(select id from changed))`)

const selectVariantId = (tx: StoreTx, productId: ReturnType<typeof sql>) => sql`(
  select v.id from product_variants v
   where v.store_env_id = ${tx.storeEnvId} and v.product_id = ${productId} and v.platform_variant_id = l.platform_variant_id)`

/** The product and variant of the line `l`. */
const selectLink = (tx: StoreTx) => sql`
      select 1 as rank, p.id as product_id, ${selectVariantId(tx, sql`p.id`)} as variant_id
        from (select coalesce(m.merged_into, m.id) as id from products m
               where m.store_env_id = ${tx.storeEnvId}
                 and m.id = ${productIdBy(tx, sql`l.platform_product_id`, buildIdKey(sql`l.platform_product_id`))} offset 0) p
      union all
      select 2, v.product_id, v.id from product_variants v
       where v.store_env_id = ${tx.storeEnvId} and v.sku = l.sku and v.retired_at is null
       order by 1, 3 limit 1`

type Move = { from: string; into: string; orderIds: readonly string[] }

/** A line keeps the values from its order and only its links change. The order's `updated_at` changes with them. */
export async function updateProduct(tx: StoreTx, { from, into, orderIds }: Move): Promise<void> {
  await tx.run(sql`
    update order_line_items l set product_id = ${into}, variant_id = ${selectVariantId(tx, sql`${into}::uuid`)}
     where l.store_env_id = ${tx.storeEnvId} and l.product_id = ${from} and l.order_id = any(${orderIds}::uuid[])`)
  await tx.run(sql`
    update orders set updated_at = ${tx.now} where store_env_id = ${tx.storeEnvId} and id = any(${orderIds}::uuid[])`)
}

export async function countUnlinked(tx: StoreTx): Promise<number> {
  const row = await tx.first<{ count: number }>(sql`
    select count(*) as count from order_line_items where store_env_id = ${tx.storeEnvId} and product_id is null`)
  return row?.count ?? 0
}
