// Hashes of texts and networks. They never leave the database.
import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { type NotNull, sql } from '#platform/db/query.ts'

export type HashedText = { reviewId: string; hashes: readonly string[] }

/** Skips reviews that were deleted or erased since the job read them. */
export const insertTexts = (tx: StoreTx, texts: readonly HashedText[]) =>
  tx.run(sql`
    insert into review_texts (store_env_id, review_id, hashes)
    select ${tx.storeEnvId}, t."reviewId", t.hashes
      from jsonb_to_recordset(${JSON.stringify(texts)}::jsonb) as t("reviewId" uuid, hashes bigint[])
      join reviews r on r.store_env_id = ${tx.storeEnvId} and r.id = t."reviewId" and r.anonymized_at is null
    on conflict (store_env_id, review_id) do update set hashes = excluded.hashes
    returning 1`)

export const deleteTexts = (tx: StoreTx, reviewIds: readonly string[]): void =>
  tx.sendAlong(
    sql`delete from review_texts where store_env_id = ${tx.storeEnvId} and review_id = any(${reviewIds}::uuid[])`,
  )

/** Maximum number of rows that a search reads. A store that imports one sentence a thousand times exceeds it. */
const mostShared = 200

export async function listSharing(tx: StoreTx, hashes: readonly string[]): Promise<string[]> {
  const row = await tx.first<{ ids: NotNull<string[]> }>(
    sql`select app.reviews_sharing(${hashes}::text[]::bigint[], ${sql.lit(mostShared)}) as ids`,
  )
  return row?.ids ?? []
}

export const insertNetworks = (tx: StoreTx, reviewId: string, digests: readonly string[]): void =>
  tx.sendAlong(sql`
    insert into review_networks (store_env_id, digest, review_id, at)
    select ${tx.storeEnvId}, decode(d.digest, 'hex'), ${reviewId}::uuid, ${tx.now}::timestamptz
      from unnest(${digests}::text[]) as d(digest)
    returning 1`)

export const deleteNetworks = (tx: StoreTx, reviewIds: readonly string[]): void =>
  tx.sendAlong(
    sql`delete from review_networks where store_env_id = ${tx.storeEnvId} and review_id = any(${reviewIds}::uuid[])`,
  )

export const deleteOldNetworks = (tx: StoreTx, before: Date, limit: number): Promise<number> =>
  tx.run(sql`
    delete from review_networks n
     where n.store_env_id = ${tx.storeEnvId} and (n.digest, n.review_id) in (
       select o.digest, o.review_id from review_networks o
        where o.store_env_id = ${tx.storeEnvId} and o.at < ${before} order by o.at limit ${limit})`)

export const findOldestNetwork = async (tx: StoreReads): Promise<string | undefined> =>
  (
    await tx.first<{ at: string }>(sql`
      select n.at from review_networks n where n.store_env_id = ${tx.storeEnvId} order by n.at limit 1`)
  )?.at

export type NetworkReview = { id: string; email: string; at: string }

/** Maximum number of reviews that are compared. A shared network, such as a university's, may have many more. */
const mostOfNetwork = 500

/** Reviews of the same network, less than a week before or after. */
export const listOfNetwork = (tx: StoreTx, reviewId: string, { from, to }: { from: Date; to: Date }) =>
  tx.all<NetworkReview>(sql`
    select distinct r.id, r.author_email as email, n.at
      from review_networks own
      join review_networks n on n.store_env_id = ${tx.storeEnvId} and n.digest = own.digest
      join reviews r on r.store_env_id = ${tx.storeEnvId} and r.id = n.review_id
     where own.store_env_id = ${tx.storeEnvId} and own.review_id = ${reviewId}
       and n.at > ${from} and n.at < ${to} and r.author_email is not null
     order by n.at, r.id limit ${sql.lit(mostOfNetwork)}`)

export type Scan = { atId: string; completedAt: string | null }

export const findScan = (tx: StoreReads) =>
  tx.first<Scan>(sql`
    select s.at_id as "atId", s.completed_at as "completedAt" from review_text_scans s where s.store_env_id = ${tx.storeEnvId}`)

export const upsertScan = (tx: StoreTx, atId: string, isCompleted: boolean) =>
  tx.run(sql`
    insert into review_text_scans (store_env_id, at_id, completed_at)
    values (${tx.storeEnvId}, ${atId}, ${isCompleted ? tx.now : null})
    on conflict (store_env_id) do update set at_id = excluded.at_id, completed_at = excluded.completed_at`)

export const deleteScan = (tx: StoreTx): void =>
  tx.sendAlong(sql`delete from review_text_scans where store_env_id = ${tx.storeEnvId}`)

/** Reads reviews in the order of their ids, which is the order of their creation. */
export const listToHash = (tx: StoreReads, after: string, limit: number) =>
  tx.all<{ id: string; body: string }>(sql`
    select r.id, r.body from reviews r
     where r.store_env_id = ${tx.storeEnvId} and r.id > ${after} and r.anonymized_at is null order by r.id limit ${limit}`)
