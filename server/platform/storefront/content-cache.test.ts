import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { buildContent, type Content } from '../values/content.ts'
import { type CachedAnswer, createContentCache } from './content-cache.ts'
import type { Facts } from './facts.ts'

const facts = { store_name: 'Shop', origins: [] } as unknown as Facts
const made = (text: string): CachedAnswer => ({ facts, content: buildContent(text, 'text/plain') })
const textOf = (content: Content | undefined) => content?.body.toString()

function live(options: Parameters<typeof createContentCache>[0] = {}) {
  const cache = createContentCache(options)
  cache.setLive(true)
  return cache
}

function slow() {
  const { promise, resolve, reject } = Promise.withResolvers<CachedAnswer>()
  return { make: () => promise, answer: (text: string) => resolve(made(text)), fail: () => reject(new Error('broken')) }
}

test('a response and the row of its store are cached until the store changes', async () => {
  const cache = live()
  assert.equal(textOf(await cache.share('a', 'k', async () => made('one'))), 'one')
  assert.equal(textOf(cache.find('a', 'k')), 'one')
  assert.equal(cache.findFacts('a'), facts)
  assert.equal(cache.find('b', 'k'), undefined)
  cache.purge('b')
  assert.equal(textOf(cache.find('a', 'k')), 'one')
  cache.purge('a')
  assert.deepEqual([cache.find('a', 'k'), cache.findFacts('a'), cache.bytes], [undefined, undefined, 0])
})

test('the cached row of a store expires after a minute, even if a newer response reuses it', async () => {
  let now = 0
  const cache = live({ nowMs: () => now })
  await cache.share('a', 'k', async () => made('one'))
  now = 59_999
  await cache.share('a', 'k', async () => made('again'))
  await cache.share('a', 'other', async () => made('two'))
  cache.nameAddress('a', 'other', '/other')
  assert.deepEqual([textOf(cache.find('a', 'k')), textOf(cache.find('a', 'other'))], ['again', 'two'])
  now = 60_000
  assert.deepEqual(
    [cache.findFacts('a'), cache.find('a', 'k'), cache.find('a', 'other')],
    [undefined, undefined, undefined],
  )
  assert.equal(cache.findAddress('a', '/other'), undefined)
  const later = { ...facts }
  await cache.share('a', 'k', async () => ({ ...made('three'), facts: later }))
  now = 119_999
  assert.deepEqual([cache.findFacts('a'), textOf(cache.find('a', 'k'))], [later, 'three'])
})

test('while the process does not listen for changes, nothing is cached or shared between requests', async () => {
  const cache = createContentCache()
  const first = slow()
  const early = cache.share('a', 'k', first.make)
  assert.equal(textOf(await cache.share('a', 'k', async () => made('later'))), 'later')
  first.answer('early')
  assert.equal(textOf(await early), 'early')
  assert.deepEqual([cache.find('a', 'k'), cache.bytes], [undefined, 0])
})

test('a response whose computation started before the process listens for changes is not cached', async () => {
  const cache = createContentCache()
  const reading = slow()
  const early = cache.share('a', 'k', reading.make)
  cache.setLive(true)
  reading.answer('old')
  await early
  assert.equal(cache.find('a', 'k'), undefined)
})

test('losing the listener clears the whole cache', async () => {
  const cache = live()
  await cache.share('a', 'k', async () => made('one'))
  const reading = slow()
  const going = cache.share('a', 'other', reading.make)
  cache.setLive(false)
  reading.answer('two')
  assert.equal(textOf(await going), 'two')
  cache.setLive(true)
  assert.deepEqual(
    [cache.find('a', 'k'), cache.find('a', 'other'), cache.findFacts('a')],
    [undefined, undefined, undefined],
  )
})

test('parallel requests share the response that one of them computes', async () => {
  const cache = live()
  const reading = slow()
  let times = 0
  const asks = Array.from({ length: 20 }, () =>
    cache.share('a', 'k', () => {
      times++
      return reading.make()
    }),
  )
  reading.answer('one')
  assert.deepEqual([...new Set((await Promise.all(asks)).map(textOf))], ['one'])
  assert.equal(times, 1)
})

test('a change during the computation prevents caching, and later requests get a new response', async () => {
  const cache = live()
  const before = slow()
  const early = cache.share('a', 'k', before.make)
  cache.purge('a')
  const late = cache.share('a', 'k', async () => made('new'))
  before.answer('old')
  assert.deepEqual([textOf(await early), textOf(await late)], ['old', 'new'])
  assert.equal(textOf(cache.find('a', 'k')), 'new')
})

test('a response is not cached if its store changed while `watch` was open', () => {
  const cache = live()
  const watch = cache.watch('a')
  cache.purge('a')
  watch.keep('k', made('old'))
  watch.end()
  assert.equal(cache.find('a', 'k'), undefined)
  const again = cache.watch('a')
  again.keep('k', made('new'))
  again.end()
  assert.equal(textOf(cache.find('a', 'k')), 'new')
})

test('a failed computation is not cached, and the next request tries again', async () => {
  const cache = live()
  const broken = slow()
  const first = cache.share('a', 'k', broken.make)
  const second = cache.share('a', 'k', broken.make)
  broken.fail()
  await assert.rejects(first, /broken/)
  await assert.rejects(second, /broken/)
  assert.equal(textOf(await cache.share('a', 'k', async () => made('one'))), 'one')
})

test('no response is served after its expiry, even without a change notification', async () => {
  let nowMs = 0
  const cache = live({ ttlMs: 1000, nowMs: () => nowMs })
  await cache.share('a', 'k', async () => made('one'))
  nowMs = 999
  assert.ok(cache.find('a', 'k') && cache.findFacts('a'))
  nowMs = 1000
  assert.deepEqual([cache.find('a', 'k'), cache.findFacts('a')], [undefined, undefined])
})

test("no cached response or row of a store is used after the store's end time", async () => {
  let nowMs = 0
  const cache = live({ ttlMs: 1000, nowMs: () => nowMs, endsAtMs: () => 500 })
  await cache.share('a', 'k', async () => made('one'))
  cache.nameAddress('a', 'k', '/k')
  nowMs = 499
  assert.ok(cache.find('a', 'k') && cache.findFacts('a') && cache.findAddress('a', '/k'))
  nowMs = 500
  assert.deepEqual([cache.find('a', 'k'), cache.findFacts('a'), cache.findAddress('a', '/k')].filter(Boolean), [])
})

test('a response with an expiry is served until that time; other responses remain', async () => {
  let nowMs = 0
  const cache = live({ ttlMs: 1000, nowMs: () => nowMs })
  await cache.share('a', 'k', async () => ({ ...made('dated'), untilMs: 500 }))
  await cache.share('a', 'other', async () => made('lasting'))
  cache.nameAddress('a', 'k', '/k')
  nowMs = 499
  assert.ok(cache.find('a', 'k') && cache.findAddress('a', '/k'))
  nowMs = 500
  assert.deepEqual([cache.find('a', 'k'), cache.findAddress('a', '/k')].filter(Boolean), [])
  assert.ok(cache.findFacts('a') && cache.find('a', 'other'))
  await cache.share('a', 'k', async () => ({ ...made('late'), untilMs: 500 }))
  assert.equal(cache.find('a', 'k'), undefined, 'what was over before it was kept is not given at all')
})

test('a URL finds a response only in its own store, and only until a change', async () => {
  const cache = live()
  for (const store of ['a', 'b', 'ab']) {
    await cache.share(store, 'k', async () => made(store))
    cache.nameAddress(store, 'k', '/k')
  }
  for (const store of ['a', 'b', 'ab']) assert.equal(textOf(cache.findAddress(store, '/k')?.content), store)
  assert.deepEqual(
    [cache.findAddress('a', 'b/k'), cache.findAddress('', 'a/k'), cache.findAddress('c', '/k')].filter(Boolean),
    [],
  )
  cache.purge('a')
  assert.equal(cache.findAddress('a', '/k'), undefined)
  await cache.share('a', 'k', async () => made('new'))
  assert.equal(cache.findAddress('a', '/k'), undefined)
  assert.equal(textOf(cache.findAddress('ab', '/k')?.content), 'ab')
  cache.setLive(false)
  assert.equal(cache.findAddress('ab', '/k'), undefined)
})

test('the cache has a byte limit, and unused responses are evicted first', async () => {
  const cache = live({ maxBytes: 10_000 })
  await cache.share('a', 'wanted', async () => made('x'.repeat(500)))
  for (let i = 0; i < 100; i++) {
    assert.ok(cache.find('a', 'wanted'), String(i))
    await cache.share('b', `k${i}`, async () => made('y'.repeat(500)))
    assert.ok(cache.bytes <= 10_000)
  }
  assert.equal(cache.find('b', 'k0'), undefined)
  assert.ok(cache.find('b', 'k99'))
  await cache.share('a', 'huge', async () => made('z'.repeat(20_000)))
  assert.ok(cache.bytes <= 10_000)
})

test('in any order of events, responses include the last change and byte counts are exact', async () => {
  const store = fc.constantFrom('a', 'b')
  const key = fc.constantFrom('k', 'l')
  const step = fc.oneof(
    fc.record({ do: fc.constant('ask' as const), store, key, waits: fc.nat(3) }),
    fc.record({ do: fc.constant('change' as const), store }),
    fc.record({ do: fc.constant('lose' as const) }),
    fc.record({ do: fc.constant('hear' as const) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const cache = live({ maxBytes: 3_000 })
      const versions: Record<string, number> = { a: 0, b: 0 }
      const going: Promise<unknown>[] = []
      for (const each of steps) {
        if (each.do === 'lose') cache.setLive(false)
        if (each.do === 'hear') cache.setLive(true)
        if (each.do === 'change') {
          versions[each.store] = (versions[each.store] ?? 0) + 1
          cache.purge(each.store)
        }
        if (each.do !== 'ask') continue
        const least = versions[each.store] ?? 0
        const make = async () => {
          const seen = versions[each.store]
          for (let i = 0; i < each.waits; i++) await null
          return made(String(seen))
        }
        const found = cache.find(each.store, each.key)
        const answer = found ? Promise.resolve(found) : cache.share(each.store, each.key, make)
        going.push(answer.then((content) => assert.ok(Number(textOf(content)) >= least)))
        if (each.waits === 0) await answer
      }
      await Promise.all(going)
      cache.purge('a')
      cache.purge('b')
      assert.equal(cache.bytes, 0)
    }),
  )
})
