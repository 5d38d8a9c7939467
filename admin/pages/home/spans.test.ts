import assert from 'node:assert/strict'
import { test } from 'node:test'
import { spansOf } from './spans.ts'

test('the days before end where the days begin, by the calendar of the store', () => {
  // Half past midnight of the 23rd there.
  const { now, before } = spansOf('7d', 'Europe/Berlin', Date.parse('2026-11-22T23:30:00Z'))
  assert.deepEqual([now.from, now.to], ['2026-11-17', '2026-11-23'])
  assert.deepEqual([before.from, before.to], ['2026-11-10', '2026-11-16'])
})

test('they are as many over a change of clocks', () => {
  const { now, before } = spansOf('30d', 'Europe/Berlin', Date.parse('2026-11-10T12:00:00Z'))
  assert.deepEqual([now.from, before.from, before.to], ['2026-10-12', '2026-09-12', '2026-10-11'])
})
