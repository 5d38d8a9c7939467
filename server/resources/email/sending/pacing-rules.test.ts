import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { defaults } from '../settings/rules.ts'
import { capUntil, type Pace, waitUntil } from './pacing-rules.ts'

const now = new Date('2026-11-21T09:00:00Z')
const hour = 3_600_000
const pace = (settings: Partial<Pace['settings']> = {}): Pace => ({
  settings: { ...defaults, ...settings },
  timezone: 'UTC',
})

test('mails respect the minimum interval and the weekly limit', () => {
  const cap = { hoursBetween: 20, perWeek: 3 }
  const ago = (hours: number) => now.getTime() - hours * hour
  assert.equal(capUntil([], cap, now), undefined)
  assert.equal(capUntil([ago(20)], cap, now), undefined)
  assert.deepEqual(capUntil([ago(19)], cap, now), new Date(now.getTime() + hour))
  assert.equal(capUntil([ago(30), ago(60)], cap, now), undefined)
  assert.deepEqual(capUntil([ago(100), ago(60), ago(30)], cap, now), new Date(ago(100) + 168 * hour))
  assert.equal(capUntil([ago(170), ago(60), ago(30)], cap, now), undefined)
  // A time slightly ahead counts, because another process's clock may be ahead. A time far ahead does not count, because it
  // was recorded before the clock was set back.
  assert.deepEqual(capUntil([ago(-0.5)], cap, now), new Date(ago(-20.5)))
  assert.equal(capUntil([ago(-24 * 365)], cap, now), undefined)
})

test('a wait for a limit lasts until morning if it would end during quiet hours', () => {
  const settings = {
    quietHours: { start: '21:00', end: '08:00' },
    frequencyCap: { requestDays: null, hoursBetween: 20, perWeek: 3 },
  }
  const recent = [now.getTime() - 5 * hour]
  assert.deepEqual(waitUntil(null, recent, pace(settings), now), new Date('2026-11-22T08:00:00Z'))
  assert.equal(waitUntil(null, [], pace(settings), now), undefined)
  assert.equal(waitUntil(null, recent, pace(), now), undefined)
})

test('sending at the earliest permitted time never breaks a limit', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 168 }),
      fc.integer({ min: 1, max: 20 }),
      fc.integer({ min: 1, max: 12 }),
      (hoursBetween, perWeek, count) => {
        const sent: number[] = []
        let at = now
        for (let i = 0; i < count; i++) {
          at = capUntil(sent, { hoursBetween, perWeek }, at) ?? at
          assert.equal(capUntil(sent, { hoursBetween, perWeek }, at), undefined)
          sent.push(at.getTime())
        }
        for (const [i, time] of sent.entries()) {
          const before = sent[i - 1]
          if (before !== undefined) assert.ok(time - before >= hoursBetween * hour)
          const inWeek = sent.filter((each) => each <= time && each > time - 168 * hour).length
          assert.ok(inWeek <= perWeek)
        }
      },
    ),
  )
})
