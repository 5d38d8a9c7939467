import type { StoreReads } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import type { Span } from '../rules.ts'
import { periodOf, within } from '../store.ts'
import type { CountedRequests } from './rules.ts'
import type { Grouping } from './schema.ts'

/**
 * Counted as the funnel counts them: a request is one person asked once about one order. Groups are put in order once they are
 * counted: with an order of theirs, the planner would sort all requests by their group.
 */
export const countRequests = (tx: StoreReads, span: Span, groupBy: Grouping): Promise<CountedRequests[]> =>
  tx.all<CountedRequests>(sql`
    with counted as materialized (
      select s.key, count(*) as sent, count(*) filter (where s.opened) as opened,
             count(*) filter (where s.reviewed) as reviewed, count(*) filter (where s.opened and not s.reviewed) as "openedAndLeft"
        from (
          select ${keyOf(span, groupBy)} as key, q.form_first_viewed_at is not null as opened,
                 coalesce(r.newest >= q.sent_at, false) as reviewed
            from review_requests q
            left join (select order_id, max(submitted_at) as newest from reviews
                        where store_env_id = ${tx.storeEnvId} and order_id is not null and submitted_at >= ${span.begin}
                        group by order_id) r on r.order_id = q.order_id
           where q.store_env_id = ${tx.storeEnvId} and ${within('q.sent_at', span)}
        ) s
       group by s.key)
    select c.key::text as key, c.sent, c.opened, c.reviewed, c."openedAndLeft" from counted c order by c.key`)

function keyOf(span: Span, groupBy: Grouping) {
  if (groupBy === 'provider') return sql`q.provider`
  if (groupBy === 'template')
    return sql`case when cardinality(q.reminded_at) > 0 then 'review_reminder' else 'review_request' end`
  return periodOf('q.sent_at', span)
}
