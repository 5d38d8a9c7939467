import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { beforeEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { provideService, type Shop } from '#test/service.ts'
import { until } from '#test/until.ts'
import type { StoreDb, StoreTx } from '../../db/db.ts'
import { createMetrics, type Metrics } from '../../process/metrics.ts'
import { type DeliveryContext, deliver } from './deliver.ts'
import { readAhead } from './policy.ts'
import { RoundRobin } from './round-robin.ts'
import { createTestItems, listRows, post, type Result, TestReceiver, testPolicy } from './test-receiver.testing.ts'

let shop: Shop
let metrics: Metrics
const service = provideService({}, async () => {
  await createTestItems(service.databaseUrl)
})
beforeEach(async () => {
  shop = await service.shop()
  metrics = createMetrics({
    test_items_total: { type: 'counter', help: 'Items.' },
    test_item_seconds: { type: 'histogram', help: 'How long.' },
  })
})

const context = (more: Partial<DeliveryContext> = {}): DeliveryContext => ({
  db: service.service.db,
  clock: service.service.clock,
  metrics,
  stopping: new AbortController().signal,
  ...more,
})
const write = <T>(work: (tx: StoreTx) => Promise<T>): Promise<T> => service.service.db.store(shop, 'write', work)
const labels = (count: number) => Array.from({ length: count }, (_, i) => `p${String(i).padStart(3, '0')}`)
const arrives = async (): Promise<Result> => 'arrived'

async function due(name: string, count: number): Promise<void> {
  await write((tx) => post(tx, name, labels(count)))
}
async function countStates(name: string): Promise<Record<string, number>> {
  const states: Record<string, number> = {}
  for (const { state } of await write((tx) => listRows(tx, name))) states[state] = (states[state] ?? 0) + 1
  return states
}

test('each due item is delivered once, recorded in a batch and counted by outcome', async () => {
  await due('a', 40)
  const delivered: string[] = []
  const receiver = new TestReceiver(shop, 'a', async ({ label }) => {
    delivered.push(label)
    return 'arrived'
  })
  const left = await deliver(context(), testPolicy, receiver)
  assert.deepEqual(left, { because: 'done', failures: 0, pausedUntil: null })
  assert.deepEqual(delivered.toSorted(), labels(40))
  assert.deepEqual(await countStates('a'), { arrived: 40 })
  assert.ok(receiver.recorded.length <= 16, `${receiver.recorded.length} transactions`)
  const text = await metrics.text()
  assert.match(text, /test_items_total\{outcome="arrived"\} 40/)
  assert.match(text, /test_item_seconds_count 40/)
})

test('parallel attempts never exceed the limit, which failures halve and successes raise', async () => {
  await due('fixed', 30)
  const steady = new TestReceiver(shop, 'fixed', async () => {
    await sleep(2)
    return 'arrived'
  })
  await deliver(context(), testPolicy, steady)
  assert.equal(steady.mostUnderWay, 5)

  await due('adaptive', 60)
  const concurrency = { min: 1, first: 2, max: 8 }
  const policy = { ...testPolicy, concurrency }
  const good = new TestReceiver(shop, 'adaptive', async () => {
    await sleep(5)
    return 'arrived'
  })
  await deliver(context(), policy, good)
  assert.ok(good.mostUnderWay > 2 && good.mostUnderWay <= 8, String(good.mostUnderWay))

  await due('bad', 20)
  const seen: number[] = []
  const bad = new TestReceiver(shop, 'bad', async () => {
    seen.push(bad.underWay)
    await sleep(2)
    return 'refused'
  })
  await deliver(context(), { ...policy, concurrency: { ...concurrency, first: 8 } }, bad)
  assert.ok(seen.slice(8).every((underWay) => underWay <= 7) && seen.at(-1) === 1, String(seen))
})

test('after a kill between claim and record, only started items have an unknown outcome', async () => {
  await due('crashed', 12)
  const child = fork(new URL('crash-child.testing.ts', import.meta.url), {
    env: {
      ...process.env,
      SECRET_KEY: process.env.TEST_SECRET_KEY,
      CRASH_DATABASE_URL: service.databaseUrl,
      CRASH_SCOPE: JSON.stringify({ storeEnvId: shop.storeEnvId, organizationId: shop.organizationId }),
    },
  })
  const begun: string[] = []
  child.on('message', (label) => void begun.push(String(label)))
  await until(() => begun.length === 5, 'five are begun', 60_000)
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
  const delivered: string[] = []
  const next = new TestReceiver(shop, 'crashed', async ({ label }) => {
    delivered.push(label)
    return 'arrived'
  })
  await deliver(context(), testPolicy, next)
  assert.deepEqual(await countStates('crashed'), { arrived: 7, claimed: 5 }, 'nobody knows yet that it is gone')
  service.advance(60_000)
  await deliver(context(), testPolicy, next)
  assert.deepEqual(await countStates('crashed'), { arrived: 7, unknown: 5 })
  assert.deepEqual(delivered.toSorted(), labels(12).slice(5), 'nothing was delivered twice')
})

test('items claimed for a receiver that pauses are returned, and delivered after the pause', async () => {
  await due('tired', 20)
  let isTired = true
  const receiver = new TestReceiver(shop, 'tired', async () => {
    await sleep(1)
    return isTired ? 'refused' : 'arrived'
  })
  receiver.judgement = (result, failures) => ({
    succeeded: result === 'arrived',
    ...(failures >= 3 && result === 'refused' && { pauseMs: 60_000 }),
  })
  const now = service.service.clock.nowMs()
  const left = await deliver(context(), testPolicy, receiver)
  assert.equal(left.because, 'paused')
  assert.ok(left.failures >= 3 && left.failures <= 12, String(left.failures))
  assert.ok((left.pausedUntil?.getTime() ?? 0) >= now + 60_000)
  assert.deepEqual(receiver.left, [left], 'whoever keeps the receiver is told in a transaction')
  const { refused = 0, due: untried = 0 } = await countStates('tired')
  assert.equal(refused + untried, 20)
  assert.equal(refused, left.failures)
  isTired = false
  assert.equal((await deliver(context(), testPolicy, receiver)).because, 'done')
  assert.deepEqual(await countStates('tired'), { refused, arrived: untried })
})

test('with read-ahead a claim marks nothing, so items that were not attempted stay due', async () => {
  await due('read', 100)
  const receiver = new TestReceiver(shop, 'read', async () => 'refused')
  const reads: number[] = []
  receiver.take = async (tx, limit, { after }) => {
    const rows = (await listRows(tx, 'read')).filter(({ label }) => after === undefined || label > after.label)
    const items = rows.slice(0, limit).map(({ label }) => ({ id: shop.storeEnvId, label, attempt: 0 }))
    reads.push(items.length)
    return { items, isDry: items.length < limit }
  }
  receiver.judgement = () => ({ succeeded: false, isOver: true })
  const left = await deliver(context(), { ...testPolicy, taking: 'reads', room: readAhead(10) }, receiver)
  assert.equal(left.because, 'over')
  assert.deepEqual(reads, [50])
  assert.ok(receiver.recorded.flat().length <= 5 && receiver.recorded.flat().every((result) => result === 'refused'))
})

test('each read-ahead starts after the last claimed item, and finds items that become due later', async () => {
  await due('ahead', 130)
  const [delivered, from]: [string[], (string | undefined)[]] = [[], []]
  const receiver = new TestReceiver(shop, 'ahead', async ({ label }) => {
    delivered.push(label)
    return 'arrived'
  })
  receiver.take = async (tx, limit, { after }) => {
    from.push(after?.label)
    const due = (await listRows(tx, 'ahead')).filter(({ label }) => !delivered.includes(label))
    const rows = due.filter(({ label }) => after === undefined || label > after.label).slice(0, limit)
    const items = rows.map(({ label }) => ({ id: shop.storeEnvId, label, attempt: 0 }))
    return { items, isDry: items.length < limit }
  }
  let isFirst = true
  receiver.leave = async (tx) => {
    if (!isFirst) return 'left'
    isFirst = false
    await post(tx, 'ahead', ['late'])
    return 'more'
  }
  await deliver(context(), { ...testPolicy, taking: 'reads', room: readAhead(10) }, receiver)
  assert.deepEqual(delivered.toSorted(), ['late', ...labels(130)])
  assert.deepEqual(from.slice(0, 3), [undefined, 'p049', 'p099'])
  assert.ok(from.slice(3).includes(undefined), String(from))
})

test('a receiver that claims nothing but reports more items causes an error, not a loop', {
  timeout: 60_000,
}, async () => {
  const receiver = new TestReceiver(shop, 'empty', async () => 'arrived')
  let takes = 0
  receiver.take = async () => ({ items: [], isDry: ++takes > 20_000 })
  const policy: typeof testPolicy = { ...testPolicy, taking: 'reads', room: readAhead(10) }
  await assert.rejects(deliver(context(), policy, receiver), /returned no items/)
  assert.equal(takes, 1_001)
  assert.deepEqual(receiver.left, [], 'its lease runs out')
  takes = 19_500
  assert.equal(
    (await deliver(context(), policy, receiver)).because,
    'done',
    'a few hundred may be settled while taking',
  )
})

test('a slow receiver does not delay others, and large queues alternate with small ones', async () => {
  const held = Promise.withResolvers<Result>()
  const turns = new RoundRobin<string>(2, (name) => name)
  const stopping = new AbortController().signal
  const served: string[] = []
  const serve = async (name: string) => {
    const receiver = new TestReceiver(shop, name, async () => {
      served.push(name)
      if (name === 'slow') return held.promise
      await sleep(4)
      return 'arrived'
    })
    const { because } = await deliver(context(), { ...testPolicy, sliceMs: 30 }, receiver)
    return because === 'slice'
  }
  const names = ['slow', 'pile', ...Array.from({ length: 10 }, (_, i) => `small${i}`)]
  await due('pile', 300)
  for (const name of names) if (name !== 'pile') await due(name, 1)
  const joined = names.map((name) => turns.join(name, name, serve, stopping))
  await until(() => names.slice(2).every((name) => served.includes(name)), 'all the small ones')
  assert.ok(served.filter((name) => name === 'pile').length < 300, 'the pile is not through yet')
  held.resolve('arrived')
  await Promise.all(joined)
  for (const name of names) assert.deepEqual(await countStates(name), { arrived: name === 'pile' ? 300 : 1 }, name)
})

test('a stopped run starts nothing, returns unsent items and ends within seconds', async () => {
  await due('stopped', 30)
  const [stopping, aborting] = [new AbortController(), new AbortController()]
  const receiver = new TestReceiver(shop, 'stopped', (_item, signal) => {
    // An aborted attempt does not prove that the receiver failed.
    return new Promise((resolve) => signal.addEventListener('abort', () => resolve(undefined)))
  })
  const run = deliver(context({ stopping: stopping.signal, aborting: aborting.signal }), testPolicy, receiver)
  await until(() => receiver.underWay === 5)
  const startedAt = performance.now()
  stopping.abort()
  aborting.abort()
  assert.equal((await run).because, 'stopped')
  assert.ok(performance.now() - startedAt < 20_000)
  assert.deepEqual(await countStates('stopped'), { due: 30 })
  assert.ok((await write((tx) => listRows(tx, 'stopped'))).every(({ attempt }) => attempt === 0))
})

test('finished results survive a short database outage, during which nothing starts', async () => {
  await due('away', 12)
  let failures = 0
  const { db } = service.service
  const flaky: StoreDb = {
    ...db,
    store: (scope, mode, work, extra) =>
      db.store(
        scope,
        mode,
        async (tx) => {
          const result = await work(tx)
          if (receiver.underWay < 5 && receiver.recorded.length > 0 && failures < 3) {
            failures++
            throw new Error('the database is away')
          }
          return result
        },
        extra,
      ),
  }
  const delivered: string[] = []
  const receiver = new TestReceiver(shop, 'away', async ({ label }) => {
    delivered.push(label)
    await sleep(1)
    return 'arrived'
  })
  await deliver(context({ db: flaky }), testPolicy, receiver)
  assert.equal(failures, 3)
  assert.deepEqual(delivered.toSorted(), labels(12), 'nothing was delivered twice')
  assert.deepEqual(await countStates('away'), { arrived: 12 })
})

test('a code error ends the run after recording started attempts, without releasing the receiver', async () => {
  await due('faulty', 10)
  const receiver = new TestReceiver(shop, 'faulty', async ({ label }) => {
    await sleep(label === 'p000' ? 0 : 20)
    if (label === 'p000') throw new Error('a fault')
    return 'arrived'
  })
  await assert.rejects(deliver(context(), testPolicy, receiver), /a fault/)
  assert.deepEqual(await countStates('faulty'), { arrived: 4, claimed: 1, due: 5 })
  assert.deepEqual(receiver.left, [])
})

test('with a rate limit, attempts are spread evenly over each second', async () => {
  await due('paced', 8)
  const startedAt = performance.now()
  await deliver(context(), { ...testPolicy, perSecond: 40 }, new TestReceiver(shop, 'paced', arrives))
  assert.ok(performance.now() - startedAt >= 170)
  assert.deepEqual(await countStates('paced'), { arrived: 8 })
})
