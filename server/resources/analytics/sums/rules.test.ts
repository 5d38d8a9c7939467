// Which days of a store a mark of UTC is about.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { dayOf } from '../rules.ts'
import { dayOfNumber, daysSharing, numberOf, pieceOf, utcDayOf } from './rules.ts'

const zones = ['UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'Pacific/Kiritimati', 'America/St_Johns', 'America/Havana']

test('a mark is about the days that share a moment with that of UTC, and about no other', () => {
  const times = fc.date({ min: new Date('2024-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(times, fc.constantFrom(...zones), (at, timezone) => {
      const utcDay = utcDayOf(at)
      const days = daysSharing([utcDay], timezone)
      assert.ok(days.has(numberOf(dayOf(at, timezone))))
      for (const day of days) {
        const { begin, end } = pieceOf({ start: day, end: day + 1 }, timezone)
        assert.ok(begin.getTime() < Date.parse(utcDay) + 86_400_000 && end.getTime() > Date.parse(utcDay))
      }
    }),
  )
  const named = (timezone: string) => [...daysSharing(['2026-03-29', '2026-03-29'], timezone)].map(dayOfNumber)
  assert.deepEqual(named('UTC'), ['2026-03-29'])
  assert.deepEqual(named('Europe/Berlin'), ['2026-03-29', '2026-03-30'])
  assert.deepEqual(named('America/New_York'), ['2026-03-28', '2026-03-29'])
})
