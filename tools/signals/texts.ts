// Invented reviews by the rules of README.md beside this file.
import { createRandom, type Random } from './random.ts'
import {
  deeds,
  feelings,
  flaws,
  openings,
  parts,
  people,
  places,
  qualities,
  stockPhrases,
  syllables,
  tales,
  things,
  times,
} from './words.ts'

/** Picks the value at rank r with a share of 1 / (r + 5). */
function createRanked<T>(values: readonly T[]): (random: Random) => T {
  let sum = 0
  const sums = values.map((_, rank) => {
    sum += 1 / (rank + 6)
    return sum
  })
  return (random) => {
    const at = random.next() * sum
    return values[sums.findIndex((each) => each >= at)] as T
  }
}

function expand(phrase: string): string[] {
  const [all, choices = ''] = /\{([^}]*)\}/.exec(phrase) ?? []
  return all === undefined ? [phrase] : choices.split('|').flatMap((each) => expand(phrase.replace(all, each)))
}

function shuffle<T>(random: Random, values: readonly T[]): T[] {
  const left = [...values]
  return values.map(() => left.splice(random.integer(left.length), 1)[0] as T)
}

/** A word that occurs in no text of another author, such as a brand or a shade. */
const coinWord = (random: Random) =>
  Array.from({ length: random.integer(2) + 2 }, () => random.pick(syllables)).join('')

type Product = { product: string; parts: string[]; qualities: string[]; brands: string[]; description: string }
type Slots = Record<string, (random: Random, product: Product) => string>

const ranked = {
  stock: createRanked(shuffle(createRandom(0), stockPhrases.flatMap(expand))),
  tale: createRanked(shuffle(createRandom(0), tales)),
  opening: createRanked(openings),
  quality: createRanked(qualities),
  person: createRanked(people),
  place: createRanked(places),
  time: createRanked(times),
  deed: createRanked(deeds),
  feeling: createRanked(feelings),
  flaw: createRanked(flaws),
  thing: createRanked(things),
}

const slots: Slots = {
  ...ranked,
  product: (_, { product }) => product,
  part: (random, of) => random.pick(of.parts),
  quality: (random, of) => (random.chance(0.6) ? random.pick(of.qualities) : ranked.quality(random)),
  number: (random) => String(random.integer(60) + 2),
  brand: (random, of) => (random.chance(0.5) ? random.pick(of.brands) : coinWord(random)),
  shade: (random) => coinWord(random),
}

const tell = (random: Random, product: Product): string =>
  ranked.tale(random).replaceAll(/\{(\w+)\}/g, (_, slot: string) => slots[slot]?.(random, product) ?? '')

export const countWords = (text: string): number => text.split(' ').length

function createProduct(random: Random): Product {
  const product: Product = {
    product: random.pick(things),
    parts: shuffle(random, parts).slice(0, 5),
    qualities: shuffle(random, qualities).slice(0, 8),
    brands: [coinWord(random), coinWord(random), coinWord(random)],
    description: '',
  }
  while (countWords(product.description) < 14) product.description += ` ${tell(random, product)}`
  return { ...product, description: product.description.trim() }
}

/** The products of one shop. */
export function createShop(random: Random): (random: Random) => Product {
  return createRanked(Array.from({ length: 300 }, () => createProduct(random)))
}

const isLong = (words: number) => words >= 25

function pickLength(random: Random, least: number): number {
  for (;;) {
    const normal = Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())
    const length = Math.round(20 * Math.exp(0.9 * normal))
    if (length >= least && length <= 300) return length
  }
}

function misspell(random: Random, word: string): string {
  if (word.length < 4 || !random.chance(1 / 80)) return word
  const at = random.integer(word.length - 1)
  const [one, other] = [word.charAt(at), word.charAt(at + 1)]
  return word.slice(0, at) + random.pick([other, one + one + other, other + one]) + word.slice(at + 2)
}

/** A text of at least the drawn length, which ends with a whole clause. */
export function writeText(random: Random, product: Product, least = 2): string {
  const length = pickLength(random, least)
  const clauses: string[] = []
  if (isLong(length) && random.chance(0.02)) clauses.push(product.description)
  while (countWords(clauses.join(' ')) < length || clauses.length === 0) {
    const clause = random.chance(length < 12 ? 0.5 : 0.3) ? ranked.stock(random) : tell(random, product)
    clauses.push(random.chance(0.2) ? `${ranked.opening(random)} ${clause}` : clause)
  }
  const words = clauses.join(' ').split(/\s+/).filter(Boolean)
  return words.map((word) => misspell(random, word)).join(' ')
}

/** Changes a random share of the words, uniformly between 0 and `most`. */
export function copyText(random: Random, text: string, most: number): string {
  const words = text.split(' ')
  let left = random.integer(Math.floor(words.length * most) + 1)
  while (left > 0) {
    const at = random.integer(words.length - 1)
    const way = random.next()
    const other = () => ranked[random.pick(['quality', 'person', 'place', 'feeling', 'thing'] as const)](random)
    if (way < 0.3 && left >= 2) {
      const [one, next] = [words[at] as string, words[at + 1] as string]
      words.splice(at, 2, next, one)
      left -= 2
      continue
    }
    if (way < 0.6) words[at] = other().split(' ')[0] as string
    else if (way < 0.8) words.splice(at, 0, other().split(' ')[0] as string)
    else words.splice(at, 1)
    left -= 1
  }
  return words.join(' ')
}
