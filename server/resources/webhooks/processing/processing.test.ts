// What becomes of what came in: once, in whatever order, and whatever fails meanwhile.
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, type TestContext, test } from 'node:test'
import { ShopFailure, type ShopOrder } from '#integrations/shops/shop.ts'
import { sql } from '#platform/db/query.ts'
import { categoryOf, type PlainShop, productOf, startPlainShop } from '#test/fakes/shops/plain.ts'
import { type FakeShopify, startShopify } from '#test/fakes/shops/shopify.ts'
import { freezeClock } from '#test/frozen-clock.ts'
import { day, type Shop, startService, type TestService } from '#test/service.ts'
import { eventsOf, type Sent, senderOf } from '../webhooks.testing.ts'

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

/** Disconnects the Shopify shop of the test before: one organization at a time has it. */
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
  const send = senderOf(service, store, platform, id)
  return {
    store,
    id,
    send,
    /** Sends, and has it processed. */
    async hear(said: unknown, sent: Sent = {}) {
      const answer = await send(said, sent)
      assert.equal(answer.status, 200, answer.text)
      await service.runJobs()
      return (await eventsOf(store))[0] ?? assert.fail()
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
const orderOf = async (store: Shop, id: string) => {
  const { body } = await (await store.signedIn()).get(`/orders?orderNumber=${id}`)
  return body.data[0]
}
const titles = async (store: Shop) =>
  (await store.api.get('/products?limit=100&status=active')).body.data
    .map(({ title }: { title: string }) => title)
    .sort()

/** As Shopify's bodies say an order. */
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
  test('one is read back, and stored as PUT /orders would; asked once for all that tell of it', async () => {
    const { store, send, hear } = await connected()
    plain.orders = [order('o1', { total: '12.50' })]
    await send(updated('o1'))
    await send(updated('o1'))
    plain.calls = []
    const event = await hear(updated('o1'))
    assert.deepEqual([event.state, event.attempts, event.error], ['processed', 1, null])
    assert.ok(event.processedAt)
    assert.equal((await orderOf(store, 'o1')).total, '12.50')
    assert.deepEqual(plain.calls, ['order'])
    assert.ok((await eventsOf(store)).every(({ state }) => state === 'processed'))
  })

  test('of two bodies the one that the platform changed last counts, in whatever order they come', async () => {
    const { store, hear } = await connected('shopify')
    await hear(body(7, '2026-11-21T12:00:00Z', { total_price: '30.00' }), { topic: 'orders/updated' })
    const late = await hear(body(7, '2026-11-21T11:00:00Z', { total_price: '10.00' }), { topic: 'orders/create' })
    assert.equal(late.state, 'processed')
    assert.equal((await orderOf(store, '7')).total, '30.00')
    await hear(body(7, '2026-11-21T13:00:00Z', { total_price: '40.00' }), { topic: 'orders/updated' })
    assert.equal((await orderOf(store, '7')).total, '40.00')
  })

  test('bodies of one order that are written at the same time end with the newest', async () => {
    const { store, send } = await connected('shopify')
    const times = Array.from({ length: 12 }, (_, i) => `2026-11-21T12:00:${String(10 + i)}Z`)
    await Promise.all(
      times.map((at, i) => send(body(8, at, { total_price: `${i + 1}.00` }), { topic: 'orders/updated' })),
    )
    await Promise.all([service.runJobs(), service.runJobs(), service.runJobs()])
    assert.equal((await orderOf(store, '8')).total, '12.00')
  })

  test('an item that was removed is not asked about, and its review is not verified', async () => {
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
    const { lineItems } = await orderOf(store, '9')
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

  test('a refund before its order is read back; what the shop does not have is ignored', async () => {
    const { store, hear } = await connected()
    const event = await hear(updated('gone'))
    assert.deepEqual([event.state, event.error], ['ignored', 'The shop has no such order, or none that was placed.'])
    plain.orders = [order('o2', { refundedTotal: '5.00' })]
    await hear(updated('o2'))
    assert.equal((await orderOf(store, 'o2')).refundedTotal, '5.00')
  })

  test('one that the shop has deleted is cancelled unless it was delivered', async () => {
    const { store, hear } = await connected('shopify')
    await hear(body(21, '2026-11-21T12:00:00Z'), { topic: 'orders/create' })
    const fulfillments = [{ status: 'success', created_at: '2026-11-21T12:00:00Z', updated_at: '2026-11-21T12:00:00Z' }]
    const shipped = body(22, '2026-11-21T12:00:00Z', { fulfillment_status: 'fulfilled', fulfillments })
    await hear(shipped, { topic: 'orders/create' })
    for (const id of [21, 22]) await hear({ id }, { topic: 'orders/delete' })
    assert.ok((await orderOf(store, '21')).cancelledAt)
    assert.equal((await orderOf(store, '22')).cancelledAt, null)
  })

  test('while the store has lapsed, what comes in is processed all the same', async () => {
    const { store, hear } = await connected()
    await service.service.db.store(store, 'write', (tx) =>
      tx.run(sql`update subscriptions set status = 'expired' where store_env_id = ${tx.storeEnvId}`),
    )
    plain.orders = [order('o3')]
    assert.equal((await hear(updated('o3'))).state, 'processed')
  })

  test('test orders, unknown topics and bodies that say nothing are ignored, with the reason', async () => {
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
  test('one is read again: written as it is, its variants that are gone retired', async () => {
    plain.products = [productOf('p1', 3), productOf('p2', 1)]
    const { store, hear } = await connected()
    plain.products = [{ ...productOf('p1', 2), title: 'Renamed' }, productOf('p2', 1), productOf('p3', 1)]
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

  test('one that the shop has no more is retired, and only what the shop has brought', async () => {
    plain.products = [productOf('p1'), productOf('p2')]
    const { store, hear } = await connected()
    await store.api.put('/products', [{ platformProductId: 'pushed', title: 'Pushed', sku: 'P' }])
    plain.products = [productOf('p2')]
    await hear(productUpdated('p1', 'product.deleted'))
    await hear(productUpdated('pushed', 'product.deleted'))
    // Told of late: it is there again.
    await hear(productUpdated('p2', 'product.deleted'))
    assert.deepEqual(await titles(store), ['Product p2', 'Pushed'])
    plain.products = [productOf('p1'), productOf('p2')]
    await hear(productUpdated('p1'))
    assert.deepEqual(await titles(store), ['Product p1', 'Product p2', 'Pushed'])
  })

  test('the shop’s categories are read only for a product in one that is not known', async () => {
    plain.products = [productOf('p1')]
    const { store, hear } = await connected()
    plain.calls.length = 0
    await hear(productUpdated('p1'))
    assert.ok(plain.calls.includes('find') && !plain.calls.includes('categories'), plain.calls.join())
    plain.categories.push(categoryOf('c2', 'Teapots', 'c1'))
    plain.products = [{ ...productOf('p1'), categoryIds: ['c1', 'c2'] }]
    await hear(productUpdated('p1'))
    assert.ok(plain.calls.includes('categories'))
    const { body } = await store.api.get('/products?limit=100')
    assert.deepEqual(body.data[0].categories.toSorted(), ['Mugs', 'Teapots'])
    plain.categories.pop()
  })

  test('a variant that moves to another product is on sale there', async () => {
    plain.products = [productOf('p1', 2), productOf('p2', 1)]
    const { store, hear } = await connected()
    const [moved, ...rest] = productOf('p1', 2).variants
    plain.products = [
      { ...productOf('p1'), variants: rest },
      { ...productOf('p2'), variants: [...productOf('p2').variants, ...(moved ? [moved] : [])] },
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
  /** Holds the clock, and lets time pass to the millisecond: the jobs of a night that falls into it may take seconds. */
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

  test('a shop that is away is asked again after 30 s, 2, 10 min, 1 and 6 h; then it is given up, and taken up by hand', async (t) => {
    const { store, hear } = await connected()
    const after = holdClock(t)
    plain.orders = [order('o1')]
    // Of what else is asked, such as a night's reading that falls into these hours, nothing fails.
    plain.fails = (name) => (name === 'order' ? failed() : undefined)
    let event = await hear(updated('o1'))
    for (const [attempts, delayMs] of [30_000, 120_000, 600_000, 3_600_000, 21_600_000].entries()) {
      assert.deepEqual([event.state, event.attempts, event.error], ['received', attempts + 1, failed().message])
      const calls = plain.calls.length
      await after(delayMs - 5_000)
      assert.equal(plain.calls.slice(calls).filter((name) => name === 'order').length, 0, 'not before its time')
      // The job comes in time; its wake-up, which the clock of the test brings, up to two minutes later.
      await after(125_000)
      event = (await eventsOf(store))[0] ?? assert.fail()
    }
    assert.deepEqual([event.state, event.attempts, event.processedAt], ['failed', 6, null])
    assert.equal((await eventsOf(store, '&state=failed')).length, 1)
    plain.fails = undefined
    const again = await store.api.post(`/webhooks/admin/events/${event.id}/reprocess`)
    assert.deepEqual([again.status, again.body.state, again.body.attempts], [202, 'received', 0])
    await service.runJobs()
    assert.equal((await eventsOf(store))[0]?.state, 'processed')
    assert.ok(await orderOf(store, 'o1'))
  })

  test('a shop that asks to wait is left alone for as long; one that is away is asked once for all that waits', async (t) => {
    const { store, send, hear } = await connected()
    const after = holdClock(t)
    plain.orders = [order('o1'), order('o2')]
    plain.failures = [new ShopFailure('throttled', 'The shop asks us to wait.', 900_000)]
    await send(updated('o2'))
    plain.calls = []
    await hear(updated('o1'))
    assert.equal(plain.calls.length, 1)
    await after(300_000)
    assert.ok((await eventsOf(store)).every(({ state }) => state === 'received'))
    await after(700_000)
    assert.ok((await eventsOf(store)).every(({ state }) => state === 'processed'))
  })

  test('refused credentials say so at the connection', async () => {
    const { store, id, hear } = await connected()
    plain.goodKey = 'another'
    assert.equal((await hear(updated('o1'))).state, 'received')
    assert.equal((await store.api.get(`/connectors/shops/${id}`)).body.status, 'needs_reauth')
  })

  test('a process that was killed at it loses nothing: the lease ends, and another goes on', async () => {
    const { store, send } = await connected()
    plain.orders = [order('o1')]
    await send(updated('o1'))
    // As a killed process leaves it: leased, attempted, and its job gone.
    await service.service.db.store(store, 'write', async (tx) => {
      const until = new Date(tx.now.getTime() + 120_000)
      await tx.run(sql`
        update inbound_webhooks set leased_by = ${tx.storeEnvId}, due_at = ${until}, attempts = 1
         where store_env_id = ${tx.storeEnvId}`)
    })
    await service.runJobs()
    assert.equal((await eventsOf(store))[0]?.state, 'received')
    service.advance(250_000)
    await service.tick()
    assert.deepEqual(
      (await eventsOf(store)).map(({ state, attempts }) => [state, attempts]),
      [['processed', 2]],
    )
  })
})

describe('what is kept, and for how long', () => {
  const payloadOf = async (store: Shop, id: unknown) =>
    (await (await store.signedIn()).get(`/webhooks/admin/events/${id}`)).body.payload
  const clean = async () => {
    const { jobs } = await import('../../../entry/areas.ts')
    const each = jobs.find(({ id }) => id === 'webhooks.clean') ?? assert.fail()
    const { db, services } = service.service
    await each.run({ db, services, now: services.clock.now(), stopping: new AbortController().signal }, {})
  }

  test('bodies a month, rows three', async () => {
    const { store, hear } = await connected('shopify')
    const event = await hear(body(31, '2026-11-21T12:00:00Z'), { topic: 'orders/create' })
    service.advance(29 * day)
    await clean()
    assert.ok(await payloadOf(store, event.id))
    service.advance(2 * day)
    await clean()
    assert.equal(await payloadOf(store, event.id), null)
    const again = await store.api.post(`/webhooks/admin/events/${event.id}/reprocess`)
    assert.deepEqual([again.status, again.body.code], [409, 'payload_gone'])
    assert.equal((await eventsOf(store))[0]?.state, 'processed')
    service.advance(60 * day)
    await clean()
    assert.deepEqual(await eventsOf(store), [])
  })

  test('of a shop that is disconnected no body stays, and what waits is let go', async () => {
    const { store, id, send, hear } = await connected('shopify')
    const done = await hear(body(41, '2026-11-21T12:00:00Z'), { topic: 'orders/create' })
    await send(body(42, '2026-11-21T12:00:00Z'), { topic: 'orders/create' })
    assert.equal((await store.api.delete(`/connectors/shops/${id}`)).status, 204)
    await service.runJobs()
    const [waiting] = await eventsOf(store)
    assert.deepEqual([waiting?.state, waiting?.error], ['ignored', 'The shop is not connected any more.'])
    assert.equal(await orderOf(store, '42'), undefined)
    assert.ok(await orderOf(store, '41'), 'what it brought stays')
    for (const event of [waiting, done]) assert.equal(await payloadOf(store, event?.id), null)
  })

  test('who is erased stands in no body, whatever it was about, and in no repeat of it', async () => {
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
    // One that waits is not to bring them back.
    await send(body(54, '2026-11-21T12:00:00Z'), { topic: 'orders/create' })
    assert.equal((await store.api.post('/customers/erase', { email: 'Ada@Customer.example' })).status, 200)
    await service.runJobs()
    for (const id of ids) assert.equal(await payloadOf(store, id), null)
    assert.ok(await payloadOf(store, other.id))
    const [waiting] = await eventsOf(store)
    assert.deepEqual([waiting?.state, waiting?.error], ['ignored', 'What it said was erased.'])
    assert.equal(await orderOf(store, '54'), undefined)
    assert.equal((await orderOf(store, '51')).email, null)
  })
})
