import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  apportion,
  bandOf,
  bands,
  chooseSentences,
  chooseWithSpares,
  fewestReviews,
  mostSentences,
  preferLanguage,
  type StarCount,
  splitSentences,
} from './rules.ts'

const stars = fc
  .tuple(...[1, 2, 3, 4, 5].map(() => fc.nat(400)))
  .map((counts) => counts.map((count, i): StarCount => ({ rating: i + 1, count })))
const inBand = (counts: readonly StarCount[], band: string) =>
  counts.reduce((sum, { rating, count }) => sum + (bandOf(rating) === band ? count : 0), 0)

test('each group of stars with reviews gets its share of the sentences, at least one', () => {
  fc.assert(
    fc.property(stars, (counts) => {
      const total = counts.reduce((sum, { count }) => sum + count, 0)
      const seats = apportion(counts)
      const given = bands.reduce((sum, band) => sum + seats[band], 0)
      assert.equal(given, Math.min(mostSentences, total))
      const present = bands.filter((band) => inBand(counts, band) > 0)
      for (const band of bands) {
        const size = inBand(counts, band)
        assert.equal(seats[band] > 0, size > 0)
        assert.ok(seats[band] <= size)
        // Rounding adds less than one sentence to a share. It may remove more, so that every band gets at least one.
        const share = total === 0 ? 0 : (size * given) / total
        assert.ok(seats[band] < share + 1)
        assert.ok(seats[band] > share - present.length)
      }
      for (const a of bands)
        for (const b of bands) if (inBand(counts, a) > inBand(counts, b)) assert.ok(seats[a] >= seats[b])
    }),
  )
  const of = (low: number, middle: number, high: number) =>
    apportion([
      { rating: 1, count: low },
      { rating: 3, count: middle },
      { rating: 5, count: high },
    ])
  assert.deepEqual(of(1, 1, 8), { high: 4, middle: 1, low: 1 })
  assert.deepEqual(of(5, 0, 5), { high: 3, middle: 0, low: 3 })
  assert.deepEqual(of(0, 0, 900), { high: 6, middle: 0, low: 0 })
  assert.deepEqual(of(3, 0, 7), { high: 4, middle: 0, low: 2 })
  assert.deepEqual(of(1, 1, 9_998), { high: 4, middle: 1, low: 1 })
})

const word = fc.constantFrom(
  'tea',
  'Henkel',
  'чай',
  '茶',
  'cup',
  'www.spam.example',
  'a@b.example',
  '👍',
  'hot',
  '“good”',
)
const sentence = fc
  .tuple(fc.array(word, { minLength: 1, maxLength: 40 }), fc.constantFrom('.', '!', '?', '', '。', ' …', '\n\n'))
  .map(([words, end]) => words.join(' ') + end)
const body = fc.oneof(
  fc.array(sentence, { minLength: 1, maxLength: 8 }).map((sentences) => sentences.join(' ')),
  fc.string({ minLength: 1, maxLength: 3_000, unit: 'grapheme' }).filter((text) => text.trim() !== ''),
)
const review = fc.record({
  rating: fc.integer({ min: 1, max: 5 }),
  body,
  language: fc.constantFrom('en', 'de', 'ja', 'xx', null),
})

test('a digest has unchanged sentences, one per review, in the right number for each group', () => {
  fc.assert(
    fc.property(fc.array(review, { maxLength: 40 }), (reviews) => {
      const candidates = reviews.map((each, i) => ({ ...each, reviewId: String(i) }))
      const counts = [1, 2, 3, 4, 5].map((rating) => ({
        rating,
        count: candidates.filter((each) => each.rating === rating).length,
      }))
      const chosen = chooseSentences(counts, candidates)
      if (reviews.length < fewestReviews) return assert.deepEqual(chosen, [])
      assert.equal(chosen.length, mostSentences)
      assert.equal(new Set(chosen.map(({ reviewId }) => reviewId)).size, chosen.length)
      const seats = apportion(counts)
      const found = { high: 0, middle: 0, low: 0 }
      for (const { reviewId, sentence } of chosen) {
        const of = candidates[Number(reviewId)]
        assert.ok(of)
        assert.ok(of.body.includes(sentence) && sentence.trim() !== '', sentence)
        found[bandOf(of.rating)]++
      }
      assert.deepEqual(found, seats)
      assert.deepEqual(chooseSentences(counts, candidates), chosen)
    }),
    { numRuns: 200 },
  )
})

test('a preferred language never changes the number of sentences of a group, nor repeats a review', () => {
  fc.assert(
    fc.property(fc.array(review, { minLength: fewestReviews, maxLength: 40 }), (reviews) => {
      const candidates = reviews.map((each, i) => ({ ...each, reviewId: String(i) }))
      const counts = [1, 2, 3, 4, 5].map((rating) => ({
        rating,
        count: candidates.filter((each) => each.rating === rating).length,
      }))
      const rows = chooseWithSpares(counts, candidates).map(({ isSpare = false, ...each }) => {
        const { rating = 0, language = null, body = '' } = candidates[Number(each.reviewId)] ?? {}
        assert.ok(body.includes(each.sentence))
        return { ...each, rating, language, isSpare }
      })
      const idsOf = (shown: typeof rows) => shown.map(({ reviewId }) => reviewId)
      assert.deepEqual(
        idsOf(preferLanguage(rows, undefined)),
        chooseSentences(counts, candidates).map(({ reviewId }) => reviewId),
      )
      for (const language of ['en', 'de', 'xx', 'unknown']) {
        const shown = preferLanguage(rows, language)
        assert.equal(new Set(idsOf(shown)).size, shown.length)
        for (const band of bands) {
          const ofBand = shown.filter(({ rating }) => bandOf(rating) === band)
          const written = candidates.filter((each) => bandOf(each.rating) === band && each.language === language).length
          const seats = apportion(counts)[band]
          assert.equal(ofBand.length, seats)
          const own = ofBand.findIndex((each) => each.language !== language)
          assert.equal(own < 0 ? seats : own, Math.min(seats, written))
        }
      }
    }),
    { numRuns: 200 },
  )
})

test('every sentence is a part of its text, in order', () => {
  fc.assert(
    fc.property(body, fc.constantFrom('en', 'ja', null), (text, language) => {
      let from = 0
      for (const each of splitSentences(text, language)) {
        const at = text.indexOf(each, from)
        assert.ok(at >= from)
        from = at + each.length
      }
    }),
  )
})

test('a truncated text without a complete sentence has no sentence', () => {
  const long = 'the handle stays cool and '.repeat(30)
  assert.deepEqual(splitSentences(long, 'en'), [])
  assert.deepEqual(splitSentences(long.slice(0, 500), 'en'), [long.slice(0, 500).trim()])
  const candidates = [long, 'It holds a pint.'].map((body, i) => ({
    reviewId: `${i}`,
    rating: 5,
    body,
    language: 'en',
  }))
  assert.deepEqual(chooseSentences([{ rating: 5, count: 10 }], candidates), [
    { reviewId: '1', sentence: 'It holds a pint.' },
  ])
})

test('sentences with common words are preferred to links, fragments and repetitions', () => {
  const texts = [
    'Ok. The handle stays cool even with boiling water in it. Bye.',
    'Buy cheaper at www.spam.example where the handle stays cool with water inside.',
    'The handle stays cool even with boiling water in it!',
    'The lid leaks a little when the cup falls over in my bag.',
    'Sadly the lid leaks a little on longer journeys by train.',
    'Nice colour. The glaze looks like the picture in the shop.',
    ...[...Array(6)].map(() => 'Ok.'),
  ]
  const candidates = texts.map((text, i) => ({ reviewId: String(i), rating: 5, body: text, language: 'en' }))
  const chosen = chooseSentences([{ rating: 5, count: candidates.length }], candidates).slice(0, 3)
  assert.ok(chosen.every(({ sentence }) => sentence.length > 25 && !sentence.includes('www')))
  assert.equal(chosen.filter(({ sentence }) => sentence.startsWith('The handle stays')).length, 1)
})
