import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exposureGaps, processGaps } from './exposure.ts'

const https = 'https://reviews.example.com'

test('a service that only its own machine can reach reports no missing setting', () => {
  for (const host of ['127.0.0.1', '127.9.9.9', '::1', 'localhost', 'evident.localhost'])
    assert.deepEqual(exposureGaps({ host, publicOrigin: undefined, production: false }), [], host)
})

test('a reachable service reports each missing setting by name', () => {
  for (const host of ['0.0.0.0', '::', '10.0.0.7', '203.0.113.5', '2001:db8::1', 'reviews.example.com']) {
    const both = exposureGaps({ host, publicOrigin: undefined, production: false })
    assert.equal(both.length, 2, host)
    assert.match(both[0] ?? '', /PUBLIC_ORIGIN/)
    assert.match(both[1] ?? '', /NODE_ENV=production/)
    assert.equal(exposureGaps({ host, publicOrigin: https, production: false }).length, 1)
    assert.equal(exposureGaps({ host, publicOrigin: undefined, production: true }).length, 1)
    assert.deepEqual(exposureGaps({ host, publicOrigin: https, production: true }), [])
  }
})

test('a reachable address without TLS is reported', () => {
  const [gap] = exposureGaps({ host: '0.0.0.0', publicOrigin: 'http://reviews.example.com', production: true })
  assert.match(gap ?? '', /unencrypted/)
})

test('several processes report that their rate limits need Redis', () => {
  const rateLimits = [{ limit: 10, seconds: 1 }] as never
  const gapsOf = (processes: number, redisUrl?: string, limits = rateLimits) =>
    processGaps({ processes, redisUrl, rateLimits: limits }).length
  assert.equal(gapsOf(4), 1)
  assert.equal(gapsOf(1), 0)
  assert.equal(gapsOf(4, 'redis://127.0.0.1'), 0)
  assert.equal(gapsOf(4, undefined, [] as never), 0)
})
