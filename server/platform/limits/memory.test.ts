import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { limitHeader, parseRateLimits, type RateWindow, scale } from '../values/windows.ts'
import { createLimiter } from './create-limiter.ts'
import { createMemoryLimiter } from './memory.ts'

const standard = parseRateLimits('10/1s,50/10s,200/60s')

function burst(
  limiter: ReturnType<typeof createMemoryLimiter>,
  calls: number,
  nowMs: number,
  caller = 'key:1',
): number {
  let allowed = 0
  for (let call = 0; call < calls; call++) if (limiter.take(caller, standard, nowMs).allowed) allowed++
  return allowed
}

test('the first response has the documented header', () => {
  const limiter = createMemoryLimiter()
  assert.equal(limitHeader(limiter.take('key:1', standard, 0)), '"1s";r=9;t=1, "10s";r=49;t=10, "1m";r=199;t=60')
})

test('each of the three windows refuses on its own', () => {
  const limiter = createMemoryLimiter()
  let allowed = 0
  for (let second = 0; second < 60; second++) {
    const here = burst(limiter, 60, second * 1000)
    assert.ok(here <= 10)
    allowed += here
    if (second === 9) assert.equal(allowed, 50)
  }
  assert.equal(allowed, 200)
  assert.equal(burst(limiter, 60, 60_000), 10)
})

test('refused calls do not count in the longer windows', () => {
  const limiter = createMemoryLimiter()
  assert.equal(burst(limiter, 60, 0), 10)
  const remaining = limiter.peek('key:1', standard, 0).windows.map((window) => window.remaining)
  assert.deepEqual(remaining, [0, 40, 190])
})

test('a refused burst is allowed again exactly when its oldest call leaves the window', () => {
  const limiter = createMemoryLimiter()
  assert.equal(limiter.take('key:1', standard, 400).allowed, true)
  assert.equal(burst(limiter, 20, 500), 9)
  assert.deepEqual(limiter.take('key:1', standard, 1399), {
    allowed: false,
    retryAfterMs: 1,
    windows: [
      { name: '1s', remaining: 0, resetMs: 1 },
      { name: '10s', remaining: 40, resetMs: 9001 },
      { name: '1m', remaining: 190, resetMs: 59_001 },
    ],
  })
  assert.equal(burst(limiter, 5, 1400), 1)
  assert.equal(burst(limiter, 20, 1500), 9)
})

test('the returned wait ends when every window has room', () => {
  const limiter = createMemoryLimiter()
  for (let second = 0; second < 5; second++) burst(limiter, 10, second * 1000)
  const refused = limiter.take('key:1', standard, 4000)
  assert.equal(refused.retryAfterMs, 6000)
  assert.equal(limiter.take('key:1', standard, 4000 + 5999).allowed, false)
  assert.equal(limiter.take('key:1', standard, 4000 + 6000).allowed, true)
})

test('peek counts nothing and stores no caller', () => {
  const limiter = createMemoryLimiter()
  for (let call = 0; call < 50; call++) assert.equal(limiter.peek('key:1', standard, 0).allowed, true)
  assert.equal(limiter.size, 0)
  assert.equal(burst(limiter, 20, 0), 10)
  assert.equal(limiter.peek('key:1', standard, 0).allowed, false)
})

test('callers do not use up each other’s limits', () => {
  const limiter = createMemoryLimiter()
  assert.equal(burst(limiter, 20, 0, 'key:1'), 10)
  assert.equal(burst(limiter, 20, 0, 'key:2'), 10)
})

test("a caller's counted calls still count after its windows change", () => {
  const limiter = createMemoryLimiter()
  const wide = scale(standard, 3)
  for (let call = 0; call < 25; call++) assert.equal(limiter.take('user:1', wide, 0).allowed, true)
  const narrow = limiter.take('user:1', standard, 0)
  assert.deepEqual([narrow.allowed, narrow.retryAfterMs], [false, 1000])
  assert.deepEqual(
    narrow.windows.map((window) => window.remaining),
    [0, 25, 175],
  )
})

test('a caller with a reduced quota waits until enough of its calls have left the window', () => {
  const limiter = createMemoryLimiter()
  const wide = [{ name: '1s', quota: 5, windowMs: 1000 }]
  for (let call = 0; call < 5; call++) limiter.take('user:1', wide, call * 100)
  const narrow = [{ name: '1s', quota: 2, windowMs: 1000 }]
  const { retryAfterMs } = limiter.take('user:1', narrow, 500)
  assert.equal(retryAfterMs, 800)
  assert.equal(limiter.take('user:1', narrow, 1299).allowed, false)
  assert.equal(limiter.take('user:1', narrow, 1300).allowed, true)
})

test('without windows every call is allowed and no caller is stored', () => {
  const limiter = createMemoryLimiter()
  for (let call = 0; call < 1000; call++) assert.equal(limiter.take('key:1', [], 0).allowed, true)
  assert.equal(limiter.size, 0)
})

test('setting the clock back neither resets nor blocks a caller', () => {
  const limiter = createMemoryLimiter()
  const hour = 3_600_000
  assert.equal(burst(limiter, 20, hour + 100), 10)
  assert.equal(burst(limiter, 20, 100), 0)
  assert.equal(burst(limiter, 20, 1099), 0)
  assert.equal(burst(limiter, 20, 1100), 10)
})

test('the table stores no more callers than configured', () => {
  const limiter = createMemoryLimiter({ maxCallers: 100 })
  for (let caller = 0; caller < 5000; caller++) limiter.take(`ip:${caller}`, standard, caller)
  assert.equal(limiter.size, 100)
})

test('idle callers are dropped when others call', () => {
  const limiter = createMemoryLimiter()
  for (let caller = 0; caller < 500; caller++) limiter.take(`ip:${caller}`, standard, 0)
  for (let call = 0; call < 600; call++) limiter.take('key:1', standard, 60_000 + call * 1000)
  assert.equal(limiter.size, 1)
})

test("a crowd of new callers does not reset a busy caller's count", () => {
  const limiter = createMemoryLimiter({ maxCallers: 100 })
  for (let second = 0; second < 20; second++) burst(limiter, 10, second * 1000)
  for (let caller = 0; caller < 5000; caller++) limiter.take(`ip:${caller}`, standard, 20_000)
  assert.equal(limiter.size, 100)
  const remaining = limiter.peek('key:1', standard, 20_000).windows.map((window) => window.remaining)
  assert.ok((remaining[2] ?? 0) <= 110, `${remaining}`)
})

test('a table full of busy callers still has room for a new one', () => {
  const limiter = createMemoryLimiter({ maxCallers: 50 })
  for (let caller = 0; caller < 60; caller++) {
    for (let second = 0; second < 3; second++) burst(limiter, 10, caller * 10, `key:${caller}`)
    burst(limiter, 10, caller * 10 + 1000, `key:${caller}`)
  }
  assert.equal(limiter.size, 50)
  assert.equal(limiter.take('key:new', standard, 5000).allowed, true)
})

test('a single process decides immediately, by the given clock', async () => {
  let nowMs = 0
  const log = { info: () => assert.fail(), warn: () => assert.fail() }
  const limiter = createLimiter({ now: () => nowMs, log })
  for (let call = 0; call < 10; call++) assert.ok(!(limiter.take('key:1', standard) instanceof Promise))
  assert.deepEqual(limiter.peek('key:1', standard), limiter.take('key:1', standard))
  nowMs = 1000
  assert.equal((await limiter.take('key:1', standard)).allowed, true)
  limiter.close()
})

// The model defines the correct behaviour: it compares every call with a list of all allowed calls.
function createModel() {
  const allowed: number[] = []
  return (windows: readonly RateWindow[], nowMs: number, counts: boolean) => {
    const within = (windowMs: number) => allowed.filter((at) => at > nowMs - windowMs)
    const waits = windows.map(({ quota, windowMs }) => {
      const calls = within(windowMs)
      return calls.length < quota ? 0 : (calls[calls.length - quota] ?? 0) + windowMs - nowMs
    })
    const retryAfterMs = Math.max(...waits)
    if (counts && retryAfterMs === 0) allowed.push(nowMs)
    const states = windows.map(({ name, quota, windowMs }) => {
      const [oldest, ...rest] = within(windowMs)
      const used = oldest === undefined ? 0 : rest.length + 1
      return { name, remaining: quota - used, resetMs: oldest === undefined ? 0 : oldest + windowMs - nowMs }
    })
    return { allowed: retryAfterMs === 0, windows: states, retryAfterMs }
  }
}

const anyWindow = fc.record({ quota: fc.integer({ min: 1, max: 20 }), windowMs: fc.integer({ min: 1, max: 60 }) })
const anyWindows = fc
  .array(anyWindow, { minLength: 1, maxLength: 4 })
  .map((windows) => windows.map((window, index) => ({ name: `w${index}`, ...window })))
const anyCalls = fc.array(
  fc.record({
    gapMs: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 3, arbitrary: fc.nat(4) }, fc.nat(80)),
    caller: fc.nat(2),
    peeks: fc.nat(9).map((nine) => nine === 9),
  }),
  { maxLength: 400 },
)

test("every decision equals the model's decision, for any windows and times", () => {
  fc.assert(
    fc.property(anyWindows, anyCalls, (windows, calls) => {
      const limiter = createMemoryLimiter()
      const models = [createModel(), createModel(), createModel()]
      let nowMs = 1_760_000_000_000
      for (const { gapMs, caller, peeks } of calls) {
        nowMs += gapMs
        const ask = peeks ? limiter.peek : limiter.take
        assert.deepEqual(ask(`key:${caller}`, windows, nowMs), models[caller]?.(windows, nowMs, !peeks))
      }
    }),
    { numRuns: 400 },
  )
})

test('no sliding window allows more calls than its quota', () => {
  fc.assert(
    fc.property(anyWindows, anyCalls, (windows, calls) => {
      const limiter = createMemoryLimiter()
      const allowed: number[] = []
      let nowMs = 0
      for (const { gapMs } of calls) {
        nowMs += gapMs
        if (limiter.take('key:1', windows, nowMs).allowed) allowed.push(nowMs)
      }
      for (const { quota, windowMs } of windows) {
        for (const [index, first] of allowed.entries()) {
          const next = allowed[index + quota]
          assert.ok(next === undefined || next - first >= windowMs)
        }
      }
    }),
    { numRuns: 300 },
  )
})

test('a caller that waits the returned time is allowed', () => {
  fc.assert(
    fc.property(anyWindows, anyCalls, (windows, calls) => {
      const limiter = createMemoryLimiter()
      let nowMs = 0
      for (const { gapMs } of calls) {
        nowMs += gapMs
        const { allowed, retryAfterMs } = limiter.take('key:1', windows, nowMs)
        if (allowed) continue
        assert.equal(limiter.peek('key:1', windows, nowMs + retryAfterMs - 1).allowed, false)
        nowMs += retryAfterMs
        assert.equal(limiter.take('key:1', windows, nowMs).allowed, true)
      }
    }),
    { numRuns: 300 },
  )
})
