// What reports count, of the reviews that were submitted between two moments. There is one statement for each thing that is counted,
// whoever counts it, so that a sum and a count cannot differ.
import type { StoreReads } from '#platform/db/db.ts'
import { type Sql, sql } from '#platform/db/query.ts'

export type Bounds = { begin: Sql; end: Sql }

/** Of a row `p` that the statement is joined to: laterally, once for each. */
export const withinPiece: Bounds = { begin: sql.ref('p.begins_at'), end: sql.ref('p.ends_at') }

/** Index-only on reviews_submitted_idx: the texts are never touched. */
export const countsOf = (tx: StoreReads, { begin, end }: Bounds) => sql`
  select count(*) as received,
         count(*) filter (where r.rating = 1) as ones, count(*) filter (where r.rating = 2) as twos,
         count(*) filter (where r.rating = 3) as threes, count(*) filter (where r.rating = 4) as fours,
         count(*) filter (where r.rating = 5) as fives,
         count(*) filter (where r.status = 'pending') as pending, count(*) filter (where r.status = 'approved') as approved,
         count(*) filter (where r.status = 'rejected') as rejected, count(*) filter (where r.status = 'spam') as spam,
         count(*) filter (where r.verified) as verified, count(*) filter (where r.photo_count > 0) as "withPhotos",
         count(*) filter (where r.replied_at is not null) as "withReply",
         count(*) filter (where r.incentive is not null) as incentivized,
         count(*) filter (where r.source = 'import') as imported
    from reviews r
   where r.store_env_id = ${tx.storeEnvId} and r.submitted_at >= ${begin} and r.submitted_at < ${end}`

/**
 * What became of them, with why they are withheld, and what is left of those that the store has deleted. All of them are counted by
 * the index of all, and those that are withheld once more by the index of those, which alone has the reasons.
 */
export const withheldOf = (tx: StoreReads, { begin, end }: Bounds) => sql`
  select r.rating, r.status as became, null as reason, count(*) as count
    from reviews r
   where r.store_env_id = ${tx.storeEnvId} and r.submitted_at >= ${begin} and r.submitted_at < ${end}
   group by r.rating, r.status
  union all
  select null, null, coalesce(r.moderation_reason, 'unspecified'), count(*)
    from reviews r
   where r.store_env_id = ${tx.storeEnvId} and r.submitted_at >= ${begin} and r.submitted_at < ${end}
     and r.status in ('rejected', 'spam')
   group by 3
  union all
  select d.rating, 'deleted', d.moderation_reason, count(*)
    from deleted_reviews d
   where d.store_env_id = ${tx.storeEnvId} and d.submitted_at >= ${begin} and d.submitted_at < ${end}
   group by d.rating, d.moderation_reason`

/**
 * To the nearest second. An instant has milliseconds, of which a double is sure; `extract` would work in numeric, which takes as long
 * as all the rest.
 */
const secondsWaited = sql`greatest(0, floor(date_part('epoch', a.at - a.submitted_at) + 0.5))::bigint`

/**
 * Each wait for a first decision and a first reply, by review_acts_waits_idx alone. The offset makes the planner look days up one by
 * one: joined with all days, it read the whole table (3 s for ten days of a million reviews).
 */
export const waitsOf = (tx: StoreReads, { begin, end }: Bounds) => sql`
  select 'decision' as act, ${secondsWaited} as second
    from review_acts a
   where a.store_env_id = ${tx.storeEnvId} and a.submitted_at >= ${begin} and a.submitted_at < ${end} and a.is_first_decision
  union all
  select 'reply', ${secondsWaited}
    from review_acts a
   where a.store_env_id = ${tx.storeEnvId} and a.submitted_at >= ${begin} and a.submitted_at < ${end} and a.is_first_reply
  offset 0`

/** The same waits in one row, unsorted: sorting takes longer than reading them. */
export const listedWaitsOf = (tx: StoreReads, { begin, end }: Bounds) => sql`
  select coalesce(to_json(array_agg(${secondsWaited}) filter (where a.is_first_decision)), '[]') as decision,
         coalesce(to_json(array_agg(${secondsWaited}) filter (where a.is_first_reply)), '[]') as reply
    from review_acts a
   where a.store_env_id = ${tx.storeEnvId} and a.submitted_at >= ${begin} and a.submitted_at < ${end}`

/** Among them those that wait for an answer, or for a decision, however young they are. */
export const productsOf = (tx: StoreReads, { begin, end }: Bounds) => sql`
  select r.product_id, count(*) as received, sum(r.rating)::bigint as stars, count(*) filter (where r.rating <= 2) as low,
         count(*) filter (where ${isUnanswered}) as unanswered, count(*) filter (where ${isWaiting}) as waiting
    from reviews r
   where r.store_env_id = ${tx.storeEnvId} and r.submitted_at >= ${begin} and r.submitted_at < ${end}
   group by r.product_id`

export type Young = { unanswered: Moments; waiting: Moments }
type Moments = { after: Date; end: Date }

/** Of these, the ones that have waited since a later moment only. */
export const youngOf = (tx: StoreReads, { unanswered, waiting }: Young) => sql`
  select r.product_id, 1 as unanswered, 0 as waiting
    from reviews r
   where r.store_env_id = ${tx.storeEnvId} and r.submitted_at > ${unanswered.after} and r.submitted_at < ${unanswered.end} and ${isUnanswered}
  union all
  select r.product_id, 0, 1
    from reviews r
   where r.store_env_id = ${tx.storeEnvId} and r.submitted_at > ${waiting.after} and r.submitted_at < ${waiting.end} and ${isWaiting}`

const isUnanswered = sql`r.status = 'approved' and r.rating <= 2 and r.replied_at is null`
const isWaiting = sql`r.status = 'pending'`
