import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isComparable } from '../../../server/resources/evidence/suppression/rules.ts'
import { gapSentence } from './gap-sentence.ts'
import { areAllMeasured, writeShare } from './withheld-share.ts'

const counts = (withheld: number, decided: number) => ({
  ...{ received: decided, published: decided - withheld, withheld, pending: 0 },
  withheldShare: decided === 0 ? null : withheld / decided,
})
const sentence = (low: [number, number], high: [number, number]) => {
  const [a, b] = [counts(...low), counts(...high)]
  const gap = a.withheldShare === null || b.withheldShare === null ? null : a.withheldShare - b.withheldShare
  return gapSentence({ gap, low: a, high: b, comparable: isComparable({ low: a, high: b }) })
}

test('fewer than ten decided ratings of a kind are not compared', () => {
  const needed = 'A comparison needs 10 decided reviews with 1–2 stars and 10 with 4–5.'
  assert.equal(sentence([0, 0], [2, 32]), `${needed} You have 0 and 32.`)
  assert.equal(sentence([0, 3], [2, 31]), `${needed} You have 3 and 31.`)
  assert.equal(sentence([9, 9], [0, 1_900]), `${needed} You have 9 and 1,900.`)
})

test('fewer than a hundred decided ratings are compared in counts', () => {
  assert.equal(
    sentence([12, 24], [0, 36]),
    'So far, low ratings are withheld more often: 12 of 24, compared with 0 of 36 high ratings.',
  )
  assert.match(
    sentence([0, 24], [36, 360]),
    /^So far, low ratings are withheld less often: 0 of 24, compared with 36 of 360/,
  )
  assert.match(sentence([0, 10], [0, 10]), /equally often/)
})

test('a single decision never turns the sentence from one direction to the other', () => {
  assert.equal(
    sentence([1, 12], [3, 88]),
    'Too few low ratings to tell. Withheld so far: 1 of 12 low and 3 of 88 high ratings.',
  )
  assert.match(sentence([8, 88], [1, 12]), /^Too few high ratings to tell/)
  assert.equal(sentence([41, 2_000], [40, 2_000]), 'Low and high ratings are withheld about equally often.')
  const directionOf = (low: [number, number], high: [number, number]) =>
    /more often|less often/.exec(sentence(low, high))?.[0]
  const counted = (decided: number) => fc.tuple(fc.integer({ min: 0, max: decided }), fc.constant(decided))
  const group = fc.integer({ min: 1, max: 300 }).chain(counted)
  const turns = ([low, high]: [number, number][]) =>
    [low, high].flatMap((group, at) =>
      [-1, 1]
        .map((step): [number, number] => [(group?.[0] ?? 0) + step, group?.[1] ?? 0])
        .filter(([withheld, decided]) => withheld >= 0 && withheld <= decided)
        .map((other) => (at === 0 ? directionOf(other, high ?? [0, 0]) : directionOf(low ?? [0, 0], other))),
    )
  fc.assert(
    fc.property(group, group, (low, high) => {
      const now = directionOf(low, high)
      for (const turned of turns([low, high])) assert.ok(!now || !turned || turned === now, `${low} and ${high}`)
    }),
  )
})

test('a hundred decided ratings of each kind are compared in percentage points', () => {
  assert.equal(sentence([30, 100], [10, 100]), 'Low ratings are withheld more often, by 20.0 percentage points.')
  assert.equal(sentence([10, 100], [30, 100]), 'Low ratings are withheld less often, by 20.0 percentage points.')
})

test('shares are percentages if each has a hundred decided reviews, and counts otherwise', () => {
  const written = (...groups: [number, number][]) => {
    const all = groups.map((group) => counts(...group))
    return all.map((each) => writeShare(each, areAllMeasured(all)))
  }
  assert.deepEqual(written([2, 32], [0, 5], [0, 0], [7, 100]), ['2 of 32', '0 of 5', '–', '7 of 100'])
  assert.deepEqual(written([5, 200], [0, 0], [7, 100]), ['2.5%', '–', '7.0%'])
})
