import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { type NotNull, sql } from '#platform/db/query.ts'

type StoredNode = { level: number; index: number; hash: Buffer }

/** Looks up each node by its key. For a join without statistics, the planner would read all nodes of the store. */
export const listHashes = (
  tx: StoreReads,
  leaves: readonly number[],
  nodes: { levels: readonly number[]; places: readonly number[] },
) =>
  tx.all<StoredNode>(sql`
    select 0 as level, e.seq as index, e.leaf as hash
      from unnest(${leaves}::bigint[]) as w(seq)
     cross join lateral (select o.seq, o.leaf from evidence_entries o
                          where o.store_env_id = ${tx.storeEnvId} and o.seq = w.seq limit 1) as e
    union all
    select n.level, n.place, n.hash
      from unnest(${nodes.levels}::smallint[], ${nodes.places}::bigint[]) as w(level, place)
     cross join lateral (select o.level, o.place, o.hash from evidence_nodes o
                          where o.store_env_id = ${tx.storeEnvId} and o.level = w.level and o.place = w.place limit 1) as n`)

export const listLeaves = (tx: StoreReads, from: number, to: number) =>
  tx.all<{ hash: Buffer }>(sql`
    select e.leaf as hash from evidence_entries e
     where e.store_env_id = ${tx.storeEnvId} and e.seq >= ${from} and e.seq < ${to} order by e.seq`)

/** `isSame` is false if the leaf is not the hash of its entry. */
export const listRecounted = (tx: StoreReads, from: number, to: number) =>
  tx.all<{ seq: number; hash: Buffer; isSame: NotNull<boolean> }>(sql`
    select e.seq, e.leaf as hash, e.leaf = sha256('\\x00'::bytea || convert_to(e.entry, 'UTF8')) as "isSame"
      from evidence_entries e
     where e.store_env_id = ${tx.storeEnvId} and e.seq >= ${from} and e.seq < ${to} order by e.seq`)

export const listNodes = (tx: StoreReads, level: number, from: number, to: number) =>
  tx.all<{ hash: Buffer }>(sql`
    select n.hash from evidence_nodes n
     where n.store_env_id = ${tx.storeEnvId} and n.level = ${level} and n.place >= ${from} and n.place < ${to}
     order by n.place`)

export const countNodes = (tx: StoreReads, level: number): Promise<number> =>
  tx
    .first<{ count: number }>(sql`
      select n.place + 1 as count from evidence_nodes n
       where n.store_env_id = ${tx.storeEnvId} and n.level = ${level} order by n.place desc limit 1`)
    .then((row) => row?.count ?? 0)

/** Parallel calls insert the same nodes, so conflicts are ignored. */
export const insertNodes = (tx: StoreTx, level: number, from: number, hashes: readonly Buffer[]) =>
  tx.run(sql`
    insert into evidence_nodes (store_env_id, level, place, hash)
    select ${tx.storeEnvId}, ${level}, ${from}::bigint + h.place - 1, h.hash
      from unnest(${hashes}::bytea[]) with ordinality as h(hash, place)
    on conflict (store_env_id, level, place) do nothing`)
