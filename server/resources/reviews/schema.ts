import { type Static, type TSchema, Type } from 'typebox'
import { changeParams, directionParam, pageQuery } from '#platform/calls/paging/page.ts'
import { AnyOf, described, emailPattern, Id, Instant, Nullable, OneOf, sessionOnly } from '#platform/values/wire.ts'
import { PoolParam } from '#resources/products/groups/schema.ts'
import { PhotoIds } from '#resources/uploads/schema.ts'
import { Answers, AttributeAnswer } from './attributes/schema.ts'

export const statuses = ['pending', 'approved', 'rejected', 'spam'] as const
export const sources = ['email_form', 'widget_form', 'api', 'import'] as const
/** The author's form or the API named the language, or we detected it in the text. */
export const languageSources = ['author', 'detected'] as const
export const subjects = ['product', 'shop'] as const
/** Adds the value for copies of other stores' reviews. */
export const shownSources = [...sources, 'shared'] as const
export const incentives = ['coupon', 'points'] as const
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
/** Adds the value for decisions without a reason. */
export const moderationReasons = [...withholdingReasons, 'unspecified'] as const
export const relationships = ['none', 'employee', 'family', 'supplier', 'competitor', 'other'] as const
export type Relationship = (typeof relationships)[number]
/** Values of the parameter `subject`. */
export const subjectFilters = [...subjects, 'all'] as const
export type Subject = (typeof subjects)[number]
export type SubjectFilter = (typeof subjectFilters)[number]
export type Status = (typeof statuses)[number]
export type Source = (typeof sources)[number]
export type LanguageSource = (typeof languageSources)[number]
export type ShownSource = (typeof shownSources)[number]
export type Incentive = (typeof incentives)[number]
export type ModerationReason = (typeof moderationReasons)[number]

export const limits = { title: 150, body: 5000, authorName: 80, authorEmail: 320, locale: 35, reply: 5000 }

export const Rating = Type.Integer({ minimum: 1, maximum: 5 })

export const ReviewedProduct = Type.Object(
  {
    id: described(Id, 'Id of the product.'),
    platformProductId: Type.String({ description: 'Id of the product in the shop.', examples: ['mug-01'] }),
    title: Nullable(
      Type.String({ description: 'Title of the product. Null if unknown.', examples: ['Stoneware mug'] }),
    ),
    url: Nullable(
      Type.String({
        description: 'Address of the product page in the shop. Null if unknown.',
        examples: ['https://shop.acme.example/products/mug'],
      }),
    ),
    imageUrl: Nullable(
      Type.String({
        description: 'Address of a picture of the product. Null without one.',
        examples: ['https://shop.acme.example/images/mug.jpg'],
      }),
    ),
  },
  { title: 'ReviewedProduct' },
)

export const ReviewPhoto = Type.Object(
  {
    id: described(Id, 'Id of the photo, a UUIDv7.'),
    url: Type.String({
      description:
        'Address of the photo, at most 1600 × 1600 pixels. For reviews that are not approved, addresses are signed and expire at the end of the next day.',
      examples: ['https://reviews.acme.example/media/photos/9f50-full.webp'],
    }),
    width: Nullable(Type.Integer({ description: 'Width in pixels. Null until measured.' })),
    height: Nullable(Type.Integer({ description: 'Height in pixels. Null until measured.' })),
    thumbUrl: Nullable(
      Type.String({
        description: 'Address of a square thumbnail of 160 × 160 pixels. Null until that file exists.',
        examples: ['https://reviews.acme.example/media/photos/9f50-thumb.webp'],
      }),
    ),
    cardUrl: Nullable(
      Type.String({
        description: 'Address of the photo scaled to at most 640 × 640 pixels. Null until that file exists.',
        examples: ['https://reviews.acme.example/media/photos/9f50-card.webp'],
      }),
    ),
    cardAvifUrl: Nullable(
      Type.String({
        description: 'Address of the photo as AVIF, scaled to at most 640 × 640 pixels. Null until that file exists.',
        examples: ['https://reviews.acme.example/media/photos/9f50-card.avif'],
      }),
    ),
    avifUrl: Nullable(
      Type.String({
        description: 'Address of the same photo as AVIF. Null until that file exists.',
        examples: ['https://reviews.acme.example/media/photos/9f50-full.avif'],
      }),
    ),
  },
  { title: 'ReviewPhoto' },
)

export const ReviewReply = Type.Object(
  {
    body: Type.String({ description: 'Text of the reply.', examples: ['Thank you, Jane!'] }),
    authorName: Type.String({ description: 'Name shown as the author of the reply.', examples: ['Acme Shop'] }),
    repliedAt: described(Instant, 'Time of the reply.'),
  },
  { title: 'ReviewReply', description: 'Public reply of the store. Null without a reply.' },
)

export const originKinds = ['group', 'store'] as const

export const ReviewOrigin = Type.Object(
  {
    kind: OneOf(originKinds, {
      description:
        'Kind of the origin. `group`: another product of the group. `store`: a store that shares its reviews.',
    }),
    platformProductId: Type.String({ description: 'Id of the reviewed product in the shop.', examples: ['mug-02'] }),
    title: Nullable(
      Type.String({
        description: 'Title of the reviewed product, or its id in the shop if it has none. Null if unknown.',
        examples: ['Stoneware mug, grey'],
      }),
    ),
    url: Nullable(
      Type.String({
        description: 'Address of the page of the reviewed product. Null if unknown.',
        examples: ['https://shop.acme.example/products/mug-grey'],
      }),
    ),
    storeName: Nullable(
      Type.String({
        description: 'Name of the store that shares the review. Null for `group`.',
        examples: ['Acme Outlet'],
      }),
    ),
  },
  {
    title: 'ReviewOrigin',
    description: 'Origin of a pooled review. Shoppers must see it. Absent for reviews of the product itself.',
  },
)
export type ReviewOrigin = Static<typeof ReviewOrigin>

export const Moderation = Type.Object(
  {
    reason: OneOf(moderationReasons, { description: 'Reason for the decision. `unspecified` if none was given.' }),
    policyVersion: Type.Integer({ description: 'Version of the moderation policy in force.' }),
    at: described(Instant, 'Time of the decision.'),
  },
  {
    title: 'ReviewModeration',
    description: 'Reason the review is hidden, and the policy in force. Null for approved and pending reviews.',
  },
)
export type Moderation = Static<typeof Moderation>

export const languageFields = {
  language: Nullable(
    Type.String({
      description: 'Language of the review text, as an ISO 639 code without region. Null if unknown.',
      examples: ['en'],
    }),
  ),
  languageSource: Nullable(
    OneOf(languageSources, {
      description:
        'Source of the language. `author`: `locale` of the form or the API. `detected`: found in the text. Null if unknown.',
    }),
  ),
}

/** Stars, text and name that an author sends to correct a review. */
export const Correction = Type.Object(
  {
    rating: described(Rating, 'Stars of the correction, 1 to 5.', 4),
    title: Nullable(
      Type.String({ description: 'Title of the correction. Null without one.', examples: ['Daily companion'] }),
    ),
    body: Type.String({ description: 'Text of the correction.', examples: ['Keeps tea hot for two hours.'] }),
    authorName: Type.String({ description: 'Public name of the author.', examples: ['Jane D.'] }),
    submittedAt: described(Instant, 'Time the author sent the correction.'),
  },
  {
    title: 'ReviewCorrection',
    description: 'Undecided correction of an approved review by its author. Null without one.',
  },
)
export type Correction = Static<typeof Correction>

/** Only the author sees a refused correction. */
export type RefusedCorrection = { reason: ModerationReason; submittedAt: string; at: string }

export const ReviewSubject = OneOf(subjects, { description: 'Subject of the review: a product, or the shop itself.' })

/**
 * Null only in responses to callers that request or write reviews of the shop. All other callers get only reviews of
 * products.
 */
export const nullForShop = <T extends TSchema>(schema: T) =>
  Nullable({ ...schema, $comment: 'Null only with the parameter `subject`.' } as T)

export const Review = Type.Object(
  {
    id: described(Id, 'Id of the review, a UUIDv7.'),
    subject: ReviewSubject,
    productId: nullForShop(described(Id, 'Id of the product. Null for reviews of the shop.')),
    product: nullForShop(described(ReviewedProduct, 'Product of the review. Null for reviews of the shop.')),
    orderId: Nullable(described(Id, 'Id of the order. Null if there is none.')),
    rating: described(Rating, 'Stars of the review, 1 to 5.', 5),
    title: Nullable(
      Type.String({ description: 'Title of the review. Null without one.', examples: ['Daily companion'] }),
    ),
    body: Type.String({ description: 'Text of the review.', examples: ['Keeps tea hot for an hour.'] }),
    authorName: Type.String({ description: 'Public name of the author.', examples: ['Jane D.'] }),
    authorEmail: sessionOnly(
      Nullable(
        Type.String({
          description: 'Email address of the author. Null after an erasure. Absent for keys and tokens.',
          examples: ['jane.doe@customer.example'],
        }),
      ),
    ),
    authorEmailLast4: Nullable(
      Type.String({
        description:
          'Masked email address of the author: up to four characters before the @, at most half of that part. Null after an erasure.',
        examples: ['.doe'],
      }),
    ),
    verified: Type.Boolean({
      description: 'Whether the address is proven and has an order of this product that is not cancelled.',
    }),
    status: OneOf(statuses, { description: 'Moderation status of the review.' }),
    moderation: Nullable(Moderation),
    source: OneOf(shownSources, {
      description: 'Channel through which the review was received. `shared`: a copy of a review of another store.',
    }),
    importedFrom: Nullable(
      Type.String({
        description: 'Platform that the review was imported from. Null for other reviews.',
        examples: ['judge_me'],
      }),
    ),
    incentive: Nullable(
      OneOf(incentives, { description: 'Reward the author got for the review. Null without a reward.' }),
    ),
    relationship: Nullable(
      OneOf(relationships, {
        description:
          "The author's own statement of a relationship to the shop. Any but `none` is shown with the review, which then counts in no average. Null if the form did not ask.",
      }),
    ),
    photos: Type.Array(ReviewPhoto, { description: 'Photos of the review, in display order.' }),
    reply: Nullable(ReviewReply),
    replyMailAt: Nullable(
      Type.String({
        format: 'date-time',
        description:
          'Time the author gets the reply by email, minutes after reply and review are public. Null once sent, and if no email is due.',
      }),
    ),
    reportCount: Type.Integer({ description: 'Number of unresolved reports.' }),
    attributes: Type.Array(AttributeAnswer, {
      description: "Answers of the author to the store's attributes.",
    }),
    helpfulCount: Type.Integer({
      description: 'Number of visitors who found the review helpful. Votes of the last two minutes may be missing.',
    }),
    locale: Nullable(
      Type.String({ description: 'Language of the review, as a BCP 47 tag. Null if unknown.', examples: ['en'] }),
    ),
    ...languageFields,
    correction: Nullable(Correction),
    correctedAt: Nullable(
      Type.String({
        format: 'date-time',
        description: "Time the author's newest correction took effect. Null without one.",
      }),
    ),
    submittedAt: described(Instant, 'Time the review was written.'),
    approvedAt: Nullable(
      Type.String({ format: 'date-time', description: 'Time the review was first approved. Null before.' }),
    ),
    createdAt: described(Instant, 'Time the review was created.'),
    updatedAt: described(Instant, 'Time the review was last changed.'),
    origin: Type.Optional(ReviewOrigin),
  },
  { title: 'Review' },
)
export type Review = Static<typeof Review>

export const LanguageTag = Type.String({
  maxLength: limits.locale,
  pattern: '^[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8}){0,4}$',
  'x-expected': 'must be a language tag such as en or pt-BR',
  description: 'Language of the review, as a BCP 47 tag. Null if unknown.',
  examples: ['en'],
})

export const NewReview = Type.Object(
  {
    subject: Type.Optional(
      OneOf(subjects, {
        default: 'product',
        description: 'Subject of the review. Send `shop` without a product for a review of the shop itself.',
      }),
    ),
    productId: Type.Optional(described(Id, 'Id of the product. Send this or `platformProductId`.')),
    platformProductId: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        description: 'Id of the product in the shop.',
        examples: ['mug-01'],
      }),
    ),
    orderId: Type.Optional(Nullable(described(Id, 'Id of the order. Null if there is none.'))),
    rating: described(Rating, 'Stars of the review, 1 to 5.', 5),
    title: Type.Optional(
      Nullable(
        Type.String({
          maxLength: limits.title,
          description: 'Title of the review. Null or omitted for none.',
          examples: ['Daily companion'],
        }),
      ),
    ),
    body: Type.String({
      minLength: 1,
      maxLength: limits.body,
      description: 'Text of the review.',
      examples: ['Keeps tea hot for an hour.'],
    }),
    authorName: Type.String({
      minLength: 1,
      maxLength: limits.authorName,
      description: 'Public name of the author.',
      examples: ['Jane D.'],
    }),
    authorEmail: Type.String({
      maxLength: limits.authorEmail,
      pattern: emailPattern,
      'x-expected': 'must be an e-mail address such as jane@example.com',
      description: 'Email address of the author. Keys and the storefront never return it.',
      examples: ['jane.doe@customer.example'],
    }),
    locale: Type.Optional(Nullable(LanguageTag)),
    photoIds: Type.Optional(described(PhotoIds, 'Ids of uploaded photos. Each upload can be used only once.')),
    attributes: Type.Optional(
      described(Answers, 'Answers of the author to attributes of the product, each at most once. All are optional.'),
    ),
  },
  { title: 'NewReview', description: 'Send `productId`, `platformProductId`, or the subject `shop`.' },
)
export type NewReview = Static<typeof NewReview>

const PlatformProductId = Type.String({ minLength: 1, maxLength: 255 })

export const SubjectParam = Type.Optional(
  OneOf(subjectFilters, {
    default: 'product',
    description: 'Reviews of products, of the `shop` itself, or `all` of both.',
  }),
)

export const reviewFilters = {
  subject: SubjectParam,
  orderId: Type.Optional(described(Id, 'Filter: reviews of this order.')),
  productId: Type.Optional(described(Id, 'Filter: reviews of this product.')),
  platformProductId: Type.Optional(
    described(PlatformProductId, 'Filter: reviews of this product, by its id in the shop.', 'mug-01'),
  ),
  categoryId: Type.Optional({
    ...Id,
    description: 'Filter: reviews of products directly in this category.',
  }),
  status: Type.Optional(AnyOf(statuses, { description: 'Filter: reviews with these statuses.' })),
  rating: Type.Optional(AnyOf([1, 2, 3, 4, 5], { description: 'Filter: reviews with these numbers of stars.' })),
  verified: Type.Optional(
    Type.Boolean({ description: 'Filter: `true` for reviews with a proven purchase, `false` for others.' }),
  ),
  hasPhotos: Type.Optional(
    Type.Boolean({ description: 'Filter: `true` for reviews with photos, `false` for reviews without.' }),
  ),
  hasReply: Type.Optional(
    Type.Boolean({ description: 'Filter: `true` for reviews with a reply, `false` for reviews without.' }),
  ),
  incentivized: Type.Optional(
    Type.Boolean({ description: 'Filter: `true` for reviews with a reward, `false` for reviews without.' }),
  ),
  imported: Type.Optional(Type.Boolean({ description: 'Filter: `true` for imported reviews, `false` for others.' })),
  reported: Type.Optional(
    Type.Boolean({ description: 'Filter: `true` for reviews with unresolved reports, `false` for others.' }),
  ),
  corrected: Type.Optional(
    Type.Boolean({
      description: 'Filter: `true` for reviews that their author corrected or asks to correct, `false` for others.',
    }),
  ),
  submittedAfter: Type.Optional(described(Instant, 'Filter: reviews written after this time.')),
  submittedBefore: Type.Optional(described(Instant, 'Filter: reviews written before this time.')),
  ...changeParams,
}
const AllFilters = Type.Object(reviewFilters)
export type ReviewFilters = Static<typeof AllFilters>

/**
 * Number of newest reviews that a search reads. It limits the time of a search without a match in a store of any
 * size.
 */
export const searchWindow = 20_000
/** A search by stars merges up to 20 parts of this size. */
export const ratedWindow = 2_000
/** Number of newest products whose titles a search compares. */
export const productWindow = 20_000

export const searchFilter = {
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: `Filter: text in the title, body, author name or product title, ignoring case. A request reads at most ${searchWindow.toLocaleString('en')} reviews, newest first, or ${ratedWindow.toLocaleString('en')} with \`sort=rating\`. A short page may still have a \`nextCursor\`.`,
      examples: ['tea'],
    }),
  ),
  language: Type.Optional(
    Type.String({
      pattern: '^[a-z]{2,3}$',
      'x-expected': 'must be a language such as en or de',
      description: 'Filter: reviews with this `language`. A request reads at most as many reviews as with `q`.',
      examples: ['en'],
    }),
  ),
}

export const readOrigins = ['own', 'shared', 'all'] as const
export type ReadOrigin = (typeof readOrigins)[number]

export const OriginParam = Type.Optional(
  OneOf(readOrigins, {
    description:
      'Reviews of the store itself (`own`), copies of reviews that other stores share (`shared`), or `all` of both. Default: `own`, or `all` with a `pool` of shared reviews.',
  }),
)

export const reviewSorts = ['submittedAt', 'createdAt', 'updatedAt', 'rating'] as const
export type ReviewSort = (typeof reviewSorts)[number]

export const reviewListQuery = pageQuery({
  ...reviewFilters,
  ...searchFilter,
  pool: PoolParam,
  origin: OriginParam,
  sort: Type.Optional(OneOf(reviewSorts, { default: 'submittedAt', description: 'Sort order.' })),
  direction: directionParam(
    'Sort direction. Default: oldest first for `updatedAt`, otherwise newest first or most stars first.',
  ),
})

export const summaryQuery = Type.Object({
  subject: SubjectParam,
  productId: Type.Optional(described(Id, 'Id of the product. Omit both product ids for the whole store.')),
  platformProductId: Type.Optional(described(PlatformProductId, 'Id of the product in the shop.', 'mug-01')),
  pool: PoolParam,
})
export type SummaryQuery = Static<typeof summaryQuery>

const stars = {
  '1': Type.Integer({ description: 'Number of approved reviews with one star.' }),
  '2': Type.Integer({ description: 'Number of approved reviews with two stars.' }),
  '3': Type.Integer({ description: 'Number of approved reviews with three stars.' }),
  '4': Type.Integer({ description: 'Number of approved reviews with four stars.' }),
  '5': Type.Integer({ description: 'Number of approved reviews with five stars.' }),
}

export const PooledSummary = Type.Object(
  {
    count: Type.Integer({ description: 'Number of approved reviews in the pool, those of the product included.' }),
    average: Nullable(
      Type.Number({
        description: 'Average stars of these reviews, to two decimals. Null without reviews.',
        examples: [4.67],
      }),
    ),
    byStar: Type.Object(stars, { description: 'Number of these reviews by stars.' }),
    products: Type.Integer({ description: 'Number of products with a counted review.' }),
    stores: Type.Integer({ description: 'Number of stores with a counted review.' }),
  },
  { title: 'PooledSummary', description: 'Summary of the whole pool. Absent with `pool=own`.' },
)
export type PooledSummary = Static<typeof PooledSummary>

export const ReviewSummary = Type.Object(
  {
    count: Type.Integer({ description: 'Number of approved reviews.' }),
    average: Nullable(
      Type.Number({
        description: 'Average stars of the approved reviews, to two decimals. Null without reviews.',
        examples: [4.67],
      }),
    ),
    byStar: Type.Object(stars, { description: 'Number of approved reviews by stars.' }),
    verifiedCount: Type.Integer({ description: 'Number of reviews by verified buyers.' }),
    withPhotos: Type.Integer({ description: 'Number of reviews with photos.' }),
    pooled: Type.Optional(PooledSummary),
  },
  { title: 'ReviewSummary' },
)
export type ReviewSummary = Static<typeof ReviewSummary>

const customerReview = {
  orderId: Nullable(described(Id, 'Id of the order. Null if there is none.')),
  rating: Type.Integer({ description: 'Stars of the review, 1 to 5.', examples: [5] }),
  title: Nullable(
    Type.String({ description: 'Title of the review. Null without one.', examples: ['Daily companion'] }),
  ),
  body: Type.String({ description: 'Text of the review.', examples: ['Keeps tea hot for an hour.'] }),
  authorName: Type.String({ description: 'Public name of the author.', examples: ['Jane D.'] }),
  authorEmail: Type.Optional(
    sessionOnly(
      Type.String({
        description: 'Email address of the author. Absent for keys and tokens.',
        examples: ['jane.doe@customer.example'],
      }),
    ),
  ),
  authorEmailLast4: Type.String({ description: 'Masked email address of the author.', examples: ['.doe'] }),
  verified: Type.Boolean({ description: 'Whether an order proves the purchase.' }),
  status: Type.String({ description: 'Moderation status of the review.', examples: ['approved'] }),
  source: Type.String({ description: 'Channel through which the review was received.', examples: ['email_form'] }),
  submittedAt: described(Instant, 'Time the review was written.'),
  attributes: Type.Array(AttributeAnswer, { description: "Answers of the author to the store's attributes." }),
}

const reviewId = described(Id, 'Id of the review, a UUIDv7.')

export const CustomerReview = Type.Object(
  {
    id: reviewId,
    productId: nullForShop(
      described(Id, 'Id of the product. Null for reviews of the shop. Only the data export has these.'),
    ),
    ...customerReview,
  },
  { title: 'CustomerReview' },
)
