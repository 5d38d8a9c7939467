import { type Static, Type } from 'typebox'
import { described } from '#platform/values/wire.ts'
import { Average, Count, ReportHead, spanQuery } from '../schema.ts'

export const limits = { texts: 10_000, terms: 300_000, answered: 500 } as const

export const themeQuery = spanQuery({
  words: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 2, default: 1, description: 'Number of neighbouring words in a term.' }),
  ),
  minReviews: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100_000, default: 3, description: 'Minimum number of reviews of a term.' }),
  ),
})

const Theme = Type.Object(
  {
    term: Type.String({ description: 'Term, in lower case.', examples: ['handle'] }),
    reviews: described(Count, 'Number of reviews with the term.'),
    averageRating: described(Average, 'Average stars, to two decimals. Null without reviews.'),
    low: { ...Count, description: 'Number of these reviews with one or two stars.' },
    high: { ...Count, description: 'Number of these reviews with four or five stars.' },
  },
  { title: 'Theme' },
)
export type Theme = Static<typeof Theme>

const { interval: _, ...head } = ReportHead.properties

export const ThemeReport = Type.Object(
  {
    ...head,
    total: Type.Object({ reviews: described(Count, 'Number of reviews read.') }, { title: 'ThemeTotal' }),
    data: Type.Array(Theme, { description: 'Themes, most frequent first.' }),
  },
  { title: 'ThemeAnalytics' },
)

export const stopWordQuery = Type.Object({
  locale: Type.Optional(
    Type.String({
      maxLength: 35,
      pattern: '^[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8}){0,4}$',
      'x-expected': 'must be a language tag such as en or pt-BR',
      default: 'en',
      description: 'Language, as a BCP 47 tag. Only its primary language counts.',
      examples: ['en'],
    }),
  ),
})

export const StopWords = Type.Object(
  {
    locale: Type.String({ description: 'Language of the words.', examples: ['en'] }),
    words: Type.Array(Type.String(), { description: 'Stop words, in lower case.' }),
  },
  { title: 'StopWords', description: 'Empty for languages without a list.' },
)
