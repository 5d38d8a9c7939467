import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { AppError } from '#platform/values/errors.ts'
import { buildTable, dayOf, readSpan } from './rules.ts'
import { intervals, type SpanQuery } from './schema.ts'

const now = new Date('2026-11-22T23:30:00Z')
const refusal = (query: SpanQuery, timezone = 'UTC') => {
  try {
    readSpan(query, timezone, now)
    return undefined
  } catch (error) {
    assert.ok(error instanceof AppError)
    return [error.status, error.details?.[0]?.path]
  }
}

test('a report covers the last thirty days of the store by default', () => {
  const span = readSpan({}, 'Europe/Berlin', now)
  assert.deepEqual(
    [span.from, span.to, span.days, span.complete, span.interval],
    ['2026-10-25', '2026-11-23', 30, false, 'day'],
  )
  // The 25-hour day starts in summer time.
  assert.equal(span.begin.toISOString(), '2026-10-24T22:00:00.000Z')
  assert.equal(span.end.toISOString(), '2026-11-23T23:00:00.000Z')
  assert.equal(span.beforeBegin.toISOString(), '2026-09-24T22:00:00.000Z')
  assert.equal(readSpan({ to: '2026-11-21' }, 'UTC', now).from, '2026-10-23')
  assert.equal(readSpan({ to: '2026-11-21' }, 'UTC', now).complete, true)
})

test('an invalid period, a future day or too many days are refused', () => {
  assert.deepEqual(refusal({ from: '2026-02-30' }), [400, '/from'])
  assert.deepEqual(refusal({ to: '2026-11-23' }), [400, '/to'])
  assert.equal(refusal({ to: '2026-11-23' }, 'Europe/Berlin'), undefined)
  assert.deepEqual(refusal({ from: '2026-11-23' }), [400, '/from'])
  assert.deepEqual(refusal({ from: '2026-11-02', to: '2026-11-01' }), [400, '/from'])
  assert.equal(refusal({ from: '2024-11-22', to: '2026-11-22' }), undefined)
  assert.deepEqual(refusal({ from: '2024-11-21', to: '2026-11-22' }), [400, '/from'])
})

test('weeks start on Mondays, months on the first, and all periods are clipped to the span', () => {
  const weeks = readSpan({ from: '2026-10-28', to: '2026-11-10', interval: 'week' }, 'UTC', now)
  assert.deepEqual(
    weeks.periods.map(({ date, firstDay }) => [date, firstDay]),
    [
      ['2026-10-26', '2026-10-28'],
      ['2026-11-02', '2026-11-02'],
      ['2026-11-09', '2026-11-09'],
    ],
  )
  const months = readSpan({ from: '2025-12-31', to: '2026-02-01', interval: 'month' }, 'UTC', now)
  assert.deepEqual(
    months.periods.map(({ date }) => date),
    ['2025-12-01', '2026-01-01', '2026-02-01'],
  )
})

test('every instant belongs to the period of its local day', () => {
  const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Apia', 'America/Sao_Paulo']
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.constantFrom(...intervals),
      fc.integer({ min: 0, max: 600 }),
      fc.integer({ min: 1, max: 120 }),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (timezone, interval, daysAgo, length, part) => {
        const to = Temporal.PlainDate.from('2026-11-22').subtract({ days: daysAgo })
        const from = to.subtract({ days: length - 1 })
        const span = readSpan({ from: from.toString(), to: to.toString(), interval }, timezone, now)
        const at = new Date(span.begin.getTime() + Math.floor(part * (span.end.getTime() - span.begin.getTime())))
        const day = dayOf(at, timezone)
        assert.ok(day >= span.from && day <= span.to, day)
        const period = span.periods.findLast(({ begin }) => begin <= at)
        const next = span.periods.find(({ begin }) => begin > at)
        assert.ok(period && period.firstDay <= day && (!next || day < next.firstDay))
      },
    ),
    { numRuns: 300 },
  )
})

test('a table has a column for each number, and cells that resemble formulas are escaped', () => {
  const rows = [
    { date: '2026-11-22', ratings: { '1': 2 }, p: { p50: null }, attention: ['backlog', 'low_share'] },
    { date: '2026-11-23', ratings: { '1': 0 }, p: { p50: 7 }, attention: [] },
  ]
  assert.deepEqual(buildTable(rows, rows[0] ?? {}), [
    ['date', 'ratings1', 'pP50', 'attention'],
    ['2026-11-22', '2', '', 'backlog low_share'],
    ['2026-11-23', '0', '7', ''],
  ])
  assert.deepEqual(buildTable([], { term: '', reviews: 0 }), [['term', 'reviews']])
})
