import { type Static, Type } from 'typebox'
import { page, pageQuery } from '#platform/calls/paging/page.ts'
import { AnyOf, Id, Instant, Nullable, OneOf } from '#platform/values/wire.ts'
import { LanguageTag } from '#resources/reviews/schema.ts'

export const statuses = ['draft', 'published'] as const
export type Status = (typeof statuses)[number]

export const limits = { question: 300, answer: 10_000, group: 80, places: 100, languages: 50, faqs: 10_000 } as const

const someText = { pattern: '\\S', 'x-expected': 'must hold more than spaces' }

export const QuestionText = Type.String({
  minLength: 1,
  maxLength: limits.question,
  ...someText,
  description: 'Plain text.',
})
export const AnswerText = Type.String({
  minLength: 1,
  maxLength: limits.answer,
  ...someText,
  description:
    'Markdown (CommonMark). Raw HTML is shown as text; links lead to `http(s):`, `mailto:`, `tel:` or within the shop; pictures are those of this store alone.',
})
const Group = Nullable(
  Type.String({ maxLength: limits.group, description: 'A heading that FAQs share; blank is none.' }),
)

const Translation = Type.Object(
  { question: Type.Optional(QuestionText), answer: Type.Optional(AnswerText), group: Type.Optional(Group) },
  { title: 'FaqTranslation' },
)
export type Translation = Static<typeof Translation>

const byLanguage = {
  type: 'object',
  propertyNames: LanguageTag,
  maxProperties: limits.languages,
} as const

const Translations = Type.Unsafe<Record<string, Translation>>({
  ...byLanguage,
  additionalProperties: Translation,
  description:
    'The same texts by language, such as `{"de": {"question": "…", "answer": "…"}}`. What one leaves out is shown as the FAQ itself has it.',
})

const placeIds = (what: string) =>
  Type.Array(Id, { maxItems: limits.places, uniqueItems: true, description: `The ${what} it is about.` })

const Locale = Nullable({ ...LanguageTag, description: 'The language of question, answer and group; BCP 47.' })

export const NewFaq = Type.Object(
  {
    question: QuestionText,
    answer: AnswerText,
    group: Type.Optional(Group),
    status: Type.Optional(OneOf(statuses, { default: 'draft' })),
    productIds: Type.Optional(placeIds('products')),
    categoryIds: Type.Optional(placeIds('categories')),
    locale: Type.Optional(Locale),
    translations: Type.Optional(Translations),
  },
  { title: 'NewFaq' },
)
export type NewFaq = Static<typeof NewFaq>

export const FaqChanges = Type.Object(
  {
    ...Type.Partial(NewFaq).properties,
    status: Type.Optional(OneOf(statuses)),
    updatedAt: Type.Optional({
      ...Instant,
      description: 'As you read it: where somebody has changed the FAQ since, this is 409 and changes nothing.',
    }),
  },
  { title: 'FaqChanges' },
)
export type FaqChanges = Static<typeof FaqChanges>

export const Faq = Type.Object(
  {
    id: Id,
    question: Type.String(),
    answer: Type.String({ description: 'Markdown, as it was written.' }),
    answerHtml: Type.String({ description: 'The answer as it is shown; it may stand in any page as it is.' }),
    group: Nullable(Type.String()),
    status: OneOf(statuses, { description: 'Shoppers see what is `published`.' }),
    position: Type.Integer({ description: 'Lists are in this order; numbers may be left out.' }),
    appliesTo: OneOf(['everything', 'selected'], {
      description:
        '`everything` when it was saved without products and categories. A `selected` one whose products and categories are all gone is shown nowhere.',
    }),
    productIds: Type.Array(Id),
    categoryIds: Type.Array(Id),
    locale: Nullable(Type.String()),
    translations: Type.Unsafe<Record<string, Translation>>({
      ...byLanguage,
      additionalProperties: Translation,
      description: 'The same texts, by language.',
    }),
    publishedAt: Nullable(Instant),
    createdAt: Instant,
    updatedAt: Instant,
  },
  { title: 'Faq' },
)
export type Faq = Static<typeof Faq>

export const FaqPage = page(Faq)

export const FaqFilters = pageQuery({
  status: Type.Optional(AnyOf(statuses)),
  productId: Type.Optional({ ...Id, description: 'Those that name this product.' }),
  categoryId: Type.Optional({ ...Id, description: 'Those that name this category.' }),
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'Part of the question, the answer or the group, in any language and any case.',
    }),
  ),
})
export type FaqFilters = Static<typeof FaqFilters>

export const FaqOrder = Type.Object(
  { ids: Type.Array(Id, { maxItems: limits.faqs, description: 'Every FAQ of the store once, the first first.' }) },
  { title: 'FaqOrder' },
)
