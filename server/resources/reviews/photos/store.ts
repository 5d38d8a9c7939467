import type { StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import type { Variant } from '#platform/files/images/keys.ts'
import { type Sharing, sharingGrants } from '../changes/copy-fragments.ts'
import type { ReviewState, WrittenReview } from '../changes/events.ts'
import { type StateRow, stateColumns, toState, toWritten } from '../changes/store.ts'

export type NewPhoto = {
  id: string
  position: number
  storageKey: string
  width: number
  height: number
  variants: Variant[] | null
}

export const enterStore = (storeEnvId: string) => sql`select app.set_tenant(${storeEnvId})`

/** Locks the review, so that photos and their count change together. */
export async function lockReview(tx: StoreTx, reviewId: string): Promise<ReviewState | undefined> {
  const row = await tx.first<StateRow>(sql`
    select ${stateColumns(tx)} from reviews r where r.store_env_id = ${tx.storeEnvId} and r.id = ${reviewId} for update`)
  return row && toState(row)
}

export const insert = (tx: StoreTx, reviewId: string, photos: NewPhoto[]) =>
  tx.run(sql`
    insert into review_photos (store_env_id, id, review_id, position, state, storage_key, width, height, variants, created_at)
    select ${tx.storeEnvId}::uuid, f.id, ${reviewId}::uuid, f.position, 'ready', f."storageKey", f.width, f.height, f.variants, ${tx.now}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(photos)}::jsonb)
           as f(id uuid, position integer, "storageKey" text, width integer, height integer, variants text[])
    returning 1`)

export const nextPosition = async (tx: StoreTx, reviewId: string): Promise<number> => {
  const row = await tx.first<{ next: number }>(sql`
    select coalesce(max(f.position) + 1, 0) as next
      from review_photos f
     where f.store_env_id = ${tx.storeEnvId} and f.review_id = ${reviewId}`)
  return row?.next ?? 0
}

export async function updateCount(tx: StoreTx, reviewId: string): Promise<WrittenReview[]> {
  const rows = await tx.all<StateRow>(sql`
    update reviews r
       set updated_at = ${tx.now},
           photo_count = (select count(*) from review_photos f
                           where f.store_env_id = ${tx.storeEnvId} and f.review_id = ${reviewId} and f.state = 'ready')
     where r.store_env_id = ${tx.storeEnvId} and r.id = ${reviewId}
    returning ${stateColumns(tx)}`)
  return rows.map(toWritten)
}

export const deletePhoto = (tx: StoreTx, reviewId: string, photoId: string) =>
  tx.first<{ storage_key: string | null }>(sql`
    delete from review_photos f
     where f.store_env_id = ${tx.storeEnvId} and f.review_id = ${reviewId} and f.id = ${photoId}
    returning f.storage_key`)

export const listStorageKeys = async (tx: StoreTx, reviewIds: string[]): Promise<string[]> => {
  const rows = await tx.all<{ storage_key: string }>(sql`
    select f.storage_key
      from review_photos f
     where f.store_env_id = ${tx.storeEnvId} and f.review_id = any(${reviewIds}::uuid[]) and f.storage_key is not null
     order by f.id`)
  return rows.map((row) => row.storage_key)
}

export type ReadyRow = { id: string; storage_key: string; variants: Variant[] | null }

export const listReady = (tx: StoreTx, ids: readonly string[]) =>
  tx.all<ReadyRow>(sql`
    select f.id, f.storage_key, f.variants
      from review_photos f
     where f.store_env_id = ${tx.storeEnvId} and f.id = any(${ids}::uuid[]) and f.state = 'ready' and f.storage_key is not null
     order by f.id`)

export const updateVariants = async (
  tx: StoreTx,
  id: string,
  storageKey: string,
  made: readonly Variant[],
): Promise<boolean> =>
  (await tx.run(sql`
    update review_photos f
       set variants = array(select unnest(f.variants) union select unnest(${made}::text[]))
     where f.store_env_id = ${tx.storeEnvId} and f.id = ${id} and f.storage_key = ${storageKey}`)) > 0

export const listWithoutVariants = async (tx: StoreTx, limit: number): Promise<string[]> =>
  (
    await tx.all<{ id: string }>(sql`
      select f.id from review_photos f
       where f.store_env_id = ${tx.storeEnvId} and f.state = 'ready' and f.variants is null
       order by f.id limit ${limit}`)
  ).map((row) => row.id)

/** True for photos of approved reviews, and for a gallery's own photos that the published gallery shows. */
export const isPublished = async (tx: StoreTx, photoId: string, stem: string): Promise<boolean> =>
  (await tx.first(sql`
    select f.id
      from review_photos f
      join reviews r on r.store_env_id = ${tx.storeEnvId} and r.id = f.review_id
     where f.store_env_id = ${tx.storeEnvId} and f.id = ${photoId} and f.state = 'ready'
       and starts_with(f.storage_key, ${`${stem}.`}) and r.status = 'approved'
    union all
    select p.id
      from gallery_photos p
      join gallery_items i on i.store_env_id = ${tx.storeEnvId} and i.upload_id = p.id and i.permission = 'granted'
      join galleries g on g.store_env_id = ${tx.storeEnvId} and g.id = i.gallery_id and g.status = 'published'
     where p.store_env_id = ${tx.storeEnvId} and p.id = ${photoId} and starts_with(p.storage_key, ${`${stem}.`})
     limit 1`)) !== undefined

/**
 * True for photos of approved copies. With a signed URL, true for photos of any copy. In both cases the copy must
 * count at present.
 */
export const isSeenCopy = async (
  tx: StoreTx,
  sharing: Sharing,
  { photoId, stem, isSigned }: { photoId: string; stem: string; isSigned: boolean },
): Promise<boolean> =>
  (await tx.first(sql`
    select f.id from shared_review_photos f
      join shared_reviews c on c.store_env_id = ${tx.storeEnvId} and c.id = f.review_id
     where f.store_env_id = ${tx.storeEnvId} and f.id = ${photoId} and starts_with(f.storage_key, ${`${stem}.`})
       and (${isSigned} or c.status = 'approved') and c.grant_id = ${sharingGrants(tx, sharing)}`)) !== undefined

/** True while a review, a gallery or an upload has the photo. Files are deleted some time after their rows. */
export const isKept = async (tx: StoreTx, photoId: string, stem: string): Promise<boolean> =>
  (await tx.first(sql`
    select f.id from review_photos f
     where f.store_env_id = ${tx.storeEnvId} and f.id = ${photoId} and starts_with(f.storage_key, ${`${stem}.`})
    union all
    select u.id from uploads u
     where u.store_env_id = ${tx.storeEnvId} and u.id = ${photoId} and starts_with(u.storage_key, ${`${stem}.`})
    union all
    select p.id from gallery_photos p
     where p.store_env_id = ${tx.storeEnvId} and p.id = ${photoId} and starts_with(p.storage_key, ${`${stem}.`})`)) !==
  undefined

export const listKnownKeys = async (tx: StoreTx, ids: readonly string[]): Promise<string[]> =>
  (
    await tx.all<{ storage_key: string }>(sql`
      select f.storage_key from review_photos f
       where f.store_env_id = ${tx.storeEnvId} and f.id = any(${ids}::uuid[]) and f.storage_key is not null
      union all
      select p.storage_key from gallery_photos p
       where p.store_env_id = ${tx.storeEnvId} and p.id = any(${ids}::uuid[]) and p.storage_key is not null`)
  ).map((row) => row.storage_key)
