import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { toDayNumber, toDays, toPiece } from '../engine/rules.ts'
import { readSpan } from '../rules.ts'
import { attention, type Counts, kinds, listAttention, listPage, splitKinds } from './rules.ts'
import { attentions, sorts } from './schema.ts'

const none: Counts = { received: 0, stars: 0, low: 0, unanswered: 0, waiting: 0, before: 0, starsBefore: 0 }

test('a fall of exactly 0.5 and a low share of exactly 0.3 need attention', () => {
  const fell = (stars: number, starsBefore: number, received = 10, before = 10) =>
    listAttention({ ...none, received, stars, before, starsBefore }).includes('average_fell')
  assert.equal(fell(40, 45), true)
  assert.equal(fell(41, 45), false)
  // The average falls from 4.4 to 3.9, and neither number is exact as a double.
  assert.equal(fell(39, 22, 10, 5), true)
  assert.equal(fell(19, 30, 4, 6), false)
  assert.equal(fell(30, 19, 6, 4), false)
  const low = (received: number, low: number) => listAttention({ ...none, received, low }).includes('low_share')
  for (const tens of [1, 3, 7, 100_000]) {
    assert.equal(low(10 * tens, 3 * tens), true)
    assert.equal(low(10 * tens + 1, 3 * tens), false)
  }
  assert.equal(low(4, 4), false)
  assert.deepEqual(listAttention({ ...none, received: 1, unanswered: 1, waiting: 5 }), ['low_unanswered', 'backlog'])
  assert.deepEqual(listAttention({ ...none, received: 1, waiting: 4 }), [])
})

test('products sort by hundredths of their average, halves rounded up', () => {
  const findPlace = (stars: number, received: number) =>
    listPage([{ ...none, id: 'a', received, stars }], {
      ...{ sort: 'average', isDown: true, attention: undefined, after: undefined, limit: 1 },
    }).listed[0]?.place
  // The doubles for 4.005, 4.015 and 1.005 are a little smaller, so they would be rounded down. 3.125 is exact.
  assert.deepEqual(
    [
      findPlace(801, 200),
      findPlace(803, 200),
      findPlace(201, 200),
      findPlace(25, 8),
      findPlace(10, 3),
      findPlace(14, 3),
    ],
    [401, 402, 101, 313, 333, 467],
  )
})

const product = fc.record({
  id: fc.uuid(),
  received: fc.nat(7),
  stars: fc.nat(30),
  low: fc.nat(5),
  unanswered: fc.nat(1),
  waiting: fc.nat(6),
  before: fc.nat(7),
  starsBefore: fc.nat(30),
})

test('pages list each product once, in the order of the whole list', () => {
  const products = fc.uniqueArray(product, { selector: ({ id }) => id, maxLength: 60 })
  const wanted = fc.option(fc.subarray([...attentions], { minLength: 1 }), { nil: undefined })
  fc.assert(
    fc.property(
      products,
      fc.constantFrom(...sorts),
      fc.boolean(),
      wanted,
      fc.integer({ min: 1, max: 9 }),
      (all, sort, isDown, wanted, limit) => {
        const query = { sort, isDown, attention: wanted, after: undefined, limit: all.length + 1 }
        const { total, listed } = listPage(all, query)
        const paged: typeof listed = []
        for (;;) {
          const page = listPage(all, { ...query, after: paged.at(-1), limit })
          assert.deepEqual(page.total, total)
          assert.ok(page.listed.length <= limit)
          if (page.listed.length === 0) break
          paged.push(...page.listed)
        }
        assert.deepEqual(paged, listed)
        const asked = all.filter(
          (each) => each.received > 0 && (!wanted || listAttention(each).some((reason) => wanted.includes(reason))),
        )
        assert.deepEqual(new Set(listed.map(({ id }) => id)), new Set(asked.map(({ id }) => id)))
        assert.deepEqual(total, {
          products: asked.length,
          received: asked.reduce((sum, { received }) => sum + received, 0),
        })
        for (const [i, { place, id }] of listed.entries()) {
          const next = listed[i + 1]
          if (next) assert.ok(place === next.place ? id < next.id === !isDown : place < next.place === !isDown)
        }
      },
    ),
  )
})

test('a review counts as waiting from the exact moment it is old enough', () => {
  const hour = 3_600_000
  fc.assert(
    fc.property(
      fc.date({ min: new Date('2026-01-01'), max: new Date('2027-01-01'), noInvalidDate: true }),
      fc.constantFrom('UTC', 'Europe/Berlin', 'Pacific/Kiritimati', 'America/Havana'),
      fc.nat(12),
      fc.nat(12),
      (now, timezone, until, length) => {
        const to = readSpan({}, timezone, new Date(now.getTime() - until * 24 * hour)).to
        const from = new Date((toDayNumber(to) - length) * 24 * hour).toISOString().slice(0, 10)
        const span = readSpan({ from, to }, timezone, now)
        const days = toDays(span)
        const before = { start: days.start - span.days, end: days.start }
        const { byKind, young } = splitKinds(days, before, timezone, now)
        const pieces = kinds.flatMap((kind) => {
          const ofKind = byKind[kind]
          return ofKind.start < ofKind.end ? [{ kind, ...toPiece(ofKind, timezone) }] : []
        })
        const since = {
          waiting: now.getTime() - attention.backlogMs,
          unanswered: now.getTime() - attention.unansweredMs,
        }
        const [begin, end] = [span.begin.getTime(), span.end.getTime()]
        const moments = [since.waiting, since.unanswered, begin, end].flatMap((at) => [at - 1, at, at + 1])
        for (let at = begin; at < end; at += 7 * hour) moments.push(at)
        for (const at of moments.filter((each) => each >= begin && each < end)) {
          const own = pieces.filter(({ kind, begin, end }) => kind !== 'before' && +begin <= at && at < +end)
          assert.equal(own.length, 1)
          const isYoung = (what: 'unanswered' | 'waiting') =>
            young !== undefined && at > +young[what].after && at < +young[what].end
          const [{ kind } = { kind: 'before' }] = own
          assert.equal(kind !== 'neither' && !isYoung('unanswered'), at <= since.unanswered)
          assert.equal(kind === 'span' && !isYoung('waiting'), at <= since.waiting)
        }
      },
    ),
    { numRuns: 40 },
  )
})
