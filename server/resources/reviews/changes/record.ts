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
  shopReviewApproved,
  shopReviewCreated,
  shopReviewDeleted,
  shopReviewMarkedSpam,
  shopReviewRejected,
  shopReviewReplied,
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
    const { id, productId, platformProductId, rating, status, source } = before
    if (productId === null || platformProductId === null)
      publish(tx, shopReviewDeleted, { id, subject: 'shop', productId: null, rating, status, source })
    else publish(tx, reviewDeleted, { id, productId, platformProductId, rating, status, source })
    return
  }
  const { id, productId, platformProductId } = after
  for (const act of publicActsIn(change, after)) {
    if (productId === null || platformProductId === null)
      publishOfShop(tx, act, { id, subject: 'shop', productId: null, platformProductId: null, ...toFacts(after) })
    else publishOfProduct(tx, act, { id, productId, platformProductId, ...toFacts(after) })
  }
  const subject = productId === null ? ('shop' as const) : ('product' as const)
  const corrected = { id, subject, productId, platformProductId, ...toFacts(after) }
  if (cause.type === 'correction_submitted') publish(tx, reviewCorrectionSubmitted, corrected)
  if (before !== null && isCorrected(change)) publish(tx, reviewCorrected, corrected)
}

const publicActs = { approved: 'approved', rejected: 'rejected', spam: 'markedSpam', pending: undefined } as const

type PublicAct = 'created' | 'approved' | 'rejected' | 'markedSpam' | 'replied'

const publicActsIn = (change: ReviewChange, after: ReviewState): PublicAct[] => [
  ...(change.cause.type === 'written' && after.status !== 'spam' ? ['created' as const] : []),
  ...decisionsIn(change).flatMap(({ from, to }) => (from === to ? [] : (publicActs[to] ?? []))),
  ...(isReplied(change) ? ['replied' as const] : []),
]

function publishOfProduct(tx: StoreTx, act: PublicAct, data: typeof reviewCreated.example): void {
  if (act === 'created') publish(tx, reviewCreated, data)
  if (act === 'approved') publish(tx, reviewApproved, data)
  if (act === 'rejected') publish(tx, reviewRejected, data)
  if (act === 'markedSpam') publish(tx, reviewMarkedSpam, data)
  if (act === 'replied') publish(tx, reviewReplied, data)
}

function publishOfShop(tx: StoreTx, act: PublicAct, data: typeof shopReviewCreated.example): void {
  if (act === 'created') publish(tx, shopReviewCreated, data)
  if (act === 'approved') publish(tx, shopReviewApproved, data)
  if (act === 'rejected') publish(tx, shopReviewRejected, data)
  if (act === 'markedSpam') publish(tx, shopReviewMarkedSpam, data)
  if (act === 'replied') publish(tx, shopReviewReplied, data)
}

/** Excludes the author's email address, because receivers of events are third parties. */
const toFacts = (state: ReviewState) => ({
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
