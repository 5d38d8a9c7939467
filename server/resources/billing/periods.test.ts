import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addMonths, nextPeriodEnd } from './periods.ts'

const at = (text: string) => new Date(text)

test('if a month lacks the day on which periods begin, the period ends on the last day of that month', () => {
  const ends = (anchor: string, count: number) => {
    const found = []
    let end = at(anchor)
    for (let i = 0; i < count; i++) {
      end = nextPeriodEnd(at(anchor), end)
      found.push(end.toISOString().slice(0, 10))
    }
    return found
  }
  assert.deepEqual(ends('2027-01-31T10:00:00Z', 4), ['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31'])
  assert.deepEqual(ends('2028-01-31T10:00:00Z', 2), ['2028-02-29', '2028-03-31'])
  assert.deepEqual(ends('2028-02-29T10:00:00Z', 12).at(-1), '2029-02-28')
  assert.equal(addMonths(at('2028-02-29T10:00:00Z'), 48).toISOString(), '2032-02-29T10:00:00.000Z')
})

test("a month's end has the same time of day despite clock changes, in any zone", () => {
  for (const zone of ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe']) {
    const before = process.env.TZ
    process.env.TZ = zone
    try {
      assert.equal(addMonths(at('2027-03-01T01:30:00Z'), 1).toISOString(), '2027-04-01T01:30:00.000Z')
      assert.equal(addMonths(at('2027-10-15T23:30:00Z'), 1).toISOString(), '2027-11-15T23:30:00.000Z')
    } finally {
      if (before === undefined) delete process.env.TZ
      else process.env.TZ = before
    }
  }
})

test("periods have no gap, and begin on the anchor's day or the month's last day", () => {
  const instant = fc.date({ min: at('2026-01-01T00:00:00Z'), max: at('2040-01-01T00:00:00Z'), noInvalidDate: true })
  fc.assert(
    fc.property(instant, fc.integer({ min: 1, max: 60 }), (anchor, count) => {
      let end = anchor
      for (let i = 1; i <= count; i++) {
        const next = nextPeriodEnd(anchor, end)
        assert.equal(next.getTime(), addMonths(anchor, i).getTime())
        assert.ok(next > end)
        const days = (next.getTime() - end.getTime()) / 86_400_000
        assert.ok(days >= 28 && days <= 31, String(days))
        end = next
      }
    }),
  )
})
