import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { dayOf } from '../rules.ts'
import { dayOfNumber, daysFrom, daysSharing, periodWith, splitDays, toDayNumber, toPiece, utcDayOf } from './rules.ts'

const zones = ['UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'Pacific/Kiritimati', 'America/St_Johns', 'America/Havana']

test('a changed UTC day affects exactly the local days that overlap it', () => {
  const times = fc.date({ min: new Date('2024-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(times, fc.constantFrom(...zones), (at, timezone) => {
      const utcDay = utcDayOf(at)
      const days = daysSharing([utcDay], timezone)
      assert.ok(days.has(toDayNumber(dayOf(at, timezone))))
      for (const day of days) {
        const { begin, end } = toPiece({ start: day, end: day + 1 }, timezone)
        assert.ok(begin.getTime() < Date.parse(utcDay) + 86_400_000 && end.getTime() > Date.parse(utcDay))
      }
    }),
  )
  const named = (timezone: string) => [...daysSharing(['2026-03-29', '2026-03-29'], timezone)].map(dayOfNumber)
  assert.deepEqual(named('UTC'), ['2026-03-29'])
  assert.deepEqual(named('Europe/Berlin'), ['2026-03-29', '2026-03-30'])
  assert.deepEqual(named('America/New_York'), ['2026-03-28', '2026-03-29'])
})

test('each day counts once: from a valid stored sum or from its rows', () => {
  const day = fc.integer({ min: 20_000, max: 20_200 })
  const changes = fc.oneof(fc.array(day, { maxLength: 12 }), fc.array(day, { minLength: 100, maxLength: 300 }))
  fc.assert(
    fc.property(day, day, day, day, changes, (start, end, since, until, marked) => {
      const changed = new Set(marked)
      const { sums, gaps } = splitDays({ start, end }, { since, until, changed })
      const times = new Map<number, number>()
      const count = (each: number, by: number) => times.set(each, (times.get(each) ?? 0) + by)
      for (const sum of sums) for (const each of daysFrom(sum.start, sum.start + sum.days)) count(each, sum.sign)
      const counted = gaps.flatMap((gap) => [...daysFrom(gap.start, gap.end)])
      const isSummed = (each: number) => each >= since && each < until && !changed.has(each)
      const days = [...daysFrom(start, end)]
      assert.deepEqual(
        [...times].filter(([, by]) => by !== 0).sort(([a], [b]) => a - b),
        days.filter(isSummed).map((each) => [each, 1]),
      )
      assert.deepEqual(
        counted.sort((a, b) => a - b),
        days.filter((each) => !isSummed(each)),
      )
    }),
  )
})

test('a week starts on Monday, a month on its first day', () => {
  const named = (of: keyof typeof periodWith, day: string) => {
    const { start, days } = periodWith[of](toDayNumber(day))
    return [dayOfNumber(start), dayOfNumber(start + days - 1)]
  }
  assert.deepEqual(named('day', '2026-11-22'), ['2026-11-22', '2026-11-22'])
  assert.deepEqual(named('week', '2026-11-22'), ['2026-11-16', '2026-11-22'])
  assert.deepEqual(named('week', '2026-11-23'), ['2026-11-23', '2026-11-29'])
  assert.deepEqual(named('month', '2028-02-29'), ['2028-02-01', '2028-02-29'])
  assert.deepEqual(named('month', '1969-12-31'), ['1969-12-01', '1969-12-31'])
})
