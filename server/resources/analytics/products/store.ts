import type { StoreReads } from '#platform/db/db.ts'
import { isAmong, type Sql, sql } from '#platform/db/query.ts'
import type { Sources } from '../engine/rules.ts'
import { inPieces, inSums, productRows } from '../engine/store.ts'
import { type AgeLimits, selectProducts, selectYoung, withinPiece } from '../store.ts'
import { type CountedProduct, kinds } from './rules.ts'
import type { ProductRow } from './schema.ts'

export function countProducts(
  tx: StoreReads,
  { sums, pieces }: Sources,
  young: AgeLimits | undefined,
): Promise<CountedProduct[]> {
  const isIn = (...names: (typeof kinds)[number][]) =>
    sql`c.part in (${sql.join(names.map((name) => sql.lit(kinds.indexOf(name))))})`
  const total = (column: string, which: Sql) =>
    sql`coalesce(sum(c.sign * ${sql.ref(`c.${column}`)}) filter (where ${which}), 0)::bigint`
  const isInSpan = isIn('span', 'notWaiting', 'neither')
  return tx.all<CountedProduct>(sql`
    with counts as (
      select p.part, p.sign, ${productRows}
        from ${inSums(sums)}
        join analytics_sums s on s.store_env_id = ${tx.storeEnvId} and s.days = p.days and s.first_day = p.first_day
      union all
      select p.part, 1, q.product_id, q.received, q.stars, q.low, q.unanswered, q.waiting
        from ${inPieces(pieces)} cross join lateral (${selectProducts(tx, withinPiece)}) q
      ${young ? sql`union all select ${sql.lit(kinds.indexOf('span'))}, -1, y.product_id, 0, 0, 0, y.unanswered, y.waiting from (${selectYoung(tx, young)}) y` : sql``})
    select c.product_id as id, ${total('received', isInSpan)} as received, ${total('stars', isInSpan)} as stars,
           ${total('low', isInSpan)} as low, ${total('unanswered', isIn('span', 'notWaiting'))} as unanswered,
           ${total('waiting', isIn('span'))} as waiting, ${total('received', isIn('before'))} as before,
           ${total('stars', isIn('before'))} as "starsBefore"
      from counts c
     group by c.product_id`)
}

export const findProducts = (tx: StoreReads, ids: readonly string[]) =>
  tx.all<ProductRow['product']>(sql`
    select p.id, p.platform_product_id as "platformProductId", p.title, p.url, p.image_url as "imageUrl"
      from products p where p.store_env_id = ${tx.storeEnvId} and ${isAmong('p.id', ids, 'uuid')}`)
