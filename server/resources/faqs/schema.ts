import { type Static, Type } from 'typebox'
import { page, pageQuery } from '#platform/calls/paging/page.ts'
import { AnyOf, described, Id, Instant, Nullable, notBlank, OneOf } from '#platform/values/wire.ts'
import { LanguageTag } from '#resources/reviews/schema.ts'

export const statuses = ['draft', 'published'] as const
export type Status = (typeof statuses)[number]

export const limits = { question: 300, answer: 10_000, group: 80, places: 100, languages: 50, faqs: 10_000 } as const

export const QuestionText = Type.String({
  minLength: 1,
  maxLength: limits.question,
  ...notBlank,
  description: 'Question, as plain text.',
  examples: ['Is it dishwasher safe?'],
})
export const AnswerText = Type.String({
  minLength: 1,
  maxLength: limits.answer,
  ...notBlank,
  description:
    'Answer in Markdown (CommonMark). Raw HTML is shown as text. Links may use `http(s):`, `mailto:`, `tel:` or a path of the shop. Pictures must belong to this store.',
  examples: ['Yes, **all** of our mugs are.'],
})
const Group = Nullable(
  Type.String({
    maxLength: limits.group,
    description: 'Heading shared by several FAQs. Blank text and null mean no heading.',
    examples: ['Care'],
  }),
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
  description: 'Texts by language, such as `{"de": {"question": "…", "answer": "…"}}`. Missing texts use the original.',
})

const placeIds = (what: string) =>
  Type.Array(Id, { maxItems: limits.places, uniqueItems: true, description: `Ids of the ${what} the FAQ is about.` })

const Locale = Nullable({
  ...LanguageTag,
  description: 'Language of question, answer and group, as a BCP 47 tag. Null if unknown.',
  examples: ['en'],
})

export const NewFaq = Type.Object(
  {
    question: QuestionText,
    answer: AnswerText,
    group: Type.Optional(Group),
    status: Type.Optional(
      OneOf(statuses, { default: 'draft', description: 'Status of the FAQ. Shoppers see only `published` FAQs.' }),
    ),
    productIds: Type.Optional(described(placeIds('products'), 'Ids of the products the FAQ is about.')),
    categoryIds: Type.Optional(described(placeIds('categories'), 'Ids of the categories the FAQ is about.')),
    locale: Type.Optional(Locale),
    translations: Type.Optional(Translations),
  },
  { title: 'NewFaq' },
)
export type NewFaq = Static<typeof NewFaq>

export const FaqChanges = Type.Object(
  {
    ...Type.Partial(NewFaq).properties,
    status: Type.Optional(OneOf(statuses, { description: 'Status of the FAQ. Shoppers see only `published` FAQs.' })),
    updatedAt: Type.Optional({
      ...Instant,
      description:
        'Value of `updatedAt` that you read. If the FAQ was changed since, the call returns 409 and changes nothing.',
    }),
  },
  { title: 'FaqChanges' },
)
export type FaqChanges = Static<typeof FaqChanges>

export const Faq = Type.Object(
  {
    id: described(Id, 'Id of the FAQ, a UUIDv7.'),
    question: Type.String({ description: 'Question, as shoppers read it.', examples: ['Is it dishwasher safe?'] }),
    answer: Type.String({
      description: 'Answer in Markdown, as written.',
      examples: ['Yes, **all** of our mugs are.'],
    }),
    answerHtml: Type.String({
      description: 'Answer as sanitised HTML. It is safe to embed in a page.',
      examples: ['<p>Yes, <strong>all</strong> of our mugs are.</p>\n'],
    }),
    group: Nullable(
      Type.String({ description: 'Heading shared by several FAQs. Null without one.', examples: ['Care'] }),
    ),
    status: OneOf(statuses, { description: 'Status of the FAQ. Shoppers see only `published` FAQs.' }),
    position: Type.Integer({ description: 'Sort position, ascending. Gaps are allowed.' }),
    appliesTo: OneOf(['everything', 'selected'], {
      description:
        'Scope: `everything` if saved without products and categories, else `selected`. A `selected` FAQ whose products and categories were all deleted is hidden.',
    }),
    productIds: Type.Array(Id, { description: 'Ids of the products the FAQ is about.' }),
    categoryIds: Type.Array(Id, { description: 'Ids of the categories the FAQ is about.' }),
    locale: Nullable(
      Type.String({
        description: 'Language of question, answer and group, as a BCP 47 tag. Null if unknown.',
        examples: ['en'],
      }),
    ),
    translations: Type.Unsafe<Record<string, Translation>>({
      ...byLanguage,
      additionalProperties: Translation,
      description: 'Texts by language.',
    }),
    publishedAt: Nullable(described(Instant, 'Time of the last publication. Null if never published.')),
    createdAt: described(Instant, 'Time the FAQ was created.'),
    updatedAt: described(Instant, 'Time the FAQ was last changed.'),
  },
  { title: 'Faq' },
)
export type Faq = Static<typeof Faq>

export const FaqPage = page(Faq)

export const FaqFilters = pageQuery({
  status: Type.Optional(AnyOf(statuses, { description: 'Filter: FAQs with these statuses.' })),
  productId: Type.Optional({ ...Id, description: 'Filter: FAQs that name this product.' }),
  categoryId: Type.Optional({ ...Id, description: 'Filter: FAQs that name this category.' }),
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'Filter: part of the question, answer or group, in any language, ignoring case.',
      examples: ['dishwasher'],
    }),
  ),
})
export type FaqFilters = Static<typeof FaqFilters>

export const FaqOrder = Type.Object(
  { ids: Type.Array(Id, { maxItems: limits.faqs, description: 'Ids of all FAQs of the store, in display order.' }) },
  { title: 'FaqOrder' },
)
