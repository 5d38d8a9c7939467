import type { StoreReads } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import { withheldOf, withinPiece } from '../rows/store.ts'
import type { Sources } from '../sums/rules.ts'
import { inPieces, inSums } from '../sums/store.ts'

/**
 * So many of a rating became that; or, where it says no rating, so many are withheld for that reason. What the store has deleted
 * says both.
 */
export type CountedWithheld = { rating: number | null; became: string | null; reason: string | null; count: number }

/** What came in comes several times, from sums and from rows. */
export async function countWithheld(tx: StoreReads, { sums, pieces }: Sources): Promise<CountedWithheld[]> {
  const [summed, counted] = await tx.several<[CountedWithheld, CountedWithheld]>([
    sql<CountedWithheld>`
      select w.rating, w.became, w.reason, sum(p.sign * w.count)::bigint as count
        from ${inSums(sums)}
        join analytics_sums s on s.store_env_id = ${tx.storeEnvId} and s.days = p.days and s.first_day = p.first_day
       cross join lateral jsonb_to_recordset(s.withheld) as w(rating smallint, became text, reason text, count bigint)
       group by w.rating, w.became, w.reason
      having sum(p.sign * w.count) > 0`,
    sql<CountedWithheld>`
      select w.rating, w.became, w.reason, w.count
        from ${inPieces(pieces)} cross join lateral (${withheldOf(tx, withinPiece)}) w`,
  ])
  return [...summed, ...counted]
}
