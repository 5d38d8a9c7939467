import { type Static, Type } from 'typebox'
import { changeParams } from '#platform/calls/paging/page.ts'
import { AnyOf, emailPattern, Id, Instant, Nullable, OneOf, sessionOnly } from '#platform/values/wire.ts'
import { PhotoIds } from '#resources/uploads/schema.ts'
import { Answered, Answers } from './attributes/schema.ts'

export const statuses = ['pending', 'approved', 'rejected', 'spam'] as const
export const sources = ['email_form', 'widget_form', 'api', 'import'] as const
export const incentives = ['coupon', 'points'] as const
/** Why a review may be withheld. */
export const withholdingReasons = [
  'spam',
  'offensive',
  'off_topic',
  'fake',
  'privacy',
  'illegal',
  'insider',
  'duplicate',
  'withdrawn',
  'other',
] as const
/** With what stands where nobody gave one. */
export const moderationReasons = [...withholdingReasons, 'unspecified'] as const
export type Status = (typeof statuses)[number]
export type Source = (typeof sources)[number]
export type Incentive = (typeof incentives)[number]
export type ModerationReason = (typeof moderationReasons)[number]

export const limits = { title: 150, body: 5000, authorName: 80, authorEmail: 320, locale: 35, reply: 5000 }

export const Rating = Type.Integer({ minimum: 1, maximum: 5 })

export const ReviewedProduct = Type.Object(
  {
    id: Id,
    platformProductId: Type.String(),
    title: Nullable(Type.String()),
    url: Nullable(Type.String()),
    imageUrl: Nullable(Type.String()),
  },
  { title: 'ReviewedProduct' },
)

export const ReviewPhoto = Type.Object(
  {
    id: Id,
    url: Type.String({
      description:
        'At most 1600 × 1600. Of a review that is not approved, every address is signed and ends with the next day.',
    }),
    width: Nullable(Type.Integer()),
    height: Nullable(Type.Integer()),
    thumbUrl: Nullable(Type.String({ description: 'A square of 160; null until it is made.' })),
    cardUrl: Nullable(Type.String({ description: 'At most 640 × 640.' })),
    cardAvifUrl: Nullable(Type.String({ description: '`cardUrl` as AVIF.' })),
    avifUrl: Nullable(Type.String({ description: '`url` as AVIF.' })),
  },
  { title: 'ReviewPhoto' },
)

export const ReviewReply = Type.Object(
  { body: Type.String(), authorName: Type.String(), repliedAt: Instant },
  { title: 'ReviewReply' },
)

export const Moderation = Type.Object(
  {
    reason: OneOf(moderationReasons, { description: '`unspecified` where the decision came without one.' }),
    policyVersion: Type.Integer({ description: "The version of the store's moderation policy that was in force." }),
    at: Instant,
  },
  { title: 'ReviewModeration' },
)
export type Moderation = Static<typeof Moderation>

export const Review = Type.Object(
  {
    id: Id,
    productId: Id,
    product: ReviewedProduct,
    orderId: Nullable(Id),
    rating: Rating,
    title: Nullable(Type.String()),
    body: Type.String(),
    authorName: Type.String(),
    authorEmail: sessionOnly(Nullable(Type.String())),
    authorEmailLast4: Nullable(
      Type.String({ description: 'The end of the part before the @: four characters, at most half of it.' }),
    ),
    verified: Type.Boolean({ description: 'The address is proven and has an order of this product, not cancelled.' }),
    status: OneOf(statuses),
    moderation: Nullable(Moderation),
    source: OneOf(sources),
    importedFrom: Nullable(Type.String()),
    incentive: Nullable(OneOf(incentives, { description: 'What the author was given for writing.' })),
    photos: Type.Array(ReviewPhoto),
    reply: Nullable(ReviewReply),
    replyMailAt: Nullable(
      Type.String({
        format: 'date-time',
        description:
          'When the author gets the reply by mail: once, some minutes after review and reply can both be seen. Null once it went, and where nobody is to get one.',
      }),
    ),
    reportCount: Type.Integer({ description: 'Reports of visitors that nobody has resolved yet.' }),
    attributes: Type.Array(Answered, {
      description: 'What the author says about what the store asks beside the stars.',
    }),
    helpfulCount: Type.Integer({ description: 'How many visitors found it helpful, as of a minute or two ago.' }),
    locale: Nullable(Type.String()),
    submittedAt: Instant,
    approvedAt: Nullable(Type.String({ format: 'date-time', description: 'When it was approved for the first time.' })),
    createdAt: Instant,
    updatedAt: Instant,
  },
  { title: 'Review' },
)
export type Review = Static<typeof Review>

export const LanguageTag = Type.String({
  maxLength: limits.locale,
  pattern: '^[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8}){0,4}$',
  'x-expected': 'must be a language tag such as en or pt-BR',
  description: 'BCP 47',
})

export const NewReview = Type.Object(
  {
    productId: Type.Optional(Id),
    platformProductId: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
    orderId: Type.Optional(Nullable(Id)),
    rating: Rating,
    title: Type.Optional(Nullable(Type.String({ maxLength: limits.title }))),
    body: Type.String({ minLength: 1, maxLength: limits.body }),
    authorName: Type.String({ minLength: 1, maxLength: limits.authorName }),
    authorEmail: Type.String({
      maxLength: limits.authorEmail,
      pattern: emailPattern,
      'x-expected': 'must be an e-mail address such as jane@example.com',
    }),
    locale: Type.Optional(Nullable(LanguageTag)),
    photoIds: Type.Optional(PhotoIds),
    attributes: Type.Optional(Answers),
  },
  { title: 'NewReview', description: 'One of `productId` and `platformProductId` names the product.' },
)
export type NewReview = Static<typeof NewReview>

const PlatformProductId = Type.String({ minLength: 1, maxLength: 255 })

/** What lists, counts and exports may be narrowed by; all that are given must hold. */
export const reviewFilters = {
  orderId: Type.Optional(Id),
  productId: Type.Optional(Id),
  platformProductId: Type.Optional(PlatformProductId),
  categoryId: Type.Optional({
    ...Id,
    description: 'Of products in this category, not of those in categories below it.',
  }),
  status: Type.Optional(AnyOf(statuses)),
  rating: Type.Optional(AnyOf([1, 2, 3, 4, 5])),
  verified: Type.Optional(Type.Boolean()),
  hasPhotos: Type.Optional(Type.Boolean()),
  hasReply: Type.Optional(Type.Boolean()),
  incentivized: Type.Optional(Type.Boolean()),
  imported: Type.Optional(Type.Boolean()),
  reported: Type.Optional(
    Type.Boolean({ description: 'Visitors reported it, and nobody has resolved the reports yet.' }),
  ),
  submittedAfter: Type.Optional(Instant),
  submittedBefore: Type.Optional(Instant),
  ...changeParams,
}
const AllFilters = Type.Object(reviewFilters)
export type ReviewFilters = Static<typeof AllFilters>

export const searchWindow = 50_000
/** How many products a search compares the titles of, the newest first. */
export const productWindow = 20_000

export const searchFilter = {
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: `Text that the title, the body, the author's name or the product's title contains, in any case. A request reads at most ${searchWindow.toLocaleString('en')} reviews, newest first; a page may then be short and still have a \`nextCursor\`.`,
    }),
  ),
}

export const reviewSorts = ['submittedAt', 'createdAt', 'updatedAt'] as const
export type ReviewSort = (typeof reviewSorts)[number]

export const summaryQuery = Type.Object({
  productId: Type.Optional(Id),
  platformProductId: Type.Optional(PlatformProductId),
})

const stars = {
  '1': Type.Integer(),
  '2': Type.Integer(),
  '3': Type.Integer(),
  '4': Type.Integer(),
  '5': Type.Integer(),
}

export const ReviewSummary = Type.Object(
  {
    count: Type.Integer(),
    average: Nullable(Type.Number({ description: 'To two decimals; null when there is no review.' })),
    byStar: Type.Object(stars),
    verifiedCount: Type.Integer(),
    withPhotos: Type.Integer(),
  },
  { title: 'ReviewSummary' },
)
export type ReviewSummary = Static<typeof ReviewSummary>

export const CustomerReview = Type.Object(
  {
    id: Id,
    productId: Id,
    orderId: Nullable(Id),
    rating: Type.Integer(),
    title: Nullable(Type.String()),
    body: Type.String(),
    authorName: Type.String(),
    authorEmail: Type.Optional(sessionOnly(Type.String())),
    authorEmailLast4: Type.String({ description: 'The masked form of the address.' }),
    verified: Type.Boolean(),
    status: Type.String(),
    source: Type.String(),
    submittedAt: Instant,
    attributes: Type.Array(Answered, { description: 'What they said about what the store asks beside the stars.' }),
  },
  { title: 'CustomerReview' },
)
