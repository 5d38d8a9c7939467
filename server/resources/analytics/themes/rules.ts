// What shoppers write about, found by counting words that are cut and packed. Pure.
import { cut, type Days, type Kept } from '../sums/rules.ts'
import { type Counted, type CutDay, limits as ofTexts, type WrittenDay } from '../words/rules.ts'
import { createPairs } from './pair-terms.ts'
import { limits, type Theme } from './schema.ts'
import { bitsOf, type Held, havingOf, leastOf, type Most, type Numbered, type Origin } from './term-counts.ts'
import { createWords } from './word-terms.ts'

export const noTheme: Theme = { term: '', reviews: 0, averageRating: null, low: 0, high: 0 }

/**
 * Most terms are those of one review. So parts are held until somebody asks, it is guessed how many reviews the five hundredth term has,
 * and only what may have as many is counted by itself. Of more than may be held everything is counted as it comes; millions of
 * different terms would be memory for nothing: once there are `limits.terms`, no more are taken, and what is frequent comes early.
 */
export function createThemes(words: 1 | 2, most: Most = { ...ofTexts, ...limits, sought: limits.sought[words] }) {
  const counting = words === 1 ? createWords(most) : createPairs(most)
  let held: Held[] = []
  let heldBytes = 0
  let isHolding = true
  let parts = 0
  let texts = 0
  let counts: ReturnType<typeof counting.begin> | undefined

  function countFrom(least: number) {
    counts = counting.begin(bitsOf(counting.guesses, least))
    for (const part of held) counts.count(part)
    return counts
  }

  return {
    /** How many more texts are read. */
    left: () => most.texts - texts,
    reviews: () => texts,
    /** The newest first; what is beyond the last text that is read is left out. */
    add(part: Counted): void {
      const added = { ...part, index: parts++, texts: Math.min(part.ratings.length, most.texts - texts) }
      texts += added.texts
      if (!isHolding) {
        counts?.count(added)
        return
      }
      counting.guess(added)
      held.push(added)
      heldBytes += part.hashes.byteLength + part.places.byteLength + part.textEnds.byteLength
      if (heldBytes < most.held) return
      countFrom(0)
      isHolding = false
      held = []
    },
    list(minReviews: number): Numbered[] {
      if (!isHolding) return counts?.list(minReviews) ?? []
      let least = leastOf(havingOf(counting.guesses), most.sought, minReviews)
      let found = countFrom(least).list(least)
      while (found.length < limits.answered && least > minReviews) {
        least = Math.max(minReviews, least >> 1)
        found = countFrom(least).list(least)
      }
      return found
    },
    /** Of a word that was listed last. */
    originOf: (number: number): Origin | undefined => counts?.originOf(number),
  }
}

/** The first of them, by how many reviews they have and by their letters. */
export const firstOf = (found: readonly Numbered[], wordOf: (number: number) => string): Theme[] =>
  found
    .map(({ words, ...numbers }) => ({ term: words.map(wordOf).join(' '), ...numbers }))
    .sort((a, b) => b.reviews - a.reviews || (a.term < b.term ? -1 : 1))
    .slice(0, limits.answered)

/** What of the days is read as it was cut, and between which days texts are cut now; the last first. */
export type Reading = { cut: CutDay[]; gaps: Days[] }

/**
 * Of a summed day without a change `written` says what it has; a day that is not there has nothing. Ends where there are texts enough
 * whatever is in the gaps.
 */
export function readingOf({ start, end }: Days, kept: Kept, written: ReadonlyMap<number, WrittenDay>): Reading {
  const reading: Reading = { cut: [], gaps: [] }
  let texts = 0
  let gap: Days | undefined
  for (let day = end - 1; day >= start && texts < ofTexts.texts; day--) {
    const isSummed = cut({ start: day, end: day + 1 }, kept).sums.length > 0
    const found = written.get(day)
    if (isSummed && !found) continue
    if (isSummed && found?.cut) {
      gap = undefined
      reading.cut.push({ day: found.day, cut: found.cut })
      texts += found.texts
    } else if (gap) gap.start = day
    else {
      gap = { start: day, end: day + 1 }
      reading.gaps.push(gap)
    }
  }
  return reading
}
