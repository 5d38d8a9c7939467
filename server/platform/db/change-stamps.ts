// A transaction that wrote to a store stamps the store right before COMMIT, so no write can miss the stamp. The stamp's
// row is locked last and only for the commit, so it causes no deadlock.
import { randomInt } from 'node:crypto'
import { compile, sql } from './query.ts'

const maxStamp = 2 ** 48 - 1

export const stampChange = (storeEnvId: string, stamp: number) => sql`
  with changed as (
    update change_stamps c set stamp = ${stamp}::bigint
     where c.store_env_id = ${storeEnvId} and app.has_written() returning c.store_env_id)
  insert into change_stamps as c (store_env_id, stamp)
  select ${storeEnvId}::uuid, ${stamp}::bigint
   where app.has_written() and not exists (select from changed)
      on conflict (store_env_id) do update set stamp = excluded.stamp`

/** For writes marked `isUpkeep`. They replace the stamp too, because they change what callers read. */
export const stampUpkeep = (storeEnvId: string, stamp: number) => sql`
  insert into change_stamps as c (store_env_id, stamp, upkeep)
  select ${storeEnvId}::uuid, ${stamp}::bigint, ${stamp}::bigint
   where app.has_written()
      on conflict (store_env_id) do update
     set stamp = excluded.stamp, upkeep = excluded.upkeep, work = case when c.stamp = c.upkeep then c.work else c.stamp end`

/** The stamp is random and not counted, because after a failover a counter could repeat the number of a lost change. */
export const newStamp = (storeEnvId: string, isUpkeep = false) => ({
  ...compile((isUpkeep ? stampUpkeep : stampChange)(storeEnvId, randomInt(1, maxStamp))),
  quiet: true,
})
