import { type Static, Type } from 'typebox'
import { described, Id, Nullable } from '#platform/values/wire.ts'
import { LanguageTag, Rating } from '#resources/reviews/schema.ts'

export const digestQuery = Type.Object({
  platformProductId: Type.String({
    minLength: 1,
    maxLength: 255,
    description: 'Id of the product in the shop.',
    examples: ['mug-01'],
  }),
  locale: Type.Optional({
    ...LanguageTag,
    description:
      'Language of the reader, as a BCP 47 tag. Only the primary subtag counts. Positive, neutral and critical sentences keep their numbers; among each kind, sentences in this language come first.',
    examples: ['de'],
  }),
})

export const previewQuery = Type.Object({ productId: described(Id, 'Id of the product.') })

export const DigestSentence = Type.Object(
  {
    reviewId: described(Id, 'Id of the review, a UUIDv7.'),
    sentence: Type.String({
      description: 'Sentence of the review, unchanged.',
      examples: ['Keeps tea hot for an hour.'],
    }),
    rating: described(Rating, 'Stars of the review, 1 to 5.', 5),
    language: Nullable(
      Type.String({
        description: 'Language of the review, as an ISO 639 code without region. Null if unknown.',
        examples: ['en'],
      }),
    ),
  },
  { title: 'DigestSentence' },
)
export type DigestSentence = Static<typeof DigestSentence>

export const Digest = Type.Object(
  {
    data: Type.Array(DigestSentence, {
      description: 'At most six sentences, each from a different review: positive first, then neutral, then critical.',
    }),
  },
  { title: 'ReviewDigest' },
)
