import type { StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import { newId } from '#platform/values/ids.ts'

export const isPublished = async (tx: StoreTx, reviewId: string): Promise<boolean> =>
  (await tx.first(sql`
    select r.id from reviews r
     where r.store_env_id = ${tx.storeEnvId} and r.id = ${reviewId} and r.status = 'approved'`)) !== undefined

type VoteRow = { reviewId: string; voter: Buffer }

/** True if a vote changed. The foreign key blocks a concurrent deletion of the review, but no other change. */
export const upsert = async (tx: StoreTx, { reviewId, voter }: VoteRow): Promise<boolean> =>
  (await tx.run(sql`
    insert into review_votes (store_env_id, id, review_id, voter, helpful)
    values (${tx.storeEnvId}, ${newId(tx.now.getTime())}, ${reviewId}, ${voter}, true)
    on conflict on constraint review_votes_once_per_visitor
      do update set helpful = true where not review_votes.helpful`)) > 0

/** Marks the vote as withdrawn. The row stays until the job has subtracted it from the count. */
export const updateTakenBack = async (tx: StoreTx, { reviewId, voter }: VoteRow): Promise<boolean> =>
  (await tx.run(sql`
    update review_votes v set helpful = false
     where v.store_env_id = ${tx.storeEnvId} and v.review_id = ${reviewId} and v.voter = ${voter} and v.helpful`)) > 0

/** Reviews with uncounted votes, locked in id order so that two batches cannot deadlock. */
export const lockUncounted = async (tx: StoreTx, limit: number): Promise<string[]> => {
  const rows = await tx.all<{ id: string }>(sql`
    select r.id from reviews r
     where r.store_env_id = ${tx.storeEnvId} and r.id = any(array(
           select distinct v.review_id from review_votes v
            where v.store_env_id = ${tx.storeEnvId} and not (v.helpful and v.counted) limit ${limit}))
     order by r.id
       for no key update`)
  return rows.map(({ id }) => id)
}

/** Counts each vote once and deletes withdrawn votes. True if a count changed. */
export const updateCounts = async (tx: StoreTx, reviewIds: readonly string[]): Promise<boolean> => {
  const rows = await tx.all<{ id: string }>(sql`
    with changed as materialized (
           select v.id, v.review_id, v.helpful, v.counted from review_votes v
            where v.store_env_id = ${tx.storeEnvId} and v.review_id = any(${reviewIds}::uuid[]) and not (v.helpful and v.counted)
            order by v.id for update),
         added as (
           update review_votes v set counted = true from changed c
            where v.store_env_id = ${tx.storeEnvId} and v.id = c.id and c.helpful),
         removed as (
           delete from review_votes v using changed c
            where v.store_env_id = ${tx.storeEnvId} and v.id = c.id and not c.helpful),
         differences as (
           select c.review_id, sum(c.helpful::integer - c.counted::integer) as difference from changed c group by c.review_id)
    update reviews r
       set helpful_count = greatest(0, r.helpful_count + d.difference), updated_at = ${tx.now}
      from differences d
     where r.store_env_id = ${tx.storeEnvId} and r.id = d.review_id and d.difference <> 0
    returning r.id`)
  return rows.length > 0
}
