import { type Static, Type } from 'typebox'
import { pageQuery } from '#platform/calls/paging/page.ts'
import { described, Id, Nullable } from '#platform/values/wire.ts'
import { LanguageTag } from '#resources/reviews/schema.ts'

export const ShownFaqFilters = pageQuery({
  platformProductId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'Id of the product in the shop. Adds the FAQs of this product and its categories.',
      examples: ['mug-01'],
    }),
  ),
  q: Type.Optional(
    Type.String({
      maxLength: 255,
      description: 'Filter: part of the shown question, answer or group, ignoring case. An empty text finds all.',
      examples: ['dishwasher'],
    }),
  ),
  locale: Type.Optional({
    ...LanguageTag,
    description: 'Language of the reader, as a BCP 47 tag. Without a translation, the original text is returned.',
    examples: ['en'],
  }),
})
export type ShownFaqFilters = Static<typeof ShownFaqFilters>

export const ShownFaq = Type.Object(
  {
    id: described(Id, 'Id of the FAQ, a UUIDv7.'),
    question: Type.String({ description: "Question, in the reader's language.", examples: ['Is it dishwasher safe?'] }),
    answerHtml: Type.String({
      description: "Answer as sanitised HTML, in the reader's language. It is safe to embed in a page.",
      examples: ['<p>Yes, <strong>all</strong> of our mugs are.</p>\n'],
    }),
    group: Nullable(
      Type.String({ description: 'Heading shared by several FAQs. Null without one.', examples: ['Care'] }),
    ),
  },
  { title: 'StorefrontFaq' },
)
export type ShownFaq = Static<typeof ShownFaq>
