import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, type TestContext, test } from 'node:test'
import { ShopFailure, type ShopOrder } from '#integrations/shops/shop.ts'
import { sql } from '#platform/db/query.ts'
import { makeCategory, makeProduct, type PlainShop, startPlainShop } from '#test/fakes/shops/plain.ts'
import { type FakeShopify, startShopify } from '#test/fakes/shops/shopify.ts'
import { freezeClock } from '#test/frozen-clock.ts'
import { day, type Shop, startService, type TestService } from '#test/service.ts'
import { createSender, listEvents, type Sent } from '../webhooks.testing.ts'

let service: TestService
let shopify: FakeShopify
let plain: PlainShop
before(async () => {
  shopify = await startShopify({ now: () => service?.service.clock.now().getTime() ?? Date.now() })
  service = await startService({ env: { SHOPIFY_ORIGIN: shopify.origin } })
})
after(async () => {
  plain?.restore()
  await service.close()
  await shopify.close()
})
beforeEach(() => {
  plain?.restore()
  plain = startPlainShop()
})

/** Disconnects the Shopify shop of the previous test, because a shop belongs to one organization at a time. */
let leaveShopify = async (): Promise<unknown> => undefined

async function connected(platform: 'medusa' | 'shopify' = 'medusa') {
  const store = await service.shop()
  const how =
    platform === 'medusa'
      ? { address: 'http://localhost:9000', credentials: { apiKey: plain.goodKey } }
      : { address: 'acme.myshopify.com', credentials: { accessToken: 'shpat_good', clientSecret: 'own-secret' } }
  if (platform === 'shopify') await leaveShopify()
  const answer = await store.api.post('/connectors/shops', { platform, backfillDays: 0, ...how })
  assert.equal(answer.status, 201, answer.text)
  await service.runJobs()
  const id: string = answer.body.id
  if (platform === 'shopify') leaveShopify = () => store.api.delete(`/connectors/shops/${id}`)
  const send = createSender(service, store, platform, id)
  return {
    store,
    id,
    send,
    async hear(said: unknown, sent: Sent = {}) {
      const answer = await send(said, sent)
      assert.equal(answer.status, 200, answer.text)
      await service.runJobs()
      return (await listEvents(store))[0] ?? assert.fail()
    },
  }
}

const order = (id: string, more: Partial<ShopOrder> = {}): ShopOrder => ({
  platformOrderId: id,
  orderNumber: id,
  email: 'ada@customer.example',
  customerName: 'Ada Byron',
  currency: 'EUR',
  total: '20.00',
  refundedTotal: '0',
  placedAt: new Date('2026-11-20T10:00:00Z'),
  fulfilledAt: null,
  deliveredAt: null,
  cancelledAt: null,
  locale: null,
  country: null,
  acceptsMarketing: null,
  lineItems: [],
  updatedAt: new Date('2026-11-20T10:00:00Z'),
  ...more,
})
const updated = (id: string) => ({ type: 'order.updated', data: { id } })
const productUpdated = (id: string, type = 'product.updated') => ({ type, data: { id } })
const findOrder = async (store: Shop, id: string) => {
  const { body } = await (await store.signedIn()).get(`/orders?orderNumber=${id}`)
  return body.data[0]
}
const titles = async (store: Shop) =>
  (await store.api.get('/products?limit=100&status=active')).body.data
    .map(({ title }: { title: string }) => title)
    .sort()

const body = (id: number, updatedAt: string, more: object = {}) => ({
  id,
  name: `#${id}`,
  email: 'ada@customer.example',
  currency: 'EUR',
  total_price: '20.00',
  created_at: '2026-11-20T10:00:00Z',
  updated_at: updatedAt,
  billing_address: { name: 'Ada Byron', country_code: 'AT' },
  line_items: [],
  ...more,
})

describe('orders', () => {
  test('an order is read once for all its webhooks, and stored like a pushed order', async () => {
    const { store, send, hear } = await connected()
    plain.orders = [order('o1', { total: '12.50' })]
    await send(updated('o1'))
    await send(updated('o1'))
    plain.calls = []
    const event = await hear(updated('o1'))
    assert.deepEqual([event.state, event.attempts, event.error], ['processed', 1, null])
    assert.ok(event.processedAt)
    assert.equal((await findOrder(store, 'o1')).total, '12.50')
    assert.deepEqual(plain.calls, ['order'])
    assert.ok((await listEvents(store)).every(({ state }) => state === 'processed'))
  })

  test('orders are stored in the version that the platform changed last, in any order of arrival', async () => {
    const { store, hear } = await connected('shopify')
    await hear(body(7, '2026-11-21T12:00:00Z', { total_price: '30.00' }), { topic: 'orders/updated' })
    const late = await hear(body(7, '2026-11-21T11:00:00Z', { total_price: '10.00' }), { topic: 'orders/create' })
    assert.equal(late.state, 'processed')
    assert.equal((await findOrder(store, '7')).total, '30.00')
    await hear(body(7, '2026-11-21T13:00:00Z', { total_price: '40.00' }), { topic: 'orders/updated' })
    assert.equal((await findOrder(store, '7')).total, '40.00')
  })

  test('the newest of several order bodies that are written concurrently is stored', async () => {
    const { store, send } = await connected('shopify')
    const times = Array.from({ length: 12 }, (_, i) => `2026-11-21T12:00:${String(10 + i)}Z`)
    await Promise.all(
      times.map((at, i) => send(body(8, at, { total_price: `${i + 1}.00` }), { topic: 'orders/updated' })),
    )
    await Promise.all([service.runJobs(), service.runJobs(), service.runJobs()])
    assert.equal((await findOrder(store, '8')).total, '12.00')
  })

  test('a removed item of an order gets no review request, and its review is not verified', async () => {
    const { store, hear } = await connected('shopify')
    const products = ['11', '12'].map((platformProductId) => ({ platformProductId, title: platformProductId }))
    assert.equal((await store.api.put('/products', products)).status, 200)
    const item = (id: number, current_quantity: number) => ({
      id,
      product_id: id,
      variant_id: id,
      title: 'Shoe',
      quantity: 1,
      current_quantity,
      price: '10.00',
    })
    const placed = { line_items: [item(11, 1), item(12, 1)] }
    await hear(body(9, '2026-11-21T12:00:00Z', placed), { topic: 'orders/create' })
    const removed = {
      line_items: [item(11, 1), item(12, 0)],
      refunds: [
        {
          created_at: '2026-11-21T13:00:00Z',
          refund_line_items: [{ line_item_id: 12, quantity: 1, restock_type: 'cancel' }],
          transactions: [],
        },
      ],
    }
    await hear(body(9, '2026-11-21T13:00:00Z', removed), { topic: 'orders/updated' })
    const { lineItems } = await findOrder(store, '9')
    assert.deepEqual(
      lineItems.map(({ platformProductId }: { platformProductId: string }) => platformProductId),
      ['11'],
    )
    for (const platformProductId of ['11', '12']) {
      const { body: review } = await store.api.post('/reviews', {
        platformProductId,
        rating: 5,
        body: 'Fits.',
        authorName: 'Ada',
        authorEmail: 'ada@customer.example',
      })
      assert.equal(review.verified, platformProductId === '11')
    }
  })

  test('an order that is not stored yet is read from the shop, and orders unknown to the shop are ignored', async () => {
    const { store, hear } = await connected()
    const event = await hear(updated('gone'))
    assert.deepEqual(
      [event.state, event.error],
      ['ignored', 'The shop has no such order, or the order was never placed.'],
    )
    plain.orders = [order('o2', { refundedTotal: '5.00' })]
    await hear(updated('o2'))
    assert.equal((await findOrder(store, 'o2')).refundedTotal, '5.00')
  })

  test('orders are cancelled when the shop deletes them, unless they were fulfilled', async () => {
    const { store, hear } = await connected('shopify')
    await hear(body(21, '2026-11-21T12:00:00Z'), { topic: 'orders/create' })
    const fulfillments = [{ status: 'success', created_at: '2026-11-21T12:00:00Z', updated_at: '2026-11-21T12:00:00Z' }]
    const shipped = body(22, '2026-11-21T12:00:00Z', { fulfillment_status: 'fulfilled', fulfillments })
    await hear(shipped, { topic: 'orders/create' })
    for (const id of [21, 22]) await hear({ id }, { topic: 'orders/delete' })
    assert.ok((await findOrder(store, '21')).cancelledAt)
    assert.equal((await findOrder(store, '22')).cancelledAt, null)
  })

  test("orders of a shop are processed even while the store's subscription has lapsed", async () => {
    const { store, hear } = await connected()
    await service.service.db.store(store, 'write', (tx) =>
      tx.run(sql`update subscriptions set status = 'expired' where store_env_id = ${tx.storeEnvId}`),
    )
    plain.orders = [order('o3')]
    assert.equal((await hear(updated('o3'))).state, 'processed')
  })

  test('webhooks for tests, unknown topics and empty bodies are ignored with a reason', async () => {
    const { hear } = await connected('shopify')
    for (const [topic, said] of [
      ['orders/create', body(9, '2026-11-21T12:00:00Z', { test: true })],
      ['carts/update', { id: 1 }],
      ['orders/create', '[1,2]'],
      ['orders/create', 'not JSON'],
      ['', {}],
      ['💥\u{10FFFF}', { id: 1 }],
    ] as const) {
      const event = await hear(said, { topic: encodeURI(topic) })
      assert.equal(event.state, 'ignored', topic)
      assert.ok(String(event.error).length > 5)
    }
  })
})

describe('products', () => {
  test('products of a shop are read again and stored as in the shop, and missing variants are retired', async () => {
    plain.products = [makeProduct('p1', 3), makeProduct('p2', 1)]
    const { store, hear } = await connected()
    plain.products = [{ ...makeProduct('p1', 2), title: 'Renamed' }, makeProduct('p2', 1), makeProduct('p3', 1)]
    await hear(productUpdated('p1'))
    await hear(productUpdated('p3'))
    assert.deepEqual(await titles(store), ['Product p2', 'Product p3', 'Renamed'])
    const { body: found } = await store.api.get('/products?limit=100')
    const renamed = found.data.find(({ title }: { title: string }) => title === 'Renamed')
    assert.deepEqual(renamed.categories, ['Mugs'])
    const { data: sorted } = (await store.api.get('/categories')).body
    assert.deepEqual([sorted[0].name, sorted[0].source, sorted[0].productCount], ['Mugs', 'shop', 3])
    const { body: one } = await store.api.get(`/products/${renamed.id}`)
    assert.equal(one.variants.filter(({ retiredAt }: { retiredAt: string | null }) => retiredAt === null).length, 2)
  })

  test('products of a shop are retired when missing in the shop, if they came from the shop', async () => {
    plain.products = [makeProduct('p1'), makeProduct('p2')]
    const { store, hear } = await connected()
    await store.api.put('/products', [{ platformProductId: 'pushed', title: 'Pushed', sku: 'P' }])
    plain.products = [makeProduct('p2')]
    await hear(productUpdated('p1', 'product.deleted'))
    await hear(productUpdated('pushed', 'product.deleted'))
    // The deletion is reported late: the product exists again.
    await hear(productUpdated('p2', 'product.deleted'))
    assert.deepEqual(await titles(store), ['Product p2', 'Pushed'])
    plain.products = [makeProduct('p1'), makeProduct('p2')]
    await hear(productUpdated('p1'))
    assert.deepEqual(await titles(store), ['Product p1', 'Product p2', 'Pushed'])
  })

  test('only a product in an unknown category causes a read of the shop’s categories', async () => {
    plain.products = [makeProduct('p1')]
    const { store, hear } = await connected()
    plain.calls.length = 0
    await hear(productUpdated('p1'))
    assert.ok(plain.calls.includes('find') && !plain.calls.includes('categories'), plain.calls.join())
    plain.categories.push(makeCategory('c2', 'Teapots', 'c1'))
    plain.products = [{ ...makeProduct('p1'), categoryIds: ['c1', 'c2'] }]
    await hear(productUpdated('p1'))
    assert.ok(plain.calls.includes('categories'))
    const { body } = await store.api.get('/products?limit=100')
    assert.deepEqual(body.data[0].categories.toSorted(), ['Mugs', 'Teapots'])
    plain.categories.pop()
  })

  test('a moved variant belongs to its new product', async () => {
    plain.products = [makeProduct('p1', 2), makeProduct('p2', 1)]
    const { store, hear } = await connected()
    const [moved, ...rest] = makeProduct('p1', 2).variants
    plain.products = [
      { ...makeProduct('p1'), variants: rest },
      { ...makeProduct('p2'), variants: [...makeProduct('p2').variants, ...(moved ? [moved] : [])] },
    ]
    const event = await hear(productUpdated('p2'))
    assert.equal(event.state, 'processed')
    const { body: found } = await store.api.get('/products?limit=100')
    const p2 = found.data.find(({ title }: { title: string }) => title === 'Product p2')
    assert.equal((await store.api.get(`/products/${p2.id}`)).body.variants.length, 2)
  })
})

describe('failures', () => {
  const failed = () => new ShopFailure('shop_unreachable', 'The shop did not answer in time.')
  /** Freezes the clock and advances it exactly, because nightly jobs in between may take seconds. */
  const holdClock = (t: TestContext) => {
    const { clock } = service.service
    let at = clock.nowMs()
    let go = freezeClock(service, at)
    t.after(() => go())
    return async (ms: number) => {
      go()
      at += ms
      service.advance(at - clock.nowMs())
      go = freezeClock(service, at)
      await service.runJobs()
      await service.tick()
      await service.runJobs()
    }
  }

  test('webhooks are retried with growing pauses while a shop is unavailable, then fail', async (t) => {
    const { store, hear } = await connected()
    const after = holdClock(t)
    plain.orders = [order('o1')]
    // Only order requests fail. Other requests, such as the nightly import in these hours, succeed.
    plain.fails = (name) => (name === 'order' ? failed() : undefined)
    let event = await hear(updated('o1'))
    for (const [attempts, delayMs] of [30_000, 120_000, 600_000, 3_600_000, 21_600_000].entries()) {
      assert.deepEqual([event.state, event.attempts, event.error], ['received', attempts + 1, failed().message])
      const calls = plain.calls.length
      await after(delayMs - 5_000)
      assert.equal(plain.calls.slice(calls).filter((name) => name === 'order').length, 0, 'not before its time')
      // The job is on time, but by the test's clock its wake-up is up to two minutes late.
      await after(125_000)
      event = (await listEvents(store))[0] ?? assert.fail()
    }
    assert.deepEqual([event.state, event.attempts, event.processedAt], ['failed', 6, null])
    assert.equal((await listEvents(store, '&state=failed')).length, 1)
    plain.fails = undefined
    const again = await store.api.post(`/webhooks/admin/events/${event.id}/reprocess`)
    assert.deepEqual([again.status, again.body.state, again.body.attempts], [202, 'received', 0])
    await service.runJobs()
    assert.equal((await listEvents(store))[0]?.state, 'processed')
    assert.ok(await findOrder(store, 'o1'))
  })

  test('a pause that the shop requests is respected; each run asks an unavailable shop once', async (t) => {
    const { store, send, hear } = await connected()
    const after = holdClock(t)
    plain.orders = [order('o1'), order('o2')]
    plain.failures = [new ShopFailure('throttled', 'The shop asks us to wait.', 900_000)]
    await send(updated('o2'))
    plain.calls = []
    await hear(updated('o1'))
    assert.equal(plain.calls.length, 1)
    await after(300_000)
    assert.ok((await listEvents(store)).every(({ state }) => state === 'received'))
    await after(700_000)
    assert.ok((await listEvents(store)).every(({ state }) => state === 'processed'))
  })

  test('refused credentials are shown on the connection', async () => {
    const { store, id, hear } = await connected()
    plain.goodKey = 'another'
    assert.equal((await hear(updated('o1'))).state, 'received')
    assert.equal((await store.api.get(`/connectors/shops/${id}`)).body.status, 'needs_reauth')
  })

  test('a killed process loses nothing: its lease expires, and another process continues', async () => {
    const { store, send } = await connected()
    plain.orders = [order('o1')]
    await send(updated('o1'))
    // Sets the state after a kill: leased, attempted and without a job.
    await service.service.db.store(store, 'write', async (tx) => {
      const until = new Date(tx.now.getTime() + 120_000)
      await tx.run(sql`
        update inbound_webhooks set leased_by = ${tx.storeEnvId}, due_at = ${until}, attempts = 1
         where store_env_id = ${tx.storeEnvId}`)
    })
    await service.runJobs()
    assert.equal((await listEvents(store))[0]?.state, 'received')
    service.advance(250_000)
    await service.tick()
    assert.deepEqual(
      (await listEvents(store)).map(({ state, attempts }) => [state, attempts]),
      [['processed', 2]],
    )
  })
})

describe('retention', () => {
  const findPayload = async (store: Shop, id: unknown) =>
    (await (await store.signedIn()).get(`/webhooks/admin/events/${id}`)).body.payload
  const clean = async () => {
    const { jobs } = await import('../../../entry/areas.ts')
    const each = jobs.find(({ id }) => id === 'webhooks.clean') ?? assert.fail()
    const { db, services } = service.service
    await each.run({ db, services, now: services.clock.now(), stopping: new AbortController().signal }, {})
  }

  test('the nightly job deletes bodies after a month and rows after three months', async () => {
    const { store, hear } = await connected('shopify')
    const event = await hear(body(31, '2026-11-21T12:00:00Z'), { topic: 'orders/create' })
    service.advance(29 * day)
    await clean()
    assert.ok(await findPayload(store, event.id))
    service.advance(2 * day)
    await clean()
    assert.equal(await findPayload(store, event.id), null)
    const again = await store.api.post(`/webhooks/admin/events/${event.id}/reprocess`)
    assert.deepEqual([again.status, again.body.code], [409, 'payload_gone'])
    assert.equal((await listEvents(store))[0]?.state, 'processed')
    service.advance(60 * day)
    await clean()
    assert.deepEqual(await listEvents(store), [])
  })

  test('disconnecting a shop deletes all its bodies and skips waiting webhooks', async () => {
    const { store, id, send, hear } = await connected('shopify')
    const done = await hear(body(41, '2026-11-21T12:00:00Z'), { topic: 'orders/create' })
    await send(body(42, '2026-11-21T12:00:00Z'), { topic: 'orders/create' })
    assert.equal((await store.api.delete(`/connectors/shops/${id}`)).status, 204)
    await service.runJobs()
    const [waiting] = await listEvents(store)
    assert.deepEqual([waiting?.state, waiting?.error], ['ignored', 'The shop is not connected any more.'])
    assert.equal(await findOrder(store, '42'), undefined)
    assert.ok(await findOrder(store, '41'), 'what it brought stays')
    for (const event of [waiting, done]) assert.equal(await findPayload(store, event?.id), null)
  })

  test('an erasure removes the person from all bodies and from duplicate deliveries', async () => {
    const { store, send, hear } = await connected('shopify')
    const bodies = [
      body(51, '2026-11-21T12:00:00Z'),
      body(52, '2026-11-21T12:00:00Z', { email: null, note: 'Call Ada <ADA@customer.example>, please' }),
    ]
    const ids = []
    for (const each of bodies) ids.push((await hear(each, { topic: 'orders/create' })).id)
    ids.push((await hear({ id: 99, order_id: 51, note: 'Byron' }, { topic: 'refunds/create' })).id)
    const other = await hear(body(53, '2026-11-21T12:00:00Z', { email: 'bob@customer.example' }), {
      topic: 'orders/create',
    })
    const owner = await store.signedIn()
    const path = '/customers/by-email/ada@customer.example/export'
    const listed = (await owner.get(path)).body.inboundWebhooks
    assert.deepEqual(listed.map(({ id }: { id: string }) => id).sort(), [...ids].sort())
    assert.ok(listed.every(({ payload }: { payload: unknown }) => payload))
    assert.ok((await store.api.get(path)).body.inboundWebhooks.every((each: object) => !('payload' in each)))
    // A waiting webhook must not restore the person's data.
    await send(body(54, '2026-11-21T12:00:00Z'), { topic: 'orders/create' })
    assert.equal((await store.api.post('/customers/erase', { email: 'Ada@Customer.example' })).status, 200)
    await service.runJobs()
    for (const id of ids) assert.equal(await findPayload(store, id), null)
    assert.ok(await findPayload(store, other.id))
    const [waiting] = await listEvents(store)
    assert.deepEqual([waiting?.state, waiting?.error], ['ignored', 'The content was erased.'])
    assert.equal(await findOrder(store, '54'), undefined)
    assert.equal((await findOrder(store, '51')).email, null)
  })
})
