import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  createPacker,
  fullAt,
  type Part,
  pack,
  readDictionary,
  type Text,
  tellingIn,
  tellingOf,
  unpack,
  wordsAt,
  writeDictionary,
} from '../words/rules.ts'
import { loadStopWords } from '../words/stop-words.ts'
import { createThemes, firstOf, readingOf } from './rules.ts'
import type { Most } from './term-counts.ts'
import { themesOf } from './themes.testing.ts'

const { lists: stopWords } = await loadStopWords()

const words = [
  ...[
    'handle',
    'Handle',
    'HANDLE',
    'lid',
    'tight',
    'mug',
    'the',
    'and',
    'is',
    'ok',
    'so',
    'und',
    'der',
    'nicht',
    'les',
  ],
  ...[
    'größe',
    'GRÖSSE',
    'gro\u0308ße',
    'İstanbul',
    'ΣΊΣΥΦΟΣ',
    'чашка',
    '取っ手',
    '😀',
    '𝒂𝒃',
    '𝒂𝒃𝒄',
    '𐐀𐐁𐐂',
    '\ufffd',
    '\uffff',
    '\ue000ab',
  ],
  ...['ﬃx', '123', '12', 'a1b', '\u0e17\u0e35\u0e48', 'donaudampfschifffahrtsgesellschaft'],
]
const between = [' ', ' ', ' ', ', ', '. ', '-', "'", '\n', '  ', ' / ', '\u00a0']

const sentence = fc
  .array(
    fc.tuple(
      fc.oneof(fc.constantFrom(...words), fc.string({ unit: 'grapheme', maxLength: 8 })),
      fc.constantFrom(...between),
    ),
    {
      maxLength: 14,
    },
  )
  .map((parts) => parts.flat().join('').toWellFormed().replaceAll('\0', ''))
const text: fc.Arbitrary<Text> = fc.record({
  rating: fc.integer({ min: 1, max: 5 }),
  title: fc.option(sentence),
  body: sentence,
  locale: fc.constantFrom(null, 'en', 'de-AT', 'DE', 'fr_CA', 'th', 'xx', 'pt-BR'),
})

type Full = { places: number; words: number; characters: number }

function partsOf(texts: readonly Text[], full: Full): Part[] {
  const packer = createPacker(stopWords, full)
  const parts: Part[] = []
  for (const each of texts) {
    packer.add(each)
    if (packer.isFull()) parts.push(packer.take())
  }
  return [...parts, packer.take()]
}

/** As a day is kept and read. */
const readAgain = ({ dictionary, ...numbers }: Part): Part => ({
  ...unpack(pack(numbers)),
  dictionary: readDictionary(writeDictionary(dictionary)),
})

function countedOf(texts: readonly Text[], full: Full, words: 1 | 2, most: Most) {
  const themes = createThemes(words, most)
  const parts = partsOf(texts, full).map(readAgain)
  for (const part of parts) themes.add(part)
  const wordOf = (number: number) => {
    const origin = themes.originOf(number)
    return (origin && parts[origin.part]?.dictionary[origin.place]) ?? ''
  }
  return { reviews: themes.reviews(), list: (minReviews: number) => firstOf(themes.list(minReviews), wordOf) }
}

const full = fc.record({
  places: fc.integer({ min: 1, max: 300 }),
  words: fc.integer({ min: 1, max: 60 }),
  characters: fc.integer({ min: 1, max: 900 }),
})
const oneOrTwo = fc.constantFrom(1 as const, 2 as const)

test('themes of packed texts are those that the texts have, however they lie in parts and whatever is the most that is read', () => {
  const most = fc.record({
    texts: fc.integer({ min: 1, max: 70 }),
    held: fc.constantFrom(1, 400, 40_000),
    sought: fc.constantFrom(1, 20, 1_500),
  })
  fc.assert(
    fc.property(
      ...[fc.array(text, { maxLength: 60 }), full, oneOrTwo, most, fc.integer({ min: 1, max: 4 })],
      (texts, full, words, most, minReviews) => {
        const counted = countedOf(texts, full, words, { ...most, terms: 100_000 })
        assert.equal(counted.reviews, Math.min(texts.length, most.texts))
        assert.deepEqual(
          counted.list(minReviews),
          themesOf(texts.slice(0, most.texts), { words, stopWords }, minReviews),
        )
      },
    ),
    { numRuns: 400 },
  )
})

test('some words of a dictionary are those at their places', () => {
  const dictionary = fc.array(fc.constantFrom('mug', 'lid', 'größe', '😀a'), { minLength: 1, maxLength: 9 })
  fc.assert(
    fc.property(dictionary, fc.array(fc.nat(8), { maxLength: 9 }), (words, places) => {
      const wanted = places.filter((place) => place < words.length)
      assert.deepEqual(
        wordsAt(writeDictionary(words), wanted),
        new Map(wanted.toSorted((a, b) => a - b).map((place) => [place, words[place]])),
      )
    }),
  )
})

test('what is packed is what stands in the texts', () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 30 }), full, (texts, full) => {
      const read = partsOf(texts, full)
        .map(readAgain)
        .flatMap((part) => [...tellingIn(part, part.dictionary)])
      assert.deepEqual(
        read,
        texts.map((each) => tellingOf(each, stopWords)),
      )
    }),
    { numRuns: 300 },
  )
})

/** The same each time: words of which few are found often. */
function manyTexts(count: number): Text[] {
  let state = 1
  const below = (bound: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * bound)
  }
  const word = () => `word${below(1 + below(30_000))}`
  return Array.from({ length: count }, () => ({
    ...{ rating: 1 + below(5), title: null, locale: null },
    body: Array.from({ length: 20 }, word).join(' '),
  }))
}

test('themes of many texts are those that the texts have, of so many words that every table grows', () => {
  const texts = manyTexts(1_500)
  for (const words of [1, 2] as const)
    for (const [minReviews, held] of [
      [1, 16_000_000],
      [2, 16_000_000],
      [3, 16_000_000],
      [3, 90_000],
    ] as const) {
      const most = { texts: 1_400, terms: 300_000, held, sought: 1_500 }
      const counted = countedOf(texts, { ...fullAt, places: 2_000 }, words, most)
      assert.deepEqual(counted.list(minReviews), themesOf(texts.slice(0, 1_400), { words, stopWords }, minReviews))
    }
})

test('of more words than are taken the first are counted, and of what is told of any term all is right', () => {
  const texts = manyTexts(1_000)
  const most = { texts: 1_000, terms: 2_000, sought: 1_500 }
  assert.deepEqual(
    countedOf(texts, fullAt, 1, { ...most, held: 1_000 }).list(1),
    themesOf(texts, { words: 1, stopWords, terms: most.terms }, 1),
  )
  for (const words of [1, 2] as const)
    for (const [minReviews, held] of [
      [1, 16_000_000],
      [2, 16_000_000],
      [2, 1_000],
    ] as const) {
      const listed = countedOf(texts, fullAt, words, { ...most, held }).list(minReviews)
      assert.ok(listed.length <= most.terms && (listed.length > 0 || minReviews > 1))
      const all = new Map(
        themesOf(texts, { words, stopWords }, 1, Number.POSITIVE_INFINITY).map((each) => [each.term, each]),
      )
      for (const each of listed) assert.deepEqual(each, all.get(each.term))
    }
})

test('a day is read as it was cut only where that holds, and no day that there are texts enough without', () => {
  const written = (texts: number, isCut: boolean, number: number) =>
    [number, { day: `day ${number}`, texts, cut: isCut ? `of ${number}` : null }] as const
  const cutOf = (...numbers: number[]) => numbers.map((number) => ({ day: `day ${number}`, cut: `of ${number}` }))
  const kept = { since: 100, until: 120, changed: new Set([112]) }
  const days = new Map([
    written(5, true, 119),
    written(5, false, 117),
    written(5, true, 112),
    written(49_990, true, 110),
    written(5, true, 109),
    written(5, true, 101),
  ])
  assert.deepEqual(readingOf({ start: 90, end: 122 }, kept, days), {
    cut: cutOf(119, 110, 109),
    gaps: [
      { start: 120, end: 122 },
      { start: 112, end: 118 },
    ],
  })
  assert.deepEqual(readingOf({ start: 95, end: 105 }, kept, days), {
    cut: cutOf(101),
    gaps: [{ start: 95, end: 100 }],
  })
})
