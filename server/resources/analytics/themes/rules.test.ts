import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { hundredths } from '#resources/reviews/rules.ts'
import { createThemes, type Text, termsIn } from './rules.ts'
import { loadStopWords } from './stop-words.ts'

const stopWords = await loadStopWords()

const words = [
  ...['handle', 'Handle', 'HANDLE', 'lid', 'tight', 'mug', 'the', 'and', 'is', 'ok', 'so', 'und', 'der', 'nicht'],
  ...['größe', 'GRÖSSE', 'gro\u0308ße', 'İstanbul', 'ΣΊΣΥΦΟΣ', 'чашка', '取っ手', '😀', '𝒂𝒃', '𝒂𝒃𝒄', '𐐀𐐁𐐂', '\ufffd'],
  ...['ﬃx', '123', '12', 'a1b', '\u0e17\u0e35\u0e48', 'donaudampfschifffahrtsgesellschaft'],
]
const sentence = fc
  .array(
    fc.tuple(
      fc.oneof(fc.constantFrom(...words), fc.string({ unit: 'grapheme', maxLength: 8 })),
      fc.constantFrom(' ', ' ', ', ', '. ', '-', "'", '\n', ' / ', '\u00a0'),
    ),
    { maxLength: 14 },
  )
  .map((parts) => parts.flat().join('').toWellFormed().replaceAll('\0', ''))
const text: fc.Arbitrary<Text> = fc.record({
  rating: fc.integer({ min: 1, max: 5 }),
  title: fc.option(sentence),
  body: sentence,
  locale: fc.constantFrom(null, 'en', 'de-AT', 'DE', 'fr_CA', 'th', 'xx', 'pt-BR'),
})
const oneOrTwo = fc.constantFrom(1 as const, 2 as const)

const findThemes = (texts: readonly Text[], words: 1 | 2, minReviews: number, mostTerms?: number) => {
  const themes = createThemes(words, stopWords, mostTerms)
  for (const each of texts) themes.add(each)
  return { reviews: themes.reviews(), listed: themes.list(minReviews) }
}

test('each review that contains a theme counts once for that theme', () => {
  fc.assert(
    fc.property(
      ...[fc.array(text, { maxLength: 60 }), oneOrTwo, fc.integer({ min: 1, max: 4 })],
      (texts, words, minReviews) => {
        const { reviews, listed } = findThemes(texts, words, minReviews)
        assert.equal(reviews, texts.length)
        const known = texts.map((each) => ({ rating: each.rating, terms: termsIn(each, words, stopWords) }))
        const expected = [...new Set(known.flatMap(({ terms }) => terms))].flatMap((term) => {
          const ratings = known.filter(({ terms }) => terms.includes(term)).map(({ rating }) => rating)
          const stars = ratings.reduce((sum, rating) => sum + rating, 0)
          const theme = {
            ...{ term, reviews: ratings.length, averageRating: hundredths(stars, ratings.length) },
            low: ratings.filter((rating) => rating <= 2).length,
            high: ratings.filter((rating) => rating >= 4).length,
          }
          return theme.reviews >= minReviews ? [theme] : []
        })
        const byTerm = (a: { term: string }, b: { term: string }) => (a.term < b.term ? -1 : 1)
        assert.deepEqual(listed.toSorted(byTerm), expected.sort(byTerm))
        for (const [i, { reviews, term }] of listed.entries()) {
          const next = listed[i + 1]
          if (next) assert.ok(reviews > next.reviews || (reviews === next.reviews && term < next.term))
        }
      },
    ),
    { numRuns: 300 },
  )
})

test('terms are in lower case, have at least three characters, and are not stop words', () => {
  fc.assert(
    fc.property(text, oneOrTwo, (each, words) => {
      const stops = stopWords(each.locale?.split(/[-_]/)[0]?.toLowerCase() ?? 'en')
      for (const term of termsIn(each, words, stopWords)) {
        const parts = term.split(' ')
        assert.equal(parts.length, words)
        for (const part of parts) {
          assert.match(part, /^[\p{L}\p{M}\p{N}]{3,}$/u)
          assert.equal(part, part.normalize('NFC'))
          assert.ok(!stops.has(part), part)
        }
      }
    }),
  )
  const en = (body: string, words: 1 | 2) => termsIn({ rating: 5, title: null, body, locale: null }, words, stopWords)
  assert.deepEqual(en('GRO\u0308SSE, 12 ok; 𝒂𝒃 𝒂𝒃𝒄 Größe-3cm', 1), ['grösse', '𝒂𝒃𝒄', 'größe', '3cm'])
})

test('a stop word or a short word separates its neighbours', () => {
  const pairs = (body: string) => termsIn({ rating: 5, title: 'Sturdy', body, locale: 'en' }, 2, stopWords)
  assert.deepEqual(pairs('handle, tight lid'), ['sturdy handle', 'handle tight', 'tight lid'])
  assert.deepEqual(pairs('handle and lid'), ['sturdy handle'])
  assert.deepEqual(pairs('handle 12 lid'), ['sturdy handle'])
})

test('when the limit of terms is reached, new terms are ignored and existing ones still count', () => {
  const wrote = (body: string): Text => ({ rating: 5, title: null, locale: null, body })
  const texts = [wrote('mug lid'), wrote('handle mug'), wrote('mug lid handle')]
  assert.deepEqual(
    findThemes(texts, 1, 1, 2).listed.map(({ term, reviews }) => [term, reviews]),
    [
      ['mug', 3],
      ['lid', 2],
    ],
  )
})
