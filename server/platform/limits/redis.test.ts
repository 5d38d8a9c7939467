import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import test, { after, before, beforeEach, describe, type TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { freePort } from '#test/free-port.ts'
import { until } from '#test/until.ts'
import { limitHeader, parseRateLimits, type RateWindow } from '../values/windows.ts'
import { createLimiter } from './create-limiter.ts'
import type { Limiter, LimiterOptions } from './limiter.ts'
import { type RedisServer, startRedisServer } from './redis-server.testing.ts'

const standard = parseRateLimits('10/1s,50/10s,200/60s')
// These windows are so long that all calls of a test fall into one, even on a busy machine.
const unhurried = parseRateLimits('10/60s,50/600s,200/3600s')
// These windows are short enough to wait in real time, because the clock is the Redis server's and cannot be moved.
const quick: RateWindow[] = [
  { name: 'short', quota: 5, windowMs: 150 },
  { name: 'long', quota: 12, windowMs: 600 },
]

test('a Redis that was never reachable delays neither start nor calls', async (t) => {
  const { limiter, logged } = limiterOn(t, `redis://127.0.0.1:${await freePort()}`, { now: still })
  const decisions = await Promise.all(Array.from({ length: 12 }, () => limiter.take('key:1', standard)))
  assert.equal(decisions.filter((decision) => decision.allowed).length, 10)
  assert.equal((await limiter.peek('key:1', standard)).allowed, false)
  assert.equal(logged.length, 1)
  assert.match(logged[0] ?? '', /^warn Redis does not answer/)
})

test('a Redis that never responds delays only the first calls, and not for long', async (t) => {
  const server = createServer(() => {}).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const { limiter, logged } = limiterOn(t, `redis://127.0.0.1:${(server.address() as AddressInfo).port}`, quickly)
  const startedAt = performance.now()
  assert.equal((await limiter.take('key:1', standard)).allowed, true)
  // Ten times the timeout, because busy machines fire timers late. If all calls waited, a hundred timeouts would pass.
  const firstMs = performance.now() - startedAt
  assert.ok(firstMs < 10 * quickly.answerWithinMs, `${firstMs}`)
  for (let call = 0; call < 100; call++) await limiter.take('key:1', standard)
  const othersMs = performance.now() - startedAt - firstMs
  assert.ok(othersMs < 10 * quickly.answerWithinMs, `${othersMs}`)
  assert.equal(logged.length, 1)
})

const binary = process.env.TEST_REDIS_SERVER
const skip = binary ? false : 'NOT RUN: set TEST_REDIS_SERVER to a redis-server binary to test the shared count'
if (skip) console.warn(`shared rate limits: ${skip}`)

describe('with a Redis server', { skip }, () => {
  let server: RedisServer
  let admin: Redis

  before(async () => {
    server = await startRedisServer(binary ?? '')
    admin = new Redis(server.url)
    admin.on('error', () => {})
  })
  beforeEach(() => admin.flushall())
  after(async () => {
    admin.disconnect()
    await server.remove()
  })

  test('a decision in Redis equals one in memory', async (t) => {
    const { limiter, logged } = limiterOn(t, server.url)
    assert.equal(limitHeader(await limiter.take('key:1', standard)), '"1s";r=9;t=1, "10s";r=49;t=10, "1m";r=199;t=60')
    assert.deepEqual(logged, ['info rate limits are counted in Redis, one count for all processes'])
  })

  for (const scheme of ['socket', 'valkey']) {
    test(`a ${scheme} address reaches the server`, async (t) => {
      const url = scheme === 'socket' ? server.socketUrl : server.url.replace('redis:', 'valkey:')
      await limiterOn(t, url).limiter.take('key:1', standard)
      assert.equal(await admin.exists('evident:limit:key:1'), 1)
    })
  }

  test('two processes share one count exactly', async (t) => {
    const limiters = [limiterOn(t, server.url).limiter, limiterOn(t, server.url).limiter]
    const calls = Array.from({ length: 60 }, (_, call) => limiters[call % 2]?.take('key:1', unhurried))
    const decisions = await Promise.all(calls)
    assert.equal(decisions.filter((decision) => decision?.allowed).length, 10)
    const seen = await Promise.all(limiters.map((limiter) => limiter.peek('key:1', unhurried)))
    for (const { windows } of seen)
      assert.deepEqual(
        windows.map(({ remaining }) => remaining),
        [0, 40, 190],
      )
  })

  test('refused calls and peeks count nothing', async (t) => {
    const { limiter } = limiterOn(t, server.url)
    for (let call = 0; call < 30; call++) await limiter.peek('key:1', unhurried)
    assert.equal(await admin.exists('evident:limit:key:1'), 0)
    for (let call = 0; call < 30; call++) await limiter.take('key:1', unhurried)
    const before = await admin.getBuffer('evident:limit:key:1')
    for (let call = 0; call < 30; call++) await limiter.take('key:1', unhurried)
    for (let call = 0; call < 30; call++) await limiter.peek('key:1', unhurried)
    assert.deepEqual(await admin.getBuffer('evident:limit:key:1'), before)
    assert.equal(before?.length, 10 * 8)
  })

  test('by the server’s clock, no window of any length exceeds its quota', async (t) => {
    const limiters = [limiterOn(t, server.url).limiter, limiterOn(t, server.url).limiter]
    const stamps = new Set<number>()
    let allowed = 0
    while (stamps.size < 30) {
      const decisions = await Promise.all(limiters.map((limiter) => limiter.take('key:1', quick)))
      allowed += decisions.filter((decision) => decision.allowed).length
      const stored = await readStamps('key:1')
      assert.ok(stored.length <= 12, 'what left the longest window is dropped')
      for (const stamp of stored) stamps.add(stamp)
      const wait = Math.min(...decisions.map((decision) => decision.retryAfterMs))
      if (wait > 20) await pause(wait - 10)
    }
    const times = [...stamps].sort((a, b) => a - b)
    // On a busy machine the check may run after a call has left the window.
    assert.ok(times.length <= allowed)
    for (const { quota, windowMs } of quick) {
      for (const [index, first] of times.entries()) {
        const next = times[index + quota]
        assert.ok(next === undefined || next - first >= windowMs * 1000)
      }
    }
  })

  test('a caller is allowed after waiting the returned time, and not earlier', async (t) => {
    const { limiter } = limiterOn(t, server.url)
    for (let round = 0; round < 3; round++) {
      // On a slow server the calls may spread over several windows, which together still allow fewer than 100.
      const decisions = await Promise.all(Array.from({ length: 100 }, () => limiter.take('key:1', quick)))
      let decision = decisions.find(({ allowed }) => !allowed) ?? assert.fail('a hundred at once, where five may')
      const oldest = (await readStamps('key:1')).at(-5) ?? 0
      while (!decision.allowed) decision = await limiter.take('key:1', quick)
      const newest = (await readStamps('key:1')).at(-1) ?? 0
      assert.ok(newest - oldest >= 150_000)
    }
  })

  test('keys expire with their longest window', async (t) => {
    const { limiter } = limiterOn(t, server.url)
    for (let round = 0; round < 3; round++) {
      for (let call = 0; call < 10; call++) await limiter.take('key:1', quick)
      await until(async () => (await limiter.peek('key:1', quick)).allowed)
    }
    const lifeMs = await admin.pttl('evident:limit:key:1')
    // On a busy machine the key may have expired already (-2). Only -1 would mean that it has no expiry.
    assert.ok(lifeMs !== -1 && lifeMs <= 600, `${lifeMs}`)
    await until(async () => (await admin.exists('evident:limit:key:1')) === 0)
  })

  test('a caller with a reduced quota waits until enough of its calls have left the window', async (t) => {
    const { limiter } = limiterOn(t, server.url)
    await limiter.peek('key:1', standard)
    const [seconds, micros] = await admin.time()
    const stored = Buffer.alloc(5 * 8)
    for (let call = 0; call < 5; call++) {
      stored.writeDoubleLE(Number(seconds) * 1e6 + Number(micros) - (4 - call) * 20_000_000, call * 8)
    }
    await admin.set('evident:limit:key:1', stored)
    const { retryAfterMs } = await limiter.take('key:1', [{ name: '100s', quota: 2, windowMs: 100_000 }])
    assert.ok(retryAfterMs > 60_000 && retryAfterMs <= 80_000, `${retryAfterMs}`)
  })

  test("setting the server's clock back neither resets nor blocks a caller", async (t) => {
    const { limiter } = limiterOn(t, server.url)
    const hourAhead = Date.now() * 1000 + 3_600_000_000
    const stored = Buffer.alloc(5 * 8)
    for (let call = 0; call < 5; call++) stored.writeDoubleLE(hourAhead + call, call * 8)
    await admin.set('evident:limit:key:1', stored)
    const refused = await limiter.take('key:1', quick)
    assert.equal(refused.allowed, false)
    assert.ok(refused.retryAfterMs <= 150)
    await until(async () => (await limiter.take('key:1', quick)).allowed)
  })

  test("an outage of Redis preserves this process's counts, and Redis is used again afterwards", async (t) => {
    t.after(() => server.start())
    const { limiter, logged } = limiterOn(t, server.url, { now: still })
    for (let call = 0; call < 8; call++) await limiter.take('key:1', standard)
    await server.kill()
    const decisions = await Promise.all(Array.from({ length: 10 }, () => limiter.take('key:1', standard)))
    assert.equal(decisions.filter((decision) => decision.allowed).length, 2)
    assert.equal(logged.length, 2)
    assert.match(logged[1] ?? '', /^warn Redis does not answer/)

    await server.start()
    await until(() => logged.length === 3)
    assert.match(logged[2] ?? '', /^info rate limits are counted in Redis/)
    // The restarted server is empty, yet the calls of the previous minute still count.
    assert.equal((await limiter.peek('key:1', [{ name: '1m', quota: 10, windowMs: 60_000 }])).allowed, false)
    await limiter.take('key:2', standard)
    assert.equal(await admin.exists('evident:limit:key:2'), 1)
  })

  test('a hanging Redis is abandoned, and used again when it responds', async (t) => {
    t.after(() => server.thaw())
    const { limiter, logged } = limiterOn(t, server.url, quickly)
    await limiter.take('key:1', standard)
    server.freeze()
    const startedAt = performance.now()
    const decisions = await Promise.all(Array.from({ length: 20 }, () => limiter.take('key:1', standard)))
    assert.equal(decisions.filter((decision) => decision.allowed).length, 9)
    // Ten times the timeout, because busy machines fire timers late. If all calls waited, a hundred timeouts would pass.
    const firstMs = performance.now() - startedAt
    assert.ok(firstMs < 10 * quickly.answerWithinMs, `${firstMs}`)
    for (let call = 0; call < 100; call++) await limiter.take('key:1', standard)
    const othersMs = performance.now() - startedAt - firstMs
    assert.ok(othersMs < 10 * quickly.answerWithinMs, `${othersMs}`)
    server.thaw()
    await until(() => logged.length === 3)
    assert.deepEqual(
      logged.map((line) => line.split(' ')[0]),
      ['info', 'warn', 'info'],
    )
  })

  test('a silently dead connection is replaced by a new one', async (t) => {
    const proxy = await startProxy(t, Number(new URL(server.url).port))
    const { limiter, logged } = limiterOn(t, `redis://127.0.0.1:${proxy.port}`, quickly)
    await limiter.take('key:1', standard)
    proxy.silencePresentConnections()
    assert.equal((await limiter.take('key:1', standard)).allowed, true)
    assert.equal(logged.length, 2)
    await until(() => logged.length === 3)
    // On a busy machine the first new connection may be closed as well.
    assert.ok(proxy.connections() > 1, `${proxy.connections()}`)
  })

  test('a stall of this process does not count as a slow Redis', async (t) => {
    const { limiter, logged } = limiterOn(t, server.url, quickly)
    await limiter.take('key:1', standard)
    const pending = limiter.take('key:1', standard)
    // The request must be sent before the stall, and its response read only after the stall.
    for (let turn = 0; turn < 20; turn++) await null
    const stalledUntil = performance.now() + 2 * quickly.answerWithinMs
    while (performance.now() < stalledUntil);
    assert.equal((await pending).allowed, true)
    assert.equal(logged.length, 1)
    assert.equal((await readStamps('key:1')).length, 2)
  })

  test('a Redis that refuses writes is abandoned, although it responds', async (t) => {
    t.after(() => admin.replicaof('NO', 'ONE'))
    const { limiter, logged } = limiterOn(t, server.url)
    await limiter.take('key:1', standard)
    await admin.replicaof('127.0.0.1', await freePort())
    assert.equal((await limiter.take('key:1', standard)).allowed, true)
    assert.match(logged[1] ?? '', /^warn/)
    await admin.replicaof('NO', 'ONE')
    await until(() => logged.length === 3)
  })

  test('calls succeed after Redis flushes its script cache', async (t) => {
    const { limiter, logged } = limiterOn(t, server.url)
    await limiter.take('key:1', standard)
    await admin.script('FLUSH')
    assert.equal((await limiter.take('key:1', standard)).windows[1]?.remaining, 48)
    assert.equal(logged.length, 1)
  })

  async function readStamps(caller: string): Promise<number[]> {
    const stored = (await admin.getBuffer(`evident:limit:${caller}`)) ?? Buffer.alloc(0)
    return Array.from({ length: stored.length / 8 }, (_, call) => stored.readDoubleLE(call * 8))
  }
})

const still = () => 1_795_000_000_000
/** For tests of the timeout. It is short, but longer than any delay of a response on a busy machine. */
const quickly = { now: still, answerWithinMs: 1_000 }

function limiterOn(
  t: TestContext,
  redisUrl: string,
  more: Partial<LimiterOptions> = {},
): { limiter: Limiter; logged: string[] } {
  const logged: string[] = []
  const log = {
    info: (_: object, message: string) => void logged.push(`info ${message}`),
    warn: (_: object, message: string) => void logged.push(`warn ${message}`),
  }
  const limiter = createLimiter({ redisUrl, now: Date.now, log, answerWithinMs: 10_000, ...more })
  t.after(() => limiter.close())
  return { limiter, logged }
}

// Forwards data until silenced. Then connections stay open, and the proxy neither responds nor closes them.
async function startProxy(t: TestContext, target: number) {
  const pairs: Socket[][] = []
  const proxy = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect(target, '127.0.0.1')
    near.pipe(far).pipe(near)
    for (const socket of [near, far]) socket.on('error', () => {})
    pairs.push([near, far])
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  t.after(() => {
    for (const socket of pairs.flat()) socket.destroy()
    proxy.close()
  })
  return {
    port: (proxy.address() as AddressInfo).port,
    connections: () => pairs.length,
    silencePresentConnections() {
      for (const socket of pairs.flat()) socket.unpipe().resume()
    },
  }
}
