import { type Static, Type } from 'typebox'
import { Average, Count, ReportHead, spanQuery } from '../schema.ts'

export const limits = { terms: 300_000, held: 16_000_000, sought: { 1: 1_500, 2: 6_000 }, answered: 500 } as const

export const themeQuery = spanQuery({
  words: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 2, default: 1, description: 'How many neighbouring words a term has.' }),
  ),
  minReviews: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100_000, default: 3, description: 'Terms of fewer reviews are left out.' }),
  ),
})

const Theme = Type.Object(
  {
    term: Type.String({ description: 'In lower case.' }),
    reviews: Count,
    averageRating: Average,
    low: { ...Count, description: 'Of one and two stars.' },
    high: { ...Count, description: 'Of four and five stars.' },
  },
  { title: 'Theme' },
)
export type Theme = Static<typeof Theme>

const { interval: _, ...head } = ReportHead.properties

export const ThemeReport = Type.Object(
  { ...head, total: Type.Object({ reviews: Count }, { title: 'ThemeTotal' }), data: Type.Array(Theme) },
  { title: 'ThemeAnalytics' },
)

export const stopWordQuery = Type.Object({
  locale: Type.Optional(
    Type.String({
      maxLength: 35,
      pattern: '^[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8}){0,4}$',
      'x-expected': 'must be a language tag such as en or pt-BR',
      default: 'en',
      description: 'BCP 47; its language decides.',
    }),
  ),
})

export const StopWords = Type.Object(
  {
    locale: Type.String({ description: 'The language.' }),
    words: Type.Array(Type.String(), { description: 'In lower case.' }),
  },
  { title: 'StopWords', description: 'No words where nobody made a list of the language.' },
)
