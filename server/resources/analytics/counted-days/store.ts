// SQL of which days are counted; of each kind of thing in tables of its own.
import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import type { DaysCounted } from './rules.ts'

export const coverageIn = (names: { lock: string; days: string; coverage: string }) => {
  const [days, coverage] = [sql.ref(names.days), sql.ref(names.coverage)]
  return {
    /** Who counts, comes one after the other. */
    lockDays: (tx: StoreTx): Promise<unknown> =>
      tx.first(
        sql`select pg_advisory_xact_lock(hashtextextended(${`${names.lock} ${tx.storeEnvId}`}, 0)) is null as locked`,
      ),
    findDaysCounted: (tx: StoreReads): Promise<DaysCounted | undefined> =>
      tx.first<DaysCounted>(sql`
        select c.timezone, to_char(c.counted_until, 'YYYY-MM-DD') as "countedUntil"
          from ${coverage} c where c.store_env_id = ${tx.storeEnvId}`),
    upsertDaysCounted: (tx: StoreTx, { timezone, countedUntil }: DaysCounted): Promise<number> =>
      tx.run(sql`
        insert into ${coverage} (store_env_id, timezone, counted_until)
        values (${tx.storeEnvId}, ${timezone}, ${countedUntil}::date)
        on conflict (store_env_id) do update set timezone = excluded.timezone, counted_until = excluded.counted_until`),
    removeDays: (tx: StoreTx): Promise<unknown> =>
      tx.several([
        sql`delete from ${days} where store_env_id = ${tx.storeEnvId}`,
        sql`delete from ${coverage} where store_env_id = ${tx.storeEnvId}`,
      ]),
  }
}
