import { type Static, Type } from 'typebox'
import { emailPattern, Id, Nullable, OneOf } from '#platform/values/wire.ts'
import { ShownIncentive } from '#resources/review-incentives/schema.ts'
import { Answers, Attribute } from '#resources/reviews/attributes/schema.ts'
import { LanguageTag, limits, Rating } from '#resources/reviews/schema.ts'
import { PhotoIds } from '#resources/uploads/schema.ts'

const words = {
  rating: Rating,
  title: Type.Optional(Nullable(Type.String({ maxLength: limits.title }))),
  body: Type.String({ minLength: 1, maxLength: limits.body }),
  authorName: Type.String({ minLength: 1, maxLength: limits.authorName }),
  photoIds: Type.Optional(PhotoIds),
  attributes: Type.Optional(Answers),
  consent: Type.Boolean({
    description: 'The author agrees that the review is published. Nothing else than `true` is taken.',
  }),
  startedAt: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        'From `GET /storefront/review-form`. A form that comes back within three seconds, or after a day, is refused. It remembers the incentive that was shown.',
    }),
  ),
  homepage: Type.Optional(
    Type.String({
      maxLength: 2000,
      description: 'A field for programs: people never see it. Filled in, the review is kept as spam.',
    }),
  ),
}

export const NewStorefrontReview = Type.Object(
  {
    platformProductId: Type.String({ minLength: 1, maxLength: 255 }),
    ...words,
    authorEmail: Type.String({
      maxLength: limits.authorEmail,
      pattern: emailPattern,
      'x-expected': 'must be an e-mail address such as jane@example.com',
    }),
    locale: Type.Optional(Nullable(LanguageTag)),
  },
  { title: 'NewStorefrontReview' },
)
export type NewStorefrontReview = Static<typeof NewStorefrontReview>

export const ReceivedReview = Type.Object(
  {
    id: Id,
    status: Type.Unsafe<'pending'>({ type: 'string', enum: ['pending'] }),
    verification: OneOf(['verified', 'confirmation_sent'], {
      description:
        '`verified`: the address is proven, by a signed customer token. `confirmation_sent`: its owner was mailed a link to confirm it. The same for customers and strangers.',
    }),
  },
  { title: 'ReceivedReview' },
)

export const ReceivedReport = Type.Object(
  {
    status: Type.Unsafe<'received'>({
      type: 'string',
      enum: ['received'],
      description: 'The same for the first report of a visitor and for any after it.',
    }),
  },
  { title: 'ReceivedReport' },
)

export const ReviewFormStart = Type.Object(
  {
    storeName: Type.String(),
    startedAt: Type.String({ description: 'To be sent back with the review.' }),
    incentive: Nullable({
      ...ShownIncentive,
      description: 'What is offered for a review of the product, whatever its rating. Show it above the stars.',
    }),
    attributes: Type.Array(Attribute, {
      description: 'What the store asks beside the stars, six at most; answers are optional.',
    }),
  },
  { title: 'ReviewFormStart' },
)

export const ReviewFormQuery = Type.Object({
  platformProductId: Type.Optional(
    Type.String({ minLength: 1, maxLength: 255, description: 'The product that is to be reviewed.' }),
  ),
  startedAt: Type.Optional(
    Type.String({ maxLength: 200, description: 'Of the form that this one goes on from: what it showed still holds.' }),
  ),
})

export const FormStart = Type.Object(
  { storeName: Type.String(), startedAt: Type.String({ description: 'To be sent back with the form.' }) },
  { title: 'FormStart' },
)

/** The same for the hosted page, whose link determines product and author. */
export const HostedReview = Type.Object({
  productId: Id,
  ...words,
  isOpenTold: Type.Optional(Type.Boolean()),
})
export type HostedReview = Static<typeof HostedReview>

export const Opening = Type.Object({ productId: Type.Optional(Nullable(Id)), rating: Type.Optional(Nullable(Rating)) })
