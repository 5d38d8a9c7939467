import type { StoreTx } from '#platform/db/db.ts'
import { type NotNull, sql } from '#platform/db/query.ts'
import type { AnswerValues } from '../attributes/rules.ts'
import type { ReviewState, WrittenReview } from '../changes/events.ts'
import { type StateRow, stateColumns, toState, toWritten } from '../changes/store.ts'
import type { FetchedPhoto, ImportedReview, Present, WaitingPhoto } from './import-rules.ts'

export type Candidate = ImportedReview & {
  id: string
  fingerprint: Buffer
  answers: AnswerValues | null
  detectedLanguage: string | null
}

/**
 * Locks reviews in the given order. A stored review keeps its status and reply, and its address if the imported row has
 * none. Erased authors remain erased.
 */
export async function upsert(
  tx: StoreTx,
  { importId, importedFrom }: { importId: string; importedFrom: string },
  rows: readonly Candidate[],
): Promise<{ key: string; state: WrittenReview }[]> {
  const column = <T>(read: (row: Candidate) => T): T[] => rows.map(read)
  const written = await tx.all<{ id: string }>(sql`
    insert into reviews as r (store_env_id, id, product_id, order_id, rating, title, body, author_name, author_email, status,
                         source, imported_from, import_key, import_fingerprint, import_id, claimed_verified, incentive,
                         reply_body, replied_at, locale, country, submitted_at, approved_at, created_at, updated_at,
                         attribute_values, detected_language)
    select ${tx.storeEnvId}, r.id, r.product_id, r.order_id, r.rating, r.title, r.body, r.author_name, r.author_email,
           r.status, 'import', r.imported_from, r.import_key, r.import_fingerprint, ${importId}, r.claimed_verified,
           r.incentive, r.reply_body, r.replied_at, r.locale, r.country, r.submitted_at,
           case when r.status = 'approved' then ${tx.now}::timestamptz end, ${tx.now}, ${tx.now}, r.attribute_values::jsonb,
           r.detected_language
      from unnest(${column((row) => row.id)}::uuid[],
                  ${column((row) => row.productId)}::uuid[],
                  ${column((row) => row.orderId)}::uuid[],
                  ${column((row) => row.rating)}::smallint[],
                  ${column((row) => row.title)}::text[],
                  ${column((row) => row.body)}::text[],
                  ${column((row) => row.authorName)}::text[],
                  ${column((row) => row.authorEmail)}::text[],
                  ${column((row) => row.status)}::text[],
                  ${column((row) => Buffer.from(row.key, 'hex'))}::bytea[],
                  ${column((row) => row.fingerprint)}::bytea[],
                  ${column((row) => row.claimedVerified)}::boolean[],
                  ${column((row) => row.incentive)}::text[],
                  ${column((row) => row.replyBody)}::text[],
                  ${column((row) => row.repliedAt)}::timestamptz[],
                  ${column((row) => row.locale)}::text[],
                  ${column((row) => row.country)}::text[],
                  ${column((row) => row.submittedAt)}::timestamptz[],
                  ${column((row) => row.importedFrom ?? importedFrom)}::text[],
                  ${column((row) => row.answers && JSON.stringify(row.answers))}::text[],
                  ${column((row) => row.detectedLanguage)}::text[])
        as r(id, product_id, order_id, rating, title, body, author_name, author_email, status, import_key,
             import_fingerprint, claimed_verified, incentive, reply_body, replied_at, locale, country, submitted_at,
             imported_from, attribute_values, detected_language)
    on conflict (store_env_id, import_key) where import_key is not null do update set
      product_id = excluded.product_id, order_id = coalesce(excluded.order_id, r.order_id), rating = excluded.rating,
      title = excluded.title, body = excluded.body, author_name = excluded.author_name,
      author_email = coalesce(excluded.author_email, r.author_email), import_fingerprint = excluded.import_fingerprint,
      claimed_verified = excluded.claimed_verified, incentive = excluded.incentive,
      reply_body = coalesce(r.reply_body, excluded.reply_body),
      replied_at = case when r.reply_body is null then excluded.replied_at else r.replied_at end,
      locale = excluded.locale, detected_language = excluded.detected_language, country = excluded.country, submitted_at = excluded.submitted_at,
      updated_at = excluded.updated_at, attribute_values = coalesce(excluded.attribute_values, r.attribute_values)
      where r.import_fingerprint is distinct from excluded.import_fingerprint and r.anonymized_at is null
    returning r.id`)
  if (written.length === 0) return []
  const ids = written.map(({ id }) => id)
  // Reads the states afterwards, because Citus refuses their columns in RETURNING of an INSERT with a SELECT.
  const states = await tx.all<StateRow & { key: NotNull<string> }>(sql`
    select ${stateColumns(tx)}, encode(r.import_key, 'hex') as key from reviews r
     where r.store_env_id = ${tx.storeEnvId} and r.id = any(${ids}::uuid[])
     order by array_position(${ids}::uuid[], r.id)`)
  return states.map(({ key, ...row }) => ({ key, state: toWritten(row) }))
}

export type StoredReview = { id: string; key: string; fingerprint: Buffer | null; is_anonymized: boolean }

export const listStored = (tx: StoreTx, keys: readonly string[]): Promise<StoredReview[]> =>
  tx.all<StoredReview>(sql`
    select r.id, encode(r.import_key, 'hex') as key, r.import_fingerprint as fingerprint,
           r.anonymized_at is not null as is_anonymized
      from reviews r
     where r.store_env_id = ${tx.storeEnvId} and r.import_key = any(${keys.map((key) => Buffer.from(key, 'hex'))}::bytea[])`)

/** Locks rows until the transaction ends, in key order, so that two imports cannot deadlock. */
export async function lockExisting(tx: StoreTx, ids: readonly string[]): Promise<ReviewState[]> {
  const rows = await tx.all<StateRow>(sql`
    select ${stateColumns(tx)}
      from reviews r
     where r.store_env_id = ${tx.storeEnvId} and r.id = any(${ids}::uuid[])
     order by r.import_key
       for update`)
  return rows.map(toState)
}

export const listPresent = (tx: StoreTx, ids: readonly string[]): Promise<Present[]> =>
  tx.all<Present>(sql`
    select r.id, encode(r.import_key, 'hex') as key, r.source, r.product_id as "productId", r.rating, r.title, r.body,
           r.author_name as "authorName", r.author_email as "authorEmail", r.verified, r.claimed_verified as "claimedVerified",
           r.incentive, r.reply_body as "replyBody", r.replied_at as "repliedAt", r.locale, r.country,
           r.submitted_at as "submittedAt", r.anonymized_at is not null as "isAnonymized"
      from reviews r
     where r.store_env_id = ${tx.storeEnvId} and r.id = any(${ids}::uuid[])`)

export type NewPhoto = { id: string; reviewId: string; position: number; sourceUrl: string }

export const insertWaitingPhotos = (tx: StoreTx, photos: readonly NewPhoto[]) =>
  tx.run(sql`
    insert into review_photos (store_env_id, id, review_id, position, state, source_url, created_at)
    select ${tx.storeEnvId}, p.id, p.review_id, p.position, 'waiting', p.source_url, ${tx.now}
      from unnest(${photos.map((photo) => photo.id)}::uuid[], ${photos.map((photo) => photo.reviewId)}::uuid[],
                  ${photos.map((photo) => photo.position)}::integer[], ${photos.map((photo) => photo.sourceUrl)}::text[])
        as p(id, review_id, position, source_url)
    returning 1`)

/** Reads photos after the given id, in id order. Ids rise with time, so photos of an import are close together. */
export const listWaitingPhotos = (tx: StoreTx, importId: string, after: string, limit: number) =>
  tx.all<WaitingPhoto>(sql`
    select p.id, p.review_id as "reviewId", p.source_url as "sourceUrl"
      from review_photos p
      join reviews r on r.store_env_id = ${tx.storeEnvId} and r.id = p.review_id
     where p.store_env_id = ${tx.storeEnvId} and p.id > ${after} and p.state = 'waiting' and p.source_url is not null
       and r.import_id = ${importId}
     order by p.id limit ${limit}`)

/** Locks the reviews while photos become ready, because two concurrent transactions would miss each other's photos. */
export async function lockReviewsOfPhotos(tx: StoreTx, photoIds: readonly string[]): Promise<ReviewState[]> {
  const rows = await tx.all<StateRow>(sql`
    select ${stateColumns(tx)}
      from reviews r
     where r.store_env_id = ${tx.storeEnvId}
       and r.id in (select p.review_id from review_photos p
                     where p.store_env_id = ${tx.storeEnvId} and p.id = any(${photoIds}::uuid[]))
     order by r.id
       for update`)
  return rows.map(toState)
}

/** Returns the photos that were still waiting. The others were deleted or settled by another run of the job. */
export async function updateFetchedPhotos(tx: StoreTx, photos: readonly FetchedPhoto[]): Promise<Set<string>> {
  const ready = photos.map((photo) => (photo.state === 'ready' ? photo : undefined))
  const rows = await tx.all<{ id: string }>(sql`
    update review_photos p
       set state = f.state, storage_key = f.storage_key, width = f.width, height = f.height,
           variants = string_to_array(f.variants, ' ')
      from unnest(${photos.map((photo) => photo.id)}::uuid[], ${photos.map((photo) => photo.state)}::text[],
                  ${ready.map((photo) => photo?.storageKey ?? null)}::text[],
                  ${ready.map((photo) => photo?.width ?? null)}::integer[],
                  ${ready.map((photo) => photo?.height ?? null)}::integer[],
                  ${ready.map((photo) => photo?.variants.join(' ') ?? null)}::text[])
        as f(id, state, storage_key, width, height, variants)
     where p.store_env_id = ${tx.storeEnvId} and p.id = f.id and p.state = 'waiting'
    returning p.id`)
  return new Set(rows.map((row) => row.id))
}

export async function updatePhotoCounts(tx: StoreTx, reviewIds: readonly string[]): Promise<WrittenReview[]> {
  const rows = await tx.all<StateRow>(sql`
    update reviews r
       set updated_at = ${tx.now},
           photo_count = (select count(*) from review_photos p
                           where p.store_env_id = ${tx.storeEnvId} and p.review_id = r.id and p.state = 'ready')
     where r.store_env_id = ${tx.storeEnvId} and r.id = any(${reviewIds}::uuid[])
    returning ${stateColumns(tx)}`)
  return rows.map(toWritten)
}
