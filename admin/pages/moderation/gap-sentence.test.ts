import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gapSentence } from './gap-sentence.ts'
import { writeShare } from './withheld-share.ts'

const counts = (withheld: number, decided: number) => ({
  ...{ received: decided, published: decided - withheld, withheld, pending: 0 },
  withheldShare: decided === 0 ? null : withheld / decided,
})
const sentence = (low: [number, number], high: [number, number]) => {
  const [a, b] = [counts(...low), counts(...high)]
  const gap = a.withheldShare === null || b.withheldShare === null ? null : a.withheldShare - b.withheldShare
  return gapSentence({ gap, low: a, high: b })
}

test('fewer than ten decided ratings of a kind are not compared', () => {
  assert.match(sentence([0, 0], [2, 32]), /no comparison yet/)
  assert.match(sentence([0, 5], [2, 32]), /^Too few reviews are decided/)
  assert.match(sentence([9, 9], [0, 900]), /^Too few reviews are decided/)
})

test('fewer than a hundred decided ratings are compared in counts', () => {
  assert.equal(
    sentence([12, 24], [0, 36]),
    'So far, low ratings are withheld more often: 12 of 24, compared with 0 of 36 high ratings.',
  )
  assert.match(
    sentence([0, 24], [12, 360]),
    /^So far, low ratings are withheld less often: 0 of 24, compared with 12 of 360/,
  )
  assert.match(sentence([0, 10], [0, 10]), /equally often/)
})

test('a hundred decided ratings of each kind are compared in percentage points', () => {
  assert.equal(sentence([30, 100], [10, 100]), 'Low ratings are withheld more often, by 20 percentage points.')
  assert.equal(sentence([10, 100], [30, 100]), 'Low ratings are withheld less often, by 20 percentage points.')
})

test('a share is a percentage from a hundred decided reviews on', () => {
  assert.deepEqual([counts(2, 32), counts(0, 5), counts(0, 0), counts(7, 100)].map(writeShare), [
    '2 of 32',
    '0 of 5',
    '–',
    '7%',
  ])
})
