import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { isAmong, sql } from '#platform/db/query.ts'
import { waitsOf, withinPiece } from '../rows/store.ts'
import type { PartOfSums, Sources } from '../sums/rules.ts'
import { classOf, inPieces, inSums } from '../sums/store.ts'
import { type CountedActs, type CountedClass, type WaitsOfLength, type Wanted, whole } from './rules.ts'

/** Of parts that are one day each. */
export const findActs = (tx: StoreReads, sums: readonly PartOfSums[]): Promise<CountedActs[]> =>
  tx.all<CountedActs>(sql`
    select p.part, s.decided, s.decision50, s.decision90, s.replied, s.reply50,
           s.reply90
      from ${inSums(sums)}
      join analytics_sums s on s.store_env_id = ${tx.storeEnvId} and s.days = p.days and s.first_day = p.first_day`)

/** How many waits there are of each class; rows are of periods, and count for the whole as well. */
export async function countClasses(tx: StoreReads, { sums, pieces }: Sources): Promise<CountedClass[]> {
  const [summed, counted] = await tx.several<[CountedClass, CountedClass]>([
    sql<CountedClass>`
      select p.part, w.act, w.class, sum(w.count)::bigint as count
        from ${inSums(sums)}
        join analytics_waits w on w.store_env_id = ${tx.storeEnvId} and w.days = p.days and w.first_day = p.first_day
       group by p.part, w.act, w.class`,
    sql<CountedClass>`
      select p.part, w.act, ${classOf('w.second')} as class, count(*) as count
        from ${inPieces(pieces)} cross join lateral (${waitsOf(tx, withinPiece)}) w
       group by 1, 2, 3`,
  ])
  return [...summed, ...counted, ...counted.map((row) => ({ ...row, part: whole }))]
}

/** How often each length came in these classes. Rows are counted once, however many classes there are to look in. */
export async function countLengths(
  tx: StoreReads,
  { sums, pieces }: Sources,
  wanted: readonly Wanted[],
): Promise<WaitsOfLength[]> {
  const classes = sql`
    unnest(${wanted.map(({ part }) => part)}::integer[], ${wanted.map(({ act }) => act)}::text[],
           ${wanted.map((each) => each.class)}::smallint[]) as q(part, act, class)`
  const [summed, counted] = await tx.several<[WaitsOfLength, WaitsOfLength]>([
    sql<WaitsOfLength>`
      select p.part, w.act, w.class, u.second, sum(u.count)::bigint as count
        from ${inSums(sums)}
        join ${classes} on q.part = p.part
        join analytics_waits w on w.store_env_id = ${tx.storeEnvId} and w.days = p.days and w.first_day = p.first_day
                              and w.act = q.act and w.class = q.class
       cross join lateral unnest(w.seconds, w.counts) as u(second, count)
       group by p.part, w.act, w.class, u.second`,
    sql<WaitsOfLength>`
      with counted as materialized (
        select p.part, w.act, ${classOf('w.second')} as class, w.second, count(*) as count
          from ${inPieces(pieces)} cross join lateral (${waitsOf(tx, withinPiece)}) w
         group by p.part, w.act, w.second)
      select q.part, c.act, c.class, c.second, sum(c.count)::bigint as count
        from counted c
        join ${classes} on q.act = c.act and q.class = c.class and q.part in (c.part, ${sql.lit(whole)})
       group by q.part, c.act, c.class, c.second`,
  ])
  return [...summed, ...counted]
}

export type Act = 'decided_at' | 'replied_at'

/** Of several acts the first stays. */
export const recordFirst = (tx: StoreTx, act: Act, reviewIds: readonly string[]): Promise<number> =>
  tx.run(sql`
    insert into analytics_first_acts (store_env_id, review_id, ${sql.ref(act)})
    select ${tx.storeEnvId}, r.id, ${tx.now}
      from reviews r where r.store_env_id = ${tx.storeEnvId} and ${isAmong('r.id', reviewIds, 'uuid')} and r.source <> 'import'
    on conflict (store_env_id, review_id) do update set ${sql.ref(act)} = excluded.${sql.ref(act)}
     where ${sql.ref(`analytics_first_acts.${act}`)} is null`)
