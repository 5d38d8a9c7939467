import type { StoreScope, SystemTx } from '../db/db.ts'
import { type Sql, sql } from '../db/query.ts'

/**
 * `work` is the store's change stamp, recorded with the visit. `isChanged` is false if nothing changed and only the
 * visit's time has come.
 */
export type DueStore = StoreScope & { work: string; isChanged: boolean }

const selectDue = (tx: SystemTx, walk: string, among: Sql) => sql<DueStore>`
  select s.id as "storeEnvId", s.organization_id as "organizationId", c.work::text as work,
         v.work is distinct from c.work as "isChanged"
    from stores s
   cross join lateral (select app.last_change(s.id) as work offset 0) c
    left join app.store_visits v on v.walk = ${walk} and v.store_env_id = s.id
   where ${among} and (v.work is distinct from c.work or v.due_at <= ${tx.now})`

export const listDue = (tx: SystemTx, walk: string, after: string, limit: number) =>
  tx.all<DueStore>(sql`${selectDue(tx, walk, sql`s.id > ${after}`)} order by s.id limit ${limit}`)

export const listDueAmong = (tx: SystemTx, walk: string, ids: readonly string[]) =>
  tx.all<DueStore>(selectDue(tx, walk, sql`s.id = any(${ids}::uuid[])`))

export type StoreVisit = { storeEnvId: string; work: string; dueAt: string | null }

/** A store that was deleted during its visit is skipped. */
export const recordVisits = (tx: SystemTx, walk: string, visits: readonly StoreVisit[]) =>
  tx.run(sql`
    insert into app.store_visits as v (walk, store_env_id, work, due_at)
    select ${walk}, n."storeEnvId", n.work, n."dueAt"
      from jsonb_to_recordset(${JSON.stringify(visits)}::jsonb) as n("storeEnvId" uuid, work bigint, "dueAt" timestamptz)
      join stores s on s.id = n."storeEnvId"
        on conflict (walk, store_env_id) do update set work = excluded.work, due_at = excluded.due_at`)
