import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { ShopFailure } from '#integrations/shops/shop.ts'
import { analyzeFilled } from '#platform/db/analyze.ts'
import { type Job, perform } from '#platform/jobs/jobs.ts'
import { makeProduct, type PlainShop, startPlainShop } from '#test/fakes/shops/plain.ts'
import { type FakeWooCommerce, startWooCommerce, type Trouble } from '#test/fakes/shops/woocommerce.ts'
import { freezeClock } from '#test/frozen-clock.ts'
import { provideService, type Shop, startService, type TestService } from '#test/service.ts'
import { jobs } from '../../../entry/areas.ts'
import { nightlyMinute } from '../shops/rules.ts'

const filled = ['product_variants', 'products', 'shop_products'] as const
const [minute, hour] = [60_000, 3_600_000]
let plain: PlainShop
let shop: Shop
const service = provideService({}, async () => {
  // Autovacuum runs each minute and would run the ANALYZE that the last test checks.
  for (const table of filled) await service.query(`alter table ${table} set (autovacuum_enabled = false)`)
})
beforeEach(async () => {
  plain?.restore()
  plain = startPlainShop()
  shop = await service.shop()
})

const many = (count: number, from = 0) => Array.from({ length: count }, (_, i) => makeProduct(`p${from + i}`, 2))

/** Runs the job like a worker, even if the job is not due by the queue's own clock. */
async function read(by: TestService = service): Promise<void> {
  const job = jobs.find(({ id }) => id === 'shops.read') as Job
  const { db, services } = by.service
  const scope = { storeEnvId: shop.storeEnvId, organizationId: shop.organizationId }
  await perform(job, { db, services, stopping: new AbortController().signal }, scope)
}

async function connected(): Promise<string> {
  const credentials = { apiKey: plain.goodKey }
  const answer = await shop.api.post('/connectors/shops', {
    platform: 'medusa',
    address: 'http://localhost:9000',
    credentials,
  })
  assert.equal(answer.status, 201, answer.text)
  await service.runJobs()
  return answer.body.id
}
const lastSync = async (id: string) => (await shop.api.get(`/connectors/shops/${id}`)).body.lastSync
const live = async () => (await shop.api.get('/products?status=active&includeTotal=true')).body.pagination.total
const askForSync = async () => assert.equal((await shop.api.post('/products/sync')).status, 202)

async function measurePauses(id: string): Promise<number[]> {
  const rests: number[] = []
  const { clock } = service.service
  // Freezes the clock, because the test must tell pauses of four and five seconds apart, however long a sync takes.
  const goOn = freezeClock(service, clock.nowMs())
  try {
    for (let tries = 0; tries < 40; tries++) {
      await read()
      const { status, pausedUntil } = await lastSync(id)
      if (status === 'failed') return rests
      assert.equal(status, 'running')
      const restMs = Date.parse(pausedUntil) - clock.nowMs()
      rests.push(restMs / 1000)
      freezeClock(service, clock.nowMs() + restMs + 1)
    }
    throw new Error(`it is never given up: ${rests}`)
  } finally {
    const untilMs = clock.nowMs()
    goOn()
    service.advance(Math.max(0, untilMs - clock.nowMs()))
  }
}

describe('an incomplete sync', () => {
  test('an incomplete sync waits, starts over, and counts only its last attempt', async () => {
    plain.products = many(30)
    const id = await connected()
    const all = plain.products
    plain.products = all.slice(0, 29)
    plain.counted = 30
    await askForSync()
    await service.runJobs()
    const waiting = await lastSync(id)
    assert.deepEqual([waiting.status, waiting.error.code], ['running', 'read_incomplete'])
    assert.ok(waiting.pausedUntil)
    // The second attempt no longer finds a product that the first attempt saw.
    plain.products = all.slice(1)
    plain.counted = undefined
    service.advance(6_000)
    await read()
    const done = await lastSync(id)
    assert.deepEqual([done.status, done.error, done.counts.retired, done.progress.read], ['completed', null, 2, 29])
    assert.equal(await live(), 29)
  })

  test('an incomplete sync ends after six hours with a reason, and orders are still read', async () => {
    plain.products = many(30)
    const id = await connected()
    plain.products = plain.products.slice(0, 20)
    plain.counted = 30
    await askForSync()
    assert.deepEqual((await measurePauses(id)).slice(0, 7), [5, 30, 120, 600, 1_800, 3_600, 3_600])
    const failed = await lastSync(id)
    assert.equal(failed.error.code, 'read_incomplete')
    assert.match(failed.error.message, /nothing was retired/)
    assert.equal(await live(), 30)
    const { data } = (await shop.api.get(`/connectors/shops/${id}/syncs`)).body
    assert.equal(data[0].kind, 'orders')
  })

  test('an empty catalogue counts as an incomplete sync if products were known or seen before', async () => {
    plain.products = many(30)
    const id = await connected()
    const all = plain.products
    plain.products = all.slice(0, 20)
    plain.counted = 30
    await askForSync()
    await service.runJobs()
    plain.products = []
    plain.counted = undefined
    assert.ok((await measurePauses(id)).length > 8)
    assert.equal((await lastSync(id)).error.code, 'catalogue_empty')
    assert.equal(await live(), 30)
    plain.products = all
    await askForSync()
    await service.runJobs()
    assert.equal((await lastSync(id)).status, 'completed')
  })
})

test('pauses grow while products fail, although reading the categories succeeds', async () => {
  plain.products = many(3)
  const id = await connected()
  await askForSync()
  plain.fails = (name) => (name === 'products' ? new ShopFailure('shop_failed', 'It is down.') : undefined)
  assert.deepEqual((await measurePauses(id)).slice(0, 6), [5, 30, 120, 600, 1_800, 3_600])
  assert.equal((await lastSync(id)).error.code, 'shop_failed')
  assert.equal((await shop.api.get(`/connectors/shops/${id}`)).body.status, 'active')
})

test('repeated loss of the page position leads to growing pauses', async () => {
  plain.products = many(120)
  const id = await connected()
  await askForSync()
  let pages = 0
  plain.fails = (name) =>
    name === 'products' && ++pages % 2 === 0 ? new ShopFailure('position_lost', 'The position is gone.') : undefined
  const rests = await measurePauses(id)
  assert.deepEqual(rests.slice(0, 5), [0, 30, 120, 600, 1_800])
  assert.equal((await lastSync(id)).error.code, 'position_lost')
})

test('a bulk file that is too large ends a sync immediately', async () => {
  plain.products = many(3)
  const id = await connected()
  await askForSync()
  plain.fails = (name) =>
    name === 'products' ? new ShopFailure('too_large', 'This file is too large to download.') : undefined
  await read()
  const { status, error } = await lastSync(id)
  assert.deepEqual([status, error.code], ['failed', 'too_large'])
  assert.equal(await live(), 3)
})

test('rejected credentials end a sync immediately, and new ones continue it', async () => {
  plain.products = many(120)
  const id = await connected()
  await askForSync()
  const good = plain.goodKey
  plain.goodKey = 'sk_rotated'
  await read()
  const row = (await shop.api.get(`/connectors/shops/${id}`)).body
  assert.deepEqual([row.status, row.lastSync.error.code], ['needs_reauth', 'credentials_refused'])
  const wrong = await shop.api.patch(`/connectors/shops/${id}`, { credentials: { apiKey: good } })
  assert.equal(wrong.body.code, 'credentials_refused')
  assert.ok(!wrong.text.includes(good))
  const changed = await shop.api.patch(`/connectors/shops/${id}`, { credentials: { apiKey: plain.goodKey } })
  assert.equal(changed.body.status, 'active', changed.text)
  await service.runJobs()
  assert.equal((await lastSync(id)).status, 'completed')
})

describe('changes during a sync', () => {
  async function halfway(): Promise<{ id: string; reading: Promise<void>; goOn(): void }> {
    plain.products = many(120)
    const id = await connected()
    await askForSync()
    const held = Promise.withResolvers<void>()
    const reached = Promise.withResolvers<void>()
    let pages = 0
    plain.waits = async (name) => {
      if (name !== 'products' || ++pages !== 2) return
      reached.resolve()
      await held.promise
    }
    const reading = read()
    await reached.promise
    return { id, reading, goOn: held.resolve }
  }

  test('another process skips a running sync, and no page is requested twice', async () => {
    const { id, reading, goOn } = await halfway()
    const beside = await startService({ beside: service })
    try {
      plain.calls.length = 0
      await Promise.all([read(beside), read(beside)])
      assert.deepEqual(plain.calls, [])
      goOn()
      await reading
      assert.equal(plain.calls.filter((name) => name === 'products').length, 1)
      assert.equal((await lastSync(id)).status, 'completed')
    } finally {
      await beside.close()
    }
  })

  test('a process that lost its lease writes nothing more', async () => {
    const { id, reading, goOn } = await halfway()
    service.advance(46_000)
    plain.waits = undefined
    await read()
    const done = await lastSync(id)
    assert.equal(done.status, 'completed')
    goOn()
    await reading
    assert.deepEqual(await lastSync(id), done)
  })

  test('no transaction and no lock is open during a call to the shop', async () => {
    const { reading, goOn } = await halfway()
    const { rows } = await service.service.db.workerPool.query(
      `select count(*)::int as open from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and state like 'idle in transaction%'`,
    )
    assert.equal(rows[0].open, 0)
    goOn()
    await reading
  })

  test('disconnecting the shop ends the sync', async () => {
    const { id, reading, goOn } = await halfway()
    plain.products.push(makeProduct('late'))
    assert.equal((await shop.api.delete(`/connectors/shops/${id}`)).status, 204)
    goOn()
    await reading
    await service.runJobs()
    assert.equal(await live(), 120)
    assert.deepEqual((await shop.api.get('/connectors/shops')).body.data, [])
  })

  test('deleting the store ends the sync, which writes nothing afterwards', async () => {
    const { reading, goOn } = await halfway()
    const signedIn = await shop.signedIn()
    const { name } = (await signedIn.get('/orgs/current')).body
    const asked = await signedIn.post('/orgs/deletion', { confirm: name, password: shop.password })
    assert.equal(asked.status, 202, asked.text)
    const days = 30 * 24 * hour
    service.advance(days)
    try {
      const removal = jobs.find(({ id }) => id === 'orgs.remove_closed') as Job
      const { db, services } = service.service
      await perform(removal, { db, services, stopping: new AbortController().signal } as never, {})
    } finally {
      service.advance(-days)
    }
    plain.products.push(makeProduct('late'))
    goOn()
    await reading
    await service.runJobs()
    for (const table of ['products', 'shop_products', 'shop_connections', 'shop_syncs', 'categories', 'wake_ups']) {
      const { rowCount } = await service.query(`select from ${table} where store_env_id = $1`, [shop.storeEnvId])
      assert.equal(rowCount, 0, table)
    }
  })

  test('pausing preserves what was read, and the sync continues later', async () => {
    const { id, reading, goOn } = await halfway()
    await shop.api.patch(`/connectors/shops/${id}`, { paused: true })
    goOn()
    await reading
    await shop.api.patch(`/connectors/shops/${id}`, { paused: false })
    await service.runJobs()
    assert.equal((await lastSync(id)).status, 'completed')
  })
})

test('invalid data is skipped with a warning, and the rest is stored', async () => {
  const huge = makeProduct('huge', 2_048)
  const [one, two] = makeProduct('odd', 2).variants
  plain.products = [
    huge,
    {
      ...makeProduct('odd'),
      title: 'x'.repeat(64 * 1024),
      variants: [
        { ...(one as typeof two & object), price: `19.9${'0'.repeat(38)}1` },
        { ...(two as typeof one & object), price: '1e400' },
      ],
    },
    { ...makeProduct('nul'), title: 'a\u0000b\ud800c' },
    makeProduct(' '.repeat(3)),
  ]
  plain.counted = 3
  const id = await connected()
  const { status, counts, warnings } = await lastSync(id)
  assert.deepEqual([status, counts.created, counts.failed], ['completed', 3, 1], JSON.stringify(warnings))
  const product = async (platformId: string) => (await shop.api.get(`/products/by-platform-id/${platformId}`)).body
  assert.equal((await product('huge')).variants.length, 2_048)
  const odd = await product('odd')
  assert.equal(odd.title, null)
  assert.deepEqual(
    odd.variants.map(({ price }: { price: string | null }) => price),
    ['19.90', null],
  )
  assert.equal((await product('nul')).title, 'ab\ufffdc')
  const said = warnings.map(({ message }: { message: string }) => message).join('\n')
  for (const part of ['The title was skipped', 'The text of a price', 'A price was skipped', 'A product was skipped'])
    assert.ok(said.includes(part), said)
})

describe('a shop over HTTP', () => {
  let fake: FakeWooCommerce
  before(async () => {
    fake = await startWooCommerce()
    fake.addProduct({ name: 'Mug', regular_price: '12.5', price: '12.5' })
  })
  after(() => fake.close())

  test('a private address is refused on connecting and on every sync', async () => {
    const strict = await startService({ beside: service, env: { WEBHOOK_ALLOW_PRIVATE: 'false' } })
    try {
      const credentials = { consumerKey: fake.consumerKey, consumerSecret: fake.consumerSecret }
      const known = { platform: 'woocommerce', address: fake.address, credentials }
      const api = strict.with({ authorization: `Bearer ${shop.adminKey}`, 'x-store-env-id': shop.storeEnvId })
      const inside = [
        'https://127.0.0.1',
        'https://[::ffff:10.0.0.1]',
        'https://169.254.169.254/wp',
        'https://2130706433',
      ]
      for (const address of [fake.address, ...inside, 'https://localhost', 'https://0x7f.1'])
        for (const path of ['/connectors/shops', '/connectors/shops/test']) {
          const { status, body, text } = await api.post(path, { ...known, address })
          assert.deepEqual([status, body.code], [400, 'validation_failed'], `${path} ${address}: ${text}`)
          assert.ok(!text.includes(fake.consumerSecret))
          const isLoopback = /127|localhost|2130706433|0x7f/.test(address)
          assert.equal(body.message.includes('start Evident with WEBHOOK_ALLOW_PRIVATE=true'), isLoopback, address)
        }
      const { status, body } = await shop.api.post('/connectors/shops', known)
      assert.equal(status, 201)
      fake.calls.length = 0
      await read(strict)
      const { error } = await lastSync(body.id)
      assert.equal(error.code, 'shop_unreachable')
      assert.deepEqual(fake.calls, [])
    } finally {
      await strict.close()
    }
  })

  const html = '<!doctype html><title>Maintenance</title>'
  const troubles: [string, Trouble, string][] = [
    ['answers with a page', { status: 200, headers: { 'content-type': 'text/html' }, body: html }, 'shop_unreachable'],
    ['leads elsewhere', { status: 302, headers: { location: 'http://169.254.169.254/' } }, 'shop_unreachable'],
    ['says 200 and an error', { status: 200, body: '{"code":"internal_server_error"}' }, 'shop_unreachable'],
    ['says 200 and nothing', { status: 200, body: '' }, 'answer_unreadable'],
    ['breaks off', 'hang up', 'shop_unreachable'],
    [
      'is forbidden by a firewall',
      { status: 403, headers: { 'content-type': 'text/html' }, body: html },
      'shop_unreachable',
    ],
    ['is too busy', { status: 503, headers: { 'retry-after': '7200' } }, 'throttled'],
  ]
  for (const [what, trouble, code] of troubles)
    test(`a shop that ${what} is retried, and is read when it recovers`, async () => {
      fake.troubles.length = 0
      const credentials = { consumerKey: fake.consumerKey, consumerSecret: fake.consumerSecret }
      const answer = await shop.api.post('/connectors/shops', {
        platform: 'woocommerce',
        address: fake.address,
        credentials,
      })
      assert.equal(answer.status, 201, answer.text)
      const { id } = answer.body
      fake.troubles.push(...Array.from({ length: 12 }, () => trouble))
      await read()
      const waiting = await shop.api.get(`/connectors/shops/${id}`)
      const { status, pausedUntil, error } = waiting.body.lastSync
      assert.deepEqual([waiting.body.status, status, error.code], ['active', 'running', code])
      const restMs = Date.parse(pausedUntil) - service.service.clock.nowMs()
      assert.ok(restMs > 0 && restMs <= (code === 'throttled' ? 2 * hour : minute), String(restMs))
      fake.troubles.length = 0
      await askForSync()
      await service.runJobs()
      assert.equal((await lastSync(id)).status, 'completed')
      assert.equal(await live(), 1)
    })
})

test('10,000 stores are spread over the night, and no minute gets twice its share', () => {
  const minutes = new Map<number, number>()
  for (let store = 0; store < 10_000; store++) {
    const at = nightlyMinute(randomUUID())
    minutes.set(at, (minutes.get(at) ?? 0) + 1)
  }
  assert.ok(Math.min(...minutes.keys()) >= 60 && Math.max(...minutes.keys()) < 300)
  assert.ok(Math.max(...minutes.values()) <= 2 * (10_000 / 240), String(Math.max(...minutes.values())))
})

test('ANALYZE runs on tables filled by a large first sync', async () => {
  plain.products = Array.from({ length: 1_100 }, (_, i) => makeProduct(`large${i}`))
  plain.pageSize = 250
  await connected()
  const analyzed = async () =>
    (await service.query('select relname from pg_stat_user_tables where last_analyze is not null order by 1')).rows.map(
      ({ relname }) => relname,
    )
  // A database connection reports its counts only after it was idle for a while.
  for (const until = Date.now() + 60_000; Date.now() < until; await sleep(500)) {
    await service.service.db.store(shop, 'write', (tx) => analyzeFilled(tx, filled))
    if ((await analyzed()).length === filled.length) break
  }
  assert.deepEqual(await analyzed(), [...filled])
})
