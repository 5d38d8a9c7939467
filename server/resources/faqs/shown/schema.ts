import { type Static, Type } from 'typebox'
import { pageQuery } from '#platform/calls/paging/page.ts'
import { Id, Nullable } from '#platform/values/wire.ts'
import { LanguageTag } from '#resources/reviews/schema.ts'

export const ShownFaqFilters = pageQuery({
  platformProductId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: "The shop platform's own id. Also gives what is said of this product and of its categories.",
    }),
  ),
  q: Type.Optional(
    Type.String({
      maxLength: 255,
      description: 'Part of the question, the answer or the group as they are shown, in any case. Empty finds all.',
    }),
  ),
  locale: Type.Optional({
    ...LanguageTag,
    description: "The reader's language, BCP 47: that translation, or the one of its language, or the text itself.",
  }),
})
export type ShownFaqFilters = Static<typeof ShownFaqFilters>

export const ShownFaq = Type.Object(
  {
    id: Id,
    question: Type.String(),
    answerHtml: Type.String({ description: 'May stand in a page as it is.' }),
    group: Nullable(Type.String()),
  },
  { title: 'StorefrontFaq' },
)
export type ShownFaq = Static<typeof ShownFaq>
