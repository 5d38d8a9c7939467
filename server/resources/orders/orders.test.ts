import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#platform/db/query.ts'
import { newId } from '#platform/values/ids.ts'
import { isBlocking } from '#test/locks.ts'
import { type Answer, provideService, type Shop } from '#test/service.ts'
import { until } from '#test/until.ts'
import { upsertOrders } from './commands.ts'

let shop: Shop
const service = provideService({ now: new Date('2026-11-21T09:00:00Z') }, async () => {
  shop = await service.shop()
  await shop.api.put('/products', [
    {
      platformProductId: 'mug',
      title: 'Mug',
      variants: [
        { platformVariantId: 'mug-s', sku: 'MUG-S' },
        { platformVariantId: 'mug-l', sku: 'MUG-L' },
      ],
    },
    { platformProductId: 'tea', title: 'Tea', sku: 'TEA' },
  ])
})

const order = (platformOrderId: string, more: object = {}) => ({
  platformOrderId,
  email: 'Jane.Doe@Customer.Example',
  customerName: 'Jane Doe',
  currency: 'EUR',
  total: '24.00',
  placedAt: '2026-11-02T09:30:00Z',
  lineItems: [{ platformProductId: 'mug', platformVariantId: 'mug-l', quantity: 2, unitPrice: '12.00' }],
  ...more,
})
const byId = async (id: string, where = shop) => (await where.api.get(`/orders/by-platform-id/${id}`)).body

test('a pushed order is stored whole, its lines linked by platform id and by SKU', async () => {
  const { status, body } = await shop.api.put('/orders', [
    order('1001', {
      lineItems: [
        { platformProductId: 'mug', platformVariantId: 'mug-l' },
        { sku: 'TEA', quantity: 3 },
        { title: 'Gift card' },
      ],
    }),
  ])
  assert.equal(status, 200)
  assert.deepEqual(body, { received: 1, created: 1, updated: 0, unchanged: 0, failed: 0, errors: [] })
  const stored = await byId('1001')
  assert.deepEqual(
    [stored.total, stored.refundedTotal, stored.emailLast4, stored.reviewFormViewCount, stored.clickedRating],
    ['24.00', '0.00', '.doe', 0, null],
  )
  assert.deepEqual(stored.reviewRequest, {
    ...{ state: 'scheduled', reason: null, scheduledFor: '2026-11-16T09:30:00.000Z', sentAt: null, remindersSent: 0 },
  })
  assert.deepEqual(
    stored.lineItems.map((line: { productId: string | null; variantId: string | null; quantity: number }) => [
      line.productId !== null,
      line.variantId !== null,
      line.quantity,
    ]),
    [
      [true, true, 1],
      [true, true, 3],
      [false, false, 1],
    ],
  )
})

test('a push replaces all fields of an order, and an identical push writes nothing', async () => {
  await shop.api.put('/orders', [order('replace', { locale: 'de', deliveredAt: '2026-11-05T00:00:00Z' })])
  const first = await byId('replace')
  const again = await shop.api.put('/orders', [
    order('replace', { locale: 'de', deliveredAt: '2026-11-05T01:00:00+01:00' }),
  ])
  assert.deepEqual([again.body.unchanged, again.body.updated], [1, 0])
  assert.deepEqual(await byId('replace'), first)
  const changed = await shop.api.put('/orders', [order('replace', { lineItems: null })])
  assert.equal(changed.body.updated, 1)
  const now = await byId('replace')
  assert.deepEqual([now.locale, now.deliveredAt, now.lineItems, now.id], [null, null, [], first.id])
})

test("a refund changes only an order's amounts, not its lines, request or buyer", async () => {
  await shop.api.put('/orders', [order('refunded'), order('beside')])
  const rows = () =>
    service.service.db.store(shop, 'read', (tx) =>
      tx.all<object>(sql`
        select l.id as line, q.id as request, q.updated_at as planned, c.updated_at as seen
          from orders o
          join order_line_items l on l.store_env_id = ${tx.storeEnvId} and l.order_id = o.id
          join review_requests q on q.store_env_id = ${tx.storeEnvId} and q.order_id = o.id
          join customers c on c.store_env_id = ${tx.storeEnvId} and c.email = o.email
         where o.store_env_id = ${tx.storeEnvId} and o.platform_order_id = 'refunded'`),
    )
  const [before, written] = [await byId('refunded'), await rows()]
  service.advance(1_000)
  const { body } = await shop.api.put('/orders', [order('refunded', { refundedTotal: '4.00' }), order('beside')])
  assert.deepEqual([body.updated, body.unchanged], [1, 1])
  const { updatedAt, ...after } = await byId('refunded')
  assert.deepEqual({ ...after, updatedAt: before.updatedAt }, { ...before, refundedTotal: '4.00' })
  assert.ok(updatedAt > before.updatedAt)
  assert.deepEqual(await rows(), written)
  const again = await shop.api.put('/orders', [order('refunded', { refundedTotal: '4.00' })])
  assert.equal(again.body.unchanged, 1)
})

test('a push with a refund writes its own lines, even if another push changes them concurrently', async () => {
  await shop.api.put('/orders', [order('raced')])
  const refund = order('raced', { refundedTotal: '4.00' })
  let pushed: Promise<Answer> | undefined
  await service.service.db.store(shop, 'write', async (tx) => {
    await upsertOrders(tx, [order('raced', { lineItems: [{ title: 'Gift card' }] })])
    pushed = shop.api.put('/orders', [refund])
    const own = await tx.first(sql<{ pid: number }>`select pg_backend_pid() as pid`)
    await until(() => isBlocking(service, own?.pid ?? assert.fail()), 'the refund waits for the other push')
  })
  assert.equal((await pushed)?.body.updated, 1)
  const { refundedTotal, lineItems } = await byId('raced')
  assert.deepEqual([refundedTotal, lineItems[0].platformVariantId], ['4.00', 'mug-l'])
  assert.equal((await shop.api.put('/orders', [refund])).body.unchanged, 1)
})

test('money keeps its value in any notation, and gets the digits of its currency', async () => {
  const row = (more: object) => order('money', more)
  await shop.api.put('/orders', [row({ total: '120.5', lineItems: [{ title: 'Mug', unitPrice: '060.250' }] })])
  const again = await shop.api.put('/orders', [
    row({ total: '120.50', refundedTotal: '0.00', lineItems: [{ title: 'Mug', unitPrice: '60.25' }] }),
  ])
  assert.deepEqual([again.body.unchanged, again.body.updated], [1, 0])
  const inEuro = await byId('money')
  assert.deepEqual([inEuro.total, inEuro.refundedTotal, inEuro.lineItems[0].unitPrice], ['120.50', '0.00', '60.25'])
  const others: [currency: string | null, sent: string, answered: string][] = [
    ['JPY', '1200.00', '1200'],
    ['JPY', '1200.25', '1200.25'],
    ['KWD', '1.2', '1.200'],
    ['EUR', '0.12345', '0.12345'],
    [null, '7', '7.00'],
  ]
  for (const [currency, total, answered] of others) {
    assert.equal((await shop.api.put('/orders', [row({ currency, total })])).status, 200)
    assert.equal((await byId('money')).total, answered, `${total} ${currency}`)
  }
  const [listed] = (await shop.api.get('/orders?limit=1')).body.data
  assert.equal(listed.total, '7.00')
})

test("amounts stored with fewer digits are returned with the currency's digits, for any currency code", async () => {
  await shop.api.put('/orders', [order('before', { country: 'DE' })])
  await service.service.db.store(shop, 'write', (tx) =>
    tx.run(sql`
      update orders set total = 24.5, refunded_total = 0, currency = 'EUR', country = 'UK'
       where store_env_id = ${tx.storeEnvId} and platform_order_id = 'before'`),
  )
  const { total, refundedTotal, country } = await byId('before')
  assert.deepEqual([total, refundedTotal, country], ['24.50', '0.00', 'UK'])
  await service.service.db.store(shop, 'write', (tx) =>
    tx.run(sql`
      update orders set currency = 'QQQ' where store_env_id = ${tx.storeEnvId} and platform_order_id = 'before'`),
  )
  assert.deepEqual([(await byId('before')).total, (await byId('before')).currency], ['24.50', 'QQQ'])
})

test('data recorded by the service is unchanged by a push', async () => {
  await shop.api.put('/orders', [order('kept')])
  const { id } = await byId('kept')
  await addRequest(shop, id, { sentAt: '2026-11-10T00:00:00Z', opened: true })
  await shop.api.put('/orders', [order('kept', { total: '25.00' })])
  const after = await byId('kept')
  assert.deepEqual(
    [after.total, after.reviewRequest.state, after.reviewFormViewCount, after.clickedRating],
    ['25.00', 'sent', 1, 4],
  )
})

test('an invalid row refuses the whole push; a repeated row fails alone', async () => {
  const wrong: [object, string][] = [
    [{ placedAt: '2026-11-02' }, '/1/placedAt'],
    [{ total: '-1' }, '/1/total'],
    [{ total: 24 }, '/1/total'],
    [{ currency: 'euro' }, '/1/currency'],
    [{ currency: 'QQQ' }, '/1/currency'],
    [{ country: 'UK' }, '/1/country'],
    [{ country: 'de' }, '/1/country'],
    [{ email: 'nobody' }, '/1/email'],
    [{ lineItems: [{ quantity: 0 }] }, '/1/lineItems/0/quantity'],
    [{ lineItems: Array.from({ length: 501 }, () => ({ title: 'x' })) }, '/1/lineItems'],
    [{ platformOrderId: ' ' }, '/1/platformOrderId'],
    [{ customerName: 'x'.repeat(201) }, '/1/customerName'],
  ]
  for (const [more, path] of wrong) {
    const { status, body } = await shop.api.put('/orders', [order('good'), order('bad', more)])
    assert.deepEqual(
      [status, body.code, body.details?.[0]?.path],
      [400, 'validation_failed', path],
      JSON.stringify(more).slice(0, 80),
    )
  }
  assert.equal((await shop.api.get('/orders/by-platform-id/good')).status, 404)
  const twice = await shop.api.put('/orders', [
    order('twice', { orderNumber: 'first' }),
    order('twice', { orderNumber: 'second' }),
  ])
  assert.deepEqual(
    [twice.body.created, twice.body.failed, twice.body.errors[0].code, twice.body.errors[0].index],
    [1, 1, 'duplicate_in_request', 1],
  )
  assert.equal((await byId('twice')).orderNumber, 'first')
})

test('a push of 250 orders is accepted, and a push of 251 is not', async () => {
  const rows = (count: number) => Array.from({ length: count }, (_, i) => order(`many-${i}`))
  assert.equal((await shop.api.put('/orders', rows(251))).status, 400)
  const { body } = await shop.api.put('/orders', rows(250))
  assert.equal(body.created, 250)
})

test('concurrent batches in opposite orders neither deadlock nor create duplicates', async () => {
  const rows = Array.from({ length: 40 }, (_, i) => order(`crossed-${i}`, { email: `p${i % 7}@customer.example` }))
  const results = await Promise.all(
    Array.from({ length: 6 }, (_, i) =>
      shop.api.put(
        '/orders',
        (i % 2 ? rows.toReversed() : rows).map((row) => ({ ...row, orderNumber: `n${i}` })),
      ),
    ),
  )
  for (const { status, body } of results) assert.deepEqual([status, body.failed], [200, 0])
  assert.equal(
    results.reduce((sum, { body }) => sum + body.created, 0),
    40,
  )
  const lines = await shop.api.get('/orders/by-platform-id/crossed-3')
  assert.equal(lines.body.lineItems.length, 1)
})

test('an unlinked line is linked when its product arrives', async () => {
  await shop.api.put('/orders', [order('early', { lineItems: [{ platformProductId: 'later' }] })])
  assert.equal((await byId('early')).lineItems[0].productId, null)
  await shop.api.put('/products', [{ platformProductId: 'later', title: 'Later' }])
  const { body } = await shop.api.post('/orders/resolve-line-items')
  assert.equal(body.resolved, 1)
  assert.ok((await byId('early')).lineItems[0].productId)
})

test('a body that names another store is refused before any write', async () => {
  for (const path of ['/orders/clear', '/orders/resolve-line-items']) {
    const { status, body } = await shop.api.post(path, { storeEnvId: newId() })
    assert.deepEqual([status, body.code], [400, 'store_env_mismatch'], path)
  }
  assert.ok((await shop.api.get('/orders')).body.data.length > 0)
})

test("clearing deletes only this store's orders; their reviews stay, unlinked", async () => {
  const [ours, theirs] = [await service.shop(), await service.shop()]
  for (const each of [ours, theirs]) {
    await each.api.put('/products', [{ platformProductId: 'mug' }])
    await each.api.put('/orders', [order('1')])
  }
  const { id: orderId } = await byId('1', ours)
  const review = await ours.api.post('/reviews', {
    platformProductId: 'mug',
    orderId,
    rating: 4,
    body: 'Good',
    authorName: 'Jane',
    authorEmail: 'jane.doe@customer.example',
  })
  assert.equal(review.status, 201, review.text)
  const cleared = await ours.api.post('/orders/clear', { storeEnvId: ours.storeEnvId })
  assert.deepEqual(cleared.body, { cleared: 1 })
  assert.equal((await ours.api.get('/orders')).body.data.length, 0)
  assert.equal((await ours.api.get(`/reviews/${review.body.id}`)).body.orderId, null)
  assert.equal((await theirs.api.get('/orders')).body.data.length, 1)
})

test('one call clears any number of orders, and an order pushed again has its earlier request', async () => {
  const mine = await service.shop()
  await mine.api.put('/products', [{ platformProductId: 'mug' }])
  await mine.api.put('/orders', [order('1')])
  const { id: orderId } = await byId('1', mine)
  await addRequest(mine, orderId, { sentAt: '2026-11-10T00:00:00Z' })
  const review = {
    platformProductId: 'mug',
    orderId,
    rating: 4,
    body: 'Good',
    authorName: 'J',
    authorEmail: 'j@x.example',
  }
  const { body: written } = await mine.api.post('/reviews', review)
  await service.service.db.store(mine, 'write', (tx) =>
    tx.run(sql`
      insert into orders (store_env_id, id, platform_order_id, placed_at, created_at, updated_at)
      select ${tx.storeEnvId}, gen_random_uuid(), 'many-' || i, ${tx.now}, ${tx.now}, ${tx.now} from generate_series(1, 11000) i
      returning 1`),
  )
  assert.deepEqual((await mine.api.post('/orders/clear')).body, { cleared: 11001 })
  assert.deepEqual((await mine.api.get('/orders')).body.data, [])
  assert.equal((await mine.api.get(`/reviews/${written.id}`)).body.orderId, null)
  await mine.api.put('/orders', [order('1'), order('2')])
  assert.deepEqual(
    [(await byId('1', mine)).reviewRequest.state, (await byId('2', mine)).reviewRequest.state],
    ['sent', 'scheduled'],
  )
})

test('a large store is cleared in several transactions, so other requests wait only briefly', async () => {
  const mine = await service.shop()
  const { db } = service.service
  await db.store(mine, 'write', (tx) =>
    tx.run(sql`
      insert into orders (store_env_id, id, platform_order_id, placed_at, created_at, updated_at)
      select ${tx.storeEnvId}, gen_random_uuid(), 'many-' || i, ${tx.now}, ${tx.now}, ${tx.now} from generate_series(1, 5100) i
      returning 1`),
  )
  const count = sql<{ count: number }>`select count(*) as count from orders where store_env_id = ${mine.storeEnvId}`
  let clearing: Promise<Answer> | undefined
  await db.store(mine, 'write', async (tx) => {
    await tx.run(sql`select from orders where store_env_id = ${tx.storeEnvId} order by id desc limit 1 for update`)
    clearing = mine.api.post('/orders/clear')
    await until(async () => (await tx.first(count))?.count === 100, 'the first part is gone for others')
  })
  assert.deepEqual((await clearing)?.body, { cleared: 5100 })
})

test('orders are filtered by address, request state and date, page by page', async () => {
  const mine = await service.shop()
  const rows = Array.from({ length: 7 }, (_, i) =>
    order(`o${i}`, { email: i < 3 ? 'A@x.example' : 'b@x.example', placedAt: `2026-11-0${i + 1}T00:00:00Z` }),
  )
  await mine.api.put('/orders', rows)
  const ids = async (query: string) =>
    (await mine.api.get(`/orders?${query}`)).body.data
      .map((each: { platformOrderId: string }) => each.platformOrderId)
      .sort()
  assert.deepEqual(await ids('email=a@X.example'), ['o0', 'o1', 'o2'])
  assert.deepEqual(await ids('placedAfter=2026-11-05T00:00:00Z'), ['o5', 'o6'])
  assert.deepEqual(await ids('placedBefore=2026-11-02T00:00:00Z'), ['o0'])
  assert.deepEqual(await ids('reviewRequestState=sent'), [])
  await addRequest(mine, (await byId('o4', mine)).id, { sentAt: '2026-11-20T00:00:00Z' })
  assert.deepEqual(await ids('reviewRequestState=sent'), ['o4'])
  const seen: string[] = []
  let cursor = ''
  do {
    const { body } = await mine.api.get(`/orders?limit=3&includeTotal=true${cursor && `&cursor=${cursor}`}`)
    assert.equal(body.pagination.total, 7)
    seen.push(...body.data.map((each: { platformOrderId: string }) => each.platformOrderId))
    cursor = body.pagination.nextCursor ?? ''
  } while (cursor)
  assert.deepEqual([seen.length, new Set(seen).size], [7, 7])
})

test('signed-in users see addresses, and API keys never see them', async () => {
  const keys = await shop.api.get('/orders?limit=100')
  assert.doesNotMatch(keys.text, /customer\.example/i)
  const owner = await shop.signedIn()
  assert.equal((await owner.get('/orders/by-platform-id/1001')).body.email, 'jane.doe@customer.example')
})

test('Members and Viewers can read orders, but not push them', async () => {
  for (const [role, code] of [
    ['MEMBER', 'role_insufficient'],
    ['VIEWER', 'role_read_only'],
  ] as const) {
    const api = await shop.as(role)
    assert.equal((await api.put('/orders', [order('x')])).body.code, code)
    assert.equal((await api.get('/orders')).status, 200)
  }
})

const clickedFour = (count: number) => ({ 1: 0, 2: 0, 3: 0, 4: count, 5: 0 })

test('the funnel counts opened, reviewed and abandoned requests by sender', async () => {
  const mine = await service.shop()
  await mine.api.put('/products', [{ platformProductId: 'mug' }])
  await mine.api.put(
    '/orders',
    Array.from({ length: 6 }, (_, i) => order(`f${i}`)),
  )
  const id = async (i: number) => (await byId(`f${i}`, mine)).id
  await addRequest(mine, await id(0), { sentAt: '2026-11-01T00:00:00Z', opened: true })
  await addRequest(mine, await id(1), { sentAt: '2026-11-01T00:00:00Z', opened: true })
  await addRequest(mine, await id(2), { sentAt: '2026-11-01T00:00:00Z' })
  await addRequest(mine, await id(3), { sentAt: '2026-11-01T00:00:00Z', opened: true, provider: 'klaviyo' })
  await addRequest(mine, await id(4), { sentAt: '2026-09-01T00:00:00Z', opened: true })
  await mine.api.post('/reviews', {
    platformProductId: 'mug',
    orderId: await id(0),
    rating: 5,
    body: 'x',
    authorName: 'J',
    authorEmail: 'jane.doe@customer.example',
  })
  const { body } = await mine.api.get('/orders/review-request-funnel?days=30')
  const { from, to, ...counts } = body
  assert.deepEqual(counts, {
    days: 30,
    sent: 4,
    opened: 3,
    reviewed: 1,
    openedAndLeft: 2,
    clicked: clickedFour(3),
    byProvider: [
      { provider: 'evident', sent: 3, opened: 2, reviewed: 1, openedAndLeft: 1, clicked: clickedFour(2) },
      { provider: 'klaviyo', sent: 1, opened: 1, reviewed: 0, openedAndLeft: 1, clicked: clickedFour(1) },
    ],
  })
  assert.equal(Date.parse(to) - Date.parse(from), 30 * 86_400_000)
  assert.equal((await mine.api.get('/orders/review-request-funnel?days=90')).body.sent, 5)
  for (const days of ['7', '0', 'x', '30.5'])
    assert.equal((await mine.api.get(`/orders/review-request-funnel?days=${days}`)).status, 400)
})

const addRequest = (where: Shop, orderId: string, request: { sentAt: string; opened?: boolean; provider?: string }) =>
  service.service.db.store(where, 'write', (tx) =>
    tx.run(sql`
      update review_requests set state = 'sent', provider = ${request.provider ?? 'evident'}, sent_at = ${request.sentAt},
             form_first_viewed_at = ${request.opened ? request.sentAt : null}, form_view_count = ${request.opened ? 1 : 0},
             clicked_rating = ${request.opened ? 4 : null}
       where store_env_id = ${where.storeEnvId} and order_id = ${orderId}`),
  )
