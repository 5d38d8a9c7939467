import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codesIn } from '../../components/dialogs/codes.ts'
import { dayOf, startOfDay } from './days.ts'
import { buildCsv, sumLastYear, withQuietMonths } from './liability.ts'

const month = (name: string, outstanding: number) => ({
  ...{ month: name, earned: 5, redeemed: 1, lapsed: 0, corrected: -2, outstanding },
})

test('a month without changes carries the outstanding points forward', () => {
  const filled = withQuietMonths([month('2027-02', 9), month('2026-11', 7)])
  assert.deepEqual(
    filled.map(({ month: name, earned, outstanding }) => [name, earned, outstanding]),
    [
      ['2027-02', 5, 9],
      ['2027-01', 0, 7],
      ['2026-12', 0, 7],
      ['2026-11', 5, 7],
    ],
  )
  assert.deepEqual(withQuietMonths([]), [])
})

test('the CSV file has a line for each month, with every column', () => {
  assert.equal(
    buildCsv([month('2026-11', -7)]),
    'month,earned,redeemed,lapsed,corrected,outstanding\r\n2026-11,5,1,0,-2,-7',
  )
})

test("a day begins at midnight in the programme's time zone, even around a clock change", () => {
  assert.equal(startOfDay('2026-03-29', 'Europe/Berlin'), '2026-03-28T23:00:00.000Z')
  assert.equal(startOfDay('2026-03-30', 'Europe/Berlin'), '2026-03-29T22:00:00.000Z')
  assert.equal(startOfDay('2026-10-25', 'Europe/Berlin'), '2026-10-24T22:00:00.000Z')
  assert.equal(startOfDay('2026-10-26', 'America/New_York'), '2026-10-26T04:00:00.000Z')
  assert.equal(startOfDay('', 'UTC'), undefined)
  for (const zone of ['Europe/Berlin', 'Asia/Kathmandu', 'Pacific/Apia', 'UTC'])
    assert.equal(dayOf(startOfDay('2028-02-29', zone) as string, zone), '2028-02-29')
})

test('a code that is pasted twice is added once', () => {
  assert.deepEqual(codesIn('A-1\r\n"B-2", C3;C3\n\n'), ['A-1', 'B-2', 'C3'])
})

test('the sum of a year covers this month and the eleven before it', () => {
  const months = [
    month('2027-02', 9),
    month('2026-11', 7),
    month('2026-03', 5),
    month('2026-02', 3),
    month('2025-03', 1),
  ]
  const now = Date.parse('2027-02-28T10:00:00Z')
  assert.equal(sumLastYear(months, 'earned', now), 15)
  assert.equal(sumLastYear(months, 'redeemed', now), 3)
  assert.equal(sumLastYear([], 'earned', now), 0)
})
