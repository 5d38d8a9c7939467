// SQL of when a review was first decided and first answered, which its row does not tell.
import type { StoreTx } from '#platform/db/db.ts'
import { isAmong, sql } from '#platform/db/query.ts'

export type Act = 'decided_at' | 'replied_at'

/** Of several acts the first stays. */
export const recordFirst = (tx: StoreTx, act: Act, reviewIds: readonly string[]): Promise<number> =>
  tx.run(sql`
    insert into analytics_first_acts (store_env_id, review_id, submitted_at, ${sql.ref(act)})
    select ${tx.storeEnvId}, r.id, r.submitted_at, ${tx.now}
      from reviews r where r.store_env_id = ${tx.storeEnvId} and ${isAmong('r.id', reviewIds, 'uuid')} and r.source <> 'import'
    on conflict (store_env_id, review_id) do update set ${sql.ref(act)} = excluded.${sql.ref(act)}
     where ${sql.ref(`analytics_first_acts.${act}`)} is null`)

/** What acts that come back from an archive take from their reviews, which are back already. */
export const fillSubmittedAt = (tx: StoreTx): Promise<number> =>
  tx.run(sql`
    update analytics_first_acts a set submitted_at = r.submitted_at
      from reviews r
     where a.store_env_id = ${tx.storeEnvId} and a.submitted_at is null and r.store_env_id = ${tx.storeEnvId} and r.id = a.review_id`)
