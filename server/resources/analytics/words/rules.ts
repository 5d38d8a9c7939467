// Texts of reviews, cut into the words that tell something and packed, so that they are counted without being read as text again. Pure.
import { endianness } from 'node:os'
import type { StopWordLists } from './stop-words.ts'
import { createWordTable, firstHash, secondHash, type WordTable } from './word-table.ts'

/** Of so many texts, the newest, anybody is told at once. */
export const limits = { texts: 50_000 } as const

export type Text = { rating: number; title: string | null; body: string; locale: string | null }

/** Part of what says how days were cut: with other rules here, or other hashes, all of them are cut anew. */
const rulesVersion = 1

/** Also of the alphabet that this process knows, and of the order in which it writes the bytes of a number. */
export const versionOf = (listsDigest: string): string =>
  `${rulesVersion} ${listsDigest} unicode ${process.versions.unicode} ${endianness()}`

/** One text has at most five thousand characters and a title; of a longer one, which no call takes, no more is read than this. */
const longestText = 20_000
const leastLength = 3

export const languageOf = (locale: string | null): string => (locale ?? 'en').split(/[-_]/)[0]?.toLowerCase() ?? 'en'

/** In lower case, with accents and their characters as one. */
function writtenIn({ title, body }: Text): string {
  const lower = `${title ?? ''} ${body}`.slice(0, longestText).toLowerCase()
  // Whatever is below is so already, and to look is quicker than to have it made.
  return mayBeInPieces.test(lower) ? lower.normalize('NFC') : lower
}

const mayBeInPieces = /[^\0-\u02ff]/

/** What words are made of, by the unit of a string: 1 if it is, 2 if it is not, 0 until somebody asks. */
const known = new Uint8Array(65_536)
const isOfWord = /^[\p{L}\p{M}\p{N}]$/u

function isOfWords(unit: number): boolean {
  if (known[unit] === 0) known[unit] = isOfWord.test(String.fromCharCode(unit)) ? 1 : 2
  return known[unit] === 1
}

/** Where words of three characters begin and end in what `writtenIn` answers, one behind the other. */
export function boundsOf(characters: string): number[] {
  const bounds: number[] = []
  let from = -1
  let length = 0
  for (let i = 0; i <= characters.length; i++) {
    const unit = i < characters.length ? characters.charCodeAt(i) : 0x20
    const isPair =
      unit >= 0xd800 && unit < 0xdc00 && isOfWord.test(String.fromCodePoint(characters.codePointAt(i) ?? 0))
    if (isPair || isOfWords(unit)) {
      if (from < 0) from = i
      length++
      if (isPair) i++
    } else if (from >= 0) {
      // What is shorter is left out, and so are stop words; who asks sees where something stood in between.
      if (length >= leastLength) bounds.push(from, i)
      else bounds.push(-1, -1)
      from = -1
      length = 0
    }
  }
  return bounds
}

/** Some texts one after the other, with the words that they have in common written once. */
export type Part = {
  /** Of each text. */
  ratings: Uint8Array
  /** Where each text ends among `places`. */
  textEnds: Uint32Array
  /** The place of each word in the dictionary, with `follows` where nothing stood between it and the one before. */
  places: Uint16Array
  /** Of each word of the dictionary, by which it is the same word in another part (`word-table.ts`): the first halves, and the second. */
  hashes: Int32Array
  dictionary: string[]
}

export type Counted = Omit<Part, 'dictionary'>

export const follows = 0x8000

/** A part is full with the text that reaches one of these, of characters as they were read: a place has room for one text more. */
export const fullAt = { places: 65_536, words: 24_576, characters: 2_000_000 } as const

export function createPacker(stopWords: StopWordLists, full: { [Each in keyof typeof fullAt]: number } = fullAt) {
  let table = createWordTable()
  let dictionary: string[] = []
  let hashes: number[] = []
  let ratings: number[] = []
  let textEnds: number[] = []
  let places: number[] = []
  let read = 0
  return {
    add(text: Text): void {
      const characters = writtenIn(text)
      const without = tableOf(stopWords(languageOf(text.locale)))
      const bounds = boundsOf(characters)
      let doesFollow = false
      for (let i = 0; i < bounds.length; i += 2) {
        const from = bounds[i] as number
        const to = bounds[i + 1] as number
        const first = firstHash(characters, from, to)
        const second = secondHash(characters, from, to)
        if (from < 0 || without.find(first, second) >= 0) {
          doesFollow = false
          continue
        }
        const place = table.take(first, second)
        if (place === dictionary.length) {
          dictionary.push(characters.slice(from, to))
          hashes.push(first, second)
        }
        places.push(doesFollow ? place | follows : place)
        doesFollow = true
      }
      ratings.push(text.rating)
      textEnds.push(places.length)
      read += characters.length
    },
    isFull: () => places.length >= full.places || dictionary.length >= full.words || read >= full.characters,
    isEmpty: () => ratings.length === 0,
    /** What was added since the last time. */
    take(): Part {
      const part = {
        ratings: Uint8Array.from(ratings),
        textEnds: Uint32Array.from(textEnds),
        places: Uint16Array.from(places),
        hashes: Int32Array.from(hashes),
        dictionary,
      }
      table = createWordTable()
      dictionary = []
      hashes = []
      ratings = []
      textEnds = []
      places = []
      read = 0
      return part
    },
  }
}

export type Packer = ReturnType<typeof createPacker>

/** A list is looked up as words are, and made ready once. */
const tables = new WeakMap<ReadonlySet<string>, WordTable>()

function tableOf(words: ReadonlySet<string>): WordTable {
  const known = tables.get(words)
  if (known) return known
  const table = createWordTable()
  for (const word of words) table.take(firstHash(word, 0, word.length), secondHash(word, 0, word.length))
  tables.set(words, table)
  return table
}

/** Behind how many there are of each: the widest numbers first, so that all of them lie where such numbers may. */
export function pack({ ratings, textEnds, places, hashes }: Counted): Buffer {
  const counts = Uint32Array.of(hashes.length, textEnds.length, places.length)
  return Buffer.concat(
    [counts, hashes, textEnds, places, ratings].map(
      ({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength),
    ),
  )
}

export function unpack(packed: Uint8Array): Counted {
  // What comes from the database may begin anywhere in a buffer.
  const { buffer, byteOffset } = packed.byteOffset % 4 === 0 ? packed : Uint8Array.from(packed)
  const [words = 0, texts = 0, count = 0] = new Uint32Array(buffer, byteOffset, 3)
  let at = byteOffset + 12
  const from = (bytes: number) => {
    at += bytes
    return at - bytes
  }
  return {
    hashes: new Int32Array(buffer, from(4 * words), words),
    textEnds: new Uint32Array(buffer, from(4 * texts), texts),
    places: new Uint16Array(buffer, from(2 * count), count),
    ratings: new Uint8Array(buffer, from(texts), texts),
  }
}

/** A day of which there are texts. `cut`: as what they were cut, another one after each time; null where they are not, by this version. */
export type WrittenDay = { day: string; texts: number; cut: string | null }
export type CutDay = { day: string; cut: string }

/** No word has a space. */
export const writeDictionary = (words: readonly string[]): string => words.join(' ')
export const readDictionary = (written: string): string[] => (written === '' ? [] : written.split(' '))

/** Some of its words, by their places: of ten thousand few are asked for, and a string for each would be most of the work. */
export function wordsAt(written: string, places: readonly number[]): Map<number, string> {
  const found = new Map<number, string>()
  let from = 0
  let place = 0
  for (const wanted of places.toSorted((a, b) => a - b)) {
    for (; place < wanted; place++) from = written.indexOf(' ', from) + 1
    const to = written.indexOf(' ', from)
    found.set(wanted, written.slice(from, to < 0 ? undefined : to))
  }
  return found
}

/** What is left of a text: its words, in rows of those that follow each other. */
export type Telling = { rating: number; rows: string[][] }

/** As plainly as it can be said: a packer has to come to the same. */
export function tellingOf({ rating, title, body, locale }: Text, stopWords: StopWordLists): Telling {
  const without = stopWords(languageOf(locale))
  const words =
    `${title ?? ''} ${body}`
      .slice(0, longestText)
      .toLowerCase()
      .normalize('NFC')
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  const rows: string[][] = []
  let row: string[] | undefined
  for (const word of words) {
    if ([...word].length < leastLength || without.has(word)) row = undefined
    else if (row) row.push(word)
    else {
      row = [word]
      rows.push(row)
    }
  }
  return { rating, rows }
}

/** The same of texts that are packed, with nothing said of a word whose hashes are those of another. */
export function* tellingIn(
  { ratings, textEnds, places, hashes }: Counted,
  dictionary: readonly string[],
): Generator<Telling> {
  const isWord = dictionary.map(
    (word, i) =>
      firstHash(word, 0, word.length) === hashes[2 * i] && secondHash(word, 0, word.length) === hashes[2 * i + 1],
  )
  let at = 0
  for (const [i, end] of textEnds.entries()) {
    const rows: string[][] = []
    for (; at < end; at++) {
      const place = (places[at] ?? 0) & ~follows
      const word = isWord[place] ? (dictionary[place] as string) : ''
      if ((places[at] ?? 0) & follows) rows.at(-1)?.push(word)
      else rows.push([word])
    }
    yield { rating: ratings[i] ?? 0, rows }
  }
}
