// What words and pairs of words are counted with: by which number a word goes, how many reviews of each rating a term has, and which
// terms may have enough of them to be answered. Pure.
import { averageOf } from '../rules.ts'
import { type Counted, limits as ofTexts } from '../words/rules.ts'
import { createWordTable } from '../words/word-table.ts'
import { limits, type Theme } from './schema.ts'

/** A term by the numbers of its words. */
export type Numbered = Omit<Theme, 'term'> & { words: number[] }

/** `held`: bytes of texts. `sought`: of how many terms it is guessed at first how many reviews they have. */
export type Most = { texts: number; terms: number; held: number; sought: number }

/** Where a word stands: the part, as they were added, and its place in the dictionary there. */
export type Origin = { part: number; place: number }

/** Part of the texts, of which the first so many count. */
export type Held = Counted & { index: number; texts: number }

/** Counts words, or pairs of them. */
export type Counting = {
  /** By hash, how often its terms stand there: none of them has more reviews. From 255 on it may be more often. */
  guesses: Uint8Array | Uint32Array
  guess(part: Held): void
  /** Counts anew, and by itself, what has one of these hashes: a bit for each. */
  begin(counted: Int32Array): {
    count(part: Held): void
    /** All that may be among those that are answered: of as many as have the same number of reviews the letters decide. */
    list(minReviews: number): Numbered[]
    originOf(number: number): Origin
  }
}

export const maxRating = 5

/** One number for a word of all parts. Of more words than that no more are taken. */
export function createNumbering(mostWords: number) {
  const table = createWordTable()
  const parts: number[] = []
  const places: number[] = []
  return {
    /** -1 of a word that is not taken. */
    take(hashes: Int32Array, part: number, place: number): number {
      const first = hashes[2 * place] as number
      const second = hashes[2 * place + 1] as number
      if (table.size() >= mostWords) return table.find(first, second)
      const number = table.take(first, second)
      if (number === parts.length) {
        parts.push(part)
        places.push(place)
      }
      return number
    },
    originOf: (number: number): Origin => ({ part: parts[number] as number, place: places[number] as number }),
  }
}

export type Numbering = ReturnType<typeof createNumbering>

/**
 * How many reviews of each rating a term has, in five numbers that begin `ratings` behind where its row does: most terms stand in one
 * review of thousands, and an object for each would be most of the work.
 */
export type Rows = { counts: Uint32Array; fields: number; ratings: number }

export function listOf(rows: Rows, minReviews: number, wordsAt: (at: number) => number[]): Numbered[] {
  const { counts, fields, ratings } = rows
  const reviewsAt = (at: number) => {
    let sum = 0
    for (let i = at + ratings; i < at + ratings + maxRating; i++) sum += counts[i] as number
    return sum
  }
  const having = new Uint32Array(ofTexts.texts + 1)
  for (let at = 0; at < counts.length; at += fields) {
    const reviews = reviewsAt(at)
    having[reviews] = (having[reviews] as number) + 1
  }
  const least = leastOf(having, limits.answered, minReviews)
  const found: Numbered[] = []
  for (let at = 0; at < counts.length; at += fields) {
    const reviews = reviewsAt(at)
    if (reviews < least) continue
    const [ones = 0, twos = 0, threes = 0, fours = 0, fives = 0] = counts.subarray(
      at + ratings,
      at + ratings + maxRating,
    )
    const stars = ones + 2 * twos + 3 * threes + 4 * fours + 5 * fives
    found.push({
      words: wordsAt(at),
      reviews,
      averageRating: averageOf(stars, reviews),
      low: ones + twos,
      high: fours + fives,
    })
  }
  return found
}

/** How many reviews so many have at least, by how many have how many; no less than the minimum. */
export function leastOf(having: Uint32Array, wanted: number, minimum: number): number {
  let least = Math.max(minimum, having.length - 1)
  for (let found = 0; least > minimum; least--) {
    found += having[least] as number
    if (found >= wanted) break
  }
  return least
}

export const mostGuessed = 255

/** How many hashes have how many. */
export function havingOf(guesses: Uint8Array | Uint32Array): Uint32Array {
  const having = new Uint32Array(mostGuessed + 1)
  for (let hash = 0; hash < guesses.length; hash++) {
    const times = Math.min(mostGuessed, guesses[hash] as number)
    having[times] = (having[times] as number) + 1
  }
  return having
}

/** The hashes that have so many, a bit for each: those of all texts are looked up, and a processor holds them near itself. */
export function bitsOf(guesses: Uint8Array | Uint32Array, least: number): Int32Array {
  const enough = Math.min(mostGuessed, least)
  const found = new Int32Array(guesses.length >> 5)
  for (let hash = 0; hash < guesses.length; hash++)
    if ((guesses[hash] as number) >= enough) found[hash >> 5] = (found[hash >> 5] as number) | (1 << (hash & 31))
  return found
}

export const hasBit = (bits: Int32Array, hash: number): boolean =>
  (((bits[hash >> 5] as number) >>> (hash & 31)) & 1) === 1
