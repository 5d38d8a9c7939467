import type { StreamTx, SystemTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import type { Fact } from './rules.ts'

/** Each review as its row says it, from the oldest on, and what is left of those that the store has deleted. */
export const streamFacts = (tx: StreamTx): AsyncGenerator<Fact[]> =>
  tx.stream(
    sql<Fact>`
      select r.submitted_at as "submittedAt", r.rating, r.status as status, r.moderation_reason as reason, r.product_id as "productId",
             r.verified, r.photo_count as photos, r.reply_body is not null as "isReplied", r.incentive is not null as "isIncentivized",
             r.source = 'import' as "isImported", a.decided_at as "decidedAt", a.replied_at as "repliedAt"
        from reviews r
        left join (
             select a.review_id, min(a.at) filter (where a.is_first_decision) as decided_at,
                    min(a.at) filter (where a.is_first_reply) as replied_at
               from review_acts a
              where a.store_env_id = ${tx.storeEnvId} and a.submitted_at is not null
              group by a.review_id) a on a.review_id = r.id
       where r.store_env_id = ${tx.storeEnvId}
      union all
      select d.submitted_at, d.rating, 'deleted', d.moderation_reason, null, false, 0, false, false, false, null, null
        from deleted_reviews d
       where d.store_env_id = ${tx.storeEnvId}
       order by 1`,
    1000,
  )

type Kept = { days: number; firstDay: string }

/** Which spans have a sum, and which days, weeks and months have one of what was done in them. */
export async function listSummed(tx: StreamTx): Promise<{ sums: Kept[]; acts: Kept[] }> {
  const sums = await tx.all<Kept>(sql`
    select s.days, to_char(s.first_day, 'YYYY-MM-DD') as "firstDay" from analytics_sums s where s.store_env_id = ${tx.storeEnvId}
    union
    select w.days, to_char(w.first_day, 'YYYY-MM-DD') from analytics_waits w where w.store_env_id = ${tx.storeEnvId}`)
  const acts = await tx.all<Kept>(sql`
    select a.days, to_char(a.first_day, 'YYYY-MM-DD') as "firstDay" from analytics_acts a where a.store_env_id = ${tx.storeEnvId}`)
  return { sums, acts }
}

export const findOrganization = (tx: SystemTx, storeEnvId: string) =>
  tx.first<{ organizationId: string }>(sql`
    select s.organization_id as "organizationId" from stores s where s.id = ${storeEnvId}::uuid`)
