import type { StoreReads, SystemTx } from '#platform/db/db.ts'
import { type Query, sql } from '#platform/db/query.ts'
import { isAveraged } from '#resources/products/averaged-fragments.ts'
import { type Sharing, sharingGrants } from '#resources/reviews/changes/copy-fragments.ts'
import { totalOf } from '#resources/reviews/changes/counts-fragments.ts'
import type { CountedFilters } from '#resources/reviews/changes/counts-rules.ts'

export type Shop = { organizationId: string; storeName: string }

export const findStore = (storeEnvId: string): Query<Shop> => sql`
    select f.organization_id as "organizationId", f.store_name as "storeName" from app.find_store(${storeEnvId}::uuid) f`

/** The store's first origin. */
export const findShopUrl = async (tx: StoreReads): Promise<string | undefined> =>
  (await tx.first<{ origins: string[] }>(sql`select s.origins from stores s where s.id = ${tx.storeEnvId}`))?.origins[0]

export const findEnded = (storeEnvId: string): Query<{ checkpoint: string }> => sql`
    select e.checkpoint from ended_ledgers e where e.store_env_id = ${storeEnvId}`

export const findEndedIn = (tx: SystemTx, storeEnvId: string) => tx.first<{ checkpoint: string }>(findEnded(storeEnvId))

export const insertEnded = (tx: SystemTx, storeEnvId: string, checkpoint: string) =>
  tx.run(sql`
    insert into ended_ledgers (store_env_id, checkpoint, ended_at) values (${storeEnvId}, ${checkpoint}, ${tx.now})
    on conflict (store_env_id) do nothing`)

export const selectShown = (tx: StoreReads, reviewId: string, sharing: Sharing) => sql<{ salt: Buffer }>`
    select s.salt from (
           select r.id from reviews r where r.store_env_id = ${tx.storeEnvId} and r.id = ${reviewId} and r.status = 'approved'
           union all
           select c.id from shared_reviews c
            where c.store_env_id = ${tx.storeEnvId} and c.id = ${reviewId} and c.status = 'approved'
              and c.grant_id = ${sharingGrants(tx, sharing)}) r
      join evidence_salts s on s.store_env_id = ${tx.storeEnvId} and s.review_id = r.id`

export const findNewestShown = async (tx: StoreReads): Promise<string | undefined> =>
  (
    await tx.first<{ id: string }>(sql`
      select r.id from reviews r
       where r.store_env_id = ${tx.storeEnvId} and r.status = 'approved' order by r.submitted_at desc, r.id desc limit 1`)
  )?.id

/** Undefined for an entry about the store, and beyond the last entry. */
export const findReviewOfEntry = async (tx: StoreReads, seq: number): Promise<string | undefined> =>
  (
    await tx.first<{ id: string | null }>(sql`
      select e.review_id as id from evidence_entries e where e.store_env_id = ${tx.storeEnvId} and e.seq = ${seq}`)
  )?.id ?? undefined

export type PublicCounts = Record<
  'shown' | 'rejected' | 'spam' | 'pending' | 'deleted' | 'verified' | 'rewarded' | 'declared',
  number
>

/** Counts the reviews of the store's products. Erased reviews are never counted. */
export const countReviews = (tx: StoreReads): Promise<PublicCounts | undefined> => {
  const count = (filters: CountedFilters, condition: ReturnType<typeof sql>) =>
    totalOf(
      tx,
      filters,
      sql`select count(*) from reviews r where r.store_env_id = ${tx.storeEnvId} and r.product_id is not null and ${condition}`,
    )
  const withStatus = (status: 'approved' | 'rejected' | 'spam' | 'pending') =>
    count({ status: [status] }, sql`r.status = ${status}`)
  return tx.first<PublicCounts>(sql`
    select ${withStatus('approved')} as shown, ${withStatus('rejected')} as rejected, ${withStatus('spam')} as spam,
           ${withStatus('pending')} as pending,
           (select count(*) from deleted_reviews d where d.store_env_id = ${tx.storeEnvId} and d.subject = 'product') as deleted,
           ${count({ status: ['approved'], verified: true }, sql`r.status = 'approved' and r.verified`)} as verified,
           ${count({ status: ['approved'], incentivized: true }, sql`r.status = 'approved' and r.incentive is not null`)} as rewarded,
           ${count({ status: ['approved'], declared: true }, sql`r.status = 'approved' and not ${isAveraged}`)} as declared`)
}
