// `reviewsChanged` contains each review's states before and after a write, and the cause. Subscribers derive the rest.

import { internalEvent, onPicked, type Subscriber } from '#platform/areas/events.ts'
import type { Audit } from '#platform/audit/audit.ts'
import type { StoreTx } from '#platform/db/db.ts'
import type { Party } from '#platform/identity/caller.ts'
import type {
  Correction,
  Incentive,
  ModerationReason,
  RefusedCorrection,
  Relationship,
  Source,
  Status,
} from '../schema.ts'

export type ReviewState = {
  id: string
  /** `productId` and `platformProductId` are null for a review of the shop. */
  productId: string | null
  platformProductId: string | null
  productTitle: string | null
  orderId: string | null
  rating: number
  title: string | null
  body: string
  authorName: string
  authorEmail: string | null
  verified: boolean
  addressProven: boolean
  status: Status
  /** The reason why the review is withheld. Null if it is not withheld. */
  moderation: { reason: ModerationReason; policyVersion: number; at: string; by: string | null } | null
  source: Source
  importedFrom: string | null
  incentive: Incentive | null
  /** The author's own statement. Null if the form did not ask. */
  relationship: Relationship | null
  photoCount: number
  /** Text of the author's correction that waits for the store's decision. */
  correction: Correction | null
  /** The newest correction that the store did not accept. */
  correctionRefused: RefusedCorrection | null
  correctedAt: string | null
  reply: { body: string; authorName: string; repliedAt: string } | null
  locale: string | null
  submittedAt: string
  approvedAt: string | null
  createdAt: string
  updatedAt: string
}

declare const written: unique symbol
/** A state that a statement has just written or deleted. Only the modules with SQL can create this type. */
export type WrittenReview = ReviewState & { readonly [written]: true }

/** Marks an unknown state: another import wrote the review between our read and our write. */
export const unknownState = 'unknown'

export type ReviewOffer = { incentiveId: string; version: number; points: number | null }

/** The store deleted the review, its author withdrew it, or the author's data was erased. */
export type DeletionCause = 'store' | 'reviewer' | 'erasure'

/** `actor` is the caller's id in stored rows. `by` is set if someone other than the transaction's caller acts. */
export type Cause =
  | { type: 'written'; by?: Party; offer?: ReviewOffer; offeredAt?: Date; networks?: readonly string[] }
  | { type: 'imported'; by: Party }
  | ({ type: 'edited'; audit: Audit; policyVersion: number } & Edit)
  | { type: 'confirmed' }
  | { type: 'corrected' }
  | { type: 'correction_submitted' }
  | { type: 'moved'; actor: string | undefined }
  | { type: 'photos_added' }
  | { type: 'photo_removed'; photoId: string; actor: string; audit: Audit }
  | { type: 'anonymized' }
  | { type: 'deleted'; cause: DeletionCause; by?: Party | undefined; audit?: Audit | undefined }

type Edit = {
  actor?: string | undefined
  /** Suppresses mails to authors. */
  isSilent?: boolean | undefined
  /** One line of the audit log covers all changes of the call. */
  isBulk?: true
}

export type ReviewChange = { cause: Cause } & (
  | { before: null; after: WrittenReview }
  | { before: ReviewState | typeof unknownState; after: WrittenReview }
  | { before: WrittenReview; after: null }
)

/** Only `recordReviewChanges` publishes this event. */
export const reviewsChanged = internalEvent<{ reviews: readonly ReviewChange[] }>('reviews.changed')

/** Calls `run` once per transaction with all results of `pick`, or not at all if there are none. */
export const onReviewChanges = <Picked>(
  pick: (change: ReviewChange) => readonly Picked[],
  run: (tx: StoreTx, picked: readonly Picked[]) => void | Promise<void>,
): Subscriber => onPicked(reviewsChanged, ({ reviews }) => reviews.flatMap(pick), run)

/**
 * For the ledger: acts (`ReviewActs` in rules.ts) that concern copies of other stores' reviews, and the change in the
 * number of copies of each grant.
 */
export const copiesChanged = internalEvent<{ acts: readonly object[]; counts: Readonly<Record<string, number>> }>(
  'shared_reviews.changed',
)
