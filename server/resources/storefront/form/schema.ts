import { type Static, Type } from 'typebox'
import { described, emailPattern, Id, Nullable, OneOf } from '#platform/values/wire.ts'
import { ShownIncentive } from '#resources/review-incentives/schema.ts'
import { Answers, Attribute } from '#resources/reviews/attributes/schema.ts'
import { LanguageTag, limits, Rating, relationships, subjects } from '#resources/reviews/schema.ts'
import { PhotoIds } from '#resources/uploads/schema.ts'

/** Takes the place of a product's id in the form for the review of the shop. */
export const shopId = 'shop'

const words = {
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
  photoIds: Type.Optional(described(PhotoIds, 'Ids of uploaded photos. Each upload can be used only once.')),
  attributes: Type.Optional(
    described(Answers, 'Answers of the author to attributes of the product, each at most once. All are optional.'),
  ),
  relationship: Type.Optional(
    OneOf(relationships, {
      description:
        'Relationship of the author to the shop. Stored if `askRelationship` of the review settings is on, otherwise ignored.',
    }),
  ),
  consent: Type.Boolean({
    description: 'Consent of the author to publication. It must be `true`.',
  }),
  startedAt: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        'Token from `GET /storefront/review-form`. A form sent within three seconds or after a day is refused. The token records the offer that was shown.',
      examples: ['mi7h3k00.0d2Vb5x1Qm8Zr4Tt6Yw9Ks'],
    }),
  ),
  homepage: Type.Optional(
    Type.String({
      maxLength: 2000,
      description: 'Trap for bots, invisible to people. If it is filled, the review becomes spam.',
    }),
  ),
}

const subject = Type.Optional(
  OneOf(subjects, { default: 'product', description: 'Subject of the review: a `product`, or the `shop` itself.' }),
)

export const NewStorefrontReview = Type.Object(
  {
    subject,
    platformProductId: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        description: 'Id of the product in the shop. Omit it with the subject `shop` only.',
        examples: ['mug-01'],
      }),
    ),
    ...words,
    authorEmail: Type.String({
      maxLength: limits.authorEmail,
      pattern: emailPattern,
      'x-expected': 'must be an e-mail address such as jane@example.com',
      description: 'Email address of the author. Shoppers never see it.',
      examples: ['jane.doe@customer.example'],
    }),
    locale: Type.Optional(Nullable(LanguageTag)),
  },
  { title: 'NewStorefrontReview' },
)
export type NewStorefrontReview = Static<typeof NewStorefrontReview>

export const ReceivedReview = Type.Object(
  {
    id: described(Id, 'Id of the new review.'),
    status: Type.Unsafe<'pending'>({
      type: 'string',
      enum: ['pending'],
      description: 'Status of the new review: always `pending`.',
    }),
    verification: OneOf(['verified', 'confirmation_sent'], {
      description:
        'Proof of the address. `verified`: by a signed customer token. `confirmation_sent`: a link was emailed. Customers and strangers get the same response.',
    }),
  },
  { title: 'ReceivedReview' },
)

export const ReceivedReport = Type.Object(
  {
    status: Type.Unsafe<'received'>({
      type: 'string',
      enum: ['received'],
      description: 'Always `received`, also for repeated reports.',
    }),
  },
  { title: 'ReceivedReport' },
)

export const ReviewFormStart = Type.Object(
  {
    storeName: Type.String({ description: 'Name of the store.', examples: ['Acme Shop'] }),
    startedAt: Type.String({
      description: 'Token to send with the review.',
      examples: ['mi7h3k00.0d2Vb5x1Qm8Zr4Tt6Yw9Ks'],
    }),
    incentive: Nullable({
      ...ShownIncentive,
      description:
        'Offer for a review of the product, the same for every rating. Show it above the stars. Null without one.',
    }),
    usualDays: Nullable(
      Type.Integer({
        minimum: 1,
        description:
          'Usual number of days until the shop decides on a review: the median of its newest reviews from forms, rounded up. Null with fewer than ten, or above 14 days.',
        examples: [2],
      }),
    ),
    attributes: Type.Array(Attribute, {
      description: 'Attributes to ask for, at most six. Answers are optional.',
    }),
    askRelationship: Type.Boolean({
      description: 'Whether to ask for the relationship of the author to the shop. Preselect nothing.',
    }),
  },
  { title: 'ReviewFormStart' },
)

export const ReviewFormQuery = Type.Object({
  subject,
  platformProductId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'Id of the product to review, in the shop.',
      examples: ['mug-01'],
    }),
  ),
  startedAt: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'Token of the form that this form continues. The offer of the earlier form stays valid.',
      examples: ['mi7h3k00.0d2Vb5x1Qm8Zr4Tt6Yw9Ks'],
    }),
  ),
  locale: Type.Optional({
    ...LanguageTag,
    description: 'Language of the reader, as a BCP 47 tag. Without a translation, the original text is returned.',
    examples: ['en'],
  }),
})

export const FormStart = Type.Object(
  {
    storeName: Type.String({ description: 'Name of the store.', examples: ['Acme Shop'] }),
    startedAt: Type.String({
      description: 'Token to send with the form.',
      examples: ['mi7h3k00.0d2Vb5x1Qm8Zr4Tt6Yw9Ks'],
    }),
  },
  { title: 'FormStart' },
)

/** Fields of a review from the hosted page. Its link determines order and author. */
export const HostedReview = Type.Object({
  productId: Type.Union([Id, Type.Literal(shopId)]),
  ...words,
  isOpenTold: Type.Optional(Type.Boolean()),
})
export type HostedReview = Static<typeof HostedReview>

export const Opening = Type.Object({ productId: Type.Optional(Nullable(Id)), rating: Type.Optional(Nullable(Rating)) })
