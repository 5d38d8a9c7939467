import type { StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import type { Party } from '#platform/identity/caller.ts'
import { newId } from '#platform/values/ids.ts'
import { type Sharing, sharingGrants } from './copy-fragments.ts'
import { mostActs, type StoredAct } from './history-rules.ts'
import type { ActKind } from './schema.ts'

export type NewAct = {
  reviewId: string
  kind: ActKind
  actor: string | null
  count?: number
  submittedAt?: string
  decides: boolean
  replies: boolean
  wasPending: boolean
}

/**
 * Runs in the round trip of the next statement. A transaction that decides on a review has locked it, so no other
 * transaction adds a first act.
 */
export const insert = (tx: StoreTx, { role, via }: Party, acts: readonly NewAct[]): void =>
  tx.sendAlong(sql`
    insert into review_acts (store_env_id, id, review_id, at, kind, actor, role, via, count, submitted_at, is_first_decision, is_first_reply)
    select ${tx.storeEnvId}::uuid, a.id, a.review_id, ${tx.now}, a.kind, a.actor, ${role}, ${via}, a.count,
           case when f.decision or f.reply then a.submitted_at end, f.decision, f.reply
      from unnest(${acts.map(() => newId(tx.now.getTime()))}::uuid[], ${acts.map(({ reviewId }) => reviewId)}::uuid[],
                  ${acts.map(({ kind }) => kind)}::text[], ${acts.map(({ actor }) => actor)}::text[],
                  ${acts.map(({ count }) => count ?? null)}::integer[], ${acts.map(({ submittedAt }) => submittedAt ?? null)}::timestamptz[],
                  ${acts.map(({ decides }) => decides)}::boolean[], ${acts.map(({ replies }) => replies)}::boolean[],
                  ${acts.map(({ wasPending }) => wasPending)}::boolean[])
           as a(id, review_id, kind, actor, count, submitted_at, decides, replies, was_pending)
     cross join lateral (
           select a.decides and (a.was_pending or not exists (
                    select from review_acts e
                     where e.store_env_id = ${tx.storeEnvId} and e.review_id = a.review_id and e.is_first_decision)) as decision,
                  a.replies and not exists (
                    select from review_acts e
                     where e.store_env_id = ${tx.storeEnvId} and e.review_id = a.review_id and e.is_first_reply) as reply) f
    returning 1`)

/** Restored acts copy the submission time from their reviews, which are restored before them. */
export const updateSubmittedAt = (tx: StoreTx): Promise<number> =>
  tx.run(sql`
    update review_acts a set submitted_at = r.submitted_at
      from reviews r
     where a.store_env_id = ${tx.storeEnvId} and a.submitted_at is null and (a.is_first_decision or a.is_first_reply)
       and r.store_env_id = ${tx.storeEnvId} and r.id = a.review_id and r.product_id is not null`)

export type FirstActs = { reviewId: string; decidedAt: string | null; repliedAt: string | null }

/** Inserts acts without an actor. The history does not show them. */
export const insertFirstActs = (tx: StoreTx, acts: readonly FirstActs[]): Promise<number> =>
  tx.run(sql`
    insert into review_acts (store_env_id, id, review_id, at, kind, role, via, submitted_at, is_first_decision, is_first_reply)
    select ${tx.storeEnvId}, gen_random_uuid(), r.id, w.at, 'changed', 'SYSTEM', 'system',
           case when r.product_id is not null then r.submitted_at end, w.is_decision, not w.is_decision
      from unnest(${acts.map(({ reviewId }) => reviewId)}::uuid[], ${acts.map(({ decidedAt }) => decidedAt)}::timestamptz[],
                  ${acts.map(({ repliedAt }) => repliedAt)}::timestamptz[]) as f(review_id, decided_at, replied_at)
      join reviews r on r.store_env_id = ${tx.storeEnvId} and r.id = f.review_id
     cross join lateral (values (f.decided_at, true), (f.replied_at, false)) as w(at, is_decision)
     where w.at is not null
    returning 1`)

/** The same limit as in the ledger's own queries. */
const mostEntries = 1_000

export const read = (tx: StoreTx, reviewId: string, sharing: Sharing) =>
  tx.several<[{ id: string }, { entry: string }, StoredAct]>([
    sql`select r.id from reviews r where r.store_env_id = ${tx.storeEnvId} and r.id = ${reviewId}
         union all
        select c.id from shared_reviews c
         where c.store_env_id = ${tx.storeEnvId} and c.id = ${reviewId} and c.grant_id = ${sharingGrants(tx, sharing)}`,
    sql`select e.entry from evidence_entries e
         where e.store_env_id = ${tx.storeEnvId} and e.review_id = ${reviewId}
         order by e.seq desc limit ${sql.lit(mostEntries)}`,
    sql`select a.at, a.kind, a.role, a.via, a.count, case split_part(a.actor, ':', 1)
                 when 'user' then (select coalesce(nullif(m.name, ''), m.email) from memberships m
                                    where m.organization_id = ${tx.organizationId} and m.user_id = split_part(a.actor, ':', 2))
                 when 'key' then (select k.name from api_keys k
                                   where k.organization_id = ${tx.organizationId} and k.id::text = split_part(a.actor, ':', 2))
                 when 'oauth' then (select g.client_name from oauth_grants g
                                     where g.organization_id = ${tx.organizationId} and g.id::text = split_part(a.actor, ':', 2))
               end as name
          from review_acts a
         where a.store_env_id = ${tx.storeEnvId} and a.review_id = ${reviewId}
         order by a.at desc, a.id desc limit ${sql.lit(mostActs)}`,
  ])
