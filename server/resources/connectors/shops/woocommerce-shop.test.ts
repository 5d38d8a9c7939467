import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { type FakeWooCommerce, startWooCommerce } from '#test/fakes/shops/woocommerce.ts'
import { freePort } from '#test/free-port.ts'
import { provideService, type Shop } from '#test/service.ts'

const open: FakeWooCommerce[] = []
const service = provideService({ env: { WEBHOOK_ALLOW_PRIVATE: 'true' } })
after(async () => {
  for (const shop of open) await shop.close()
})

async function startShop(products = 3): Promise<FakeWooCommerce> {
  const fake = await startWooCommerce()
  open.push(fake)
  for (let i = 1; i <= products; i++)
    fake.addProduct({
      name: `Mug ${i}`,
      sku: `MUG-${i}`,
      permalink: `https://shop.example/mug-${i}`,
      regular_price: '12.5',
      price: '12.5',
    })
  return fake
}

const bodyFor = (fake: FakeWooCommerce, more: object = {}) => ({
  platform: 'woocommerce',
  address: fake.address,
  credentials: { consumerKey: fake.consumerKey, consumerSecret: fake.consumerSecret },
  backfillDays: 0,
  ...more,
})

async function connected(fake: FakeWooCommerce, shop?: Shop) {
  const store = shop ?? (await service.shop())
  const answer = await store.api.post('/connectors/shops', bodyFor(fake))
  assert.equal(answer.status, 201, answer.text)
  await service.runJobs()
  return { store, id: answer.body.id as string }
}

const lastSync = async (store: Shop, id: string) => (await store.api.get(`/connectors/shops/${id}`)).body.lastSync
const liveSkus = async (store: Shop) => {
  const { body } = await store.api.get('/products?limit=100&status=active')
  return body.data.map(({ title }: { title: string }) => title).sort()
}

async function readAgain(store: Shop): Promise<{ status: string; body: { id: string } }> {
  const answer = await store.api.post('/products/sync')
  assert.equal(answer.status, 202, answer.text)
  await service.runJobs()
  return { status: String(answer.status), body: answer.body }
}

describe('connecting', () => {
  test('a shop is tested before it is read, and no response shows a credential', async () => {
    const fake = await startShop()
    const { store, id } = await connected(fake)
    const { body, text } = await store.api.get(`/connectors/shops/${id}`)
    assert.equal(body.status, 'active')
    assert.equal(body.lastSync.status, 'completed', JSON.stringify(body.lastSync))
    assert.deepEqual(body.lastSync.progress, { read: 3, total: 3 })
    assert.equal(body.lastSync.counts.created, 3)
    assert.deepEqual(await liveSkus(store), ['Mug 1', 'Mug 2', 'Mug 3'])
    assert.ok(body.nextSyncAt > new Date().toISOString())
    for (const secret of [fake.consumerKey, fake.consumerSecret]) assert.ok(!text.includes(secret))
    const owner = await store.signedIn()
    const log = await owner.get('/account/audit-log')
    assert.ok(log.body.data.some(({ action }: { action: string }) => action === 'shop.connected'))
    for (const secret of [fake.consumerKey, fake.consumerSecret]) assert.ok(!log.text.includes(secret))
  })

  test('rejected credentials return 400, store nothing and fail the connection test', async () => {
    const fake = await startShop()
    const store = await service.shop()
    const wrong = bodyFor(fake, {
      credentials: { consumerKey: fake.consumerKey, consumerSecret: 'cs_0000000000000000000000000000000000000000' },
    })
    const refused = await store.api.post('/connectors/shops', wrong)
    assert.deepEqual([refused.status, refused.body.code], [400, 'credentials_refused'])
    const tried = await store.api.post('/connectors/shops/test', wrong)
    assert.equal(tried.body.ok, false)
    const nobody = `http://127.0.0.1:${await freePort()}`
    const away = await store.api.post('/connectors/shops', bodyFor(fake, { address: nobody }))
    assert.deepEqual([away.status, away.body.code], [400, 'shop_unreachable'])
    const empty = await store.api.post('/connectors/shops', { platform: 'woocommerce', address: fake.address })
    assert.equal(empty.body.code, 'validation_failed')
    assert.deepEqual((await store.api.get('/connectors/shops')).body.data, [])
    assert.equal((await store.api.post('/products/sync')).body.code, 'shop_not_connected')
  })

  test("a store connects one shop, and another store's shop is not accessible", async () => {
    const fake = await startShop()
    const { store, id } = await connected(fake)
    const second = await store.api.post('/connectors/shops', bodyFor(fake))
    assert.equal(second.body.code, 'shop_already_connected')
    const other = await connected(fake)
    assert.equal((await other.store.api.get(`/connectors/shops/${id}`)).status, 404)
    assert.equal((await other.store.api.delete(`/connectors/shops/${id}`)).status, 404)
    assert.equal((await store.api.get(`/connectors/${id}`)).status, 404)
    const viewer = await store.as('VIEWER')
    assert.equal((await viewer.get('/connectors/shops')).status, 200)
    assert.equal((await viewer.post('/products/sync')).body.code, 'role_read_only')
  })

  test('disconnecting preserves the data, and reconnecting uses the same data again', async () => {
    const fake = await startShop()
    const { store, id } = await connected(fake)
    assert.equal((await store.api.delete(`/connectors/shops/${id}`)).status, 204)
    await service.runJobs()
    assert.equal((await liveSkus(store)).length, 3)
    await connected(fake, store)
    assert.equal((await store.api.get('/products?includeTotal=true')).body.pagination.total, 3)
  })

  test('a shop that only pushes its data has no sync', async () => {
    const store = await service.shop()
    const { status, body } = await store.api.post('/connectors/shops', { platform: 'custom' })
    assert.equal(status, 201)
    assert.equal(body.nextSyncAt, null)
    assert.equal((await store.api.post('/products/sync')).body.code, 'sync_not_supported')
  })
})

describe('syncing', () => {
  test('syncing an unchanged shop writes nothing, and missing products are retired', async () => {
    const fake = await startShop(20)
    const { store, id } = await connected(fake)
    await store.api.put('/products', [{ platformProductId: 'pushed', title: 'Pushed' }])
    const before = (await store.api.get('/products?limit=100')).body.data
    await readAgain(store)
    const unchanged = await lastSync(store, id)
    assert.deepEqual([unchanged.counts.unchanged, unchanged.counts.updated], [20, 0])
    assert.deepEqual((await store.api.get('/products?limit=100')).body.data, before)
    fake.products.splice(0, 2)
    await readAgain(store)
    const after = await lastSync(store, id)
    assert.deepEqual([after.status, after.counts.retired], ['completed', 2])
    const live = await liveSkus(store)
    assert.equal(live.length, 19)
    assert.ok(live.includes('Pushed'))
  })

  test('a sync with many removals waits for confirmation, then asks the shop again', async () => {
    const fake = await startShop(30)
    const { store, id } = await connected(fake)
    const gone = fake.products.splice(0, 12)
    await readAgain(store)
    const held = await lastSync(store, id)
    assert.deepEqual([held.status, held.wouldRetire], ['held', 12])
    assert.equal((await liveSkus(store)).length, 30)
    const list = await store.api.get(`/connectors/shops/${id}/syncs/${held.id}/retirements`)
    assert.equal(list.body.data.length, 12)
    const [back] = gone
    if (back) fake.products.push(back)
    const confirmed = await store.api.post(`/connectors/shops/${id}/syncs/${held.id}/confirm`)
    assert.equal(confirmed.status, 202, confirmed.text)
    await service.runJobs()
    assert.equal((await lastSync(store, id)).status, 'completed')
    assert.equal((await liveSkus(store)).length, 19)
  })

  test('an empty catalogue retires nothing, with or without a total', async () => {
    for (const hidesTotals of [false, true]) {
      const fake = await startShop(4)
      const { store } = await connected(fake)
      fake.products.length = 0
      fake.hidesTotals = hidesTotals
      await readAgain(store)
      assert.equal((await liveSkus(store)).length, 4)
    }
  })

  test('a failing shop retires nothing', async () => {
    const fake = await startShop(4)
    const { store, id } = await connected(fake)
    fake.troubles.push({ status: 500 }, { status: 500 })
    await store.api.post('/products/sync')
    await service.runJobs()
    const waiting = await lastSync(store, id)
    assert.ok(['queued', 'running', 'completed'].includes(waiting.status), waiting.status)
    assert.equal((await liveSkus(store)).length, 4)
    const { body } = await store.api.get(`/connectors/shops/${id}`)
    assert.equal(body.status, 'active')
  })

  test('revoked credentials fail the sync immediately and ask for a repair', async () => {
    const fake = await startShop(2)
    const { store, id } = await connected(fake)
    const good = fake.consumerSecret
    fake.consumerSecret = 'cs_1111111111111111111111111111111111111111'
    await readAgain(store)
    const { body } = await store.api.get(`/connectors/shops/${id}`)
    assert.deepEqual(
      [body.status, body.lastSync.status, body.lastSync.error.code],
      ['needs_reauth', 'failed', 'credentials_refused'],
    )
    assert.equal((await store.api.post('/products/sync')).body.code, 'needs_reauth')
    assert.equal((await store.api.post(`/connectors/shops/${id}/repair`)).body.code, 'credentials_refused')
    fake.consumerSecret = good
    const repaired = await store.api.post(`/connectors/shops/${id}/repair`)
    assert.equal(repaired.status, 200, repaired.text)
    await service.runJobs()
    assert.equal((await lastSync(store, id)).status, 'completed')
  })

  test('parallel requests share one sync', async () => {
    const fake = await startShop(2)
    const { store } = await connected(fake)
    const answers = await Promise.all(Array.from({ length: 8 }, () => store.api.post('/products/sync')))
    assert.equal(new Set(answers.map(({ body }) => body.id)).size, 1)
    await service.runJobs()
  })

  test('a paused shop is not read', async () => {
    const fake = await startShop(2)
    const { store, id } = await connected(fake)
    await store.api.patch(`/connectors/shops/${id}`, { paused: true })
    assert.equal((await store.api.post('/products/sync')).body.code, 'connection_paused')
    await store.api.patch(`/connectors/shops/${id}`, { paused: false, name: 'Our shop' })
    assert.equal((await store.api.get(`/connectors/shops/${id}`)).body.name, 'Our shop')
    await readAgain(store)
  })
})

test('recent orders are imported once', async () => {
  const fake = await startShop(1)
  const placed = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 19)
  fake.addOrder({
    status: 'completed',
    total: '24.90',
    currency: 'EUR',
    date_created_gmt: placed,
    date_modified_gmt: placed,
    billing: { email: 'jane@customer.example', first_name: 'Jane', last_name: 'Doe', country: 'DE' },
  })
  const store = await service.shop()
  await store.api.post('/connectors/shops', bodyFor(fake, { backfillDays: 30 }))
  await service.runJobs()
  const { body } = await store.api.get('/orders')
  assert.deepEqual(
    body.data.map(({ total, customerName }: { total: string; customerName: string }) => [total, customerName]),
    [['24.90', 'Jane Doe']],
  )
})
