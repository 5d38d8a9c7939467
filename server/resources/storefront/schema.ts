import { type Static, Type } from 'typebox'
import { pageQuery } from '#platform/calls/paging/page.ts'
import { described, Id, Instant, Nullable, OneOf } from '#platform/values/wire.ts'
import { PoolParam } from '#resources/products/groups/schema.ts'
import { AttributeAnswer, AttributeSummary, mostAttributes } from '#resources/reviews/attributes/schema.ts'
import {
  incentives,
  languageFields,
  nullForShop,
  PooledSummary,
  Rating,
  ReviewOrigin,
  ReviewPhoto,
  ReviewReply,
  ReviewSubject,
  relationships,
  SubjectParam,
  subjects,
} from '#resources/reviews/schema.ts'
import { Translation } from '#resources/translations/schema.ts'

export const sorts = ['newest', 'highest', 'lowest', 'photos', 'helpful'] as const
export type Sort = (typeof sorts)[number]
/**
 * Initial sort orders that a store can choose. Votes are excluded, because new reviews have few and would remain unread.
 */
export const firstSorts = ['newest', 'highest', 'lowest', 'photos'] as const

const PlatformProductId = Type.String({
  minLength: 1,
  maxLength: 255,
  description: 'Id of the product in the shop.',
  examples: ['mug-01'],
})

const order = Type.Optional(
  OneOf(sorts, {
    default: 'newest',
    description:
      'Sort order. `photos` puts reviews with photos first, `helpful` those with the most votes. Ties are newest first.',
  }),
)

const Language = Type.String({
  pattern: '^[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8}){0,4}$',
  'x-expected': 'must be a language tag such as en or pt-BR',
  maxLength: 35,
})

/** Number of newest reviews that a search reads. */
export const searchedReviews = 5_000

export const reviewsQuery = pageQuery({
  subject: SubjectParam,
  platformProductId: Type.Optional(PlatformProductId),
  categoryId: Type.Optional(
    Type.String({ minLength: 1, maxLength: 255, description: "Id of the category, ours or the shop's." }),
  ),
  pool: PoolParam,
  sort: order,
  rating: Type.Optional(described(Rating, 'Filter: reviews with this number of stars.', 5)),
  hasPhotos: Type.Optional(Type.Boolean({ description: 'Filter: `true` for reviews with photos.' })),
  verified: Type.Optional(
    Type.Boolean({ description: 'Filter: `true` for verified purchases, `false` for all other reviews.' }),
  ),
  locale: Type.Optional(
    Type.Array(Language, {
      minItems: 1,
      maxItems: 20,
      description:
        'Filter: reviews in these languages. Only the primary subtag counts, and `und` selects reviews without a language.',
    }),
  ),
  answers: Type.Optional(
    Type.Array(
      Type.String({
        pattern: '^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}:[0-8]$',
        'x-expected': 'must be the id of an attribute, a colon and a value, such as 0190…:4',
        maxLength: 38,
      }),
      {
        minItems: 1,
        maxItems: mostAttributes,
        description:
          'Filter: reviews with these answers, each as `attributeId:value`. All attributes must match; several values of one attribute are alternatives.',
      },
    ),
  ),
  platformVariantId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description:
        'Filter: reviews whose order contains this variant of the product. Reviews without an order never match.',
      examples: ['mug-01-blue'],
    }),
  ),
  firstLocale: Type.Optional({
    ...Language,
    description:
      'Language whose reviews come first, followed by all others. Each of the two parts is in the requested order. Only the primary subtag counts. It filters nothing. Searches and lists without `platformProductId` ignore it.',
    examples: ['de'],
  }),
  translate: Type.Optional({
    ...Language,
    description:
      'Language into which `translation` is wanted. Only the primary subtag counts. Reviews in this language have none.',
    examples: ['de'],
  }),
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: `Filter: words that all occur in title, text or reply, ignoring case. We search the newest ${searchedReviews.toLocaleString('en')} reviews that match the other filters.`,
      examples: ['tea'],
    }),
  ),
})

const OptionalProductId = Type.Optional({
  ...PlatformProductId,
  description: 'Id of the product in the shop. Omit it with `subject=shop` only.',
})

const OneSubject = Type.Optional(
  OneOf(subjects, { default: 'product', description: 'Reviews of the `product`, or of the `shop` itself.' }),
)

export const filtersQuery = Type.Object({ platformProductId: OptionalProductId, subject: OneSubject, pool: PoolParam })

const Counted = Type.Integer({ description: 'Number of approved reviews.' })

export const ReviewFilters = Type.Object(
  {
    count: described(Counted, 'Number of approved reviews.'),
    verified: described(Counted, 'Number of verified purchases.'),
    withPhotos: described(Counted, 'Number of reviews with photos.'),
    byStar: Type.Object(
      Object.fromEntries(
        ['1', '2', '3', '4', '5'].map((star) => [
          star,
          Type.Integer({ description: `Number of reviews with ${star} of 5 stars.` }),
        ]),
      ) as Record<'1' | '2' | '3' | '4' | '5', ReturnType<typeof Type.Integer>>,
      { description: 'Number of approved reviews by stars.' },
    ),
    locales: Type.Array(
      Type.Object({
        locale: Type.String({
          description: 'Primary language subtag, or `und` for reviews without a language.',
          examples: ['en'],
        }),
        count: described(Counted, 'Number of reviews in the language.'),
      }),
      { description: 'Languages of the reviews, the most frequent first.' },
    ),
    attributes: Type.Array(
      Type.Object({
        id: described(Id, 'Id of the attribute.'),
        kind: AttributeSummary.properties.kind,
        label: AttributeSummary.properties.label,
        values: Type.Array(
          Type.Object({
            value: Type.Integer({
              description: 'Answer: 1 to 5 for a `scale`, the zero-based position for a `choice`.',
            }),
            label: Nullable(
              Type.String({
                description: 'Text of the choice, or meaning of an end of the scale. Null without one.',
                examples: ['Too small'],
              }),
            ),
            count: described(Counted, 'Number of reviews with the answer.'),
          }),
          { description: 'Given answers, ascending.' },
        ),
      }),
      { description: 'Attributes with answers, in form order.' },
    ),
    variants: Type.Array(
      Type.Object({
        platformVariantId: Type.String({ description: 'Id of the variant in the shop.', examples: ['mug-01-blue'] }),
        title: Type.String({ description: 'Title of the variant.', examples: ['Blue'] }),
        count: described(Counted, 'Number of reviews whose order contains the variant.'),
      }),
      {
        description:
          'Bought variants with reviews, in the order in which the product lists them. Empty with fewer than two.',
      },
    ),
  },
  { title: 'StorefrontReviewFilters' },
)
export type ReviewFilters = Static<typeof ReviewFilters>

export const maxSummaries = 100

export const summaryQuery = Type.Object({
  platformProductIds: Type.Array(PlatformProductId, {
    minItems: 1,
    maxItems: maxSummaries,
    description:
      'Ids of products in the shop, separated by commas. For ids with a comma, repeat the parameter; repeated values are not split. Send a single id with a comma twice.',
  }),
  pool: PoolParam,
})

export const attributesQuery = Type.Object({ platformProductId: PlatformProductId })
export const AttributeSummaries = Type.Object(
  { attributes: Type.Array(AttributeSummary, { description: 'Attributes of the product, in form order.' }) },
  { title: 'StorefrontReviewAttributes' },
)

const Limit = Type.Optional(
  Type.Integer({ minimum: 1, maximum: 50, default: 10, description: 'Maximum number of reviews on a page.' }),
)

export const jsonLdQuery = Type.Object({ platformProductId: OptionalProductId, subject: OneSubject, limit: Limit })

export const views = ['list', 'badge', 'photos'] as const

export const htmlQuery = Type.Object({
  subject: SubjectParam,
  platformProductId: Type.Optional({
    ...PlatformProductId,
    description: 'Id of the product in the shop. Omit it for the whole store.',
    examples: ['mug-01'],
  }),
  view: Type.Optional(
    OneOf(views, {
      default: 'list',
      description: 'Kind of content: `list` of reviews, `badge` with the average, or customer `photos`.',
    }),
  ),
  pool: PoolParam,
  sort: order,
  limit: Limit,
  cursor: Type.Optional(
    Type.String({
      format: 'cursor',
      minLength: 1,
      maxLength: 500,
      description: 'Cursor from `evident_cursor` in the link of the previous page.',
    }),
  ),
  locale: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8}){0,4}$',
      'x-expected': 'must be a language tag such as en or pt-BR',
      maxLength: 35,
      description: "Language, as a BCP 47 tag. Default: the store's language.",
      examples: ['en'],
    }),
  ),
  path: Type.Optional(
    Type.String({
      pattern: '^/(?!/)[^\\\\\\s#]*$',
      'x-expected': 'must be a path such as /products/mug',
      minLength: 1,
      maxLength: 500,
      description: 'Path and query of the embedding page, such as `/products/mug?variant=2`. Links point to it.',
    }),
  ),
})
export type HtmlQuery = Static<typeof htmlQuery>

const ShownProduct = Type.Object(
  {
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
  { title: 'StorefrontProduct' },
)

export const ShownReview = Type.Object(
  {
    id: described(Id, 'Id of the review, a UUIDv7.'),
    rating: described(Rating, 'Stars of the review, 1 to 5.', 5),
    title: Nullable(
      Type.String({ description: 'Title of the review. Null without one.', examples: ['Daily companion'] }),
    ),
    body: Type.String({ description: 'Text of the review.', examples: ['Keeps tea hot for an hour.'] }),
    authorName: Type.String({ description: 'Public name of the author.', examples: ['Jane D.'] }),
    verified: Type.Boolean({ description: 'Whether an order proves the purchase.' }),
    incentive: Nullable(
      OneOf(incentives, {
        description: 'Reward the author got for the review. The law requires shops to show it. Null without a reward.',
      }),
    ),
    relationship: Nullable(
      OneOf(relationships, {
        description:
          "The author's own statement of a relationship to the shop. Show it with the review. Averages leave such reviews out. Null without a relationship, and if the form did not ask.",
      }),
    ),
    photos: Type.Array(ReviewPhoto, { description: 'Photos of the review, in display order.' }),
    reply: Nullable(ReviewReply),
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
    submittedAt: described(Instant, 'Time the review was written.'),
    translation: Type.Optional(
      described(Nullable(Translation), 'Machine translation. Null if there is none yet. Absent without `translate`.'),
    ),
    correctedAt: Nullable(
      Type.String({
        format: 'date-time',
        description: 'Time the author changed the review. Shops must show it. Null without a correction.',
      }),
    ),
    product: Type.Optional(
      nullForShop({
        ...ShownProduct,
        description: 'Reviewed product. Absent in lists of a single product. Null for reviews of the shop.',
      }),
    ),
    subject: Type.Optional({
      ...ReviewSubject,
      description: 'Subject of the review. Only with the parameter `subject`.',
    }),
    origin: Type.Optional(ReviewOrigin),
  },
  { title: 'StorefrontReview' },
)
export type ShownReview = Static<typeof ShownReview>

const Count = Type.Integer()

export const Summary = Type.Object(
  {
    platformProductId: Type.String({ description: 'Id of the product in the shop.', examples: ['mug-01'] }),
    count: described(Count, 'Number of approved reviews.'),
    average: Nullable(
      Type.Number({
        description: 'Average stars of the approved reviews, to two decimals. Null without reviews.',
        examples: [4.67],
      }),
    ),
    byStar: Type.Object(
      {
        '1': described(Count, 'Number of approved reviews with one star.'),
        '2': described(Count, 'Number of approved reviews with two stars.'),
        '3': described(Count, 'Number of approved reviews with three stars.'),
        '4': described(Count, 'Number of approved reviews with four stars.'),
        '5': described(Count, 'Number of approved reviews with five stars.'),
      },
      { description: 'Number of approved reviews by stars.' },
    ),
    pooled: Type.Optional(PooledSummary),
  },
  { title: 'StorefrontSummary' },
)
export type Summary = Static<typeof Summary>

const { count, average, byStar } = Summary.properties
export const StoreSummary = Type.Object(
  {
    count: described(count, 'Number of approved reviews.'),
    average: described(average, 'Average stars of the approved reviews, to two decimals. Null without reviews.', 4.67),
    byStar: described(byStar, 'Number of approved reviews by stars.'),
  },
  { title: 'StorefrontStoreSummary' },
)

export const ShopSummary = Type.Object(
  {
    count: described(count, 'Number of approved reviews of the shop.'),
    average: described(average, 'Average stars of these reviews, to two decimals. Null without reviews.', 4.67),
    byStar: described(byStar, 'Number of these reviews by stars.'),
    verifiedCount: described(Count, 'Number of these reviews by verified buyers.'),
  },
  { title: 'StorefrontShopSummary' },
)
