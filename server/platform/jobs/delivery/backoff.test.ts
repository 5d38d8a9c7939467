import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { pauseMs, retryAt } from './backoff.ts'

const now = new Date('2026-11-22T10:00:00Z')
const delaysMs = [1_000, 60_000, 3_600_000]
const chance = fc.double({ min: 0, max: 1, noNaN: true })

test('each attempt waits as its schedule says, with jitter', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 3 }), chance, (attempts, random) => {
      const at = retryAt({ delaysMs, jitter: 0.2 }, { attempts, now, random })
      const waitedMs = (at?.getTime() ?? 0) - now.getTime()
      const delayMs = delaysMs[attempts - 1] ?? 0
      assert.ok(waitedMs >= Math.floor(delayMs * 0.8) && waitedMs <= Math.ceil(delayMs * 1.2), String(waitedMs))
    }),
  )
})

test('a thousand items that failed together do not retry together', () => {
  const at = (random: number) => retryAt({ delaysMs, jitter: 0.2 }, { attempts: 2, now, random })?.getTime()
  assert.equal(new Set(Array.from({ length: 1000 }, (_, i) => at(i / 1000))).size, 1000)
})

test('a schedule ends after its last delay, unless `repeatsLast` is set', () => {
  const tried = { attempts: 4, now, random: 0.5 }
  assert.equal(retryAt({ delaysMs, jitter: 0 }, tried), null)
  assert.deepEqual(retryAt({ delaysMs, jitter: 0, repeatsLast: true }, tried), new Date(now.getTime() + 3_600_000))
})

test('a receiver can lengthen the next delay but not shorten it', () => {
  const at = (atLeastMs: number | null) =>
    retryAt({ delaysMs, jitter: 0 }, { attempts: 1, now, random: 0, atLeastMs })?.getTime()
  assert.equal(at(5_000), now.getTime() + 5_000)
  assert.equal(at(10), now.getTime() + 1_000)
  assert.equal(at(null), now.getTime() + 1_000)
})

test('a pause doubles with each failure up to the maximum, for any number of failures', () => {
  const limits = { firstMs: 1_000, maxMs: 30_000 }
  assert.deepEqual(
    [0, 1, 2, 5, 6, 5_000].map((failures) => pauseMs(failures, limits)),
    [0, 1_000, 2_000, 16_000, 30_000, 30_000],
  )
})
