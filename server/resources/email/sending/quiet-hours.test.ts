import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { chooseZone, quietUntil } from './quiet-hours.ts'

const night = { start: '21:00', end: '08:00' }
const until = (at: string, zone: string, hours = night) => quietUntil(hours, zone, new Date(at))?.toISOString()

test('quiet hours across midnight postpone mail until their end in the morning', () => {
  assert.equal(until('2026-11-21T20:59:59Z', 'UTC'), undefined)
  assert.equal(until('2026-11-21T21:00:00Z', 'UTC'), '2026-11-22T08:00:00.000Z')
  assert.equal(until('2026-11-22T02:00:00Z', 'UTC'), '2026-11-22T08:00:00.000Z')
  assert.equal(until('2026-11-22T07:59:59.999Z', 'UTC'), '2026-11-22T08:00:00.000Z')
  assert.equal(until('2026-11-22T08:00:00Z', 'UTC'), undefined)
})

test('quiet hours within a day postpone mail to their end on the same day', () => {
  const lunch = { start: '12:00', end: '13:30' }
  assert.equal(until('2026-11-21T12:30:00Z', 'UTC', lunch), '2026-11-21T13:30:00.000Z')
  assert.equal(until('2026-11-21T11:59:00Z', 'UTC', lunch), undefined)
  assert.equal(until('2026-11-21T13:30:00Z', 'UTC', lunch), undefined)
})

test('quiet hours use the zone of the store or buyer, not of the server', () => {
  assert.equal(until('2026-11-21T10:00:00Z', 'Asia/Tokyo'), undefined)
  assert.equal(until('2026-11-21T12:00:00Z', 'Asia/Tokyo'), '2026-11-21T23:00:00.000Z')
  assert.equal(until('2026-11-21T12:00:00Z', 'Asia/Calcutta'), undefined)
  assert.equal(until('2026-11-21T16:00:00Z', 'Asia/Calcutta'), '2026-11-22T02:30:00.000Z')
})

test('quiet hours are an hour shorter or longer when the clocks change', () => {
  assert.equal(until('2026-03-28T22:00:00Z', 'Europe/Berlin'), '2026-03-29T06:00:00.000Z')
  assert.equal(until('2026-10-24T22:00:00Z', 'Europe/Berlin'), '2026-10-25T07:00:00.000Z')
})

test('quiet hours that end at a skipped time end at the next existing time', () => {
  const hours = { start: '22:00', end: '02:30' }
  assert.equal(until('2026-03-29T00:15:00Z', 'Europe/Berlin', hours), '2026-03-29T01:00:00.000Z')
  assert.equal(until('2026-03-29T01:00:00Z', 'Europe/Berlin', hours), undefined)
})

test('the first minute that a clock change skips counts as skipped, also at midnight', () => {
  const hours = { start: '22:00', end: '02:00' }
  assert.equal(until('2026-03-29T00:15:00Z', 'Europe/Berlin', hours), '2026-03-29T01:00:00.000Z')
  assert.equal(until('2026-03-29T01:00:00Z', 'Europe/Berlin', hours), undefined)
  const evening = { start: '20:00', end: '00:00' }
  assert.equal(until('2026-09-06T01:00:00Z', 'America/Santiago', evening), '2026-09-06T04:00:00.000Z')
})

test('two quiet periods merge if the first ends and the second starts at skipped times', () => {
  const hours = { start: '02:45', end: '02:15' }
  assert.equal(until('2026-03-28T12:00:00Z', 'Europe/Berlin', hours), '2026-03-30T00:15:00.000Z')
  // Samoa had no 30 December 2011.
  assert.equal(until('2011-12-30T08:00:00Z', 'Pacific/Apia'), '2011-12-30T18:00:00.000Z')
})

test('quiet hours that end at a repeated time end at its first occurrence', () => {
  const hours = { start: '22:00', end: '02:30' }
  assert.equal(until('2026-10-25T00:10:00Z', 'Europe/Berlin', hours), '2026-10-25T00:30:00.000Z')
  // At this instant the clock shows 02:15 for the second time.
  assert.equal(until('2026-10-25T01:15:00Z', 'Europe/Berlin', hours), undefined)
})

test("a country with a single local time determines the zone; otherwise the store's zone applies", () => {
  const at = new Date('2026-11-21T09:00:00Z')
  assert.equal(chooseZone('FR', 'America/New_York', at), 'Europe/Paris')
  assert.equal(chooseZone('DE', 'America/New_York', at), 'Europe/Berlin')
  assert.equal(chooseZone('US', 'Europe/Berlin', at), 'Europe/Berlin')
  assert.equal(chooseZone('ZZ', 'Europe/Berlin', at), 'Europe/Berlin')
  assert.equal(chooseZone(null, 'Europe/Berlin', at), 'Europe/Berlin')
  assert.equal(chooseZone(null, 'Nowhere/Atall', at), 'UTC')
})

const zones = [
  'UTC',
  'Europe/Berlin',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Asia/Kathmandu',
  'Africa/Casablanca',
  'America/Santiago',
]
const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`)

test('in any zone a wait ends in the future, within two days, outside quiet hours', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      time,
      time,
      fc.date({ min: new Date('2010-01-01T00:00:00Z'), max: new Date('2035-01-01T00:00:00Z'), noInvalidDate: true }),
      (zone, start, end, at) => {
        fc.pre(start !== end)
        const free = quietUntil({ start, end }, zone, at)
        if (free === undefined) return
        assert.ok(free > at && free.getTime() - at.getTime() <= 49 * 3_600_000, `${free.toISOString()}`)
        assert.equal(quietUntil({ start, end }, zone, free), undefined)
      },
    ),
    { numRuns: 2000 },
  )
})
