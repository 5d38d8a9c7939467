import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeChosen, computePeriod, findMistake, periodNames } from './days.ts'
import { readInsightsSearch } from './search.ts'

test('a period is named by its days, or by its months from a year on', () => {
  const store = { timezone: 'UTC', createdAt: '2020-01-01T00:00:00Z' }
  const names = (range: '30d' | '90d' | '365d' | '730d') =>
    periodNames(computePeriod(range, store, Date.parse('2026-11-30T12:00:00Z')))
  assert.deepEqual(names('30d'), { now: 'Last 30 days', before: 'Previous 30 days' })
  assert.deepEqual(names('365d'), { now: 'Last 12 months', before: 'Previous 12 months' })
  assert.deepEqual(names('730d').before, 'Previous 24 months')
})

const november = { from: '2026-11-01', to: '2026-11-30' }

test('a chosen period is compared with the same number of days before, and is named by its dates', () => {
  const store = { timezone: 'UTC', createdAt: '2020-01-01T00:00:00Z' }
  const nowMs = Date.parse('2026-12-05T12:00:00Z')
  const { before, isChosen, ...now } = computeChosen(november, store, nowMs)
  assert.deepEqual(now, { ...november, interval: 'day' })
  assert.deepEqual(before, { from: '2026-10-02', to: '2026-10-31', interval: 'day' })
  const { now: name, before: earlier } = periodNames(now, isChosen)
  assert.match(name, /^Nov 1\s–\s30, 2026$/)
  assert.match(earlier, /^Oct 2\s–\s31, 2026$/)
  assert.equal(computeChosen(november, { ...store, createdAt: '2026-11-20T00:00:00Z' }, nowMs).before, null)
})

test('a chosen period has at most 46 columns', () => {
  const store = { timezone: 'UTC', createdAt: '2020-01-01T00:00:00Z' }
  const intervalOf = (from: string) =>
    computeChosen({ from, to: '2026-11-30' }, store, Date.parse('2026-12-05T12:00:00Z')).interval
  assert.deepEqual(['2026-10-17', '2026-10-16', '2026-05-31', '2026-05-30', '2024-12-01'].map(intervalOf), [
    ...['day', 'week', 'week', 'month', 'month'],
  ])
})

test('a period that no report accepts is explained before it is asked for', () => {
  const find = (from: string, to: string) => findMistake({ from, to }, '2026-12-05', 92)
  assert.equal(find('2026-11-01', '2026-12-05'), undefined)
  assert.equal(find('2026-09-05', '2026-12-05'), undefined)
  assert.equal(find('2026-09-04', '2026-12-05'), 'Choose at most 92 days.')
  assert.equal(find('', '2026-12-05'), 'Enter both dates.')
  assert.equal(find('2026-11-01', '2026-12-06'), 'The last day must not be after today.')
  assert.equal(find('2026-11-02', '2026-11-01'), 'The first day must not be after the last.')
})

test('a URL with two days in order shows them, and any other URL shows its range', () => {
  assert.deepEqual(readInsightsSearch({ range: '90d', ...november }), november)
  assert.deepEqual(readInsightsSearch({ range: '90d', from: '2026-11-30', to: '2026-11-01' }), { range: '90d' })
  assert.deepEqual(readInsightsSearch({ from: '2026-13-01', to: '2026-11-01' }), { range: undefined })
  assert.deepEqual(readInsightsSearch({ from: '2026-11-01' }), { range: undefined })
})
