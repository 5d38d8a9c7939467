// SQL that all reports share. Each number has only one statement, so a stored sum and a count of rows cannot differ.
import type { StoreReads, SystemTx } from '#platform/db/db.ts'
import { type Sql, sql } from '#platform/db/query.ts'
import type { SubscriptionFacts } from '#platform/identity/subscription.ts'
import type { Subject } from '#resources/reviews/schema.ts'
import type { Span } from './rules.ts'

export type Facts = { timezone: string; subscription: SubscriptionFacts }

export const findFacts = (tx: StoreReads) =>
  tx.first<Facts>(sql`
    select s.timezone, json_build_object('plan', p.plan, 'status', p.status, 'trialEndsAt', p.trial_ends_at,
             'currentPeriodEndsAt', p.current_period_ends_at, 'pastDueSince', p.past_due_since) as subscription
      from stores s join subscriptions p on p.store_env_id = ${tx.storeEnvId}
     where s.id = ${tx.storeEnvId} and s.organization_id = ${tx.organizationId}`)

export const findOrganization = (tx: SystemTx, storeEnvId: string) =>
  tx.first<{ organizationId: string }>(sql`
    select s.organization_id as "organizationId" from stores s where s.id = ${storeEnvId}::uuid`)

/**
 * Returns the number of the period that contains an instant, starting at 1. The bounds are instants, because PostgreSQL
 * would otherwise convert the time zone for each of a million rows.
 */
export const buildPeriod = (column: string, { periods }: Pick<Span, 'periods'>) =>
  sql`width_bucket(${sql.ref(column)}, ${periods.map(({ begin }) => begin)}::timestamptz[])`

export const within = (column: string, { begin, end }: Pick<Span, 'begin' | 'end'>) =>
  sql`${sql.ref(column)} >= ${begin} and ${sql.ref(column)} < ${end}`

export type Bounds = { begin: Sql; end: Sql }

export const withinPiece: Bounds = { begin: sql.ref('p.begins_at'), end: sql.ref('p.ends_at') }

/**
 * Reports count only reviews of products. The index of all reviews does not contain the product, so reviews of the
 * shop are counted with their own index and subtracted. Both indexes contain the counted columns, so the texts of
 * reviews are never read.
 */
export const selectCounts = (tx: StoreReads, bounds: Bounds) => sql`
  select ${sql.join(
    countNames.map((name) => sql.raw(`a."${name}" - s."${name}" as "${name}"`)),
    sql`, `,
  )}
    from (${countsOf(tx, bounds, sql``)}) a, (${countsOf(tx, bounds, isOfShop)}) s`

export const selectShopCounts = (tx: StoreReads, bounds: Bounds) => countsOf(tx, bounds, isOfShop)

const isOfShop = sql`and r.product_id is null`

const countNames = [
  ...['received', 'ones', 'twos', 'threes', 'fours', 'fives', 'pending', 'approved', 'rejected', 'spam', 'verified'],
  ...['withPhotos', 'withReply', 'incentivized', 'imported'],
]

const countsOf = (tx: StoreReads, { begin, end }: Bounds, also: Sql) => sql`
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
   where r.store_env_id = ${tx.storeEnvId} and r.submitted_at >= ${begin} and r.submitted_at < ${end} ${also}`

export const selectWithheld = (tx: StoreReads, bounds: Bounds) => sql`
  select w.rating, w.became, w.reason, sum(w.count)::bigint as count
    from (select c.rating, c.became, null as reason, c.count from (${becomingOf(tx, bounds, sql`count(*)`, sql``)}) c
          union all
          select c.rating, c.became, null, c.count from (${becomingOf(tx, bounds, sql`-count(*)`, isOfShop)}) c
          union all
          ${reasonsOf(tx, bounds, sql`and r.product_id is not null`)}
          union all
          ${deletedOf(tx, bounds, 'product')}) w
   group by w.rating, w.became, w.reason having sum(w.count) <> 0`

export const selectShopWithheld = (tx: StoreReads, bounds: Bounds) => sql`
  select c.rating, c.became, null as reason, c.count from (${becomingOf(tx, bounds, sql`count(*)`, isOfShop)}) c
  union all
  ${reasonsOf(tx, bounds, isOfShop)}
  union all
  ${deletedOf(tx, bounds, 'shop')}`

const becomingOf = (tx: StoreReads, { begin, end }: Bounds, count: Sql, also: Sql) => sql`
  select r.rating, r.status as became, ${count} as count
    from reviews r
   where r.store_env_id = ${tx.storeEnvId} and r.submitted_at >= ${begin} and r.submitted_at < ${end} ${also}
   group by r.rating, r.status`

/** Reads withheld reviews a second time, because only their own index has the reasons. */
const reasonsOf = (tx: StoreReads, { begin, end }: Bounds, also: Sql) => sql`
  select null::smallint, null::text, coalesce(r.moderation_reason, 'unspecified'), count(*)
    from reviews r
   where r.store_env_id = ${tx.storeEnvId} and r.submitted_at >= ${begin} and r.submitted_at < ${end}
     and r.status in ('rejected', 'spam') ${also}
   group by 3`

const deletedOf = (tx: StoreReads, { begin, end }: Bounds, subject: Subject) => sql`
  select d.rating, 'deleted', d.moderation_reason, count(*)
    from deleted_reviews d
   where d.store_env_id = ${tx.storeEnvId} and d.submitted_at >= ${begin} and d.submitted_at < ${end} and d.subject = ${subject}
   group by d.rating, d.moderation_reason`

/**
 * Rounds to seconds. It computes in doubles, which can represent milliseconds. `extract` computes in numeric and takes
 * twice as long.
 */
const secondsSince = (submittedAt: string) =>
  sql.raw(`greatest(0, floor(date_part('epoch', a.at - ${submittedAt}) + 0.5))::bigint`)
const secondsWaited = secondsSince('a.submitted_at')
const shopSecondsWaited = secondsSince('r.submitted_at')

/**
 * `offset 0` causes one index lookup per day. Without it PostgreSQL read the whole table (3 s for ten days of a million
 * reviews).
 */
export const selectWaits = (tx: StoreReads, { begin, end }: Bounds) => sql`
  select 'decision' as act, ${secondsWaited} as second
    from review_acts a
   where a.store_env_id = ${tx.storeEnvId} and a.submitted_at >= ${begin} and a.submitted_at < ${end} and a.is_first_decision
  union all
  select 'reply', ${secondsWaited}
    from review_acts a
   where a.store_env_id = ${tx.storeEnvId} and a.submitted_at >= ${begin} and a.submitted_at < ${end} and a.is_first_reply
  offset 0`

/** Returns all waiting times in one row, unsorted, because a sort takes longer than the read. */
export const selectListedWaits = (tx: StoreReads, { begin, end }: Bounds) => sql`
  select coalesce(to_json(array_agg(${secondsWaited}) filter (where a.is_first_decision)), '[]') as decision,
         coalesce(to_json(array_agg(${secondsWaited}) filter (where a.is_first_reply)), '[]') as reply
    from review_acts a
   where a.store_env_id = ${tx.storeEnvId} and a.submitted_at >= ${begin} and a.submitted_at < ${end}`

/**
 * Waiting times of reviews of the shop. Their rows in `review_acts` have no submission time, so that other reports
 * leave them out.
 */
export const selectShopWaits = (tx: StoreReads, { begin, end }: Bounds) => sql`
  select coalesce(json_agg(${shopSecondsWaited}) filter (where a.is_first_decision), '[]') as decision,
         coalesce(json_agg(${shopSecondsWaited}) filter (where a.is_first_reply), '[]') as reply
    from reviews r
    join review_acts a on a.store_env_id = ${tx.storeEnvId} and a.review_id = r.id and (a.is_first_decision or a.is_first_reply)
   where r.store_env_id = ${tx.storeEnvId} and r.submitted_at >= ${begin} and r.submitted_at < ${end} ${isOfShop}`

/** Counts reviews of any age that wait for a reply or a decision. Callers subtract those that are too recent. */
export const selectProducts = (tx: StoreReads, { begin, end }: Bounds) => sql`
  select r.product_id, count(*) as received, sum(r.rating)::bigint as stars, count(*) filter (where r.rating <= 2) as low,
         count(*) filter (where ${isUnanswered}) as unanswered, count(*) filter (where ${isWaiting}) as waiting
    from reviews r
   where r.store_env_id = ${tx.storeEnvId} and r.submitted_at >= ${begin} and r.submitted_at < ${end}
     and r.product_id is not null
   group by r.product_id`

export type AgeLimits = { unanswered: Moments; waiting: Moments }
type Moments = { after: Date; end: Date }

export const selectYoung = (tx: StoreReads, { unanswered, waiting }: AgeLimits) => sql`
  select r.product_id, 1 as unanswered, 0 as waiting
    from reviews r
   where r.store_env_id = ${tx.storeEnvId} and r.submitted_at > ${unanswered.after} and r.submitted_at < ${unanswered.end} and ${isUnanswered}
     and r.product_id is not null
  union all
  select r.product_id, 0, 1
    from reviews r
   where r.store_env_id = ${tx.storeEnvId} and r.submitted_at > ${waiting.after} and r.submitted_at < ${waiting.end} and ${isWaiting}
     and r.product_id is not null`

const isUnanswered = sql`r.status = 'approved' and r.rating <= 2 and r.replied_at is null`
const isWaiting = sql`r.status = 'pending'`
