import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { hashToMinute, nextSlot } from './rules.ts'
import { frequencies } from './schema.ts'

const storeEnvId = '01a20936-8768-7859-9b29-0d8fa08b14da'
const slot = (frequency: 'daily' | 'weekly' | 'monthly', hour: number, timezone: string, now: string, last?: string) =>
  nextSlot(
    { frequency, hour, timezone, storeEnvId },
    new Date(now),
    last === undefined ? null : new Date(last),
  ).slotAt.toISOString()

test("the hour is in the store's time zone, in summer and winter", () => {
  assert.equal(slot('daily', 3, 'Europe/Berlin', '2026-01-10T12:00:00Z'), '2026-01-11T02:00:00.000Z')
  assert.equal(slot('daily', 3, 'Europe/Berlin', '2026-07-10T12:00:00Z'), '2026-07-11T01:00:00.000Z')
  assert.equal(slot('daily', 20, 'America/Los_Angeles', '2026-07-10T12:00:00Z'), '2026-07-11T03:00:00.000Z')
  assert.equal(slot('daily', 0, 'Pacific/Kiritimati', '2026-07-10T12:00:00Z'), '2026-07-11T10:00:00.000Z')
})

test('an hour skipped by a clock change moves to the next; repeated hours count once', () => {
  // Berlin skips 02:00 to 03:00 on 29 March 2026, and repeats it on 25 October.
  assert.equal(slot('daily', 2, 'Europe/Berlin', '2026-03-28T12:00:00Z'), '2026-03-29T01:00:00.000Z')
  const first = '2026-10-25T00:00:00.000Z'
  assert.equal(slot('daily', 2, 'Europe/Berlin', '2026-10-24T12:00:00Z'), first)
  assert.equal(slot('daily', 2, 'Europe/Berlin', '2026-10-25T01:05:00Z', first), '2026-10-26T01:00:00.000Z')
})

test('weekly means Mondays, and monthly means the first of the month', () => {
  assert.equal(slot('weekly', 3, 'UTC', '2026-11-23T04:00:00Z'), '2026-11-30T03:00:00.000Z')
  assert.equal(slot('monthly', 3, 'UTC', '2026-11-23T04:00:00Z'), '2026-12-01T03:00:00.000Z')
  assert.equal(slot('monthly', 3, 'UTC', '2027-01-31T23:00:00Z'), '2027-02-01T03:00:00.000Z')
})

test('the current hour is scheduled once', () => {
  const now = '2026-11-23T03:20:00Z'
  const { slotAt, dueAt } = nextSlot({ frequency: 'daily', hour: 3, timezone: 'UTC', storeEnvId }, new Date(now), null)
  assert.deepEqual(
    [slotAt.toISOString(), dueAt.toISOString()],
    ['2026-11-23T03:00:00.000Z', '2026-11-23T03:20:00.000Z'],
  )
  assert.equal(slot('daily', 3, 'UTC', now, now), '2026-11-24T03:00:00.000Z')
})

test('in any zone, each scheduled time is in its hour or directly after it', () => {
  const zones = [
    'Europe/Berlin',
    'America/New_York',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
    'Africa/Casablanca',
    'UTC',
  ]
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.constantFrom(...frequencies),
      fc.integer({ min: 0, max: 23 }),
      fc.integer({ min: 0, max: 3 * 365 * 24 * 60 }),
      (timezone, frequency, hour, minutes) => {
        const asked = { timezone, frequency, hour, storeEnvId }
        const now = new Date(Date.UTC(2026, 0, 1) + minutes * 60_000)
        const first = nextSlot(asked, now, null)
        assert.ok(first.dueAt >= now)
        assert.ok(first.dueAt.getTime() - first.slotAt.getTime() < 3_600_000)
        const second = nextSlot(asked, first.dueAt, first.slotAt)
        assert.ok(second.slotAt > first.slotAt)
        const days = (second.slotAt.getTime() - first.slotAt.getTime()) / 86_400_000
        const most = { daily: 1.1, weekly: 7.1, monthly: 31.1 }[frequency]
        assert.ok(days > most * 0.8 && days < most, `${days} days`)
      },
    ),
  )
})

test('stores are spread over the hour, and each store always has the same minute', () => {
  const minutes = Array.from({ length: 600 }, (_, i) => hashToMinute(`store ${i}`))
  assert.ok(new Set(minutes).size > 50)
  assert.ok(minutes.every((each) => each >= 0 && each < 60))
  assert.equal(hashToMinute(storeEnvId), hashToMinute(storeEnvId))
})
