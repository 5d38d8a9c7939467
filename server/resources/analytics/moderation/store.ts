import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import type { Span } from '../rules.ts'
import { periodOf, within } from '../store.ts'
import type { CountedActs } from './rules.ts'

/** `percentile_disc` is the nearest rank: a time that somebody waited, and none in between. */
export const countActs = (tx: StoreReads, span: Span): Promise<CountedActs[]> =>
  tx.all<CountedActs>(sql`
    select w.period, count(w.decision) as decided,
           percentile_disc(0.5) within group (order by w.decision) as decision50,
           percentile_disc(0.9) within group (order by w.decision) as decision90,
           count(w.reply) as replied,
           percentile_disc(0.5) within group (order by w.reply) as reply50,
           percentile_disc(0.9) within group (order by w.reply) as reply90
      from (
        select ${periodOf('r.submitted_at', span)} as period,
               case when a.decided_at is not null
                    then greatest(0, round(extract(epoch from a.decided_at - r.submitted_at)))::bigint end as decision,
               case when a.replied_at is not null
                    then greatest(0, round(extract(epoch from a.replied_at - r.submitted_at)))::bigint end as reply
          from reviews r
          join analytics_first_acts a on a.store_env_id = ${tx.storeEnvId} and a.review_id = r.id
         where r.store_env_id = ${tx.storeEnvId} and r.source <> 'import' and ${within('r.submitted_at', span)}
      ) w
     group by grouping sets ((w.period), ())`)

export type Act = 'decided_at' | 'replied_at'

/** Of several acts the first stays. */
export const recordFirst = (tx: StoreTx, act: Act, reviewIds: readonly string[]): Promise<number> =>
  tx.run(sql`
    insert into analytics_first_acts (store_env_id, review_id, ${sql.ref(act)})
    select ${tx.storeEnvId}, r.id, ${tx.now}
      from reviews r where r.store_env_id = ${tx.storeEnvId} and r.id = any (${reviewIds}::uuid[]) and r.source <> 'import'
    on conflict (store_env_id, review_id) do update set ${sql.ref(act)} = excluded.${sql.ref(act)}
     where ${sql.ref(`analytics_first_acts.${act}`)} is null`)
