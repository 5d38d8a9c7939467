import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sql } from '#platform/db/query.ts'
import { allScopes, type FakeShopify, startShopify } from '#test/fakes/shops/shopify.ts'
import { type Shop, startService, type TestService } from '#test/service.ts'
import { createSender, listEvents, type Sent } from '../webhooks.testing.ts'

let service: TestService
let shopify: FakeShopify
before(async () => {
  shopify = await startShopify({ now: () => service?.service.clock.now().getTime() ?? Date.now() })
  service = await startService({
    env: { SHOPIFY_ORIGIN: shopify.origin, SHOPIFY_CLIENT_ID: 'app-id', SHOPIFY_CLIENT_SECRET: 'app-secret' },
  })
})
after(async () => {
  await service.close()
  await shopify.close()
})

let shops = 0
async function installed() {
  const shop = await service.shop()
  shopify.data.domain = `privacy-${++shops}.myshopify.com`
  const address = shopify.data.domain
  const { body } = await shop.api.post('/connectors/shops', { platform: 'shopify', address, backfillDays: 0 })
  const code = `code-${body.id}`
  shopify.codes.set(code, { clientId: 'app-id', scopes: allScopes })
  const state = new URL(body.installUrl).searchParams.get('state') ?? ''
  const timestamp = String(Math.floor(service.service.clock.now().getTime() / 1000))
  const query = new URLSearchParams({ code, shop: address, state, timestamp })
  query.set('hmac', createHmac('sha256', 'app-secret').update(query.toString()).digest('hex'))
  const back = await (await shop.signedIn()).get(`/connectors/shopify/callback?${query}`)
  assert.equal(back.status, 302, back.text)
  await service.runJobs()
  const own = createSender(service, shop, 'shopify', body.id)
  const hear = async (said: object, sent: Sent) => {
    const answer = await own(said, { secret: 'app-secret', shopDomain: address, ...sent })
    assert.equal(answer.status, 200, answer.text)
    await service.runJobs()
  }
  return {
    shop,
    id: body.id as string,
    hear,
    app: (topic: string, said: object) => hear(said, { topic, path: '/webhooks/shopify' }),
  }
}

const order = (id: number, email: string | null) => ({
  id,
  name: `#${id}`,
  email,
  currency: 'EUR',
  total_price: '20.00',
  created_at: '2026-11-20T10:00:00Z',
  updated_at: '2026-11-20T10:00:00Z',
  billing_address: { name: `Buyer ${id}`, country_code: 'AT' },
  line_items: [],
})
const created = { topic: 'orders/create' }
const buyers = async (shop: Shop): Promise<Record<string, unknown>> => {
  const { body } = await (await shop.signedIn()).get('/orders?limit=100')
  return Object.fromEntries(
    body.data.map((each: Record<string, unknown>) => [each.platformOrderId, `${each.email} ${each.customerName}`]),
  )
}
const review = (shop: Shop, platformProductId: string, authorEmail: string) =>
  shop.api.post('/reviews', { platformProductId, rating: 5, body: 'Good', authorName: 'Ada B.', authorEmail })

test('a customer is erased with orders, webhooks and all other data; other customers stay', async () => {
  const { shop, hear, app } = await installed()
  await hear(order(1, 'ada@customer.example'), created)
  await hear(order(2, null), created)
  await hear(order(3, 'ada.second@customer.example'), created)
  await hear(order(4, 'bob@customer.example'), created)
  await app('customers/redact', {
    shop_domain: shopify.data.domain,
    customer: { id: 9, email: 'Ada@customer.example', phone: null },
    orders_to_redact: [2, 3],
  })
  assert.deepEqual(await buyers(shop), {
    1: 'null null',
    2: 'null null',
    3: 'null null',
    4: 'bob@customer.example Buyer 4',
  })
  const owner = await shop.signedIn()
  const events = await listEvents(shop)
  assert.deepEqual(
    events.map(({ state }) => state),
    ['processed', 'processed', 'processed', 'processed', 'processed'],
  )
  for (const { id, topic, resourceId } of events) {
    const { payload } = (await owner.get(`/webhooks/admin/events/${id}`)).body
    assert.equal(payload !== null, resourceId === '4', `${topic} ${resourceId}`)
  }
})

test("a data request notifies the owners, with the buyer's address masked", async () => {
  const { shop, app } = await installed()
  await app('customers/data_request', {
    shop_domain: shopify.data.domain,
    customer: { id: 9, email: 'ada.byron@customer.example' },
    orders_requested: [11, 12],
  })
  const { body } = await (await shop.signedIn()).get('/webhooks/admin/events?topic=customers/data_request')
  assert.equal(body.data[0].state, 'processed')
  await service.runJobs()
  const mails = await service.service.db.system('read', (tx) =>
    tx.all<{ recipient: string; text_body: string }>(
      sql`select recipient, text_body from mailbox where organization_id = ${shop.organizationId}`,
    ),
  )
  assert.deepEqual(
    mails.map(({ recipient }) => recipient),
    [shop.ownerEmail],
  )
  assert.match(String(mails[0]?.text_body), /11, 12/)
  assert.doesNotMatch(String(mails[0]?.text_body), /ada\.byron/)
})

test('shop redaction erases connection, webhooks and buyers, and preserves products and reviews', async () => {
  const { shop, id, hear, app } = await installed()
  const owner = await shop.signedIn()
  await owner.put('/customers/erasure-settings', { mode: 'delete' })
  for (let i = 1; i <= 45; i++) await hear(order(100 + i, i % 3 === 0 ? null : `buyer${i}@customer.example`), created)
  await shop.api.put('/products', [{ platformProductId: 'mug', title: 'Mug', sku: 'M' }])
  await shop.api.put('/orders', [
    {
      platformOrderId: 'own',
      email: 'own@customer.example',
      customerName: 'Own',
      placedAt: '2026-11-20T10:00:00Z',
      lineItems: [],
    },
  ])
  const written = await review(shop, 'mug', 'buyer1@customer.example')
  assert.equal(written.status, 201, written.text)
  await app('shop/redact', { shop_id: 1, shop_domain: shopify.data.domain })
  assert.equal((await shop.api.get(`/connectors/shops/${id}`)).status, 404)
  const left = await buyers(shop)
  assert.equal(left.own, 'own@customer.example Own', 'what was pushed was not of the shop')
  delete left.own
  assert.equal(Object.keys(left).length, 45)
  assert.ok(Object.values(left).every((each) => each === 'null null'))
  assert.equal((await shop.api.get('/products')).body.data.length, 1)
  const { data: reviews } = (await owner.get('/reviews')).body
  assert.deepEqual([reviews.length, reviews[0].authorEmail], [1, null])
  for (const event of await listEvents(shop)) {
    assert.equal((await owner.get(`/webhooks/admin/events/${event.id}`)).body.payload, null)
    assert.equal(event.state, 'processed')
  }
})

test('a store with a disconnected shop receives redactions and no other webhooks', async () => {
  const { shop, id, hear, app } = await installed()
  await hear(order(201, 'ada@customer.example'), created)
  await shop.api.delete(`/connectors/shops/${id}`)
  await service.runJobs()
  await app('shop/redact', { shop_id: 1, shop_domain: shopify.data.domain })
  assert.deepEqual(await buyers(shop), { 201: 'null null' })
})

test('uninstalling the app leads to needs_reauth; a late report after reinstallation changes nothing', async () => {
  const { shop, id, hear } = await installed()
  const status = async () => (await shop.api.get(`/connectors/shops/${id}`)).body.status
  const now = service.service.clock.now().getTime()
  await hear({ id: 1 }, { topic: 'app/uninstalled', at: new Date(now - 3_600_000) })
  assert.equal(await status(), 'active')
  service.advance(1000)
  await hear({ id: 1, updated_at: '2020-01-01T00:00:00Z' }, { topic: 'app/uninstalled', at: new Date(now + 3_600_000) })
  assert.equal(await status(), 'needs_reauth')
})
