// Publishes the events of reviews. No other module publishes them, and this module imports no subscriber.

import { publish, subjectErased } from '#platform/areas/events.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { last4 } from '#platform/values/mask.ts'
import {
  reviewApproved,
  reviewCorrected,
  reviewCorrectionSubmitted,
  reviewCreated,
  reviewDeleted,
  reviewMarkedSpam,
  reviewRejected,
  reviewReplied,
} from '../events.ts'
import { type Cause, type ReviewChange, type ReviewState, reviewsChanged, type WrittenReview } from './events.ts'
import { decisionsIn, isCorrected, isForgotten, isReplied, lastOf } from './rules.ts'

/** One call takes all changes of one statement, so that subscribers get them as one list. */
export function recordReviewChanges(tx: StoreTx, changes: readonly ReviewChange[]): void {
  if (changes.length === 0) return
  publish(tx, reviewsChanged, { reviews: changes })
  for (const change of changes) announce(tx, change)
}

export function pairChanges(
  before: readonly ReviewState[],
  after: readonly WrittenReview[],
  cause: Cause,
): ReviewChange[] {
  const written = new Map(after.map((state) => [state.id, state]))
  return before.flatMap((state) => {
    const now = written.get(state.id)
    return now ? [{ before: state, after: now, cause }] : []
  })
}

/**
 * Publishes the public events. Importing a review publishes none. The erasure is published first, because it must not erase
 * the deletion event.
 */
function announce(tx: StoreTx, change: ReviewChange): void {
  const { before, after, cause } = change
  if (isForgotten(change)) publish(tx, subjectErased, { id: lastOf(change).id })
  if (after === null) {
    const { id, productId, rating, status, source } = before
    publish(tx, reviewDeleted, { id, productId, rating, status, source })
    return
  }
  if (cause.type === 'written' && after.status !== 'spam') publish(tx, reviewCreated, toFacts(after))
  for (const { from, to } of decisionsIn(change)) {
    if (from === to) continue
    if (to === 'approved') publish(tx, reviewApproved, toFacts(after))
    if (to === 'rejected') publish(tx, reviewRejected, toFacts(after))
    if (to === 'spam') publish(tx, reviewMarkedSpam, toFacts(after))
  }
  if (cause.type === 'correction_submitted') publish(tx, reviewCorrectionSubmitted, toFacts(after))
  if (before !== null && isCorrected(change)) publish(tx, reviewCorrected, toFacts(after))
  if (isReplied(change)) publish(tx, reviewReplied, toFacts(after))
}

/** Excludes the author's address, because receivers of events are third parties. */
const toFacts = (state: ReviewState) => ({
  id: state.id,
  productId: state.productId,
  platformProductId: state.platformProductId,
  orderId: state.orderId,
  rating: state.rating,
  title: state.title,
  body: state.body,
  authorName: state.authorName,
  authorEmailLast4: last4(state.authorEmail),
  verified: state.verified,
  status: state.status,
  moderation: state.moderation && {
    reason: state.moderation.reason,
    policyVersion: state.moderation.policyVersion,
    at: state.moderation.at,
  },
  source: state.source,
  incentive: state.incentive,
  photoCount: state.photoCount,
  reply: state.reply,
  locale: state.locale,
  submittedAt: state.submittedAt,
  approvedAt: state.approvedAt,
  createdAt: state.createdAt,
  updatedAt: state.updatedAt,
})
