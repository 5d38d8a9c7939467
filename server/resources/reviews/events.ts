// The public events of reviews, which `changes/record.ts` derives. They never carry the author's address, because receivers are other
// people's systems.
import { Type } from 'typebox'
import { type EventKind, eventKind } from '#platform/areas/events.ts'
import { Id, Instant, Nullable, OneOf } from '#platform/values/wire.ts'
import { incentives, Moderation, type ModerationReason, Rating, sources, statuses } from './schema.ts'

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
