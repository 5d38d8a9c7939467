import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import type { Span } from '../rules.ts'
import type { CountedWidget } from './rules.ts'

const parts = 8

/** Nothing where the store does not count. */
export const add = (
  tx: StoreTx,
  day: string,
  counts: readonly { widget: string; kind: string; count: number }[],
): Promise<number> =>
  tx.run(sql`
    insert into analytics_widget_counts (store_env_id, day, widget, kind, part, count)
    select ${tx.storeEnvId}, ${day}::date, c.widget, c.kind, ${Math.floor(Math.random() * parts)}::smallint, c.count
      from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) as c(widget text, kind text, count bigint)
      join analytics_settings s on s.store_env_id = ${tx.storeEnvId} and s.widget_counts
    on conflict (store_env_id, day, widget, kind, part)
    do update set count = analytics_widget_counts.count + excluded.count`)

/** Makes one row of the parts of a day: nobody is counted on it any more. */
export const joinParts = (tx: StoreTx, before: string): Promise<number> =>
  tx.run(sql`
    with taken as (
      delete from analytics_widget_counts w
       where w.store_env_id = ${tx.storeEnvId} and w.day < ${before}::date and w.part > 0
      returning w.day, w.widget, w.kind, w.count)
    insert into analytics_widget_counts (store_env_id, day, widget, kind, part, count)
    select ${tx.storeEnvId}, t.day, t.widget, t.kind, 0, sum(t.count)::bigint from taken t group by t.day, t.widget, t.kind
    on conflict (store_env_id, day, widget, kind, part)
    do update set count = analytics_widget_counts.count + excluded.count`)

/** A row for each widget: thousands of rows, one for each of its days, would take longer than counting them. */
export const countWidgets = (tx: StoreReads, { from, to }: Span): Promise<CountedWidget[]> =>
  tx.all<CountedWidget>(sql`
    select c.widget, to_json(array_agg(c.day - '1970-01-01'::date)) as days, to_json(array_agg(c.impressions)) as impressions,
           to_json(array_agg(c.clicks)) as clicks
      from (select w.widget, w.day, coalesce(sum(w.count) filter (where w.kind = 'impression'), 0)::bigint as impressions,
                   coalesce(sum(w.count) filter (where w.kind = 'click'), 0)::bigint as clicks
              from analytics_widget_counts w
             where w.store_env_id = ${tx.storeEnvId} and w.day between ${from}::date and ${to}::date
             group by w.widget, w.day) c
     group by c.widget`)
