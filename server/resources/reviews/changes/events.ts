// The one event of reviews: the states before and after a write, with its cause. Listeners derive the rest.

import { internalEvent, onPicked, type Subscriber } from '#platform/areas/events.ts'
import type { Audit } from '#platform/audit/audit.ts'
import type { StoreTx } from '#platform/db/db.ts'
import type { Party } from '#platform/identity/caller.ts'
import type { Incentive, ModerationReason, Source, Status } from '../schema.ts'

export type ReviewState = {
  id: string
  productId: string
  platformProductId: string
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
  /** The reason why the review is withheld; null if it is not. */
  moderation: { reason: ModerationReason; policyVersion: number; at: string; by: string | null } | null
  source: Source
  importedFrom: string | null
  incentive: Incentive | null
  photoCount: number
  reply: { body: string; authorName: string; repliedAt: string } | null
  locale: string | null
  submittedAt: string
  approvedAt: string | null
  createdAt: string
  updatedAt: string
}

declare const written: unique symbol
/** A state that a statement of a store has just written or deleted: only stores make one. */
export type WrittenReview = ReviewState & { readonly [written]: true }

/** Another import wrote the review between our read and our write. */
export const unknownState = 'unknown'

/** The version of an incentive that the form showed, with the points it promised. */
export type ReviewOffer = { incentiveId: string; version: number; points: number | null }

/** The store deleted the review, or its author's data was erased. */
export type DeletionCause = 'store' | 'erasure'

/** `actor`: the caller's name in rows. `by`: set where somebody else acts than the transaction's caller. */
export type Cause =
  | { type: 'written'; by?: Party; offer?: ReviewOffer; offeredAt?: Date }
  | { type: 'imported'; by: Party }
  | ({ type: 'edited'; audit: Audit; policyVersion: number } & Edit)
  | { type: 'confirmed' }
  | { type: 'moved'; actor: string | undefined }
  | { type: 'photos_added' }
  | { type: 'photo_removed'; photoId: string; actor: string; audit: Audit }
  | { type: 'anonymized' }
  | { type: 'deleted'; cause: DeletionCause; audit?: Audit | undefined }

type Edit = {
  actor?: string | undefined
  /** Sends no mail to authors. */
  isSilent?: boolean | undefined
  /** One line of the audit log covers all changes of the call. */
  isBulk?: true
}

export type ReviewChange = { cause: Cause } & (
  | { before: null; after: WrittenReview }
  | { before: ReviewState | typeof unknownState; after: WrittenReview }
  | { before: WrittenReview; after: null }
)

/** Only `recordReviewChanges` publishes it. */
export const reviewsChanged = internalEvent<{ reviews: readonly ReviewChange[] }>('reviews.changed')

/** Calls `run` once per transaction with everything that `pick` finds, and skips it if there is nothing. */
export const onReviewChanges = <Picked>(
  pick: (change: ReviewChange) => readonly Picked[],
  run: (tx: StoreTx, picked: readonly Picked[]) => void | Promise<void>,
): Subscriber => onPicked(reviewsChanged, ({ reviews }) => reviews.flatMap(pick), run)
