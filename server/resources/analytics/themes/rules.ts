import { computeAverage } from '../rules.ts'
import { limits, type Theme } from './schema.ts'
import type { StopWordLists } from './stop-words.ts'

export type Text = { rating: number; title: string | null; body: string; locale: string | null }

export const noTheme: Theme = { term: '', reviews: 0, averageRating: null, low: 0, high: 0 }

export const languageOf = (locale: string | null): string => (locale ?? 'en').split(/[-_]/)[0]?.toLowerCase() ?? 'en'

const leastLength = 3

/** A character has at most two code units, so most words need not be split into characters. */
const isLong = (word: string) => word.length >= 2 * leastLength || [...word].length >= leastLength

/** Words, or pairs of neighbouring words. A short word or a stop word separates its neighbours. */
export function termsIn({ title, body, locale }: Text, words: 1 | 2, stopWords: StopWordLists): string[] {
  const stops = stopWords(languageOf(locale))
  const found =
    `${title ?? ''} ${body}`
      .toLowerCase()
      .normalize('NFC')
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  const terms: string[] = []
  let previous: string | undefined
  for (const word of found) {
    const current = isLong(word) && !stops.has(word) ? word : undefined
    if (current && words === 1) terms.push(current)
    if (current && previous && words === 2) terms.push(`${previous} ${current}`)
    previous = current
  }
  return terms
}

type Counts = { reviews: number; stars: number; low: number; high: number }

/**
 * When there are already `mostTerms` terms, new terms are ignored. Frequent terms appear early, and rare ones would only
 * take memory.
 */
export function createThemes(words: 1 | 2, stopWords: StopWordLists, mostTerms: number = limits.terms) {
  const terms = new Map<string, Counts>()
  let reviews = 0
  return {
    reviews: () => reviews,
    add(text: Text): void {
      reviews++
      const { rating } = text
      for (const term of new Set(termsIn(text, words, stopWords))) {
        let counts = terms.get(term)
        if (!counts) {
          if (terms.size >= mostTerms) continue
          counts = { reviews: 0, stars: 0, low: 0, high: 0 }
          terms.set(term, counts)
        }
        counts.reviews++
        counts.stars += rating
        if (rating <= 2) counts.low++
        if (rating >= 4) counts.high++
      }
    },
    list: (minReviews: number): Theme[] =>
      [...terms]
        .filter(([, counts]) => counts.reviews >= minReviews)
        .sort(([a, x], [b, y]) => y.reviews - x.reviews || (a < b ? -1 : 1))
        .slice(0, limits.answered)
        .map(([term, { reviews, stars, low, high }]) => ({
          ...{ term, reviews, averageRating: computeAverage(stars, reviews), low, high },
        })),
  }
}
