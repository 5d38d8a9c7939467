import type { StoreReads, StoreScope, StoreTx } from '#platform/db/db.ts'
import { type Query, sql } from '#platform/db/query.ts'
import { spokenLanguage } from '#resources/reviews/language-fragments.ts'
import type { Correction, Incentive, ModerationReason, RefusedCorrection, Status } from '#resources/reviews/schema.ts'

export type Receipt = StoreScope & { reviewId: string; createdAt: string; storeName: string; origins: string[] }

/** Runs before the tenant is known, because its result includes the tenant. */
export const byDigest = (digest: Buffer): Query<Receipt> => sql`
    select store_env_id as "storeEnvId", organization_id as "organizationId", review_id as "reviewId",
           created_at as "createdAt", store_name as "storeName", origins
      from app.find_review_receipt(${digest})`

/** Returns no row for a store with the default settings. */
export const selectIsOn = (tx: StoreTx) => sql<{ receipts: boolean }>`
    select s.receipts from review_settings s where s.store_env_id = ${tx.storeEnvId}`

/** Returns false if the review has a receipt already. */
export const insert = async (tx: StoreTx, row: { digest: Buffer; reviewId: string }): Promise<boolean> =>
  (await tx.run(sql`
    insert into review_receipts (digest, store_env_id, review_id, created_at)
    values (${row.digest}, ${tx.storeEnvId}, ${row.reviewId}, ${tx.now})
    on conflict on constraint review_receipts_once do nothing`)) > 0

export const remove = (tx: StoreTx, reviewIds: readonly string[]) =>
  tx.run(sql`
    delete from review_receipts c where c.store_env_id = ${tx.storeEnvId} and c.review_id = any(${reviewIds}::uuid[])`)

/** Returns false if the receipt is gone, or has no correction left. */
export const updateCorrections = async (tx: StoreTx, reviewId: string, most: number): Promise<boolean> =>
  (await tx.run(sql`
    update review_receipts c set corrections = c.corrections + 1
     where c.store_env_id = ${tx.storeEnvId} and c.review_id = ${reviewId} and c.corrections < ${most}`)) > 0

export type Addressee = {
  email: string
  name: string
  locale: string | null
  storeName: string
  storeUrl: string | null
  product: { title: string | null; imageUrl: string | null }
}

/**
 * Undefined for a review that gets no receipt: receipts are off, or the review is deleted, erased, unproven, spam or
 * not from a form.
 */
export const findAddressee = (tx: StoreTx, reviewId: string) =>
  tx.first<Addressee>(sql`
    select r.author_email as email, r.author_name as name, ${spokenLanguage(tx)} as locale, s.name as "storeName", s.origins[1] as "storeUrl",
           json_build_object('title', case when r.product_id is null then s.name else p.title end, 'imageUrl', p.image_url) as product
      from reviews r
      left join products p on p.store_env_id = ${tx.storeEnvId} and p.id = r.product_id
      join stores s on s.id = ${tx.storeEnvId} and s.organization_id = ${tx.organizationId}
      left join review_settings c on c.store_env_id = ${tx.storeEnvId}
     where r.store_env_id = ${tx.storeEnvId} and r.id = ${reviewId} and r.author_email is not null and r.address_proven
       and r.status <> 'spam' and r.source in ('email_form', 'widget_form') and coalesce(c.receipts, true)`)

export type OwnReview = {
  rating: number
  title: string | null
  body: string
  authorName: string
  status: Status
  reason: ModerationReason | null
  incentive: Incentive | null
  verified: boolean
  correction: Correction | null
  correctionRefused: RefusedCorrection | null
  reply: string | null
  locale: string | null
  isOfShop: boolean
  productTitle: string | null
  timezone: string
  corrections: number
}

export const findReview = (tx: StoreReads, reviewId: string) =>
  tx.first<OwnReview>(sql`
    select r.rating, r.title, r.body, r.author_name as "authorName", r.status, r.moderation_reason as reason, r.incentive,
           r.verified, r.correction, r.correction_refused as "correctionRefused", r.reply_body as reply, ${spokenLanguage(tx)} as locale,
           r.product_id is null as "isOfShop", p.title as "productTitle", s.timezone, c.corrections
      from review_receipts c
      join reviews r on r.store_env_id = ${tx.storeEnvId} and r.id = c.review_id
      left join products p on p.store_env_id = ${tx.storeEnvId} and p.id = r.product_id
      join stores s on s.id = ${tx.storeEnvId} and s.organization_id = ${tx.organizationId}
     where c.store_env_id = ${tx.storeEnvId} and c.review_id = ${reviewId} and r.status <> 'spam'`)

/** The owner of a receipt knows the text of the review, so the salt reveals nothing more. */
export const selectSalt = (tx: StoreReads, reviewId: string) => sql<{ salt: Buffer }>`
    select s.salt from evidence_salts s where s.store_env_id = ${tx.storeEnvId} and s.review_id = ${reviewId}`
