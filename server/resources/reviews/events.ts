// The events of reviews. They never carry the author's address: receivers are other people's systems.
import { Type } from 'typebox'
import { type EventKind, eventKind, internalEvent } from '#platform/areas/events.ts'
import type { Party } from '#platform/identity/caller.ts'
import { Id, Instant, Nullable, OneOf } from '#platform/values/wire.ts'
import {
  type Incentive,
  incentives,
  Moderation,
  type ModerationReason,
  Rating,
  type Source,
  type Status,
  sources,
  statuses,
} from './schema.ts'

const ReviewFacts = Type.Object(
  {
    id: Id,
    productId: Id,
    platformProductId: Type.String(),
    orderId: Nullable(Id),
    rating: Rating,
    title: Nullable(Type.String()),
    body: Type.String(),
    authorName: Type.String(),
    authorEmailLast4: Nullable(Type.String()),
    verified: Type.Boolean(),
    status: OneOf(statuses),
    moderation: Nullable(Moderation),
    source: OneOf(sources),
    incentive: Nullable(OneOf(incentives)),
    photoCount: Type.Integer(),
    reply: Nullable(Type.Object({ body: Type.String(), authorName: Type.String(), repliedAt: Instant })),
    locale: Nullable(Type.String()),
    submittedAt: Instant,
    approvedAt: Nullable(Type.String({ format: 'date-time' })),
    createdAt: Instant,
    updatedAt: Instant,
  },
  { title: 'ReviewEventData' },
)

const example = {
  id: '019a9f50-0b7e-7a3c-9c55-7d4f1a2b3c01',
  productId: '019a9f4f-8d11-7c20-b1a4-2f6b8f0c1d02',
  platformProductId: '8021334',
  orderId: '019a9f4f-9f30-7b11-8e6e-90a1b2c3d403',
  rating: 5,
  title: 'Daily companion',
  body: 'Keeps tea hot for an hour.',
  authorName: 'Jane D.',
  authorEmailLast4: '.doe',
  verified: true,
  status: 'pending' as const,
  moderation: null,
  source: 'email_form' as const,
  incentive: null,
  photoCount: 1,
  reply: null,
  locale: 'en',
  submittedAt: '2026-11-20T09:00:00.000Z',
  approvedAt: null,
  createdAt: '2026-11-20T09:00:00.000Z',
  updatedAt: '2026-11-20T09:00:00.000Z',
}
const later = { ...example, updatedAt: '2026-11-20T10:30:00.000Z' }
const moderatedAs = (reason: ModerationReason) => ({ reason, policyVersion: 1, at: later.updatedAt })
const approved = { ...later, status: 'approved' as const, approvedAt: '2026-11-20T10:30:00.000Z' }
const reply = { body: 'Thank you, Jane!', authorName: 'The Mug Shop', repliedAt: '2026-11-20T10:30:00.000Z' }

const ofReview = (name: string, description: string, example: EventKind<typeof ReviewFacts>['example']) =>
  eventKind({ name, area: 'reviews', description, logged: true, data: ReviewFacts, example })

export const reviewCreated = ofReview(
  'review.created',
  'A review came in by a form or the API, and waits for approval. Reviews from an imported file are not told of.',
  example,
)
export const reviewApproved = ofReview('review.approved', 'A review was approved and may be shown.', approved)
export const reviewRejected = ofReview('review.rejected', 'A review was rejected.', {
  ...later,
  status: 'rejected',
  moderation: moderatedAs('offensive'),
})
export const reviewMarkedSpam = ofReview('review.marked_spam', 'A review was marked as spam.', {
  ...later,
  status: 'spam',
  moderation: moderatedAs('spam'),
})
export const reviewReplied = ofReview('review.replied', 'The store answered a review, or changed its answer.', {
  ...approved,
  reply,
})

export const reviewDeleted = eventKind({
  name: 'review.deleted',
  area: 'reviews',
  description: 'A review was deleted. Earlier events of it are cut to its id at the same moment.',
  logged: true,
  data: Type.Object(
    { id: Id, productId: Id, rating: Rating, status: OneOf(statuses), source: OneOf(sources) },
    { title: 'ReviewDeletedEventData' },
  ),
  example: { id: example.id, productId: example.productId, rating: 5, status: 'approved', source: 'email_form' },
})

export const reviewEvents = [
  reviewCreated,
  reviewApproved,
  reviewRejected,
  reviewMarkedSpam,
  reviewReplied,
  reviewDeleted,
]

/** Somebody's review has come in, by whichever way; of what is plainly spam nothing is said. */
export const reviewWritten = internalEvent<{
  id: string
  email: string | null
  name: string
  /** What its author was offered for it. */
  offer?: ReviewOffer
}>('review.written')

/** The version of an incentive that was shown before the rating was known, with the points it promised. */
export type ReviewOffer = { incentiveId: string; version: number; points: number | null }

/**
 * Somebody decided about a review, or gave another reason for what was decided: `from` and `to` are then the same. `reason` is
 * null of an approval.
 */
export const reviewModerated = internalEvent<{
  id: string
  from: Status
  to: Status
  reason: ModerationReason | null
  policyVersion: number
  /** Whoever decides is who decided before. */
  sameActor: boolean
  /** Nobody is to be written to. */
  isSilent: boolean
}>('review.moderated')

/**
 * Reviews have come in, changed or gone, in anything that is counted of them: said by whatever writes them, beside what it has to say
 * to others. `submittedAt` is when those were that are gone, or that were submitted at another moment until now; `isAnyDay` where
 * nobody knows that moment any more.
 */
export const reviewsChanged = internalEvent<{
  ids: readonly string[]
  submittedAt?: readonly string[]
  isAnyDay?: boolean
}>('reviews.changed')

/** When reviews of these orders were submitted, or that there are any, is not what it was; `isAnyOrder` where nobody knows of which. */
export const reviewsOfOrdersChanged = internalEvent<{ orderIds: readonly string[]; isAnyOrder?: boolean }>(
  'reviews.of_orders_changed',
)

/** Its author has proven that the address is theirs. */
export const reviewConfirmed = internalEvent<{ id: string }>('review.confirmed')

/** What a review says, as far as it is its author's. */
export type Words = { authorName: string; body: string; rating: number; title: string | null }

/** How it was found out that who wrote had bought. */
export type Proof = 'form_link' | 'customer_token' | 'confirmation_link' | 'api' | 'import' | 'none'

/** A review as it stood when it went, for those who have not heard of it before. */
export type LastState = {
  /** An archive brought it, and no signed ledger proves it. */
  isUnproven?: boolean
  words: Words
  source: Source
  importedFrom: string | null
  verified: boolean
  incentive: Incentive | null
  status: Status
  /** Why it is withheld, and by which version of the policy. */
  reason: ModerationReason | null
  policy: number | null
}

export type ReviewAct =
  | { type: 'submitted'; source: Source; importedFrom: string | null; words: Words }
  | { type: 'verified'; verified: boolean; method: Proof }
  /** `kind` is null where a file that is imported again says that nothing was offered. */
  | { type: 'incentive'; kind: Incentive | null; offeredAt: string | null }
  | { type: 'moderated'; from: Status; to: Status; reason: ModerationReason | null; policy: number | null }
  | { type: 'edited'; fields: readonly (keyof Words)[]; words: Words }
  /** By the identifiers of the shop's platform. */
  | { type: 'moved'; from: string; to: string }
  | { type: 'photo_removed' }
  | { type: 'anonymized' }

/** Who had a review deleted: the store itself, or the erasure of its author. */
export type DeletionCause = 'store' | 'erasure'

/** What is known of a review in the moment in which it is deleted. */
export const reviewRemoved = internalEvent<{
  id: string
  cause: DeletionCause
  rating: number
  submittedAt: string
  reason: ModerationReason | null
  was: LastState
}>('review.removed')

/**
 * What becomes of a review beside the decisions of people and its removal, in the order in which it does: for those who keep account
 * of it. What changes nothing is no act. `by` where it is somebody else than who acts in the transaction.
 */
export const reviewActed = internalEvent<{ id: string; by?: Party; acts: readonly ReviewAct[] }>('review.acted')
