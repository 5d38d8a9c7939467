import type { StoreReads, StoreTx } from '../../db/db.ts'
import { type Sql, sql } from '../../db/query.ts'
import { newId } from '../../values/ids.ts'

export const countedTables = ['customers', 'orders', 'products'] as const
export type CountedTable = (typeof countedTables)[number]

const countAll = (tx: StoreReads, table: CountedTable) =>
  sql`select count(*) as count from ${sql.ref(table)} r where r.store_env_id = ${tx.storeEnvId}`

/** Adds up the counts, or counts the rows if the counts are not valid. PostgreSQL runs only the query that it needs. */
export const totalOf = (tx: StoreReads, table: CountedTable): Sql => sql`
  (select coalesce((
     select case when bool_or(c.is_base) and bool_and(c.count is not null) then sum(c.count)::bigint end
       from row_counts c where c.store_env_id = ${tx.storeEnvId} and c.counted = ${sql.lit(table)}), (${countAll(tx, table)})))`

export const insertChange = (tx: StoreTx, table: CountedTable, count: number) => sql`
  insert into row_counts (store_env_id, counted, id, is_base, count)
  values (${tx.storeEnvId}, ${table}, ${newId(tx.now.getTime())}, false, ${count}::bigint)`

/**
 * Counts the ids that the previous statement inserted. For some ids that statement may have updated existing rows
 * instead.
 */
export const insertChangeOfNew = (tx: StoreTx, table: CountedTable, ids: readonly string[]) => sql`
  insert into row_counts (store_env_id, counted, id, is_base, count)
  select ${tx.storeEnvId}, ${table}, ${newId(tx.now.getTime())}, false, n.count
    from (select count(*) as count from ${sql.ref(table)} r
           where r.store_env_id = ${tx.storeEnvId} and r.id = any((select ${ids}::uuid[])::uuid[])) n
   where n.count > 0
  returning 1`

/** Makes all counts of the store invalid, also for transactions that are counting now. */
export const insertUnknownChange = (tx: StoreTx) => sql`
  insert into row_counts (store_env_id, counted, id, is_base)
  select ${tx.storeEnvId}, t.counted, ${newId(tx.now.getTime())}, false
    from unnest((select ${[...countedTables]}::text[])) t(counted)
  returning 1`

/**
 * Only one transaction at a time replaces the counts of a store. Take this lock in a statement of its own, so that the next
 * statement has a snapshot with the changes of the previous holder.
 */
export const lockCounts = (tx: StoreTx): Promise<unknown> =>
  tx.first(sql`select pg_advisory_xact_lock(hashtextextended(${`row counts ${tx.storeEnvId}`}, 0)) is null as locked`)

export type CountsState = { counted: string; isValid: boolean; changes: number }

export const listStates = (tx: StoreReads): Promise<CountsState[]> =>
  tx.all<CountsState>(sql`
    select c.counted, bool_or(c.is_base) and bool_and(c.count is not null) as "isValid",
           count(*) filter (where not c.is_base) as changes
      from row_counts c where c.store_env_id = ${tx.storeEnvId} group by c.counted`)

/**
 * Deletes the rows and inserts their sum in one statement. Rows of transactions that commit later are not in its
 * snapshot, so they are neither summed nor deleted.
 */
export const addUp = (tx: StoreTx, table: CountedTable): Promise<number> =>
  tx.run(replaceBy(tx, table, sql`and count is not null`, sql`select coalesce(sum(t.count), 0) as count from taken t`))

export const recount = (tx: StoreTx, table: CountedTable): Promise<number> =>
  tx.run(replaceBy(tx, table, sql``, countAll(tx, table)))

const replaceBy = (tx: StoreTx, table: CountedTable, deleted: Sql, counted: Sql) => sql`
  with taken as (
    delete from row_counts where store_env_id = ${tx.storeEnvId} and counted = ${table} ${deleted} returning count)
  insert into row_counts (store_env_id, counted, id, is_base, count)
  select ${tx.storeEnvId}, ${table}, gen_random_uuid(), true, n.count from (${counted}) n
  returning 1`

/** True if the sum of the counts differs from the rows. */
export const isWrong = async (tx: StoreReads, table: CountedTable): Promise<boolean> =>
  (
    await tx.first<{ differs: boolean | null }>(sql`
      select sum(c.count) <> (${countAll(tx, table)}) as differs
        from row_counts c where c.store_env_id = ${tx.storeEnvId} and c.counted = ${table}`)
  )?.differs === true
