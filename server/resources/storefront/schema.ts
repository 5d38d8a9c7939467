import { type Static, Type } from 'typebox'
import { pageQuery } from '#platform/calls/paging/page.ts'
import { Id, Instant, Nullable, OneOf } from '#platform/values/wire.ts'
import { Answered, AttributeSummary } from '#resources/reviews/attributes/schema.ts'
import { incentives, Rating, ReviewPhoto, ReviewReply } from '#resources/reviews/schema.ts'

export const sorts = ['newest', 'highest', 'lowest', 'photos', 'helpful'] as const
export type Sort = (typeof sorts)[number]
/** First orders that a store may choose. Not by votes: new reviews have few and would stay unread. */
export const firstSorts = ['newest', 'highest', 'lowest', 'photos'] as const

const PlatformProductId = Type.String({ minLength: 1, maxLength: 255, description: "The shop platform's own id." })

const order = Type.Optional(
  OneOf(sorts, {
    default: 'newest',
    description:
      '`photos` puts reviews with photos first, `helpful` those that most visitors found helpful; equals are newest first.',
  }),
)

/** A search reads this many of the newest reviews. */
export const searchedReviews = 5_000

export const reviewsQuery = pageQuery({
  platformProductId: Type.Optional(PlatformProductId),
  categoryId: Type.Optional(
    Type.String({ minLength: 1, maxLength: 255, description: "Ours, or the shop platform's own id of the category." }),
  ),
  sort: order,
  rating: Type.Optional(Rating),
  hasPhotos: Type.Optional(Type.Boolean()),
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: `Words that all stand in the title, the text or the reply, in any case. Looked for among the newest ${searchedReviews.toLocaleString('en')} that fit the rest.`,
    }),
  ),
})

export const maxSummaries = 100

export const summaryQuery = Type.Object({
  platformProductIds: Type.Array(PlatformProductId, {
    minItems: 1,
    maxItems: maxSummaries,
    description:
      'Ids separated by commas. Repeat the parameter if an id holds a comma: a repeated parameter is not split. Send a single such id twice.',
  }),
})

export const attributesQuery = Type.Object({ platformProductId: PlatformProductId })
export const AttributeSummaries = Type.Object(
  { attributes: Type.Array(AttributeSummary, { description: 'In the order of the form.' }) },
  { title: 'StorefrontReviewAttributes' },
)

const Limit = Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 10, description: 'Reviews in it.' }))

export const jsonLdQuery = Type.Object({ platformProductId: PlatformProductId, limit: Limit })

export const views = ['list', 'badge', 'photos'] as const

export const htmlQuery = Type.Object({
  platformProductId: Type.Optional({
    ...PlatformProductId,
    description: "The shop platform's own id; without it the whole store.",
  }),
  view: Type.Optional(
    OneOf(views, {
      default: 'list',
      description: '`list`: reviews. `badge`: what all of them come to. `photos`: what customers have photographed.',
    }),
  ),
  sort: order,
  limit: Limit,
  cursor: Type.Optional(
    Type.String({
      format: 'cursor',
      minLength: 1,
      maxLength: 500,
      description: 'What `evident_cursor` says in the link of the page before.',
    }),
  ),
  locale: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8}){0,4}$',
      'x-expected': 'must be a language tag such as en or pt-BR',
      maxLength: 35,
      description: "BCP 47; the store's default when absent.",
    }),
  ),
  path: Type.Optional(
    Type.String({
      pattern: '^/(?!/)[^\\\\\\s#]*$',
      'x-expected': 'must be a path such as /products/mug',
      minLength: 1,
      maxLength: 500,
      description: 'Path and query of the page it stands on, such as `/products/mug?variant=2`: where its links lead.',
    }),
  ),
})
export type HtmlQuery = Static<typeof htmlQuery>

const ShownProduct = Type.Object(
  {
    platformProductId: Type.String(),
    title: Nullable(Type.String()),
    url: Nullable(Type.String()),
    imageUrl: Nullable(Type.String()),
  },
  { title: 'StorefrontProduct' },
)

export const ShownReview = Type.Object(
  {
    id: Id,
    rating: Rating,
    title: Nullable(Type.String()),
    body: Type.String(),
    authorName: Type.String(),
    verified: Type.Boolean(),
    incentive: Nullable(OneOf(incentives, { description: 'What the author was given for writing; it must be shown.' })),
    photos: Type.Array(ReviewPhoto),
    reply: Nullable(ReviewReply),
    attributes: Type.Array(Answered, {
      description: 'What the author says about what the store asks beside the stars.',
    }),
    helpfulCount: Type.Integer({ description: 'How many visitors found it helpful, as of a minute or two ago.' }),
    locale: Nullable(Type.String()),
    submittedAt: Instant,
    product: Type.Optional({ ...ShownProduct, description: 'Absent when one product was asked for.' }),
  },
  { title: 'StorefrontReview' },
)
export type ShownReview = Static<typeof ShownReview>

const Count = Type.Integer()

export const Summary = Type.Object(
  {
    platformProductId: Type.String(),
    count: Count,
    average: Nullable(Type.Number({ description: 'To two decimals; null when there is no review.' })),
    byStar: Type.Object({ '1': Count, '2': Count, '3': Count, '4': Count, '5': Count }),
  },
  { title: 'StorefrontSummary' },
)
export type Summary = Static<typeof Summary>

const { count, average, byStar } = Summary.properties
export const StoreSummary = Type.Object({ count, average, byStar }, { title: 'StorefrontStoreSummary' })
