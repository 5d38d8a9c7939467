import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import { type Sharing, sharingGrants } from '#resources/reviews/changes/copy-fragments.ts'
import type { ModerationReason, Subject } from '#resources/reviews/schema.ts'

export async function findTimezone(tx: StoreReads): Promise<string> {
  const row = await tx.first<{ timezone: string }>(sql`
    select s.timezone from stores s where s.id = ${tx.storeEnvId} and s.organization_id = ${tx.organizationId}`)
  return row?.timezone ?? 'UTC'
}

export type DeletedReview = {
  id: string
  subject: Subject
  rating: number
  submittedAt: string
  reason: ModerationReason
}

export const insertDeleted = (tx: StoreTx, rows: readonly DeletedReview[]) =>
  tx.run(sql`
    insert into deleted_reviews (store_env_id, id, subject, rating, submitted_at, moderation_reason, deleted_at)
    select ${tx.storeEnvId}, d.id, d.subject, d.rating, d.submitted_at, d.reason, ${tx.now}
      from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ subject }) => subject)}::text[], ${rows.map(({ rating }) => rating)}::smallint[],
                  ${rows.map(({ submittedAt }) => submittedAt)}::timestamptz[],
                  ${rows.map(({ reason }) => reason)}::text[]) as d(id, subject, rating, submitted_at, reason)
    returning 1`)

export type CountedCopies = {
  rating: number
  became: 'pending' | 'approved' | 'rejected' | 'spam' | 'deleted'
  reason: ModerationReason | null
  count: number
}

/**
 * Counts copies of shared reviews that were submitted in the period, including those that the store deleted. Only copies
 * of active grants count.
 */
export const countCopies = (
  tx: StoreReads,
  sharing: Sharing,
  { begin, end }: { begin: Date; end: Date },
): Promise<CountedCopies[]> => {
  const counts = sharingGrants(tx, sharing)
  return tx.all<CountedCopies>(sql`
    select c.rating, c.status as became, c.moderation_reason as reason, count(*) as count from shared_reviews c
     where c.store_env_id = ${tx.storeEnvId} and c.submitted_at >= ${begin} and c.submitted_at < ${end} and c.grant_id = ${counts}
     group by c.rating, c.status, c.moderation_reason
    union all
    select d.rating, 'deleted', d.moderation_reason, count(*) from deleted_shared_reviews d
     where d.store_env_id = ${tx.storeEnvId} and d.submitted_at >= ${begin} and d.submitted_at < ${end} and d.grant_id = ${counts}
     group by d.rating, d.moderation_reason`)
}

/** Returns true if the store had no alert. An alert is deleted when the gap falls below the threshold. */
export const insertAlert = async (tx: StoreTx): Promise<boolean> =>
  (await tx.run(sql`
    insert into evidence_alerts (store_env_id, since) values (${tx.storeEnvId}, ${tx.now}) on conflict do nothing`)) > 0

export const deleteAlert = (tx: StoreTx) =>
  tx.run(sql`delete from evidence_alerts where store_env_id = ${tx.storeEnvId}`)
