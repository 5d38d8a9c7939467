import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { type Sql, sql } from '#platform/db/query.ts'
import { newId } from '#platform/values/ids.ts'
import { isAveraged } from '#resources/products/averaged-fragments.ts'
import type { CountChange } from './counts-rules.ts'

const cell = sql.raw('status, rating, verified, has_photos, has_reply, incentivized, imported, declared')

/**
 * The arrays are subqueries, because otherwise the planner counts their values and plans each call again, which takes
 * 840 µs.
 */
export const insertChanges = (tx: StoreTx, changes: readonly CountChange[]) => sql`
  insert into review_counts (store_env_id, id, is_base, ${cell}, count)
  select ${tx.storeEnvId}, c.id, false, c.status, c.rating, c.verified, c.has_photos, c.has_reply, c.incentivized, c.imported, c.declared, c.count
    from unnest((select ${changes.map(() => newId(tx.now.getTime()))}::uuid[]), (select ${changes.map(({ status }) => status)}::text[]),
                (select ${changes.map(({ rating }) => rating)}::smallint[]), (select ${changes.map(({ verified }) => verified)}::boolean[]),
                (select ${changes.map(({ hasPhotos }) => hasPhotos)}::boolean[]), (select ${changes.map(({ hasReply }) => hasReply)}::boolean[]),
                (select ${changes.map(({ incentivized }) => incentivized)}::boolean[]), (select ${changes.map(({ imported }) => imported)}::boolean[]),
                (select ${changes.map(({ declared }) => declared)}::boolean[]), (select ${changes.map(({ count }) => count)}::bigint[]))
         as c(id, status, rating, verified, has_photos, has_reply, incentivized, imported, declared, count)
  returning 1`

/** Makes all counts of the store invalid, also for transactions that are counting now. */
export const insertUnknownChange = (tx: StoreTx) => sql`
  insert into review_counts (store_env_id, id, is_base) values (${tx.storeEnvId}, ${newId(tx.now.getTime())}, false)`

/**
 * Only one transaction may replace the counts of a store. Take this lock before the statement that counts: each
 * statement has its own snapshot.
 */
export const lockCounts = (tx: StoreTx): Promise<unknown> =>
  tx.first(
    sql`select pg_advisory_xact_lock(hashtextextended(${`review counts ${tx.storeEnvId}`}, 0)) is null as locked`,
  )

export type CountsState = { isValid: boolean | null; changes: number }

export const findState = (tx: StoreReads): Promise<CountsState | undefined> =>
  tx.first<CountsState>(sql`
    select bool_or(c.is_base) and bool_and(c.count is not null) as "isValid", count(*) filter (where not c.is_base) as changes
      from review_counts c where c.store_env_id = ${tx.storeEnvId}`)

/**
 * Deletes the rows and inserts their totals, in one statement. The statement does not see rows of transactions that
 * commit after it began, so those rows stay for the next run.
 */
export const addUp = (tx: StoreTx): Promise<number> =>
  tx.run(
    replaceBy(
      tx,
      sql`and count is not null`,
      sql`select ${cell}, sum(t.count) as count from taken t group by ${cell} having sum(t.count) <> 0`,
    ),
  )

export const recount = (tx: StoreTx): Promise<number> => tx.run(replaceBy(tx, sql``, countReviews(tx)))

const replaceBy = (tx: StoreTx, deleted: Sql, counts: Sql) => sql`
  with taken as (
    delete from review_counts where store_env_id = ${tx.storeEnvId} ${deleted} returning ${cell}, count)
  insert into review_counts (store_env_id, id, is_base, ${cell}, count)
  select ${tx.storeEnvId}, gen_random_uuid(), true, ${cell}, n.count from (${counts}) n
  returning 1`

/** Counts all reviews and subtracts those of the shop, which have an index of their own. The index of all reviews has no product column. */
const countReviews = (tx: StoreTx) => sql`
  select ${cell}, sum(b.count)::bigint as count
    from (${countCells(tx, sql`count(*)`, sql``)} union all ${countCells(tx, sql`-count(*)`, sql`and r.product_id is null`)}) b
   group by ${cell} having sum(b.count) <> 0`

const countCells = (tx: StoreTx, count: Sql, also: Sql) => sql`
  select r.status, r.rating, r.verified, r.photo_count > 0 as has_photos, r.replied_at is not null as has_reply,
         r.incentive is not null as incentivized, r.source = 'import' as imported,
         not ${isAveraged} as declared, ${count} as count
    from reviews r where r.store_env_id = ${tx.storeEnvId} ${also}
   group by 1, 2, 3, 4, 5, 6, 7, 8`

/** Number of cells whose count differs from the reviews. */
export async function countDifferences(tx: StoreTx): Promise<number> {
  const row = await tx.first<{ count: number }>(sql`
    select count(*) as count
      from (select sum(n.count) from (
              select ${cell}, c.count from review_counts c where c.store_env_id = ${tx.storeEnvId}
              union all
              select ${cell}, -r.count from (${countReviews(tx)}) r) n
             group by ${cell} having sum(n.count) <> 0) d`)
  return row?.count ?? 0
}
