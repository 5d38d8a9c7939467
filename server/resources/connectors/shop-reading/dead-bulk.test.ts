import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { perform } from '#platform/jobs/jobs.ts'
import { addProduct, type FakeShopify, startShopify } from '#test/fakes/shops/shopify.ts'
import { freezeClock } from '#test/frozen-clock.ts'
import { type Shop, startService, type TestService } from '#test/service.ts'
import { jobs } from '../../../entry/areas.ts'

let fake: FakeShopify
let service: TestService
before(async () => {
  fake = await startShopify({ now: () => service?.service.clock.nowMs() ?? Date.now() })
  addProduct(fake.data, { title: 'Mug' })
  service = await startService({ env: { SHOPIFY_ORIGIN: fake.origin } })
})
after(async () => {
  await service.close()
  await fake.close()
})

const credentials = { accessToken: 'shpat_good', clientSecret: 'own-secret' }
async function connect(shop: Shop): Promise<string> {
  const wanted = { platform: 'shopify', address: 'acme.myshopify.com', credentials }
  const { status, body, text } = await shop.api.post('/connectors/shops', wanted)
  assert.equal(status, 201, text)
  return body.id
}
const started = () => fake.calls.filter(({ document }) => document === 'startBulk').length
const lastSync = async (shop: Shop, id: string) => (await shop.api.get(`/connectors/shops/${id}`)).body.lastSync

/** Runs the job like a worker, even if the job is not due by the queue's own clock. */
async function read({ storeEnvId, organizationId }: Shop): Promise<void> {
  const job = jobs.find(({ id }) => id === 'shops.read') ?? assert.fail()
  const { db, services } = service.service
  await perform(job, { db, services, stopping: new AbortController().signal }, { storeEnvId, organizationId })
}

for (const how of ['a retry', 'a sync by hand'])
  test(`after four failed bulk operations, ${how} starts a new one`, async () => {
    const shop = await service.shop()
    fake.bulk.end = 'FAILED'
    const id = await connect(shop)
    const before = started()
    await read(shop)
    const failed = await lastSync(shop, id)
    assert.deepEqual([failed.status, failed.error.code, started() - before], ['running', 'shop_failed', 4])
    fake.bulk.end = 'COMPLETED'
    if (how === 'a retry') freezeClock(service, Date.parse(failed.pausedUntil) + 1)
    else assert.equal((await shop.api.post('/products/sync')).status, 202)
    await read(shop)
    assert.equal(started() - before >= 5, true)
    assert.equal((await shop.api.get('/products')).body.data[0]?.title, 'Mug')
    await shop.api.delete(`/connectors/shops/${id}`)
  })

test('an order from the same second as the connection does not count as earlier', async () => {
  const shop = await service.shop()
  const second = Math.ceil(service.service.clock.nowMs() / 1_000) * 1_000
  freezeClock(service, second + 700)
  await connect(shop)
  const order = (platformOrderId: string, at: number) => ({
    platformOrderId,
    email: 'bo@customer.example',
    placedAt: new Date(at).toISOString(),
    lineItems: [{ platformProductId: 'p' }],
  })
  await shop.api.put('/products', [{ platformProductId: 'p', title: 'P' }])
  await shop.api.put('/orders', [order('same', second), order('before', second - 1_000)])
  const reason = async (id: string) => (await shop.api.get(`/orders/by-platform-id/${id}`)).body.reviewRequest.reason
  assert.deepEqual([await reason('same'), await reason('before')], [null, 'before_connection'])
})
