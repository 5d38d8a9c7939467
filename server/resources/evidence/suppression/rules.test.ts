import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isComparable } from './rules.ts'

const counts = ([withheld, decided]: [number, number]) => ({
  ...{ received: decided, published: decided - withheld, withheld, pending: 0 },
  withheldShare: decided === 0 ? null : withheld / decided,
})
const compared = (low: [number, number], high: [number, number]) =>
  isComparable({ low: counts(low), high: counts(high) })

test('a comparison needs ten decided low and ten decided high ratings', () => {
  assert.equal(compared([9, 9], [0, 1_900]), false)
  assert.equal(compared([0, 9], [9, 9]), false)
  assert.equal(compared([5, 10], [0, 10]), true)
})

test('a comparison that one more or one fewer withheld review would turn is none', () => {
  assert.equal(compared([1, 12], [3, 88]), false)
  assert.equal(compared([1, 10], [0, 10]), false, 'one decision would make both shares equal')
  assert.equal(compared([2, 10], [0, 10]), true)
  assert.equal(compared([1, 10], [1, 10]), false)
  assert.equal(compared([41, 2_000], [40, 2_000]), false)
  assert.equal(compared([42, 2_000], [40, 2_000]), true)
})

test('nothing withheld can be compared, because it is no difference', () => {
  assert.equal(compared([0, 10], [0, 360]), true)
})
