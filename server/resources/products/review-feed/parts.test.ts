import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { createMeasure, findIdRange, type Part, withMeasured } from './parts.ts'

const frame = { filled: 50, empty: 30 }
const limit = 1_000
const makeId = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`

type Sized = Map<string, number>

const idsIn = (parts: readonly Part[], number: number, reviews: Sized) => {
  const range = findIdRange(parts, number)
  assert.ok(range)
  return [...reviews.keys()].filter((id) => id >= range.from && (range.before === null || id < range.before)).toSorted()
}

function read(parts: readonly Part[], number: number, reviews: Sized) {
  const range = findIdRange(parts, number)
  assert.ok(range)
  const measure = createMeasure(range, limit, frame)
  const served = idsIn(parts, number, reviews).filter((id) => measure.add(id, reviews.get(id) ?? 0))
  return { served, parts: withMeasured(parts, number, range, measure.parts()) }
}

function readAll(parts: readonly Part[], reviews: Sized): Part[] {
  let known = read(parts, 1, reviews).parts
  for (let number = 2; number <= known.length; number++) known = read(known, number, reviews).parts
  return known
}

const sumBytes = (ids: string[], reviews: Sized) => ids.reduce((sum, id) => sum + (reviews.get(id) ?? 0), frame.filled)

const anyReviews = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 1, max: 900 })), { maxLength: 60 })
  .map((rows) => new Map(rows.map(([n, bytes]) => [makeId(n), bytes])))

test('every review is in exactly one part, and no part exceeds the limit', () => {
  fc.assert(
    fc.property(anyReviews, (reviews) => {
      const parts = readAll([], reviews)
      const ids = parts.map((_, i) => idsIn(parts, i + 1, reviews))
      assert.deepEqual(ids.flat().toSorted(), [...reviews.keys()].toSorted())
      for (const [i, own] of ids.entries()) {
        assert.ok(sumBytes(own, reviews) <= limit)
        assert.equal(parts[i]?.bytes, own.length === 0 ? frame.empty : sumBytes(own, reviews))
      }
    }),
  )
})

test('no document exceeds the limit, even if its part does', () => {
  fc.assert(
    fc.property(anyReviews, anyReviews, (before, later) => {
      const parts = readAll([], before)
      const now = new Map([...before, ...later])
      for (const [i] of parts.entries()) {
        const { served } = read(parts, i + 1, now)
        assert.ok(sumBytes(served, now) <= limit)
        assert.deepEqual(served, idsIn(parts, i + 1, now).slice(0, served.length))
      }
    }),
  )
})

test('parts below the limit never change, however others grow', () => {
  fc.assert(
    fc.property(anyReviews, anyReviews, (before, later) => {
      const old = readAll([], before)
      const now = new Map([...before, ...later])
      const fits = old.map((_, i) => sumBytes(idsIn(old, i + 1, now), now) <= limit)
      const parts = readAll(old, now)
      assert.ok(parts.length >= old.length)
      for (const [i, isFit] of fits.entries()) {
        assert.equal(parts[i]?.fromId, old[i]?.fromId)
        if (isFit) assert.deepEqual(idsIn(parts, i + 1, now), idsIn(old, i + 1, now))
      }
    }),
  )
})

test('a review above the limit is a separate part', () => {
  const reviews = new Map([1, 2, 3].map((n) => [makeId(n), n === 2 ? 5_000 : 100]))
  const parts = readAll([], reviews)
  assert.deepEqual(
    parts.map((_, i) => idsIn(parts, i + 1, reviews)),
    [[makeId(1)], [makeId(2)], [makeId(3)]],
  )
})

test('a part that was divided during a read is not overwritten by that read', () => {
  const reviews = new Map(Array.from({ length: 9 }, (_, n) => [makeId(n), 300]))
  const range = findIdRange([], 1)
  assert.ok(range)
  const divided = readAll([], reviews)
  assert.deepEqual(withMeasured(divided, 1, range, [{ fromId: range.from, bytes: 1 }]), divided)
})
