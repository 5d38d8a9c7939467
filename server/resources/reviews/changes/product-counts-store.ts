import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { type NotNull, type Sql, sql } from '#platform/db/query.ts'
import { newId } from '#platform/values/ids.ts'
import { isAveraged } from '#resources/products/averaged-fragments.ts'
import { countedMembers } from '#resources/products/groups/fragments.ts'
import type { ProductCountChange } from './counts-rules.ts'
import { areProductsCounted, wholeStore } from './product-counts-fragments.ts'

const counts = sql.raw('count, verified, rewarded, imported')
const cell = sql.raw('product_id, rating')
const sums = sql.raw(
  'sum(n.count) as count, sum(n.verified) as verified, sum(n.rewarded) as rewarded, sum(n.imported) as imported',
)
const isAnything = sql.raw('(sum(n.count), sum(n.verified), sum(n.rewarded), sum(n.imported)) <> (0, 0, 0, 0)')

/** The arrays are subqueries, because otherwise the planner counts their values and plans each call again. */
export const insertChanges = (tx: StoreTx, changes: readonly ProductCountChange[]) => sql`
  insert into product_review_counts (store_env_id, is_base, id, ${cell}, ${counts})
  select ${tx.storeEnvId}, false, c.id, c.product_id, c.rating, c.count, c.verified, c.rewarded, c.imported
    from unnest((select ${changes.map(() => newId(tx.now.getTime()))}::uuid[]), (select ${changes.map(({ productId }) => productId)}::uuid[]),
                (select ${changes.map(({ rating }) => rating)}::smallint[]), (select ${changes.map(({ count }) => count)}::bigint[]),
                (select ${changes.map(({ verified }) => verified)}::bigint[]), (select ${changes.map(({ rewarded }) => rewarded)}::bigint[]),
                (select ${changes.map(({ imported }) => imported)}::bigint[]))
         as c(id, product_id, rating, count, verified, rewarded, imported)
  returning 1`

/** Makes all counts of the store invalid, also for transactions that are counting now. */
export const insertUnknownChange = (tx: StoreTx) => sql`
  insert into product_review_counts (store_env_id, is_base, product_id, id)
  values (${tx.storeEnvId}, false, ${wholeStore}, ${newId(tx.now.getTime())})`

export type ProductCountsState = { isValid: NotNull<boolean>; changes: number; isCopied: NotNull<boolean> }

export const findState = (tx: StoreReads): Promise<ProductCountsState | undefined> =>
  tx.first<ProductCountsState>(sql`
    select ${areProductsCounted(tx)} as "isValid", count(*) as changes,
           not exists (select from product_group_members m where m.store_env_id = ${tx.storeEnvId} and m.s1 is null) as "isCopied"
      from product_review_counts c where c.store_env_id = ${tx.storeEnvId} and not c.is_base`)

/**
 * Adds the changes to the counts of their products, in one statement, and returns the ids of these products. The statement
 * does not see rows of transactions that commit after it began, so those rows stay for the next run.
 */
export async function addUp(tx: StoreTx): Promise<string[]> {
  const changed = await tx.all<{ id: string }>(sql`
    with changed as (
      delete from product_review_counts
       where store_env_id = ${tx.storeEnvId} and not is_base and product_id <> ${wholeStore}
      returning ${cell}, ${counts}),
    base as (
      delete from product_review_counts
       where store_env_id = ${tx.storeEnvId} and is_base and product_id in (select c.product_id from changed c)
      returning ${cell}, ${counts}),
    added as (${insertBase(tx, sql`select c.* from changed c union all select b.* from base b`)})
    select distinct c.product_id as id from changed c`)
  return changed.map(({ id }) => id)
}

/** Counts all products. The row of the whole store comes with them, so that no reader sees half of the counts. */
export const recount = (tx: StoreTx): Promise<number> =>
  tx.run(sql`
    with gone as (delete from product_review_counts where store_env_id = ${tx.storeEnvId})
    ${insertBase(
      tx,
      sql`${countReviews(tx)} union all select ${wholeStore}, null, 1::bigint, 0::bigint, 0::bigint, 0::bigint`,
    )}`)

const insertBase = (tx: StoreTx, rows: Sql): Sql => sql`
  insert into product_review_counts (store_env_id, is_base, id, ${cell}, ${counts})
  select ${tx.storeEnvId}, true, gen_random_uuid(), ${cell}, ${sums} from (${rows}) n group by ${cell} having ${isAnything}
  returning 1`

const countReviews = (tx: StoreTx): Sql => sql`
  select r.product_id, r.rating, count(*) as count, count(*) filter (where r.verified) as verified,
         count(*) filter (where r.incentive is not null) as rewarded, count(*) filter (where r.source = 'import') as imported
    from reviews r where r.store_env_id = ${tx.storeEnvId} and r.status = 'approved' and ${isAveraged} and r.product_id is not null
   group by r.product_id, r.rating`

/** Number of counts, by product and stars, that differ from the reviews, and of copies that differ from the counts. */
export async function countDifferences(tx: StoreTx): Promise<number> {
  const row = await tx.first<{ count: number }>(sql`
    select (select count(*)
              from (select 1 from (
                      select ${cell}, ${counts} from product_review_counts c
                       where c.store_env_id = ${tx.storeEnvId} and c.product_id <> ${wholeStore}
                      union all
                      select ${cell}, -r.count, -r.verified, -r.rewarded, -r.imported from (${countReviews(tx)}) r) n
                     group by ${cell} having ${isAnything}) d)
         + (select count(*)
              from product_group_members o
              join (${countedMembers(tx, sql`m.s1 is not null`)}) n on n.product_id = o.product_id
             where o.store_env_id = ${tx.storeEnvId} and (o.s1, o.s2, o.s3, o.s4, o.s5) <> (n.s1, n.s2, n.s3, n.s4, n.s5))
           as count`)
  return row?.count ?? 0
}
