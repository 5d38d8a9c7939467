// What shoppers write about, found by counting words that are cut and packed. Pure.
import { cut, type Days, type Kept } from '../sums/rules.ts'
import { type Counted, limits as ofTexts } from '../words/rules.ts'
import { createWordTable } from '../words/word-table.ts'
import { limits, type Theme } from './schema.ts'
import { createPairs, createWords, type Most, type Numbered } from './term-counts.ts'

export const noTheme: Theme = { term: '', reviews: 0, averageRating: null, low: 0, high: 0 }

/**
 * Millions of different terms would be memory for nothing: once there are `limits.terms`, no more are taken. What is frequent comes
 * early.
 */
export function createThemes(words: 1 | 2, most: Most = { ...ofTexts, ...limits }) {
  const index = createWordTable()
  // A pair has two words that may be new.
  const mostWords = words * most.terms
  const terms = words === 1 ? createWords() : createPairs(most)
  let texts = 0

  return {
    /** How many more texts are read. */
    left: () => most.texts - texts,
    /** The newest first; what is beyond the last text that is read is left out. Answers the number of the first word that was new. */
    add(part: Counted): { numbers: Int32Array; firstNew: number } {
      const count = Math.min(part.ratings.length, most.texts - texts)
      const firstNew = index.size()
      const numbers = index.takeAll(part.hashes, mostWords)
      terms.add(part, numbers, count)
      texts += count
      return { numbers, firstNew }
    },
    reviews: () => texts,
    /** All that may be among those that are answered: of as many as have the same number of reviews the letters decide. */
    list: (minReviews: number): Numbered[] => terms.list(minReviews),
  }
}

/** The first of them, by how many reviews they have and by their letters. */
export const firstOf = (found: readonly Numbered[], wordOf: (number: number) => string): Theme[] =>
  found
    .map(({ words, ...numbers }) => ({ term: words.map(wordOf).join(' '), ...numbers }))
    .sort((a, b) => b.reviews - a.reviews || (a.term < b.term ? -1 : 1))
    .slice(0, limits.answered)

/** What of the days is read as it was cut, and between which days texts are cut now; the last first. */
export type Reading = { cut: string[]; gaps: Days[] }

/**
 * Of a summed day without a change `written` says what it has; a day that is not there has nothing. Ends where there are texts enough
 * whatever is in the gaps.
 */
export function readingOf(
  { start, end }: Days,
  kept: Kept,
  written: ReadonlyMap<number, { day: string; texts: number; isCut: boolean }>,
): Reading {
  const reading: Reading = { cut: [], gaps: [] }
  let texts = 0
  let gap: Days | undefined
  for (let day = end - 1; day >= start && texts < ofTexts.texts; day--) {
    const isSummed = cut({ start: day, end: day + 1 }, kept).sums.length > 0
    const found = written.get(day)
    if (isSummed && !found) continue
    if (isSummed && found?.isCut) {
      gap = undefined
      reading.cut.push(found.day)
      texts += found.texts
    } else if (gap) gap.start = day
    else {
      gap = { start: day, end: day + 1 }
      reading.gaps.push(gap)
    }
  }
  return reading
}
