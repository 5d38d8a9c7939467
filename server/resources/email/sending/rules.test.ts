import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { givenUpAfterMs, outageMs, reasonToPause, retryOrGiveUp } from './rules.ts'

const start = new Date('2026-11-21T10:00:00Z')

test('attempts get rarer and end within a day, for any random values', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 40, maxLength: 40 }), (chances) => {
      let now = start
      for (const [i, random] of chances.entries()) {
        const next = retryOrGiveUp({ attempt: i + 1, triedSince: start }, 'deferred', now, random)
        if (next.dueAt === null) {
          assert.deepEqual([next.state, next.reason], ['failed', 'given_up'])
          return now.getTime() - start.getTime() > givenUpAfterMs / 2
        }
        assert.ok(next.dueAt > now && next.dueAt.getTime() - start.getTime() <= givenUpAfterMs)
        now = next.dueAt
      }
      return false
    }),
  )
})

test('during an outage, attempts become rarer, but one is made at least every 15 minutes', () => {
  const minutes = [1, 2, 3, 4, 5, 6, 60].map((failures) => outageMs(failures) / 60_000)
  assert.deepEqual(minutes, [1, 2, 4, 8, 15, 15, 15])
})

test('sending pauses exactly above the permitted rates, and never after few mails', () => {
  const reason = (messages: number, hardBounces: number, complaints: number) =>
    reasonToPause({ messages, hardBounces, complaints })
  assert.equal(reason(199, 199, 199), null)
  assert.equal(reason(200, 10, 0), null)
  assert.equal(reason(200, 11, 0), 'hard_bounces')
  assert.equal(reason(200, 0, 1), null)
  assert.equal(reason(200, 0, 2), 'complaints')
  assert.equal(reason(1000, 0, 3), null)
  assert.equal(reason(1000, 0, 4), 'complaints')
})
