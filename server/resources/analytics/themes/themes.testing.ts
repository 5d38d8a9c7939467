// Themes counted as plainly as they are told of: what is cut, packed and numbered has to come to the same.
import { averageOf } from '../rules.ts'
import { languageOf, type Text } from '../words/rules.ts'
import type { StopWordLists } from '../words/stop-words.ts'
import type { Theme } from './schema.ts'

type Counts = { reviews: number; stars: number; low: number; high: number }

/** The texts from the newest on. */
export function themesOf(
  texts: readonly Text[],
  { words, stopWords, terms = 300_000 }: { words: 1 | 2; stopWords: StopWordLists; terms?: number },
  minReviews: number,
  answered = 500,
): Theme[] {
  const counts = new Map<string, Counts>()
  for (const { rating, title, body, locale } of texts)
    for (const term of new Set(termsOf(`${title ?? ''} ${body}`, words, stopWords(languageOf(locale))))) {
      const known = counts.get(term)
      const sum = known ?? { reviews: 0, stars: 0, low: 0, high: 0 }
      sum.reviews++
      sum.stars += rating
      if (rating <= 2) sum.low++
      if (rating >= 4) sum.high++
      if (!known && counts.size < terms) counts.set(term, sum)
    }
  return [...counts]
    .filter(([, each]) => each.reviews >= minReviews)
    .sort(([a, x], [b, y]) => y.reviews - x.reviews || (a < b ? -1 : 1))
    .slice(0, answered)
    .map(([term, { stars, ...each }]) => ({
      term,
      reviews: each.reviews,
      averageRating: averageOf(stars, each.reviews),
      low: each.low,
      high: each.high,
    }))
}

export function termsOf(text: string, words: 1 | 2, stopWords: ReadonlySet<string>): string[] {
  const found =
    text
      .toLowerCase()
      .normalize('NFC')
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  const telling = found.map((word) => ([...word].length >= 3 && !stopWords.has(word) ? word : undefined))
  if (words === 1) return telling.filter((word) => word !== undefined)
  return telling.flatMap((word, i) => {
    const next = telling[i + 1]
    return word && next ? [`${word} ${next}`] : []
  })
}
