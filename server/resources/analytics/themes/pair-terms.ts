// How many reviews each pair of neighbouring words stands in, and how they rate. Pure.
import { follows } from '../words/rules.ts'
import {
  type Counting,
  createNumbering,
  type Held,
  hasBit,
  listOf,
  type Most,
  mostGuessed,
  type Numbering,
} from './term-counts.ts'

/**
 * Nearly all pairs stand in one review alone. So they are counted by a byte for each of a million hashes first, and by themselves only
 * where that has reviews enough.
 */
export function createPairs(most: Most): Counting {
  const guesses = new Uint8Array(2 ** bits)
  return {
    guesses,
    guess: (part) => addGuesses(guesses, part),
    begin(counted) {
      const numbering = createNumbering(2 * most.terms)
      const table = createPairTable(most.terms)
      return {
        count: (part) => countPart(part, { numbering, table, counted }),
        list: table.list,
        originOf: numbering.originOf,
      }
    },
  }
}

type Means = {
  numbering: Numbering
  table: ReturnType<typeof createPairTable>
  /** The buckets whose pairs are not left out. */
  counted: Int32Array
}

function countPart(part: Held, { numbering, table, counted }: Means): void {
  const { places, ratings, textEnds, hashes, texts, index } = part
  // Of a word that is in no pair which may be answered nobody asks for the number.
  const numbers = new Int32Array(hashes.length / 2).fill(unknown)
  const numberOf = (word: number) => {
    if (numbers[word] === unknown) numbers[word] = numbering.take(hashes, index, word)
    return numbers[word] as number
  }
  let at = 0
  for (let text = 0; text < texts; text++) {
    const end = textEnds[text] as number
    table.beginReview(ratings[text] as number)
    for (; at < end; at++) {
      const place = places[at] as number
      if (place < follows) continue
      const first = (places[at - 1] as number) & ~follows
      const second = place & ~follows
      if (!hasBit(counted, bucketOf(hashes, first, second))) continue
      const from = numberOf(first)
      const to = numberOf(second)
      if (from >= 0 && to >= 0) table.count(from, to)
    }
  }
}

const unknown = -2
const bits = 20

const bucketOf = (hashes: Int32Array, first: number, second: number): number =>
  mixed(hashes[2 * first] as number, hashes[2 * second + 1] as number) >>> (32 - bits)

function mixed(first: number, second: number): number {
  let hash = Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return hash ^ (hash >>> 13)
}

function addGuesses(guesses: Uint8Array, { places, hashes, textEnds, texts }: Held): void {
  const end = textEnds[texts - 1] ?? 0
  for (let at = 0; at < end; at++) {
    const place = places[at] as number
    if (place < follows) continue
    const bucket = bucketOf(hashes, (places[at - 1] as number) & ~follows, place & ~follows)
    const times = guesses[bucket] as number
    if (times < mostGuessed) guesses[bucket] = times + 1
  }
}

/** A pair's row: the last review that counted, from 1, as a pair counts once in a review; its reviews by rating; its words. */
const fields = 8
const [seen, ratings, from, to] = [0, 1, 6, 7] as const

/** Found by both words in twice as many rows as there are pairs, or a little less. */
function createPairTable(mostTerms: number) {
  let mask = 8191
  let counts = new Uint32Array(fields * (mask + 1))
  let size = 0
  let review = 0
  let rating = 0

  /** Where the pair is, or where it would be. */
  function placeOf(first: number, second: number): number {
    for (let place = mixed(first, second) & mask; ; place = (place + 1) & mask) {
      const at = fields * place
      if (counts[at + seen] === 0 || (counts[at + from] === first && counts[at + to] === second)) return at
    }
  }

  function grow(): void {
    const before = counts
    mask = 2 * mask + 1
    counts = new Uint32Array(fields * (mask + 1))
    for (let old = 0; old < before.length; old += fields) {
      if (before[old + seen] === 0) continue
      const at = placeOf(before[old + from] as number, before[old + to] as number)
      for (let i = 0; i < fields; i++) counts[at + i] = before[old + i] as number
    }
  }

  return {
    beginReview(of: number): void {
      review++
      rating = of
    },
    count(first: number, second: number): void {
      let at = placeOf(first, second)
      if (counts[at + seen] === review) return
      if (counts[at + seen] === 0) {
        if (size >= mostTerms) return
        size++
        if (10 * size > 6 * mask) {
          grow()
          at = placeOf(first, second)
        }
        counts[at + from] = first
        counts[at + to] = second
      }
      counts[at + seen] = review
      const of = at + ratings + rating - 1
      counts[of] = (counts[of] as number) + 1
    },
    list: (minReviews: number) =>
      listOf({ counts, fields, ratings }, minReviews, (at) => [counts[at + from] as number, counts[at + to] as number]),
  }
}
