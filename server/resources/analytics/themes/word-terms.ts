// How many reviews each word stands in, and how they rate. Pure.
import { follows } from '../words/rules.ts'
import { type Counting, createNumbering, type Held, hasBit, listOf, type Most, maxRating } from './term-counts.ts'

/**
 * Of tens of thousands of words five hundred are answered, and to look every word of every part up would be most of the work: that is
 * done for those alone whose hash has reviews enough.
 */
export function createWords(most: Most): Counting {
  const guesses = new Uint32Array(2 ** bits)
  return {
    guesses,
    guess: (part) => addGuesses(guesses, part),
    begin(counted) {
      const numbering = createNumbering(most.terms)
      const totals = createTotals()
      return {
        count(part) {
          const numbers = new Int32Array(part.hashes.length / 2).fill(-1)
          for (let word = 0; word < numbers.length; word++)
            if (hasBit(counted, bucketOf(part.hashes, word)))
              numbers[word] = numbering.take(part.hashes, part.index, word)
          totals.add(part, numbers)
        },
        list: totals.list,
        originOf: numbering.originOf,
      }
    },
  }
}

const bits = 16

const bucketOf = (hashes: Int32Array, word: number): number =>
  Math.imul((hashes[2 * word] as number) ^ (hashes[2 * word + 1] as number), 0x9e3779b1) >>> (32 - bits)

/** By part, so that the hash of a word is made once for all of its reviews there. */
function addGuesses(guesses: Uint32Array, { places, textEnds, texts, hashes }: Held): void {
  const times = new Uint32Array(hashes.length / 2)
  const end = textEnds[texts - 1] ?? 0
  for (let at = 0; at < end; at++) {
    const word = (places[at] as number) & ~follows
    times[word] = (times[word] as number) + 1
  }
  for (let word = 0; word < times.length; word++) {
    const bucket = bucketOf(hashes, word)
    guesses[bucket] = (guesses[bucket] as number) + (times[word] as number)
  }
}

/** Its reviews by rating are all that is known of a word. */
const ofWords = { fields: maxRating, ratings: 0 } as const

function createTotals() {
  let counts = new Uint32Array(maxRating * 2048)
  let review = 0
  // Of the words of one part: by rating, and the last review that counted, from 1, as a word counts once in a review.
  let inPart = new Uint32Array(0)
  let seen = new Uint32Array(0)

  function countPart({ places, textEnds, ratings, texts, hashes }: Held): void {
    const words = hashes.length / 2
    if (words > seen.length) {
      inPart = new Uint32Array(maxRating * words)
      seen = new Uint32Array(words)
    } else inPart.fill(0, 0, maxRating * words)
    let at = 0
    for (let text = 0; text < texts; text++) {
      const end = textEnds[text] as number
      const rating = (ratings[text] as number) - 1
      review++
      for (; at < end; at++) {
        const word = (places[at] as number) & ~follows
        if (seen[word] === review) continue
        seen[word] = review
        inPart[maxRating * word + rating] = (inPart[maxRating * word + rating] as number) + 1
      }
    }
  }

  return {
    /** By the numbers of the words of the part; those below zero are left out. */
    add(part: Held, numbers: Int32Array): void {
      countPart(part)
      for (let word = 0; word < numbers.length; word++) {
        const to = maxRating * (numbers[word] as number)
        if (to < 0) continue
        while (to >= counts.length) {
          const before = counts
          counts = new Uint32Array(2 * before.length)
          counts.set(before)
        }
        for (let i = 0; i < maxRating; i++)
          counts[to + i] = (counts[to + i] as number) + (inPart[maxRating * word + i] as number)
      }
    },
    list: (minReviews: number) => listOf({ counts, ...ofWords }, minReviews, (at) => [at / maxRating]),
  }
}
