// What shoppers write about, found by counting words. Pure.
import { averageOf } from '../rules.ts'
import { limits, type Theme } from './schema.ts'

export type Text = { rating: number; title: string | null; body: string; locale: string | null }

export type Options = {
  words: 1 | 2
  /** Of the language of a review; of one without, English. */
  stopWords(language: string): ReadonlySet<string>
}

export const noTheme: Theme = { term: '', reviews: 0, averageRating: null, low: 0, high: 0 }

type Counts = { reviews: number; stars: number; low: number; high: number }

export const languageOf = (locale: string | null): string => (locale ?? 'en').split(/[-_]/)[0]?.toLowerCase() ?? 'en'

const leastLength = 3

/** A term counts once in a review, however often it stands there. */
export function createThemes({ words, stopWords }: Options) {
  const counts = new Map<string, Counts>()
  let reviews = 0
  return {
    add({ rating, title, body, locale }: Text): void {
      reviews++
      for (const term of new Set(termsOf(`${title ?? ''} ${body}`, words, stopWords(languageOf(locale))))) {
        const known = counts.get(term)
        const sum = known ?? { reviews: 0, stars: 0, low: 0, high: 0 }
        sum.reviews++
        sum.stars += rating
        if (rating <= 2) sum.low++
        if (rating >= 4) sum.high++
        // Millions of different pairs would be memory for nothing: what is frequent comes early.
        if (!known && counts.size < limits.terms) counts.set(term, sum)
      }
    },
    reviews: () => reviews,
    list: (minReviews: number): Theme[] =>
      [...counts]
        .filter(([, each]) => each.reviews >= minReviews)
        .sort(([a, x], [b, y]) => y.reviews - x.reviews || (a < b ? -1 : 1))
        .slice(0, limits.answered)
        .map(([term, { stars, ...each }]) => ({
          term,
          reviews: each.reviews,
          averageRating: averageOf(stars, each.reviews),
          low: each.low,
          high: each.high,
        })),
  }
}

export function termsOf(text: string, words: 1 | 2, stopWords: ReadonlySet<string>): string[] {
  const found =
    text
      .toLowerCase()
      .normalize('NFC')
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  const telling = found.map((word) => ([...word].length >= leastLength && !stopWords.has(word) ? word : undefined))
  if (words === 1) return telling.filter((word) => word !== undefined)
  return telling.flatMap((word, i) => {
    const next = telling[i + 1]
    return word && next ? [`${word} ${next}`] : []
  })
}
