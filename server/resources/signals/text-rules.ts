// Compares texts by MinHash: the share of equal minima of 128 hash functions estimates the share of equal runs of three words.
// Pure. Measured by tools/signals.
import { hash } from 'node:crypto'

const hashFunctions = 128
const bandCount = 32
const rows = hashFunctions / bandCount
const shingleWords = 3

/** Short honest reviews resemble each other. Below this length, only identical texts are a signal. */
export const leastWords = 25
export const leastSimilarity = 0.6
/** Below this length, even equal words are no signal. */
export const leastEqualWords = 8

// Scripts without spaces: each character counts as a word.
const word =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]|[\p{L}\p{M}\p{N}]+/gu

/** Folds compatibility forms and case, so that neither full-width letters nor capitals hide a copy. */
export const splitWords = (text: string): string[] =>
  text.normalize('NFKC').toUpperCase().toLowerCase().match(word) ?? []

/** FNV-1a. */
function hashText(text: string): number {
  let mark = 0x811c9dc5
  for (let i = 0; i < text.length; i++) mark = Math.imul(mark ^ text.charCodeAt(i), 0x01000193)
  return mark >>> 0
}

/** The finalizer of MurmurHash3: each bit of the result depends on each bit of the input. */
function mix(input: number): number {
  let value = input
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}

const seeds = Uint32Array.from({ length: hashFunctions }, (_, i) => mix(0x9e3779b9 * (i + 1)))

export function computeMinima(words: readonly string[]): Uint32Array {
  const minima = new Uint32Array(hashFunctions).fill(0xffffffff)
  for (let at = 0; at + shingleWords <= words.length; at++) {
    const shingle = hashText(words.slice(at, at + shingleWords).join(' '))
    for (let i = 0; i < hashFunctions; i++) {
      const value = mix(shingle ^ (seeds[i] as number))
      if (value < (minima[i] as number)) minima[i] = value
    }
  }
  return minima
}

/** Estimated share of equal shingles, 0 to 1. */
export function estimateSimilarity(one: Uint32Array, other: Uint32Array): number {
  let equal = 0
  for (let i = 0; i < hashFunctions; i++) if (one[i] === other[i]) equal += 1
  return equal / hashFunctions
}

const toBigint = (text: string): string =>
  BigInt.asIntN(64, BigInt(`0x${hash('sha256', text).slice(0, 16)}`)).toString()

/**
 * Hashes by which a text is found, as decimal text: one for each band of the MinHash, one for all words of a short
 * text, and none for a very short text. Each hash includes the store, so texts of two stores never match.
 */
export function hashWords(storeEnvId: string, words: readonly string[]): string[] {
  if (words.length < leastEqualWords) return []
  if (words.length < leastWords) return [toBigint(`${storeEnvId} words ${words.join(' ')}`)]
  const minima = computeMinima(words)
  return Array.from({ length: bandCount }, (_, band) =>
    toBigint(`${storeEnvId} band ${band} ${minima.subarray(band * rows, (band + 1) * rows).join(' ')}`),
  )
}

/** Similarity of two texts. Undefined if it is too low for a signal. */
export function compareTexts(one: readonly string[], other: readonly string[]): number | undefined {
  if (one.length >= leastEqualWords && one.length === other.length && one.every((each, i) => each === other[i]))
    return 1
  if (one.length < leastWords || other.length < leastWords) return undefined
  const similarity = estimateSimilarity(computeMinima(one), computeMinima(other))
  return similarity >= leastSimilarity ? similarity : undefined
}
