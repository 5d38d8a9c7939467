import type { StoreReads } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'

/** Number of the store's newest reviews that are read, and how many of these must come from forms. */
const read = 500
const fewest = 10
/** Above this number of days nothing is shown, because a long time helps no author. */
const mostDays = 14

/**
 * Median number of days from a form's review to its decision, at least one. A review that is undecided after two
 * weeks counts with its age. Null if there are too few reviews, or if the shop is slow.
 */
export async function findUsualDays(tx: StoreReads): Promise<number | null> {
  const row = await tx.first<{ count: number; days: number | null }>(sql`
    select count(*) as count,
           ceil(percentile_cont(0.5) within group (
             order by extract(epoch from coalesce(r.approved_at, r.moderated_at, ${tx.now}::timestamptz) - r.created_at)::float8
           ) / 86400)::integer as days
      from (select n.source, n.status, n.address_proven, n.created_at, n.approved_at, n.moderated_at
              from reviews n where n.store_env_id = ${tx.storeEnvId} and n.product_id is not null
             order by n.id desc limit ${sql.lit(read)}) r
     where r.source in ('email_form', 'widget_form') and r.address_proven
       and (r.status <> 'pending' or r.created_at < ${tx.now}::timestamptz - make_interval(days => ${sql.lit(mostDays)}))`)
  const { count = 0, days } = row ?? {}
  if (count < fewest || days == null || days > mostDays) return null
  return Math.max(1, days)
}
