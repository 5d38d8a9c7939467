// Totals of a store's stored counts, for lists and summaries. A total is null or empty if the counts are not valid.
import type { StoreTx } from '#platform/db/db.ts'
import { equalsAny, type NotNull, type Query, type Sql, sql } from '#platform/db/query.ts'
import type { StarCount } from '../rules.ts'
import type { CountedFilters, SubmissionPeriod } from './counts-rules.ts'

const isValid = sql.raw('bool_or(c.is_base) and bool_and(c.count is not null)')

/**
 * Adds up the counts, or counts the reviews if the counts are not valid. PostgreSQL runs only the query that it needs.
 */
export const totalOf = (tx: Pick<StoreTx, 'storeEnvId'>, filters: CountedFilters, countOfReviews: Sql): Sql => sql`
  coalesce((
    select case when ${isValid} then coalesce(sum(c.count) filter (where true ${matching(filters)}), 0)::bigint end
      from review_counts c where c.store_env_id = ${tx.storeEnvId}), (${countOfReviews}))`

function matching({ status, rating, ...flags }: CountedFilters): Sql {
  const found = (Object.keys(columnOf) as (keyof typeof columnOf)[]).flatMap((name) =>
    flags[name] === undefined ? [] : sql.raw(`and ${flags[name] ? '' : 'not '}c.${columnOf[name]}`),
  )
  if (status !== undefined) found.push(sql`and ${equalsAny('c.status', status)}`)
  if (rating !== undefined) found.push(sql`and ${equalsAny('c.rating', rating)}`)
  return sql.join(found, sql` `)
}

const columnOf = {
  verified: 'verified',
  hasPhotos: 'has_photos',
  hasReply: 'has_reply',
  incentivized: 'incentivized',
  imported: 'imported',
  declared: 'declared',
} as const

const dayColumnOf = {
  verified: 'verified',
  hasPhotos: 'with_photos',
  hasReply: 'with_reply',
  incentivized: 'incentivized',
  imported: 'imported',
} as const
const dayColumnsOfStars = ['ones', 'twos', 'threes', 'fours', 'fives']

/** Number of matching reviews of a summed day. Days distinguish reviews by one filter at most. */
function countOfDay({ status, rating, ...flags }: CountedFilters): Sql {
  const several = status ?? rating?.map((stars) => dayColumnsOfStars[stars - 1])
  if (several) return sql.join([sql`0`, ...[...new Set(several)].map((each) => sql.ref(`s.${each}`))], sql` + `)
  const flag = (Object.keys(dayColumnOf) as (keyof typeof dayColumnOf)[]).find((name) => flags[name] !== undefined)
  if (!flag) return sql`s.received`
  const column = sql.ref(`s.${dayColumnOf[flag]}`)
  return flags[flag] ? column : sql`s.received - ${column}`
}

/**
 * Adds up the sums of the days in the period, and counts the reviews between them. A day with a changed review is
 * counted, because its mark and the change are committed together. The bounds of a day come from its row, so that the
 * time zones of PostgreSQL do not matter.
 */
export const totalOfPeriod = (
  tx: Pick<StoreTx, 'storeEnvId'>,
  { submittedAfter, submittedBefore, ...filters }: CountedFilters & SubmissionPeriod,
  countWithin: (bounds: Sql) => Query<{ count: number }>,
): Sql => sql`
  with days as materialized (
    select s.begins_at, s.ends_at, ${countOfDay(filters)} as count
      from analytics_sums s
     where s.store_env_id = ${tx.storeEnvId} and s.days = 1
       ${submittedAfter === undefined ? sql`` : sql`and s.begins_at > ${submittedAfter}::timestamptz and s.first_day >= ${submittedAfter.slice(0, 10)}::date - 2`}
       ${submittedBefore === undefined ? sql`` : sql`and s.ends_at <= ${submittedBefore}::timestamptz`}
       and not exists (
         select from analytics_changes c where c.store_env_id = ${tx.storeEnvId} and c.day = '-infinity')
       and not exists (
         select from analytics_changes c
          where c.store_env_id = ${tx.storeEnvId} and c.day >= (s.begins_at at time zone 'UTC')::date
            and c.day < (s.ends_at at time zone 'UTC')))
  select sum(t.count)::bigint
    from (select d.count from days d
          union all
          select (${countWithin(sql`and r.submitted_at >= g.begins_at and r.submitted_at < g.ends_at`)})
            from (select lag(d.ends_at, 1, '-infinity') over (order by d.begins_at) as begins_at, d.begins_at as ends_at from days d
                  union all
                  select coalesce(max(d.ends_at), '-infinity'), 'infinity' from days d) g
           where g.begins_at < g.ends_at) t`

/** Row of a union whose queries return a value in every column. */
export type NeverNull<Row> = { [Name in keyof Row]: NotNull<Row[Name]> }

/**
 * Reviews of the store that count in averages, by stars. If the counts are not valid, `starsOfReviews` runs, which
 * has the same columns.
 */
export const starsOf = (tx: StoreTx, starsOfReviews: Sql): Sql<NeverNull<StarCount>> => sql<NeverNull<StarCount>>`
  with valid as materialized (
    select ${isValid} as yes from review_counts c where c.store_env_id = ${tx.storeEnvId})
  select c.rating, sum(c.count)::bigint as count, coalesce(sum(c.count) filter (where c.verified), 0)::bigint as verified,
         coalesce(sum(c.count) filter (where c.has_photos), 0)::bigint as with_photos
    from review_counts c
   where c.store_env_id = ${tx.storeEnvId} and c.status = 'approved' and not c.declared and (select v.yes from valid v)
   group by c.rating having sum(c.count) > 0
  union all
  select s.rating, s.count, s.verified, s.with_photos
    from (${starsOfReviews}) s
   where (select v.yes from valid v) is not true`
