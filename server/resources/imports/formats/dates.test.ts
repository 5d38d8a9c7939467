import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { DateOrder } from '../vendors/format.ts'
import { parseDate } from './dates.ts'

const now = new Date('2026-06-01T00:00:00Z')

function read(value: string, order?: DateOrder): string {
  const date = parseDate(value, { now, order })
  return 'at' in date ? date.at : date.problem.code
}

describe('valid dates', () => {
  const cases: [value: string, expected: string, order?: DateOrder][] = [
    ['2024-07-18', '2024-07-18T00:00:00.000Z'],
    ['2024-7-8', '2024-07-08T00:00:00.000Z'],
    ['2024/07/18', '2024-07-18T00:00:00.000Z'],
    [' 2024-07-18 15:23:00 UTC ', '2024-07-18T15:23:00.000Z'],
    ['2024-07-18 15:23', '2024-07-18T15:23:00.000Z'],
    ['2024-07-18T15:23:00Z', '2024-07-18T15:23:00.000Z'],
    ['2024-07-18T15:23:00.1239Z', '2024-07-18T15:23:00.123Z'],
    ['2023-06-01T10:00:00-04:00', '2023-06-01T14:00:00.000Z'],
    ['2021-05-06 00:00:00 -0400', '2021-05-06T04:00:00.000Z'],
    ['2024-03-01T01:00:00+05:30', '2024-02-29T19:30:00.000Z'],
    ['03/04/2024', '2024-04-03T00:00:00.000Z', 'dmy'],
    ['03/04/2024', '2024-03-04T00:00:00.000Z', 'mdy'],
    ['25/12/2023', '2023-12-25T00:00:00.000Z'],
    ['12/25/2023', '2023-12-25T00:00:00.000Z'],
    ['05/05/2024', '2024-05-05T00:00:00.000Z'],
    ['3.4.2024', '2024-04-03T00:00:00.000Z'],
    ['3.4.2024', '2024-04-03T00:00:00.000Z', 'mdy'],
    ['1/2/2024 2:05 PM', '2024-01-02T14:05:00.000Z', 'mdy'],
    ['1/2/2024, 12:05:09 a.m.', '2024-01-02T00:05:09.000Z', 'mdy'],
    ['Mon Aug 10 2015 14:16:38 GMT+0000 (GMT)', '2015-08-10T14:16:38.000Z'],
    ['Mon Aug 10 2015 14:16:38 GMT+0200 (Central European Summer Time)', '2015-08-10T12:16:38.000Z'],
    ['Mon, 10 Aug 2015 14:16:38 +0000', '2015-08-10T14:16:38.000Z'],
    ['August 10th, 2015', '2015-08-10T00:00:00.000Z'],
    ['10-Aug-2015', '2015-08-10T00:00:00.000Z'],
    ['3. May 2020', '2020-05-03T00:00:00.000Z'],
    ['1740013323', '2025-02-20T01:02:03.000Z'],
    ['1740013323456', '2025-02-20T01:02:03.456Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ]
  for (const [value, expected, order] of cases) {
    test(`${value}${order ? ` as ${order}` : ''}`, () => assert.equal(read(value, order), expected))
  }
})

describe('invalid dates', () => {
  const cases: [value: string, code: string, order?: DateOrder][] = [
    ['', 'date_missing'],
    ['  ', 'date_missing'],
    ['03/04/2024', 'ambiguous_date'],
    ['03-04-2024 10:00', 'ambiguous_date'],
    ['31/02/2024', 'impossible_date'],
    ['2023-02-29', 'impossible_date'],
    ['2024-02-31', 'impossible_date'],
    ['2024-13-01', 'impossible_date'],
    ['2024-00-10', 'impossible_date'],
    ['0000-00-00 00:00:00', 'impossible_date'],
    ['1970-01-01', 'impossible_date'],
    ['12/25/2023', 'impossible_date', 'dmy'],
    ['25/12/2023', 'impossible_date', 'mdy'],
    ['2026-06-01T00:00:00.001Z', 'future_date'],
    ['9999999999999', 'future_date'],
    ['2024-07-18 25:00', 'invalid_date'],
    ['2024-07-18 10:60', 'invalid_date'],
    ['2024-07-18 13:00 pm', 'invalid_date'],
    ['2024-07-18T10:00:00+25:00', 'invalid_date'],
    ['2024-07-18 10:00 PST', 'invalid_date'],
    ['5/3/24', 'invalid_date'],
    ['45000', 'invalid_date'],
    ['yesterday', 'invalid_date'],
    ['10 Foo 2015', 'invalid_date'],
    ['2024-07-18 nonsense', 'invalid_date'],
    [`2024-07-18 ${'1'.repeat(100)}`, 'invalid_date'],
  ]
  for (const [value, code, order] of cases) {
    test(`${value.slice(0, 40) || 'nothing'}${order ? ` as ${order}` : ''} is ${code}`, () =>
      assert.equal(read(value, order), code))
  }

  test('the current instant does not count as a future date', () =>
    assert.equal(read('2026-06-01T00:00:00Z'), '2026-06-01T00:00:00.000Z'))

  test('the message quotes the value but masks an address', () => {
    const date = parseDate('jane.doe@example.com', { now })
    assert.ok('problem' in date)
    assert.match(date.problem.message, /“\[e-mail\]”/)
  })
})

describe('a date', () => {
  const instant = fc.date({ min: new Date('1995-01-01T00:00:00Z'), max: now, noInvalidDate: true })
  const pad = (value: number) => String(value).padStart(2, '0')

  test('a date with milliseconds is parsed exactly, in each format that has them', () => {
    fc.assert(
      fc.property(instant, (date) => {
        assert.equal(read(date.toISOString()), date.toISOString())
        assert.equal(read(date.toISOString().replace('T', ' ').replace('Z', ' UTC')), date.toISOString())
        if (date.getTime() >= 1e12) assert.equal(read(String(date.getTime())), date.toISOString())
      }),
    )
  })

  test('JavaScript and mail dates are parsed to the second, and numeric dates to the day', () => {
    fc.assert(
      fc.property(instant, (date) => {
        const second = `${date.toISOString().slice(0, 19)}.000Z`
        const [day, month, year] = [pad(date.getUTCDate()), pad(date.getUTCMonth() + 1), date.getUTCFullYear()]
        const midnight = `${date.toISOString().slice(0, 10)}T00:00:00.000Z`
        assert.equal(read(date.toUTCString()), second)
        assert.equal(read(new Date(date).toString()), second)
        assert.equal(read(`${day}/${month}/${year}`, 'dmy'), midnight)
        assert.equal(read(`${month}/${day}/${year}`, 'mdy'), midnight)
      }),
    )
  })

  test('no text is parsed to a future or nonexistent date', () => {
    const soup = fc.string({ unit: fc.constantFrom(...'0123456789-/.:, TZAPMaugJn+()'), maxLength: 40 })
    fc.assert(
      fc.property(
        fc.oneof(soup, fc.string()),
        fc.constantFrom(undefined, 'dmy' as const, 'mdy' as const),
        (value, order) => {
          const date = parseDate(value, { now, order })
          if ('at' in date)
            assert.ok(Date.parse(date.at) <= now.getTime() && new Date(date.at).toISOString() === date.at)
        },
      ),
      { numRuns: 1000 },
    )
  })
})
