import type { StoreReads } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import { countsOf, withinPiece } from '../rows/store.ts'
import type { Sources } from '../sums/rules.ts'
import { inPieces, inSums } from '../sums/store.ts'
import type { CountedReviews } from './rules.ts'

/** A part may come several times, from sums and from rows. */
export async function countReviews(tx: StoreReads, { sums, pieces }: Sources): Promise<CountedReviews[]> {
  const [summed, counted] = await tx.several<[CountedReviews, CountedReviews]>([
    sql<CountedReviews>`
      select p.part as period, sum(s.received)::bigint as received, sum(s.ones)::bigint as ones, sum(s.twos)::bigint as twos,
             sum(s.threes)::bigint as threes, sum(s.fours)::bigint as fours, sum(s.fives)::bigint as fives,
             sum(s.pending)::bigint as pending, sum(s.approved)::bigint as approved, sum(s.rejected)::bigint as rejected,
             sum(s.spam)::bigint as spam, sum(s.verified)::bigint as verified, sum(s.with_photos)::bigint as "withPhotos",
             sum(s.with_reply)::bigint as "withReply", sum(s.incentivized)::bigint as incentivized,
             sum(s.imported)::bigint as imported
        from ${inSums(sums)}
        join analytics_sums s on s.store_env_id = ${tx.storeEnvId} and s.days = p.days and s.first_day = p.first_day
       group by p.part`,
    sql<CountedReviews>`
      select p.part as period, c.received, c.ones, c.twos, c.threes, c.fours, c.fives, c.pending, c.approved, c.rejected, c.spam,
             c.verified, c."withPhotos", c."withReply", c.incentivized, c.imported
        from ${inPieces(pieces)} cross join lateral (${countsOf(tx, withinPiece)}) c`,
  ])
  return [...summed, ...counted]
}
