// Stars of a product for lists and summaries: totals of its stored counts, or a count of its reviews if the stored counts
// are not valid.
import type { StoreReads } from '#platform/db/db.ts'
import { type Sql, sql } from '#platform/db/query.ts'
import { isAveraged } from '#resources/products/averaged-fragments.ts'

/** The nil id marks the row of the whole store. */
export const wholeStore = sql.raw("'00000000-0000-0000-0000-000000000000'::uuid")

type Reader = Pick<StoreReads, 'storeEnvId'>

/** True if the counts of all products of the store are valid. PostgreSQL computes it once a statement. */
export const areProductsCounted = (tx: Reader): Sql => sql`
  (select exists (select from product_review_counts w
                   where w.store_env_id = ${tx.storeEnvId} and w.is_base and w.product_id = ${wholeStore})
      and not exists (select from product_review_counts w
                   where w.store_env_id = ${tx.storeEnvId} and not w.is_base and w.product_id = ${wholeStore}))`

/** Columns `rating`, `count`, `verified`, `rewarded`, `imported`: reviews in the average of one product, by stars. */
export const starsOfProduct = (tx: Reader, productId: Sql): Sql => sql`
  select c.rating, sum(c.count)::bigint as count, sum(c.verified)::bigint as verified, sum(c.rewarded)::bigint as rewarded,
         sum(c.imported)::bigint as imported
    from product_review_counts c
   where c.store_env_id = ${tx.storeEnvId} and c.is_base in (true, false) and c.product_id = ${productId}
     and ${areProductsCounted(tx)}
   group by c.rating having sum(c.count) > 0
  union all
  (${countedStars(tx, productId, sql`and not ${areProductsCounted(tx)}`)})`

/** Sorted like reviews_shown_counted_idx, because otherwise the planner may scan the whole store right after a bulk approval. */
const countedStars = (tx: Reader, productId: Sql, also: Sql): Sql => sql`
  select r.rating, count(*) as count, count(*) filter (where r.verified) as verified,
         count(*) filter (where r.incentive is not null) as rewarded, count(*) filter (where r.source = 'import') as imported
    from reviews r
   where r.store_env_id = ${tx.storeEnvId} and r.product_id = ${productId} and r.status = 'approved'
     and ${isAveraged} ${also}
   group by r.rating order by r.rating`

/** Columns `s1` to `s5`, with one expression for each number of stars. */
export const perStar = (expression: (stars: number, column: string) => string): Sql =>
  sql.raw([1, 2, 3, 4, 5].map((stars) => `${expression(stars, `s${stars}`)} as s${stars}`).join(', '))

/** Columns `product_id`, `rating` and `count`: the counts of an array of products. */
export const countsOfProducts = (tx: Reader, productIds: Sql, isBase: Sql): Sql => sql`
  select b.product_id, b.rating, b.count::integer as count from product_review_counts b
   where b.store_env_id = ${tx.storeEnvId} and ${isBase} and b.product_id = any(${productIds})`

/** Columns `product_id` and `s1` to `s5`: the sums of counts `c`. Sums of `bigint` would be slow decimals. */
export const sumByProduct = (counts: Sql): Sql => sql`
  select c.product_id, ${storedStars} from (${counts}) c group by c.product_id`

/** Columns `product_id` and `s1` to `s5`: the reviews in the averages of an array of products, counted now. */
export const countedStarsOfProducts = (tx: Reader, productIds: Sql, also: Sql): Sql => sql`
  select r.product_id, ${reviewStars}
    from reviews r
   where r.store_env_id = ${tx.storeEnvId} and r.product_id = any(${productIds}) and r.status = 'approved'
     and ${isAveraged} ${also}
   group by r.product_id order by r.product_id`

/** Sums of `c.count` by `c.rating`. */
export const storedStars = perStar((stars) => `coalesce(sum(c.count) filter (where c.rating = ${stars}), 0)::integer`)
const reviewStars = perStar((stars) => `(count(*) filter (where r.rating = ${stars}))::integer`)
