import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { adaptedWidth, fixed, inRounds, onlyWhatBegins, readAhead } from './policy.ts'

test('the number of parallel attempts stays within its bounds for every sequence of results', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean()), (results) => {
      const bounds = { min: 1, first: 8, max: 32 }
      let width = bounds.first
      for (const succeeded of results) {
        width = adaptedWidth(width, succeeded, bounds)
        assert.ok(width >= 1 && width <= 32)
      }
      const last = results.reduce((width, succeeded) => adaptedWidth(width, succeeded, fixed(20)), 20)
      assert.equal(last, 20)
    }),
  )
})

test('a claim marks only as many items as can start immediately', () => {
  const load = { queued: 3, underWay: 15, width: 20, isDry: false }
  assert.equal(onlyWhatBegins(load), 2)
  assert.equal(onlyWhatBegins({ ...load, underWay: 40 }), 0)
})

test('read-ahead refills before its queue is empty and stops when nothing is due', () => {
  const load = { queued: 0, underWay: 32, width: 32, isDry: false }
  assert.equal(readAhead(10)(load), 320)
  assert.equal(readAhead(10)({ ...load, queued: 161 }), 0)
  assert.equal(readAhead(10)({ ...load, isDry: true }), 0)
  assert.equal(readAhead(10)({ ...load, width: 1 }), 10, 'little for a receiver that fails')
})

test('a round is claimed only after the previous round has ended', () => {
  const load = { queued: 0, underWay: 0, width: 2, isDry: false }
  assert.equal(inRounds(4)(load), 4)
  assert.equal(inRounds(4)({ ...load, underWay: 1 }), 0)
  assert.equal(inRounds(4)({ ...load, queued: 1 }), 0)
})
