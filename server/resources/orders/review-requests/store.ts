import type { StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import type { ProviderCounts } from './schema.ts'

/** A review counts for a request when it is of the same order and came after it. */
export const countByProvider = (tx: StoreTx, from: Date, to: Date): Promise<ProviderCounts[]> =>
  tx.all<ProviderCounts>(sql`
    select s.provider, count(*) as sent, count(*) filter (where s.opened) as opened,
           count(*) filter (where s.reviewed) as reviewed, count(*) filter (where s.opened and not s.reviewed) as "openedAndLeft"
      from (
        select q.provider, q.form_first_viewed_at is not null as opened,
               exists (select from reviews r
                        where r.store_env_id = ${tx.storeEnvId} and r.order_id = q.order_id and r.submitted_at >= q.sent_at) as reviewed
          from review_requests q
         where q.store_env_id = ${tx.storeEnvId} and q.sent_at > ${from} and q.sent_at <= ${to}
      ) s
     group by s.provider order by s.provider`)
