import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeSpans } from './spans.ts'

const old = { timezone: 'Europe/Berlin', createdAt: '2020-01-01T00:00:00Z' }

test("a store's periods are compared as soon as the store is 30 days old", () => {
  const at = (createdAt: string) =>
    computeSpans('7d', { timezone: 'UTC', createdAt }, Date.parse('2026-11-28T12:00:00Z'))
  assert.equal(at('2026-10-29T12:00:01Z').before, null)
  assert.deepEqual(at('2026-10-29T12:00:00Z').before, { from: '2026-11-15', to: '2026-11-21', interval: 'day' })
})

test("the comparison period ends where the shown period starts, in the store's calendar", () => {
  // In the store's time zone, 23:30 UTC is half past midnight on the 23rd.
  const { now, before } = computeSpans('7d', old, Date.parse('2026-11-22T23:30:00Z'))
  assert.deepEqual([now.from, now.to], ['2026-11-17', '2026-11-23'])
  assert.deepEqual([before?.from, before?.to], ['2026-11-10', '2026-11-16'])
})

test('both periods have equally many days across a clock change', () => {
  const { now, before } = computeSpans('30d', old, Date.parse('2026-11-10T12:00:00Z'))
  assert.deepEqual([now.from, before?.from, before?.to], ['2026-10-12', '2026-09-12', '2026-10-11'])
})
