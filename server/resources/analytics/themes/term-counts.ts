// How many reviews each word or pair of words stands in, and how they rate. Pure.
import { averageOf } from '../rules.ts'
import { type Counted, follows, limits as ofTexts } from '../words/rules.ts'
import { limits, type Theme } from './schema.ts'

/** A term by the numbers of its words. */
export type Numbered = Omit<Theme, 'term'> & { words: number[] }

export type Most = { texts: number; terms: number; held: number }

/**
 * What is known of a term, in numbers side by side: most terms stand in one review of thousands, and an object for each would be most
 * of the work. `seen` is the last review that counted: a term counts once in a review, however often it stands there. Low ones are
 * counted in the lower half of `lowAndHigh`, and high ones in the upper.
 */
const [seen, reviews, stars, lowAndHigh, from, to] = [0, 1, 2, 3, 4, 5] as const
const added = Uint32Array.of(0, 1, 1, 0, 0x10000, 0x10000)

/** Counts a review for the term whose numbers begin at `at`. Reviews are counted from 1. */
function count(counts: Uint32Array, at: number, review: number, rating: number): void {
  if (counts[at + seen] === review) return
  counts[at + seen] = review
  counts[at + reviews] = (counts[at + reviews] as number) + 1
  counts[at + stars] = (counts[at + stars] as number) + rating
  counts[at + lowAndHigh] = (counts[at + lowAndHigh] as number) + (added[rating] as number)
}

const ofWord = 4

export function createWords() {
  let counts = new Uint32Array(ofWord * 8192)
  let review = 0
  return {
    add({ places, ratings, textEnds }: Counted, numbers: Int32Array, texts: number): void {
      let mostRoom = counts.length
      for (let i = 0; i < numbers.length; i++) while (ofWord * (numbers[i] as number) >= mostRoom) mostRoom *= 2
      if (mostRoom > counts.length) counts = copied(counts, mostRoom)
      const known = counts
      let at = 0
      for (let text = 0; text < texts; text++) {
        const end = textEnds[text] as number
        const rating = ratings[text] as number
        review++
        for (; at < end; at++) {
          const number = numbers[(places[at] as number) & ~follows] as number
          if (number >= 0) count(known, ofWord * number, review, rating)
        }
      }
    },
    list: (minReviews: number) => listOf(counts, ofWord, minReviews, (at) => [at / ofWord]),
  }
}

const ofPair = 8

/**
 * Nearly all pairs stand in one review alone. So the texts are held as numbers until somebody asks; then pairs are counted twice, first
 * by a byte for each of a million hashes, and by themselves only those that may have reviews enough. Of texts that are too long to be
 * held every pair is counted as it comes.
 */
export function createPairs(most: Most) {
  let held = new Uint32Array(Math.min(most.held, 65_536))
  let length = 0
  let ends: number[] = []
  let ratings: number[] = []
  let review = 0
  let isHolding = true
  const table = createPairTable(most.terms)

  function countHeld(isCounted: (hash: number) => boolean): void {
    let at = 0
    for (let text = 0; text < ends.length; text++) {
      const end = ends[text] as number
      const rating = ratings[text] as number
      review++
      for (; at < end; at++) {
        const word = held[at] as number
        if ((word & 1) === 0) continue
        const [first, second] = [(held[at - 1] as number) >>> 1, word >>> 1]
        const hash = hashOf(first, second)
        if (isCounted(hash)) table.count(hash, first, second, review, rating)
      }
    }
    ends = []
    ratings = []
    length = 0
  }

  return {
    add({ places, ratings: given, textEnds }: Counted, numbers: Int32Array, texts: number): void {
      let at = 0
      for (let text = 0; text < texts; text++) {
        const end = textEnds[text] as number
        let wasTaken = false
        for (; at < end; at++) {
          const place = places[at] as number
          const number = numbers[place & ~follows] as number
          if (number >= 0) {
            if (length === held.length) held = copied(held, 2 * length)
            held[length++] = (number << 1) | (wasTaken && place & follows ? 1 : 0)
          }
          wasTaken = number >= 0
        }
        ends.push(length)
        ratings.push(given[text] as number)
      }
      if (isHolding && length < most.held) return
      isHolding = false
      countHeld(() => true)
    },
    list(minReviews: number): Numbered[] {
      if (minReviews < 2) countHeld(() => true)
      else {
        const often = oftenIn(held.subarray(0, length), minReviews)
        countHeld(often)
      }
      return listOf(table.counts(), ofPair, minReviews, (at, counts) => [
        counts[at + from] as number,
        counts[at + to] as number,
      ])
    },
  }
}

function hashOf(first: number, second: number): number {
  let hash = Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return hash ^ (hash >>> 13)
}

const bits = 20

/** Whether pairs of this hash stand there so many times: of a pair that does, never no. */
function oftenIn(words: Uint32Array, times: number): (hash: number) => boolean {
  const counts = new Uint8Array(2 ** bits)
  const enough = Math.min(times, 255)
  for (let at = 1; at < words.length; at++) {
    const word = words[at] as number
    if ((word & 1) === 0) continue
    const place = hashOf((words[at - 1] as number) >>> 1, word >>> 1) >>> (32 - bits)
    const count = counts[place] as number
    if (count < enough) counts[place] = count + 1
  }
  return (hash) => (counts[hash >>> (32 - bits)] as number) >= enough
}

/** Found by both words in twice as many rows as there are pairs, or a little less. */
function createPairTable(mostTerms: number) {
  let mask = 8191
  let counts = new Uint32Array(ofPair * (mask + 1))
  let size = 0

  /** Where the pair is, or where it would be. */
  function placeOf(hash: number, first: number, second: number): number {
    for (let place = hash & mask; ; place = (place + 1) & mask) {
      const at = ofPair * place
      if (counts[at + reviews] === 0 || (counts[at + from] === first && counts[at + to] === second)) return at
    }
  }

  function grow(): void {
    const before = counts
    mask = 2 * mask + 1
    counts = new Uint32Array(ofPair * (mask + 1))
    for (let old = 0; old < before.length; old += ofPair) {
      if (before[old + reviews] === 0) continue
      const [first, second] = [before[old + from] as number, before[old + to] as number]
      const at = placeOf(hashOf(first, second), first, second)
      for (let i = 0; i < ofPair; i++) counts[at + i] = before[old + i] as number
    }
  }

  return {
    counts: () => counts,
    count(hash: number, first: number, second: number, review: number, rating: number): void {
      let at = placeOf(hash, first, second)
      if (counts[at + reviews] === 0) {
        if (size >= mostTerms) return
        size++
        if (10 * size > 6 * mask) {
          grow()
          at = placeOf(hash, first, second)
        }
        counts[at + from] = first
        counts[at + to] = second
      }
      count(counts, at, review, rating)
    },
  }
}

type WordsAt = (at: number, counts: Uint32Array) => number[]

function listOf(counts: Uint32Array, fields: number, minReviews: number, wordsAt: WordsAt): Numbered[] {
  const having = new Uint32Array(ofTexts.texts + 1)
  for (let at = 0; at < counts.length; at += fields) {
    const count = counts[at + reviews] as number
    having[count] = (having[count] as number) + 1
  }
  let least = Math.max(minReviews, ofTexts.texts)
  for (let found = 0; least > minReviews; least--) {
    found += having[least] as number
    if (found >= limits.answered) break
  }
  const found: Numbered[] = []
  for (let at = 0; at < counts.length; at += fields) {
    const count = counts[at + reviews] as number
    if (count < least) continue
    found.push({
      words: wordsAt(at, counts),
      reviews: count,
      averageRating: averageOf(counts[at + stars] as number, count),
      low: (counts[at + lowAndHigh] as number) & 0xffff,
      high: (counts[at + lowAndHigh] as number) >>> 16,
    })
  }
  return found
}

function copied(numbers: Uint32Array<ArrayBuffer>, length: number): Uint32Array<ArrayBuffer> {
  const more = new Uint32Array(length)
  more.set(numbers)
  return more
}
