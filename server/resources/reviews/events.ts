// Events never contain the author's email address, because receivers are third parties.
import { Type } from 'typebox'
import { type EventKind, eventKind, internalEvent } from '#platform/areas/events.ts'
import { described, Id, Instant, Nullable, OneOf } from '#platform/values/wire.ts'
import { incentives, Moderation, type ModerationReason, Rating, sources, statuses, subjects } from './schema.ts'

const id = described(Id, 'Id of the review.')

const facts = {
  orderId: Nullable(described(Id, 'Id of the order. Null if there is none.')),
  rating: described(Rating, 'Stars of the review, 1 to 5.', 5),
  title: Nullable(
    Type.String({ description: 'Title of the review. Null without one.', examples: ['Daily companion'] }),
  ),
  body: Type.String({ description: 'Text of the review.', examples: ['Keeps tea hot for an hour.'] }),
  authorName: Type.String({ description: 'Public name of the author.', examples: ['Jane D.'] }),
  authorEmailLast4: Nullable(
    Type.String({
      description:
        'Masked email address of the author: up to four characters before the @, at most half of that part. Null after an erasure.',
      examples: ['.doe'],
    }),
  ),
  verified: Type.Boolean({ description: 'Whether an order proves the purchase.' }),
  status: OneOf(statuses, { description: 'Moderation status of the review.' }),
  moderation: Nullable(Moderation),
  source: OneOf(sources, { description: 'Channel through which the review was received.' }),
  incentive: Nullable(
    OneOf(incentives, { description: 'Reward the author got for the review. Null without a reward.' }),
  ),
  photoCount: Type.Integer({ description: 'Number of photos of the review.' }),
  reply: Nullable(
    Type.Object(
      {
        body: Type.String({ description: 'Text of the reply.', examples: ['Thank you, Jane!'] }),
        authorName: Type.String({ description: 'Name shown as the author of the reply.', examples: ['Acme Shop'] }),
        repliedAt: described(Instant, 'Time of the reply.'),
      },
      { description: 'Public reply of the store. Null without a reply.' },
    ),
  ),
  locale: Nullable(
    Type.String({ description: 'Language of the review, as a BCP 47 tag. Null if unknown.', examples: ['en'] }),
  ),
  submittedAt: described(Instant, 'Time the review was written.'),
  approvedAt: Nullable(
    Type.String({ format: 'date-time', description: 'Time the review was approved. Null if it is not.' }),
  ),
  createdAt: described(Instant, 'Time the review was created.'),
  updatedAt: described(Instant, 'Time the review was last changed.'),
}

const ReviewFacts = Type.Object(
  {
    id,
    productId: described(Id, 'Id of the product.'),
    platformProductId: Type.String({ description: 'Id of the product in the shop.', examples: ['mug-01'] }),
    ...facts,
  },
  { title: 'ReviewEventData' },
)

const noProduct = {
  subject: Type.Unsafe<'shop'>({ type: 'string', enum: ['shop'], description: 'Always `shop`.' }),
  productId: Type.Null({ description: 'Always null, because the review is of the shop.' }),
}

const ShopReviewFacts = Type.Object(
  {
    id,
    ...noProduct,
    platformProductId: Type.Null({ description: 'Always null, because the review is of the shop.' }),
    ...facts,
  },
  { title: 'ShopReviewEventData' },
)

/** The corrected review is about a product or about the shop. */
const CorrectionFacts = Type.Object(
  {
    id,
    subject: OneOf(subjects, { description: 'Subject of the review: a `product`, or the `shop` itself.' }),
    productId: Nullable(described(Id, 'Id of the product. Null in a review of the shop.')),
    platformProductId: Nullable(
      Type.String({
        description: 'Id of the product in the shop. Null in a review of the shop.',
        examples: ['mug-01'],
      }),
    ),
    ...facts,
  },
  { title: 'ReviewCorrectionEventData' },
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

const rejected = { ...later, status: 'rejected' as const, moderation: moderatedAs('offensive') }
const markedSpam = { ...later, status: 'spam' as const, moderation: moderatedAs('spam') }
const replied = { ...approved, reply }

type Example = EventKind<typeof ReviewFacts>['example']

const ofReview = (name: string, description: string, example: Example) =>
  eventKind({ name, area: 'reviews', description, logged: true, data: ReviewFacts, example })

const ofCorrection = (name: string, description: string, example: Example) =>
  eventKind({
    ...{ name, area: 'reviews', description, logged: false, data: CorrectionFacts },
    example: { ...example, subject: 'product' as const },
  })

const ofShopReview = (name: string, description: string, example: Example) =>
  eventKind({
    ...{ name, area: 'reviews', description, logged: false, data: ShopReviewFacts },
    example: { ...example, subject: 'shop', productId: null, platformProductId: null },
  })

export const reviewCreated = ofReview(
  'review.created',
  'Sent when a review was submitted by a form or the API and awaits approval. Imported reviews send no event.',
  example,
)
export const reviewApproved = ofReview('review.approved', 'Sent when a review was approved.', approved)
export const reviewRejected = ofReview('review.rejected', 'Sent when a review was rejected.', rejected)
export const reviewMarkedSpam = ofReview('review.marked_spam', 'Sent when a review was marked as spam.', markedSpam)
export const reviewReplied = ofReview(
  'review.replied',
  'Sent when the store replied to a review, or changed its reply.',
  replied,
)

export const reviewCorrectionSubmitted = ofCorrection(
  'review.correction_submitted',
  'Sent when the author of an approved review sent a correction. The correction waits for a decision. The data has the current text.',
  approved,
)
export const reviewCorrected = ofCorrection(
  'review.corrected',
  'Sent when a correction by the author took effect: on a pending review immediately, on an approved one when accepted.',
  { ...approved, body: 'Keeps tea hot for two hours.' },
)

const deletedId = described(Id, 'Id of the deleted review.')

const deleted = {
  rating: described(Rating, 'Stars of the deleted review, 1 to 5.', 5),
  status: OneOf(statuses, { description: 'Moderation status of the deleted review.' }),
  source: OneOf(sources, { description: 'Channel through which the review was received.' }),
}

export const reviewDeleted = eventKind({
  name: 'review.deleted',
  area: 'reviews',
  description: 'Sent when a review was deleted. Earlier events of the review are reduced to its id.',
  logged: true,
  data: Type.Object(
    {
      ...{ id: deletedId, productId: described(Id, 'Id of the product.') },
      platformProductId: Type.Optional(
        Type.String({ description: 'Id of the product in the shop. Missing in older events.', examples: ['mug-01'] }),
      ),
      ...deleted,
    },
    { title: 'ReviewDeletedEventData' },
  ),
  example: {
    ...{ id: example.id, productId: example.productId, platformProductId: example.platformProductId },
    ...{ rating: 5, status: 'approved', source: 'email_form' },
  },
})

export const shopReviewCreated = ofShopReview(
  'shop_review.created',
  'Sent when a review of the shop was submitted by a form or the API and awaits approval. Imports send no event.',
  example,
)
export const shopReviewApproved = ofShopReview(
  'shop_review.approved',
  'Sent when a review of the shop was approved.',
  approved,
)
export const shopReviewRejected = ofShopReview(
  'shop_review.rejected',
  'Sent when a review of the shop was rejected.',
  rejected,
)
export const shopReviewMarkedSpam = ofShopReview(
  'shop_review.marked_spam',
  'Sent when a review of the shop was marked as spam.',
  markedSpam,
)
export const shopReviewReplied = ofShopReview(
  'shop_review.replied',
  'Sent when the store replied to a review of the shop, or changed its reply.',
  replied,
)

export const shopReviewDeleted = eventKind({
  name: 'shop_review.deleted',
  area: 'reviews',
  description: 'Sent when a review of the shop was deleted.',
  logged: false,
  data: Type.Object({ id: deletedId, ...noProduct, ...deleted }, { title: 'ShopReviewDeletedEventData' }),
  example: { id: example.id, subject: 'shop', productId: null, rating: 5, status: 'approved', source: 'email_form' },
})

export const copyRemovalCauses = ['store', 'erasure', 'grant', 'origin'] as const

const sharedExample = {
  id: '019a9f50-0b7e-7a3c-9c55-7d4f1a2b3c51',
  grantId: '019a9f4f-8d11-7c20-b1a4-2f6b8f0c1d51',
}

export const sharedReviewCreated = eventKind({
  name: 'shared_review.created',
  area: 'reviews',
  description: 'Sent when a review of another store of the organization was copied.',
  logged: false,
  data: Type.Object(
    {
      id: described(Id, 'Id of the copy.'),
      grantId: described(Id, 'Id of the grant.'),
      productId: described(Id, 'Id of the product.'),
      rating: described(Rating, 'Stars of the review, 1 to 5.', 5),
      status: OneOf(statuses, { description: 'Moderation status of the copy.' }),
    },
    { title: 'SharedReviewCreatedEventData' },
  ),
  example: { ...sharedExample, productId: example.productId, rating: 5, status: 'pending' as const },
})

export const sharedReviewRemoved = eventKind({
  name: 'shared_review.removed',
  area: 'reviews',
  description: 'Sent when the copy of a review of another store was deleted.',
  logged: false,
  data: Type.Object(
    {
      id: described(Id, 'Id of the copy.'),
      grantId: described(Id, 'Id of the grant.'),
      cause: OneOf(copyRemovalCauses, {
        description:
          'Cause of the deletion. `store`: the store deleted the copy. `erasure`: its author was erased. `grant`: the grant ended. `origin`: the original was withdrawn, or its product no longer matches.',
      }),
    },
    { title: 'SharedReviewRemovedEventData' },
  ),
  example: { ...sharedExample, cause: 'grant' as const },
})

export const reviewEvents = [
  reviewCreated,
  reviewApproved,
  reviewRejected,
  reviewMarkedSpam,
  reviewReplied,
  reviewDeleted,
  reviewCorrectionSubmitted,
  reviewCorrected,
  shopReviewCreated,
  shopReviewApproved,
  shopReviewRejected,
  shopReviewMarkedSpam,
  shopReviewReplied,
  shopReviewDeleted,
  sharedReviewCreated,
  sharedReviewRemoved,
]

/** Ids of approved reviews whose language a job has just determined. */
export const languagesDetected = internalEvent<{ ids: readonly string[] }>('reviews.languages_detected')
