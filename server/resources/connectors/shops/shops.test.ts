import assert from 'node:assert/strict'
import test, { beforeEach } from 'node:test'
import { ShopFailure, type ShopOrder } from '#integrations/shops/shop.ts'
import { sql } from '#platform/db/query.ts'
import { makeProduct, type PlainShop, startPlainShop } from '#test/fakes/shops/plain.ts'
import { provideService, type Shop } from '#test/service.ts'

const service = provideService({ env: { SHOPIFY_CLIENT_ID: 'client', SHOPIFY_CLIENT_SECRET: 'shpss_new,shpss_old' } })
let shop: Shop
let plain: PlainShop
beforeEach(async () => {
  plain?.restore()
  plain = startPlainShop()
  shop = await service.shop()
})

const body = () => ({ platform: 'medusa', address: 'http://localhost:9000', credentials: { apiKey: plain.goodKey } })
const many = (count: number, from = 0) => Array.from({ length: count }, (_, i) => makeProduct(`p${from + i}`, 2))

async function connect(): Promise<string> {
  const answer = await shop.api.post('/connectors/shops', body())
  assert.equal(answer.status, 201, answer.text)
  return answer.body.id
}
const lastSync = async (id: string) => (await shop.api.get(`/connectors/shops/${id}`)).body.lastSync
const syncAgain = async (id: string) => {
  const answer = await shop.api.post('/products/sync')
  assert.equal(answer.status, 202, answer.text)
  await service.runJobs()
  return lastSync(id)
}
const live = async () => {
  const { data } = (await shop.api.get('/products?limit=100')).body
  return data.filter(({ status }: { status: string }) => status === 'active').length
}

test('a shop is connected, and its catalogue is read page by page', async () => {
  plain.products = many(70)
  const created = await shop.api.post('/connectors/shops', body())
  assert.equal(created.status, 201, created.text)
  assert.match(created.body.webhookSecret, /^whsec_[A-Za-z0-9+/]{43}=$/)
  await service.runJobs()
  const read = await shop.api.get(`/connectors/shops/${created.body.id}`)
  assert.equal(read.body.lastSync.status, 'completed', read.text)
  assert.deepEqual(read.body.lastSync.progress, { read: 70, total: 70 })
  assert.equal(read.body.lastSync.counts.created, 70)
  assert.equal(read.body.webhookSecret, undefined)
  assert.ok(!read.text.includes(plain.goodKey) && !created.text.includes(plain.goodKey))
  assert.equal(await live(), 70)
  const { data } = (await shop.api.get('/products')).body
  assert.deepEqual(data[0].categories, ['Mugs'])
  assert.ok(Date.parse(read.body.nextSyncAt) > Date.parse(read.body.createdAt))
})

test('a shop that refuses the connection or is already connected is not stored', async () => {
  const refused = await shop.api.post('/connectors/shops', { ...body(), credentials: { apiKey: 'sk_wrong' } })
  assert.equal(refused.status, 400)
  assert.equal(refused.body.code, 'credentials_refused')
  plain.failures.push(new ShopFailure('shop_failed', 'It is down.'))
  assert.equal((await shop.api.post('/connectors/shops', body())).body.code, 'shop_unreachable')
  assert.deepEqual((await shop.api.get('/connectors/shops')).body.data, [])
  await connect()
  assert.equal((await shop.api.post('/connectors/shops', body())).body.code, 'shop_already_connected')
})

test('missing products are requested by id, retired, and restored under the same id', async () => {
  plain.products = many(30)
  const id = await connect()
  await service.runJobs()
  const before = (await shop.api.get('/products/by-platform-id/p29')).body
  const gone = plain.products.splice(28)
  plain.hidden = gone.slice(0, 1)
  const sync = await syncAgain(id)
  assert.equal(sync.status, 'completed', JSON.stringify(sync))
  assert.equal(sync.counts.retired, 2)
  assert.equal(await live(), 29)
  plain.products.push(...gone)
  const back = await syncAgain(id)
  assert.equal(back.counts.returned, 2)
  assert.equal(await live(), 30)
  const after = (await shop.api.get('/products/by-platform-id/p29')).body
  assert.equal(after.id, before.id)
})

test('a sync with unusually many removals waits, lists them, and retires after confirmation', async () => {
  plain.products = many(30)
  const id = await connect()
  await service.runJobs()
  plain.products = plain.products.slice(0, 20)
  const held = await syncAgain(id)
  assert.equal(held.status, 'held', JSON.stringify(held))
  assert.equal(held.wouldRetire, 20)
  assert.equal(await live(), 30)
  const list = await shop.api.get(`/connectors/shops/${id}/syncs/${held.id}/retirements`)
  assert.equal(list.body.data.length, 10)
  const mails = await service.service.db.system('read', (tx) =>
    tx.all<{ recipient: string; text_body: string }>(
      sql`select recipient, text_body from mailbox where organization_id = ${shop.organizationId}`,
    ),
  )
  assert.deepEqual(
    mails.map(({ recipient }) => recipient),
    [shop.ownerEmail],
  )
  const link = `${service.service.services.origin}/admin/stores/${shop.storeEnvId}/settings/shop/reads/${held.id}`
  assert.ok(mails[0]?.text_body.split('\n').includes(link), JSON.stringify(mails))
  const confirmed = await shop.api.post(`/connectors/shops/${id}/syncs/${held.id}/confirm`)
  assert.equal(confirmed.status, 202, confirmed.text)
  await service.runJobs()
  const done = (await shop.api.get(`/connectors/shops/${id}/syncs/${held.id}`)).body
  assert.equal(done.status, 'completed')
  assert.equal(done.counts.retired, 20)
  assert.equal(await live(), 20)
})

test('two parallel requests share one sync, which continues after the shop fails', async () => {
  plain.products = many(120)
  const id = await connect()
  await service.runJobs()
  const [one, two] = await Promise.all([shop.api.post('/products/sync'), shop.api.post('/products/sync')])
  assert.equal(one.body.id, two.body.id)
  plain.failures.push(new ShopFailure('throttled', 'Wait.', 90_000))
  await service.runJobs()
  const waiting = await lastSync(id)
  assert.equal(waiting.status, 'running', JSON.stringify(waiting))
  const restMs = Date.parse(waiting.pausedUntil) - service.service.clock.nowMs()
  assert.ok(restMs > 80_000 && restMs <= 90_000, String(restMs))
  service.advance(91_000)
  await service.runJobs()
  const sync = await syncAgain(id)
  assert.equal(sync.status, 'completed', JSON.stringify(sync))
  assert.equal(await live(), 100)
})

test('endless pages and rejected credentials end the sync', async () => {
  plain.products = many(60)
  const id = await connect()
  plain.isEndless = true
  await service.runJobs()
  assert.equal((await lastSync(id)).error.code, 'endless_pages')
  plain.isEndless = false
  plain.goodKey = 'sk_another_good_key'
  await syncAgain(id)
  const row = (await shop.api.get(`/connectors/shops/${id}`)).body
  assert.equal(row.status, 'needs_reauth')
  assert.equal((await shop.api.post('/products/sync')).body.code, 'needs_reauth')
  const repaired = await shop.api.post(`/connectors/shops/${id}/repair`, { credentials: { apiKey: plain.goodKey } })
  assert.equal(repaired.body.status, 'active', repaired.text)
  await service.runJobs()
  assert.equal((await lastSync(id)).status, 'completed')
})

test('disconnecting removes the shop and preserves its data', async () => {
  plain.products = many(3)
  const id = await connect()
  await service.runJobs()
  assert.equal((await shop.api.delete(`/connectors/shops/${id}`)).status, 204)
  assert.equal((await shop.api.get(`/connectors/shops/${id}`)).status, 404)
  assert.equal(await live(), 3)
  assert.equal((await shop.api.post('/products/sync')).body.code, 'shop_not_connected')
  assert.equal(await connect(), id)
})

test('another store cannot see a shop, and the e-mail provider endpoint returns no shop', async () => {
  const id = await connect()
  const other = await service.shop()
  assert.equal((await other.api.get(`/connectors/shops/${id}`)).status, 404)
  assert.equal((await other.api.delete(`/connectors/shops/${id}`)).status, 404)
  assert.equal((await shop.api.get(`/connectors/${id}`)).status, 404)
})

const makeOrder = (id: string, more: Partial<ShopOrder> = {}): ShopOrder => ({
  platformOrderId: id,
  orderNumber: null,
  email: 'jane@customer.example',
  customerName: 'Jane Doe',
  currency: 'EUR',
  total: '24.90',
  refundedTotal: '0',
  placedAt: new Date(Date.now() - 3 * 86_400_000),
  fulfilledAt: null,
  deliveredAt: null,
  cancelledAt: null,
  locale: null,
  country: null,
  acceptsMarketing: null,
  lineItems: [
    { platformProductId: 'p0', platformVariantId: null, sku: null, title: null, quantity: 1, unitPrice: null },
  ],
  updatedAt: new Date('2026-11-01T10:00:00Z'),
  ...more,
})

test('orders from before the connection are imported, and their buyers get no review request', async () => {
  plain.products = many(1)
  plain.orders = [makeOrder('1', { total: '1.123456789', currency: 'NIL' })]
  await connect()
  await service.runJobs()
  const read = async (id: string) => (await shop.api.get(`/orders/by-platform-id/${id}`)).body
  assert.deepEqual([(await read('1')).total, (await read('1')).currency], ['1.123456', null])
  assert.equal((await read('1')).reviewRequest.reason, 'before_connection')
  const pushed = { platformOrderId: '2', email: 'bo@customer.example', lineItems: [{ platformProductId: 'p0' }] }
  const at = (ms: number) => new Date(service.service.services.clock.now().getTime() + ms).toISOString()
  await shop.api.put('/orders', [{ ...pushed, placedAt: at(-86_400_000) }])
  assert.equal((await read('2')).reviewRequest.reason, 'before_connection')
  await shop.api.put('/orders', [{ ...pushed, platformOrderId: '3', placedAt: at(1_000) }])
  assert.equal((await read('3')).reviewRequest.reason, null)
})

test('an order changes nothing if it is older than the stored version', async () => {
  plain.products = many(1)
  plain.orders = [makeOrder('1', { total: '20.00' })]
  const id = await connect()
  await service.runJobs()
  plain.orders = [makeOrder('1', { total: '30.00', updatedAt: new Date('2026-11-01T09:00:00Z') })]
  await syncAgain(id)
  const total = async () => (await shop.api.get('/orders/by-platform-id/1')).body.total
  assert.equal(await total(), '20.00')
  plain.orders = [makeOrder('1', { total: '15.00', updatedAt: new Date('2026-11-01T11:00:00Z') })]
  await syncAgain(id)
  assert.equal(await total(), '15.00')
})
