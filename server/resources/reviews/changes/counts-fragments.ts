// Totals of a store's stored counts, for lists and summaries. A total is null or empty if the counts are not valid.
import type { StoreTx } from '#platform/db/db.ts'
import { equalsAny, type NotNull, type Sql, sql } from '#platform/db/query.ts'
import type { StarCount } from '../rules.ts'
import type { CountedFilters } from './counts-rules.ts'

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
