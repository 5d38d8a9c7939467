import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computePeriod, periodNames } from './days.ts'

test('a period is named by its days, or by its months from a year on', () => {
  const store = { timezone: 'UTC', createdAt: '2020-01-01T00:00:00Z' }
  const names = (range: '30d' | '90d' | '365d' | '730d') =>
    periodNames(computePeriod(range, store, Date.parse('2026-11-30T12:00:00Z')))
  assert.deepEqual(names('30d'), { now: 'Last 30 days', before: 'Previous 30 days' })
  assert.deepEqual(names('365d'), { now: 'Last 12 months', before: 'Previous 12 months' })
  assert.deepEqual(names('730d').before, 'Previous 24 months')
})
