import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatAgo } from './dates.ts'

const now = new Date(2026, 10, 30, 8, 40)
const shown = (...[day, hour, minute = 0]: [day: number, hour: number, minute?: number]) =>
  formatAgo(new Date(2026, 10, day, hour, minute).toISOString(), now.getTime())

test('distances of days count calendar days, not 24 hours', () => {
  assert.deepEqual(
    [shown(31, 9), shown(31, 23, 30), shown(32, 21), shown(33, 7), shown(36, 23)],
    ['tomorrow', 'tomorrow', 'in 2 days', 'in 3 days', 'in 6 days'],
  )
  assert.deepEqual(
    [shown(29, 20), shown(29, 0), shown(28, 23), shown(24, 1)],
    ['yesterday', 'yesterday', '2 days ago', '6 days ago'],
  )
})

test('distances on the same day or below twelve hours are hours, minutes or now', () => {
  assert.deepEqual(
    [shown(30, 8, 40), shown(30, 9), shown(30, 23, 40), shown(29, 22, 40)],
    ['just now', 'in 20 minutes', 'in 15 hours', '10 hours ago'],
  )
})

test('a week away is a date, with the year only if it differs', () => {
  assert.deepEqual([shown(37, 8), shown(23, 8), shown(63, 8)], ['Dec 7', 'Nov 23', 'Jan 2, 2027'])
})
