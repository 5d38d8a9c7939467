import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { buildPath, computeWidths, findTicks, roundDomain, scaleBands, scaleLinear } from './scales.ts'

test('a chart has round ticks', () => {
  const of = (least: number, most: number) => findTicks(roundDomain([least, most], 4), 4)
  assert.deepEqual(of(0, 12), [0, 2, 4, 6, 8, 10, 12])
  assert.deepEqual(of(0, 68), [0, 20, 40, 60, 80])
  assert.deepEqual(of(0, 0.0006), [0, 0.0002, 0.0004, 0.0006])
  assert.deepEqual(of(0, 0.3), [0, 0.1, 0.2, 0.3])
  assert.deepEqual(of(-130, 900), [-200, 0, 200, 400, 600, 800, 1_000])
  assert.deepEqual(findTicks([1, 5], 4), [1, 2, 3, 4, 5])
})

const domain = fc
  .tuple(fc.double({ min: -1e6, max: 0, noNaN: true }), fc.double({ min: 1e-3, max: 1e6, noNaN: true }))
  .map(([least, most]) => [Math.abs(least) < 1e-3 ? 0 : least, most] as const)

test('round domains contain all values and end at ticks', () => {
  fc.assert(
    fc.property(domain, ([least, most]) => {
      const wide = roundDomain([least, most], 4)
      const ticks = findTicks(wide, 4)
      assert.ok(wide[0] <= least + 1e-9 && wide[1] >= most - 1e-9)
      assert.deepEqual([ticks[0], ticks.at(-1)], [...wide])
      assert.ok(ticks.includes(0))
      assert.ok(ticks.length >= 3 && ticks.length <= 9, `${ticks}`)
    }),
  )
})

test('a linear scale maps the ends of its domain to the ends of its range', () => {
  const y = scaleLinear([-200, 1_000], [206, 8])
  assert.deepEqual([y(-200), y(400), y(1_000)], [206, 107, 8])
})

test('bands fill the range, with equal gaps', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 366 }), fc.constantFrom(0.2, 0.4), (count, gap) => {
      const { step, width, middle } = scaleBands(count, [44, 560], gap)
      const near = (value: number, expected: number) => assert.ok(Math.abs(value - expected) < 1e-6)
      near(middle(0) - width / 2 - step * gap, 44)
      near(middle(count - 1) + width / 2 + step * gap, 560)
      near(step - width, step * gap)
    }),
  )
})

test('a bar behind a column is visible on both sides, and touches no other bar', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 92 }), fc.integer({ min: 200, max: 1_200 }), (count, room) => {
      const bands = scaleBands(count, [0, room], count > 40 ? 0.2 : 0.4)
      const { columnWidth, behindWidth } = computeWidths(bands, true)
      assert.ok(columnWidth >= 1 && behindWidth < bands.step, `${behindWidth} of ${bands.step}`)
      assert.ok(behindWidth - columnWidth >= Math.min(12, bands.step * 0.35), `${columnWidth} of ${behindWidth}`)
      assert.ok(bands.middle(0) - behindWidth / 2 >= 0 && bands.middle(count - 1) + behindWidth / 2 <= room)
    }),
  )
})

test('a missing point interrupts the line', () => {
  assert.equal(buildPath([[0, 5], [10, 2.25], null, [30, 4]]), 'M0.0 5.0L10.0 2.3M30.0 4.0')
  assert.equal(buildPath([null, [1, 1]]), 'M1.0 1.0')
  assert.equal(buildPath([]), '')
})
