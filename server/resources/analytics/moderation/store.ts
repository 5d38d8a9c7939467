import type { StoreReads } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import { waitsOf, withinPiece } from '../rows/store.ts'
import type { Sources, Summed } from '../sums/rules.ts'
import { classOf, inPieces, inSums } from '../sums/store.ts'
import { type CountedActs, type CountedClasses, type CountedLengths, type Wanted, whole } from './rules.ts'

/** Of parts that are a whole day, week or month each. */
export const findActs = (tx: StoreReads, periods: readonly (Summed & { part: number })[]): Promise<CountedActs[]> =>
  tx.all<CountedActs>(sql`
    select p.part, a.decided, a.decision50, a.decision90, a.replied, a.reply50, a.reply90
      from ${inSums(periods.map((each) => ({ ...each, sign: 1 })))}
      join analytics_acts a on a.store_env_id = ${tx.storeEnvId} and a.days = p.days and a.first_day = p.first_day`)

/**
 * How many waits there are of each class; rows are of periods, and count for the whole as well. Sums come as they lie in their index,
 * one after the other: the database would sort all classes of all of them by a text to add them up.
 */
export async function countClasses(tx: StoreReads, { sums, pieces }: Sources): Promise<CountedClasses[]> {
  const [summed, counted] = await tx.several<[CountedClasses, CountedClasses]>([
    sql<CountedClasses>`
      select p.part, c.act, to_json(c.classes) as classes, to_json(c.counts) as counts
        from ${inSums(sums)}
       cross join lateral (
             select w.act, array_agg(w.class) as classes, array_agg(p.sign * w.count) as counts
               from analytics_waits w
              where w.store_env_id = ${tx.storeEnvId} and w.days = p.days and w.first_day = p.first_day
              group by w.act) c`,
    sql<CountedClasses>`
      select c.part, c.act, to_json(array_agg(c.class)) as classes, to_json(array_agg(c.count)) as counts
        from (select p.part, w.act, ${classOf('w.second')} as class, count(*) as count
                from ${inPieces(pieces)} cross join lateral (${waitsOf(tx, withinPiece)}) w
               group by 1, 2, 3) c
       group by c.part, c.act`,
  ])
  return [...summed, ...counted, ...counted.map((row) => ({ ...row, part: whole }))]
}

/** How often each length came in these classes. Rows are counted once, however many classes there are to look in. */
export async function countLengths(
  tx: StoreReads,
  { sums, pieces }: Sources,
  wanted: readonly Wanted[],
): Promise<CountedLengths[]> {
  const classes = sql`
    unnest(${wanted.map(({ part }) => part)}::integer[], ${wanted.map(({ act }) => act)}::text[],
           ${wanted.map((each) => each.class)}::smallint[]) as q(part, act, class)`
  const [summed, counted] = await tx.several<[CountedLengths, CountedLengths]>([
    sql<CountedLengths>`
      select p.part, w.act, w.class, to_json(array_agg(u.second)) as seconds, to_json(array_agg(p.sign * u.count)) as counts
        from ${inSums(sums)}
        join ${classes} on q.part = p.part
        join analytics_waits w on w.store_env_id = ${tx.storeEnvId} and w.days = p.days and w.first_day = p.first_day
                              and w.act = q.act and w.class = q.class
       cross join lateral unnest(w.seconds, w.counts) as u(second, count)
       group by p.part, w.act, w.class`,
    sql<CountedLengths>`
      with counted as materialized (
        select p.part, w.act, ${classOf('w.second')} as class, w.second, count(*) as count
          from ${inPieces(pieces)} cross join lateral (${waitsOf(tx, withinPiece)}) w
         group by p.part, w.act, w.second)
      select q.part, c.act, c.class, to_json(array_agg(c.second)) as seconds, to_json(array_agg(c.count)) as counts
        from counted c
        join ${classes} on q.act = c.act and q.class = c.class and q.part in (c.part, ${sql.lit(whole)})
       group by q.part, c.act, c.class`,
  ])
  return [...summed, ...counted]
}
