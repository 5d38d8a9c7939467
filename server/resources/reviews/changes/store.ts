// The columns of a review's state. Statements that lock, write or delete reviews return them, so recording a change needs
// no further query.
import type { StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import type {
  Correction,
  Incentive,
  ModerationReason,
  RefusedCorrection,
  Relationship,
  Source,
  Status,
} from '../schema.ts'
import type { ReviewState, WrittenReview } from './events.ts'

export type StateRow = {
  id: string
  productId: string | null
  /** Null for a review of the shop. */
  product: [platformProductId: string, title: string | null] | null
  orderId: string | null
  rating: number
  title: string | null
  body: string
  authorName: string
  authorEmail: string | null
  verified: boolean
  addressProven: boolean
  status: Status
  moderationReason: ModerationReason | null
  moderationPolicy: number | null
  moderatedAt: string | null
  moderatedBy: string | null
  source: Source
  importedFrom: string | null
  incentive: Incentive | null
  relationship: Relationship | null
  photoCount: number
  correction: Correction | null
  correctionRefused: RefusedCorrection | null
  correctedAt: string | null
  replyBody: string | null
  replyAuthorName: string | null
  repliedAt: string | null
  locale: string | null
  submittedAt: string
  approvedAt: string | null
  createdAt: string
  updatedAt: string
}

/** Requires the alias `r` for the reviews table. */
export const stateColumns = (tx: Pick<StoreTx, 'storeEnvId'>) => sql`
  r.id, r.product_id as "productId", r.order_id as "orderId", r.rating, r.title, r.body, r.author_name as "authorName",
  r.author_email as "authorEmail", r.verified, r.address_proven as "addressProven", r.status, r.moderation_reason as "moderationReason",
  r.moderation_policy as "moderationPolicy", r.moderated_at as "moderatedAt", r.moderated_by as "moderatedBy", r.source,
  r.imported_from as "importedFrom", r.incentive, r.relationship, r.photo_count as "photoCount",
  r.correction, r.correction_refused as "correctionRefused", r.corrected_at as "correctedAt", r.reply_body as "replyBody",
  r.reply_author_name as "replyAuthorName", r.replied_at as "repliedAt", r.locale, r.submitted_at as "submittedAt",
  r.approved_at as "approvedAt", r.created_at as "createdAt", r.updated_at as "updatedAt",
  (select array[p.platform_product_id, p.title] from products p
    where p.store_env_id = ${tx.storeEnvId} and p.id = r.product_id) as product`

export function toState(row: StateRow): ReviewState {
  const { product, moderationReason, moderationPolicy, moderatedAt, moderatedBy, ...state } = row
  const { replyBody, replyAuthorName, repliedAt, ...rest } = state
  const [platformProductId, productTitle] = product ?? [null, null]
  return {
    ...rest,
    ...{ platformProductId, productTitle },
    moderation:
      moderationReason === null || moderationPolicy === null || moderatedAt === null
        ? null
        : { reason: moderationReason, policyVersion: moderationPolicy, at: moderatedAt, by: moderatedBy },
    reply:
      replyBody === null || repliedAt === null
        ? null
        : { body: replyBody, authorName: replyAuthorName ?? '', repliedAt },
  }
}

/** Use it only for rows that were returned by the statement that wrote or deleted them. */
export const toWritten = (row: StateRow): WrittenReview => toWrittenState(toState(row))

/** Use it only for states of locked or inserted rows that this transaction writes before its next event. */
export const toWrittenState = (state: ReviewState): WrittenReview => state as WrittenReview
