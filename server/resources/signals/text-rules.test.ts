import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { compareTexts, computeMinima, estimateSimilarity, hashWords, leastWords, splitWords } from './text-rules.ts'

const store = '01a00000-0000-7000-8000-000000000001'
const word = fc.string({ unit: fc.constantFrom(...'abcdefghijklmnop'), minLength: 2, maxLength: 6 })
const longText = fc.array(word, { minLength: leastWords, maxLength: 80 })
const shingles = (words: readonly string[]) => new Set(words.slice(2).map((_, i) => words.slice(i, i + 3).join(' ')))

test('case, width, punctuation and spaces do not hide a copy', () => {
  const words = splitWords('It works, and the handle stays COOL!')
  assert.deepEqual(words, ['it', 'works', 'and', 'the', 'handle', 'stays', 'cool'])
  assert.deepEqual(splitWords('ＩＴ\u00a0 works – and the “handle”\nstays cool'), words)
  assert.deepEqual(splitWords('STRASSE'), splitWords('Straße'))
  assert.deepEqual(splitWords('良い鍋'), ['良', 'い', '鍋'])
  assert.deepEqual(splitWords(' … '), [])
})

test('any text is split into words, and normalising words again changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      const words = splitWords(text)
      assert.deepEqual(splitWords(words.join(' ')), words)
    }),
  )
})

test('the estimate is symmetric, 1 for equal texts, and near the share of equal shingles', () => {
  fc.assert(
    fc.property(longText, longText, fc.nat({ max: 100 }), (one, two, share) => {
      const kept = one.slice(0, Math.ceil((one.length * share) / 100))
      const other = [...kept, ...two]
      const [a, b] = [computeMinima(one), computeMinima(other)]
      const estimated = estimateSimilarity(a, b)
      assert.equal(estimated, estimateSimilarity(b, a))
      assert.equal(estimateSimilarity(a, computeMinima([...one])), 1)
      const [own, theirs] = [shingles(one), shingles(other)]
      const exact = own.intersection(theirs).size / own.union(theirs).size
      // The tolerance is five standard deviations of 128 draws.
      assert.ok(Math.abs(estimated - exact) <= 5 * Math.sqrt(0.25 / 128), `${estimated} ${exact}`)
    }),
  )
})

test('a signal is symmetric, and similar texts share a hash', () => {
  fc.assert(
    fc.property(longText, fc.array(fc.nat({ max: 79 }), { maxLength: 4 }), (one, places) => {
      const other = one.map((each, i) => (places.includes(i) ? `${each}x` : each))
      const found = compareTexts(one, other)
      assert.equal(found, compareTexts(other, one))
      if (places.every((place) => place >= one.length)) assert.equal(found, 1)
      // In only one of 86 million cases, two texts of similarity 0.6 have no common band.
      if (found !== undefined)
        assert.ok(
          hashWords(store, one).some((each) => hashWords(store, other).includes(each)),
          String(found),
        )
    }),
  )
})

test('hashes of two stores never match, and short texts have one hash or none', () => {
  fc.assert(
    fc.property(fc.array(word, { maxLength: 60 }), (words) => {
      const hashes = hashWords(store, words)
      assert.equal(hashes.length, words.length < 8 ? 0 : words.length < leastWords ? 1 : 32)
      const elsewhere = hashWords('01a00000-0000-7000-8000-000000000002', words)
      assert.deepEqual(
        hashes.filter((each) => elsewhere.includes(each)),
        [],
      )
      for (const each of hashes) assert.equal(BigInt.asIntN(64, BigInt(each)).toString(), each)
    }),
  )
})

test('short texts are compared only for equality', () => {
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: leastWords - 1 }), (words) => {
      assert.equal(compareTexts(words, [...words]), words.length >= 8 ? 1 : undefined)
      assert.equal(compareTexts(words, [...words, 'too']), undefined)
    }),
  )
})
