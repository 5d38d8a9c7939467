import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { isAmong, sql } from '#platform/db/query.ts'
import { type Sharing, sharingGrants } from '../changes/copy-fragments.ts'
import type { Incentive, ModerationReason, Status } from '../schema.ts'
import { policyInForce } from '../store.ts'
import type { NewCopy, Original, OriginPhoto, StoredCopy } from './copy-rules.ts'
import type { State } from './rules.ts'

type LockedRow = {
  id: string
  productTitle: string | null
  rating: number
  title: string | null
  body: string
  authorName: string
  verified: boolean
  status: Status
  moderationReason: ModerationReason | null
  moderationPolicy: number | null
  moderatedAt: string | null
  moderatedBy: string | null
  replyBody: string | null
  replyAuthorName: string | null
  repliedAt: string | null
  approvedAt: string | null
  policyVersion: number
}

export type LockedCopy = State & { id: string; productTitle: string | null; source: 'shared'; policyVersion: number }

/** Locks copies until the transaction ends, in id order. Skips copies that do not count at present. */
export async function lock(tx: StoreTx, sharing: Sharing, ids: readonly string[]): Promise<LockedCopy[]> {
  const rows = await tx.all<LockedRow>(sql`
    select c.id, c.rating, c.title, c.body, c.author_name as "authorName", c.verified, c.status,
           c.moderation_reason as "moderationReason", c.moderation_policy as "moderationPolicy", c.moderated_at as "moderatedAt",
           c.moderated_by as "moderatedBy", c.reply_body as "replyBody", c.reply_author_name as "replyAuthorName",
           c.replied_at as "repliedAt", c.approved_at as "approvedAt", ${policyInForce(tx)} as "policyVersion",
           (select p.title from products p where p.store_env_id = ${tx.storeEnvId} and p.id = c.product_id) as "productTitle"
      from shared_reviews c
     where c.store_env_id = ${tx.storeEnvId} and ${isAmong('c.id', ids, 'uuid')} and c.grant_id = ${sharingGrants(tx, sharing)}
     order by c.id
       for update`)
  return rows.map(toLocked)
}

function toLocked(row: LockedRow): LockedCopy {
  const { moderationReason: reason, moderationPolicy: policyVersion, moderatedAt: at, moderatedBy: by, ...facts } = row
  const { replyBody: body, replyAuthorName: authorName, repliedAt, ...rest } = facts
  return {
    ...rest,
    source: 'shared',
    moderation: reason === null || policyVersion === null || at === null ? null : { reason, policyVersion, at, by },
    reply: body === null || repliedAt === null ? null : { body, authorName: authorName ?? '', repliedAt },
    // A copy has no correction, because authors correct the original.
    ...{ correction: null, correctionRefused: null, correctedAt: null },
  }
}

/** Writes decisions and replies in the round trip of the next statement. The content of a copy is never edited. */
export function updateDecided(tx: StoreTx, decided: readonly { id: string; after: State }[]): void {
  const columns = decided.map(({ id, after: { status, moderation, approvedAt, reply } }) => ({
    ...{ id, status, approved_at: approvedAt },
    ...{ moderation_reason: moderation?.reason ?? null, moderation_policy: moderation?.policyVersion ?? null },
    ...{ moderated_at: moderation?.at ?? null, moderated_by: moderation?.by ?? null },
    ...{ reply_body: reply?.body.toWellFormed() ?? null, reply_author_name: reply?.authorName ?? null },
    replied_at: reply?.repliedAt ?? null,
  }))
  tx.sendAlong(sql`
    update shared_reviews c
       set status = d.status, moderation_reason = d.moderation_reason, moderation_policy = d.moderation_policy,
           moderated_at = d.moderated_at, moderated_by = d.moderated_by, approved_at = d.approved_at, reply_body = d.reply_body,
           reply_author_name = d.reply_author_name, replied_at = d.replied_at, updated_at = ${tx.now}
      from jsonb_to_recordset(${JSON.stringify(columns)}::jsonb)
           as d(id uuid, status text, moderation_reason text, moderation_policy integer, moderated_at timestamptz,
                moderated_by text, approved_at timestamptz, reply_body text, reply_author_name text, replied_at timestamptz)
     where c.store_env_id = ${tx.storeEnvId} and c.id = d.id and ${isAmong(
       'c.id',
       decided.map(({ id }) => id),
       'uuid',
     )}`)
}

const copiesOf = (tx: StoreTx) => `copies of ${tx.storeEnvId}`

/**
 * Blocks erasures and deletions until the transaction ends, so that an insert sees every earlier erasure and deletion.
 */
export const lockInserting = (tx: StoreTx): void => {
  tx.sendAlong(sql`select pg_advisory_xact_lock_shared(hashtextextended(${copiesOf(tx)}::text, 0))`)
}

/** Waits for running inserts of copies. Later inserts see the deletions of this transaction. */
export const lockDeleting = (tx: StoreTx): void => {
  tx.sendAlong(sql`select pg_advisory_xact_lock(hashtextextended(${copiesOf(tx)}::text, 0))`)
}

/**
 * Inserts new copies. Skips those that this store deleted, and those of people whose data it erased. Returns the ids
 * of their originals.
 */
export async function insert(tx: StoreTx, grantId: string, copies: readonly NewCopy[]): Promise<ReadonlySet<string>> {
  const columns = copies.map((copy) => ({
    ...{ id: copy.copyId, origin_id: copy.id, origin_product_id: copy.productId, product_id: copy.ownProductId },
    ...{ rating: copy.rating, title: copy.title, body: copy.body, author_name: copy.authorName },
    ...{ author_digest: copy.authorDigest?.toString('hex') ?? null, verified: copy.verified, status: copy.status },
    ...{ incentive: copy.incentive, locale: copy.locale, origin_photos: copy.photos, submitted_at: copy.submittedAt },
  }))
  const rows = await tx.all<{ originId: string }>(sql`
    insert into shared_reviews as c (store_env_id, id, grant_id, origin_id, origin_product_id, product_id, rating, title, body, author_name,
           author_digest, verified, status, incentive, locale, origin_photos, awaits_photos, submitted_at, approved_at, created_at, updated_at)
    select ${tx.storeEnvId}::uuid, n.id, ${grantId}::uuid, n.origin_id, n.origin_product_id, n.product_id, n.rating, n.title, n.body,
           n.author_name, decode(n.author_digest, 'hex'), n.verified, n.status, n.incentive, n.locale, n.origin_photos,
           n.origin_photos is not null, n.submitted_at, case when n.status = 'approved' then ${tx.now}::timestamptz end, ${tx.now}::timestamptz,
           ${tx.now}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(columns)}::jsonb)
           as n(id uuid, origin_id uuid, origin_product_id uuid, product_id uuid, rating smallint, title text, body text, author_name text,
                author_digest text, verified boolean, status text, incentive text, locale text, origin_photos jsonb,
                submitted_at timestamptz)
     where not exists (select from deleted_shared_reviews d
                        where d.store_env_id = ${tx.storeEnvId} and d.grant_id = ${grantId} and d.origin_id = n.origin_id)
       and not exists (select from shared_review_erasures e
                        where e.store_env_id = ${tx.storeEnvId} and e.author_digest = decode(n.author_digest, 'hex'))
    on conflict (store_env_id, grant_id, origin_id) do nothing
    returning c.origin_id as "originId"`)
  return new Set(rows.map(({ originId }) => originId))
}

const stored = sql.raw(`
  c.id, c.grant_id as "grantId", c.origin_id as "originId", c.origin_product_id as "originProductId", c.rating, c.title, c.body,
  c.author_name as "authorName", c.verified, c.incentive, c.locale, c.status, c.moderation_reason as reason,
  c.moderation_policy as policy, c.origin_photos as photos`)

type StoredRow = Omit<StoredCopy, 'photos' | 'incentive'> & {
  photos: OriginPhoto[] | null
  incentive: Incentive | null
}

/** Locks the copies of these originals. */
export const lockByOrigin = (tx: StoreTx, grantId: string, originIds: readonly string[]): Promise<StoredCopy[]> =>
  tx.all<StoredRow>(sql`
    select ${stored} from shared_reviews c
     where c.store_env_id = ${tx.storeEnvId} and c.grant_id = ${grantId} and c.origin_id = any(${originIds}::uuid[])
     order by c.id for update`)

/** Locks the next copies of the grant, or of one of its original products, oldest first. */
export const lockOldest = (
  tx: StoreTx,
  grantId: string,
  { originProductId, limit }: { originProductId?: string | undefined; limit: number },
): Promise<StoredCopy[]> =>
  tx.all<StoredRow>(sql`
    select ${stored} from shared_reviews c
     where c.store_env_id = ${tx.storeEnvId} and c.grant_id = ${grantId}
       ${originProductId === undefined ? sql`` : sql`and c.origin_product_id = ${originProductId}`}
     order by c.submitted_at, c.origin_id limit ${limit} for update`)

export const lockByAuthor = (tx: StoreTx, authorDigest: Buffer, limit: number): Promise<StoredCopy[]> =>
  tx.all<StoredRow>(sql`
    select ${stored} from shared_reviews c
     where c.store_env_id = ${tx.storeEnvId} and c.author_digest = ${authorDigest}
     order by c.id limit ${limit} for update`)

export const lockById = (tx: StoreTx, sharing: Sharing, ids: readonly string[]) =>
  tx.all<StoredRow & { submittedAt: string }>(sql`
    select ${stored}, c.submitted_at as "submittedAt" from shared_reviews c
     where c.store_env_id = ${tx.storeEnvId} and ${isAmong('c.id', ids, 'uuid')} and c.grant_id = ${sharingGrants(tx, sharing)}
     order by c.id for update`)

/** Replaces the content of copies whose originals changed. */
export async function updateContent(
  tx: StoreTx,
  changed: readonly { id: string; ownProductId: string; after: Original; hasNewPhotos: boolean }[],
): Promise<void> {
  const columns = changed.map(({ id, ownProductId, after, hasNewPhotos }) => ({
    ...{ id, origin_product_id: after.productId, product_id: ownProductId, rating: after.rating, title: after.title },
    ...{ body: after.body, author_name: after.authorName, author_digest: after.authorDigest?.toString('hex') ?? null },
    ...{ verified: after.verified, incentive: after.incentive, locale: after.locale, origin_photos: after.photos },
    has_new_photos: hasNewPhotos,
  }))
  await tx.run(sql`
    update shared_reviews c
       set origin_product_id = n.origin_product_id, product_id = n.product_id, rating = n.rating, title = n.title, body = n.body,
           author_name = n.author_name, author_digest = decode(n.author_digest, 'hex'), verified = n.verified, incentive = n.incentive,
           locale = n.locale, origin_photos = n.origin_photos,
           awaits_photos = (c.awaits_photos or n.has_new_photos) and n.origin_photos is not null,
           photo_count = case when n.has_new_photos then 0 else c.photo_count end, updated_at = ${tx.now}
      from jsonb_to_recordset(${JSON.stringify(columns)}::jsonb)
           as n(id uuid, origin_product_id uuid, product_id uuid, rating smallint, title text, body text, author_name text,
                author_digest text, verified boolean, incentive text, locale text, origin_photos jsonb, has_new_photos boolean)
     where c.store_env_id = ${tx.storeEnvId} and c.id = n.id`)
}

export const updateProduct = (tx: StoreTx, grantId: string, originProductId: string, productId: string) =>
  tx.run(sql`
    update shared_reviews c set product_id = ${productId}, updated_at = ${tx.now}
     where c.store_env_id = ${tx.storeEnvId} and c.grant_id = ${grantId} and c.origin_product_id = ${originProductId}
       and c.product_id <> ${productId}`)

export const deleteCopies = (tx: StoreTx, ids: readonly string[]) =>
  tx.run(sql`delete from shared_reviews where store_env_id = ${tx.storeEnvId} and id = any(${ids}::uuid[])`)

export type DeletedCopy = Pick<StoredCopy, 'grantId' | 'originId' | 'rating' | 'reason'> & { submittedAt: string }

export const insertDeleted = (tx: StoreTx, rows: readonly DeletedCopy[]) =>
  tx.run(sql`
    insert into deleted_shared_reviews (store_env_id, grant_id, origin_id, rating, submitted_at, moderation_reason)
    select ${tx.storeEnvId}::uuid, d.grant_id, d.origin_id, d.rating, d.submitted_at, d.reason
      from unnest(${rows.map(({ grantId }) => grantId)}::uuid[], ${rows.map(({ originId }) => originId)}::uuid[],
                  ${rows.map(({ rating }) => rating)}::smallint[], ${rows.map(({ submittedAt }) => submittedAt)}::timestamptz[],
                  ${rows.map(({ reason }) => reason ?? 'unspecified')}::text[]) as d(grant_id, origin_id, rating, submitted_at, reason)
    on conflict do nothing`)

export const deleteDeleted = (tx: StoreTx, grantId: string) =>
  tx.run(sql`delete from deleted_shared_reviews where store_env_id = ${tx.storeEnvId} and grant_id = ${grantId}`)

/** A store that never received a grant needs no row. */
export const insertErasure = (tx: StoreTx, authorDigest: Buffer) =>
  tx.run(sql`
    insert into shared_review_erasures (store_env_id, author_digest, erased_at)
    select ${tx.storeEnvId}::uuid, ${authorDigest}::bytea, ${tx.now}::timestamptz
     where exists (select from shared_review_runs r where r.store_env_id = ${tx.storeEnvId})
    on conflict do nothing
    returning 1`)

export const listPhotoKeys = async (tx: StoreReads, reviewIds: readonly string[]): Promise<string[]> =>
  (
    await tx.all<{ storage_key: string }>(sql`
      select f.storage_key from shared_review_photos f
       where f.store_env_id = ${tx.storeEnvId} and f.review_id = any(${reviewIds}::uuid[]) order by f.id`)
  ).map(({ storage_key: key }) => key)

export const deletePhotos = (tx: StoreTx, reviewIds: readonly string[]) =>
  tx.run(sql`
    delete from shared_review_photos where store_env_id = ${tx.storeEnvId} and review_id = any(${reviewIds}::uuid[])`)

export const listAwaiting = (tx: StoreReads, grantId: string, limit: number) =>
  tx.all<{ id: string; photos: OriginPhoto[] | null }>(sql`
    select c.id, c.origin_photos as photos from shared_reviews c
     where c.store_env_id = ${tx.storeEnvId} and c.grant_id = ${grantId} and c.awaits_photos
     order by c.id limit ${limit}`)

export type CopiedPhoto = OriginPhoto & { id: string; position: number }

/** Returns false if the copy is gone or its photos changed after they were read. */
export async function insertPhotos(
  tx: StoreTx,
  reviewId: string,
  origin: readonly OriginPhoto[],
  photos: readonly CopiedPhoto[],
): Promise<boolean> {
  const updated = await tx.run(sql`
    update shared_reviews c set awaits_photos = false, photo_count = ${photos.length}, updated_at = ${tx.now}
     where c.store_env_id = ${tx.storeEnvId} and c.id = ${reviewId} and c.awaits_photos
       and c.origin_photos = ${JSON.stringify(origin)}::jsonb`)
  if (updated === 0) return false
  await tx.run(sql`
    insert into shared_review_photos (store_env_id, id, review_id, position, storage_key, width, height, variants)
    select ${tx.storeEnvId}::uuid, f.id, ${reviewId}::uuid, f.position, f.key, f.width, f.height, f.variants
      from jsonb_to_recordset(${JSON.stringify(photos)}::jsonb)
           as f(id uuid, position integer, key text, width integer, height integer, variants text[])
    returning 1`)
  return true
}

export const listKnownPhotoKeys = async (tx: StoreReads, ids: readonly string[]): Promise<string[]> =>
  (
    await tx.all<{ storage_key: string }>(sql`
      select f.storage_key from shared_review_photos f
       where f.store_env_id = ${tx.storeEnvId} and f.id = any(${ids}::uuid[])`)
  ).map(({ storage_key: key }) => key)
