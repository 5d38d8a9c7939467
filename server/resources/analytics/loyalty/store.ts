import type { StoreReads } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import type { Span } from '../rules.ts'
import { periodOf, within } from '../store.ts'
import type { CountedLines } from './rules.ts'

/** What is kept of days, and the lines that were written since: one statement, so that no line is between the two. */
export const countLines = (tx: StoreReads, span: Span): Promise<CountedLines[]> =>
  tx.all<CountedLines>(sql`
    with kept as materialized (
      select c.counted_until from loyalty_journal_counts c
       where c.store_env_id = ${tx.storeEnvId} and c.day_timezone = ${span.timezone})
    select t.period, sum(t.lines)::bigint as lines, sum(t.delta)::bigint as delta
      from (select width_bucket(d.day, ${span.periods.map(({ firstDay }) => firstDay)}::date[]) as period, d.lines, d.delta
              from loyalty_journal_days d
             where d.store_env_id = ${tx.storeEnvId} and d.day between ${span.from}::date and ${span.to}::date
               and exists (select from kept)
            union all
            select ${periodOf('j.created_at', span)}, count(*), sum(j.delta)::bigint
              from loyalty_journal j
             where j.store_env_id = ${tx.storeEnvId} and ${within('j.created_at', span)}
               and j.created_at >= coalesce((select k.counted_until from kept k), '-infinity')
             group by 1) t
     group by t.period`)
