// SQL of who did what about a review. The ledger is another area's; it is read here and never written.

import type { StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import type { Party } from '#platform/identity/caller.ts'
import { newId } from '#platform/values/ids.ts'
import { type ActKind, mostActs, type StoredAct } from './rules.ts'

export type NewAct = { reviewId: string; kind: ActKind; actor: string | null; count?: number }

/** Flies with what is sent next. */
export const insert = (tx: StoreTx, { role, via }: Party, acts: readonly NewAct[]): void =>
  tx.sendAlong(sql`
    insert into review_acts (store_env_id, id, review_id, at, kind, actor, role, via, count)
    select ${tx.storeEnvId}::uuid, a.id, a.review_id, ${tx.now}, a.kind, a.actor, ${role}, ${via}, a.count
      from unnest(${acts.map(() => newId(tx.now.getTime()))}::uuid[], ${acts.map(({ reviewId }) => reviewId)}::uuid[],
                  ${acts.map(({ kind }) => kind)}::text[], ${acts.map(({ actor }) => actor)}::text[],
                  ${acts.map(({ count }) => count ?? null)}::integer[]) as a(id, review_id, kind, actor, count)`)

/** As the ledger's own readers bound it. */
const mostEntries = 1_000

/** Whether the review is there, its entries of the ledger as they are written, and who acted: by the name they have now. */
export const read = (tx: StoreTx, reviewId: string) =>
  tx.several<[{ id: string }, { entry: string }, StoredAct]>([
    sql`select r.id from reviews r where r.store_env_id = ${tx.storeEnvId} and r.id = ${reviewId}`,
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
