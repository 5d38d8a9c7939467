import type { StoreReads } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import type { Span } from '../rules.ts'
import { periodOf, within } from '../store.ts'
import type { CountedLines } from './rules.ts'

/** Until when lines are counted by days of this zone. */
export const findCountedUntil = async (tx: StoreReads, timezone: string): Promise<Date | undefined> => {
  const row = await tx.first<{ at: string }>(sql`
    select c.counted_until as at from loyalty_journal_counts c
     where c.store_env_id = ${tx.storeEnvId} and c.day_timezone = ${timezone}`)
  return row && new Date(row.at)
}

/** What is kept of days, and the lines that were written since; to be read in the snapshot that says until when they are. */
export const countLines = (tx: StoreReads, span: Span, countedUntil: Date | undefined): Promise<CountedLines[]> =>
  tx.all<CountedLines>(sql`
    select t.period, sum(t.lines)::bigint as lines, sum(t.delta)::bigint as delta
      from (select width_bucket(d.day, ${span.periods.map(({ firstDay }) => firstDay)}::date[]) as period, d.lines, d.delta
              from loyalty_journal_days d
             where d.store_env_id = ${tx.storeEnvId} and d.day between ${span.from}::date and ${span.to}::date
               and ${countedUntil !== undefined}
            union all
            select ${periodOf('j.created_at', span)}, count(*), sum(j.delta)::bigint
              from loyalty_journal j
             where j.store_env_id = ${tx.storeEnvId} and ${within('j.created_at', { begin: laterOf(span.begin, countedUntil), end: span.end })}
             group by 1) t
     group by t.period`)

const laterOf = (a: Date, b: Date | undefined) => (b !== undefined && b > a ? b : a)
