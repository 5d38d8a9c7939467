import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { chooseNames, nextTryAt, readEventNames, restMs, splitName } from './rules.ts'
import { eventKinds, providers } from './schema.ts'

const now = new Date('2026-11-21T09:00:00Z')
const [minute, hour] = [60_000, 3_600_000]

test('an event is retried for a day with growing pauses, never before the time the provider asked for', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 0, max: 48 }), (random, hours) => {
      let total = 0
      for (let attempts = 1; attempts <= 8; attempts++) {
        const at = nextTryAt(attempts, null, now, random)
        assert.ok(at && at > now)
        total += at.getTime() - now.getTime()
        const asked = nextTryAt(attempts, hours * hour, now, random)
        assert.ok(asked && asked.getTime() >= now.getTime() + hours * hour)
      }
      assert.equal(nextTryAt(9, null, now, random), null)
      assert.ok(total > 18 * hour && total < 29 * hour, `${total / hour} hours`)
    }),
  )
})

test('a failing connection pauses for 1 to 15 minutes', () => {
  assert.deepEqual(
    [1, 2, 3, 4, 5, 6].map(restMs),
    [1, 2, 4, 8, 15, 15].map((minutes) => minutes * minute),
  )
  for (const failures of [100, 10_000, 2 ** 31 - 1]) assert.equal(restMs(failures), 15 * minute)
})

test('default names fit every provider, and null restores the default', () => {
  for (const provider of providers) {
    const usual = chooseNames(provider, {})
    assert.deepEqual(readEventNames(provider, {}, usual), usual)
    const own = readEventNames(provider, { connection_test: 'hello' }, { review_request_ready: ' ask_now ' })
    assert.deepEqual(own, { connection_test: 'hello', review_request_ready: 'ask_now' })
    const back = readEventNames(provider, own, Object.fromEntries(eventKinds.map((kind) => [kind, null])))
    assert.deepEqual(chooseNames(provider, back), usual)
  }
})

test('a name is split at its first space, and without a space it is a first name', () => {
  const parts = (name: string | null) => Object.values(splitName(name))
  assert.deepEqual(parts('  Jane  van der Doe '), ['Jane', 'van der Doe'])
  assert.deepEqual(parts('山田太郎'), ['山田太郎', null])
  assert.deepEqual(
    [parts(''), parts(null)],
    [
      [null, null],
      [null, null],
    ],
  )
})
