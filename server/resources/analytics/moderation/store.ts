import type { StoreReads } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import type { DaySpan, PartOfSums, Piece } from '../engine/rules.ts'
import { inPieces, inSums } from '../engine/store.ts'
import { selectListedWaits, selectShopWaits, withinPiece } from '../store.ts'
import type { CountedActs, CountedClasses, CountedLengths, ListedWaits, WaitClass } from './rules.ts'

export const findActs = (tx: StoreReads, periods: readonly (DaySpan & { part: number })[]): Promise<CountedActs[]> =>
  tx.all<CountedActs>(sql`
    select p.part, a.decided, a.decision50, a.decision90, a.replied, a.reply50, a.reply90
      from ${inSums(periods.map((each) => ({ ...each, sign: 1 })))}
      join analytics_acts a on a.store_env_id = ${tx.storeEnvId} and a.days = p.days and a.first_day = p.first_day`)

/**
 * Counts waiting times by class, in one row per stored sum. To add the sums up, PostgreSQL would sort all classes as
 * text.
 */
export const countClasses = (tx: StoreReads, sums: readonly PartOfSums[]): Promise<CountedClasses[]> =>
  tx.all<CountedClasses>(sql`
    select p.part, c.act, to_json(c.classes) as classes, to_json(c.counts) as counts
      from ${inSums(sums)}
     cross join lateral (
           select w.act, array_agg(w.class) as classes, array_agg(p.sign * w.count) as counts
             from analytics_waits w
            where w.store_env_id = ${tx.storeEnvId} and w.days = p.days and w.first_day = p.first_day
            group by w.act) c`)

export const countLengths = (
  tx: StoreReads,
  sums: readonly PartOfSums[],
  wanted: readonly WaitClass[],
): Promise<CountedLengths[]> =>
  tx.all<CountedLengths>(sql`
    select p.part, p.sign, w.act, w.class, to_json(w.seconds) as seconds, to_json(w.counts) as counts
      from ${inSums(sums)}
      join unnest(${wanted.map(({ part }) => part)}::integer[], ${wanted.map(({ act }) => act)}::text[],
                  ${wanted.map((each) => each.class)}::smallint[]) as q(part, act, class) on q.part = p.part
      join analytics_waits w on w.store_env_id = ${tx.storeEnvId} and w.days = p.days and w.first_day = p.first_day
                            and w.act = q.act and w.class = q.class`)

export const listWaits = (tx: StoreReads, pieces: readonly Piece[]): Promise<ListedWaits[]> =>
  tx.all<ListedWaits>(sql`
    select p.part, w.decision, w.reply from ${inPieces(pieces)} cross join lateral (${selectListedWaits(tx, withinPiece)}) w`)

export const listShopWaits = (tx: StoreReads, pieces: readonly Piece[]): Promise<ListedWaits[]> =>
  tx.all<ListedWaits>(sql`
    select p.part, w.decision, w.reply from ${inPieces(pieces)} cross join lateral (${selectShopWaits(tx, withinPiece)}) w`)
