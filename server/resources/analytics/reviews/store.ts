import type { StoreReads } from '#platform/db/db.ts'
import { type Sql, sql } from '#platform/db/query.ts'
import type { Piece, Sources } from '../engine/rules.ts'
import { inPieces, inSums } from '../engine/store.ts'
import { selectCounts, selectShopCounts, selectShopWithheld, selectWithheld, withinPiece } from '../store.ts'
import type { CountedReviews } from './rules.ts'

/** A period may occur in several rows: from stored sums, and from counted reviews. Add them up. */
export async function countReviews(tx: StoreReads, { sums, pieces }: Sources): Promise<CountedReviews[]> {
  const [summed, counted] = await tx.several<[CountedReviews, CountedReviews]>([
    sql<CountedReviews>`
      select p.part as period, sum(p.sign * s.received)::bigint as received, sum(p.sign * s.ones)::bigint as ones, sum(p.sign * s.twos)::bigint as twos,
             sum(p.sign * s.threes)::bigint as threes, sum(p.sign * s.fours)::bigint as fours, sum(p.sign * s.fives)::bigint as fives,
             sum(p.sign * s.pending)::bigint as pending, sum(p.sign * s.approved)::bigint as approved, sum(p.sign * s.rejected)::bigint as rejected,
             sum(p.sign * s.spam)::bigint as spam, sum(p.sign * s.verified)::bigint as verified, sum(p.sign * s.with_photos)::bigint as "withPhotos",
             sum(p.sign * s.with_reply)::bigint as "withReply", sum(p.sign * s.incentivized)::bigint as incentivized,
             sum(p.sign * s.imported)::bigint as imported
        from ${inSums(sums)}
        join analytics_sums s on s.store_env_id = ${tx.storeEnvId} and s.days = p.days and s.first_day = p.first_day
       group by p.part`,
    countPieces(pieces, selectCounts(tx, withinPiece)),
  ])
  return [...summed, ...counted]
}

export const countShopReviews = (tx: StoreReads, pieces: readonly Piece[]): Promise<CountedReviews[]> =>
  tx.all<CountedReviews>(countPieces(pieces, selectShopCounts(tx, withinPiece)))

const countPieces = (pieces: readonly Piece[], counts: Sql) => sql<CountedReviews>`
      select p.part as period, c.received, c.ones, c.twos, c.threes, c.fours, c.fives, c.pending, c.approved, c.rejected, c.spam,
             c.verified, c."withPhotos", c."withReply", c.incentivized, c.imported
        from ${inPieces(pieces)} cross join lateral (${counts}) c`

/** A count by rating and status, or by reason if `rating` is null. A deleted review is counted in both ways. */
export type CountedWithheld = { rating: number | null; became: string | null; reason: string | null; count: number }

/**
 * Returns rows from stored sums and rows from counted reviews. The same rating or reason can occur in several of them,
 * so add up their counts.
 */
export async function countWithheld(tx: StoreReads, { sums, pieces }: Sources): Promise<CountedWithheld[]> {
  const [summed, counted] = await tx.several<[CountedWithheld, CountedWithheld]>([
    sql<CountedWithheld>`
      select w.rating, w.became, w.reason, sum(p.sign * w.count)::bigint as count
        from ${inSums(sums)}
        join analytics_sums s on s.store_env_id = ${tx.storeEnvId} and s.days = p.days and s.first_day = p.first_day
       cross join lateral jsonb_to_recordset(s.withheld) as w(rating smallint, became text, reason text, count bigint)
       group by w.rating, w.became, w.reason
      having sum(p.sign * w.count) > 0`,
    withheldInPieces(pieces, selectWithheld(tx, withinPiece)),
  ])
  return [...summed, ...counted]
}

export const countShopWithheld = (tx: StoreReads, pieces: readonly Piece[]): Promise<CountedWithheld[]> =>
  tx.all<CountedWithheld>(withheldInPieces(pieces, selectShopWithheld(tx, withinPiece)))

const withheldInPieces = (pieces: readonly Piece[], withheld: Sql) => sql<CountedWithheld>`
      select w.rating, w.became, w.reason, w.count from ${inPieces(pieces)} cross join lateral (${withheld}) w`
