import type { StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import { isExcluded } from '../store.ts'

export type FileLine = { order: number; email: string | null; platformProductId: string | null; sku: string | null }
export type LineProduct = { order: number; id: string; isExcluded: boolean; isReviewed: boolean }

/** Finds products by id in the shop, then by the SKU of a live variant, as orders do. */
export function listProducts(tx: StoreTx, lines: readonly FileLine[]): Promise<LineProduct[]> {
  const column = <T>(read: (line: FileLine) => T): T[] => lines.map(read)
  return tx.all<LineProduct>(sql`
    select distinct f.position as "order", p.id, ${isExcluded(tx)} as "isExcluded",
           exists (select from reviews r
                    where r.store_env_id = ${tx.storeEnvId} and r.author_email = f.email and r.product_id = p.id) as "isReviewed"
      from (
        select l.position, l.email, coalesce(
                 (select a.id from products a
                   where a.store_env_id = ${tx.storeEnvId} and a.platform_product_id = l.platform_product_id),
                 (select v.product_id from product_variants v
                   where v.store_env_id = ${tx.storeEnvId} and v.sku = l.sku and v.retired_at is null
                   order by v.id limit 1)) as product_id
          from unnest(${column((line) => line.order)}::int[], ${column((line) => line.email)}::text[],
                      ${column((line) => line.platformProductId)}::text[], ${column((line) => line.sku)}::text[])
                 l(position, email, platform_product_id, sku)) f
      join products p on p.store_env_id = ${tx.storeEnvId} and p.id = f.product_id`)
}
