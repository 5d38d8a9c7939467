import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { provideService, type Shop } from '#test/service.ts'

const service = provideService()

const address = "jane.o'neil+tag@customer.example"
const path = (email: string, what: string) => `/customers/by-email/${encodeURIComponent(email)}/${what}`

async function shopWithJane(): Promise<Shop> {
  const shop = await service.shop()
  await shop.api.put('/products', [{ platformProductId: 'mug' }, { platformProductId: 'tea' }])
  await shop.api.put('/orders', [
    {
      platformOrderId: '1',
      email: address.toUpperCase(),
      customerName: "Jane O'Neil",
      total: '10.00',
      currency: 'EUR',
      placedAt: '2026-10-01T00:00:00Z',
      acceptsMarketing: true,
      lineItems: [{ platformProductId: 'mug' }],
    },
    { platformOrderId: '2', email: address, customerName: "Jane O'Neil", placedAt: '2026-11-01T00:00:00Z' },
    { platformOrderId: '3', email: 'bob@customer.example', customerName: 'Bob', placedAt: '2026-11-02T00:00:00Z' },
  ])
  const { status, text } = await shop.api.post('/reviews', {
    platformProductId: 'mug',
    rating: 2,
    body: `Broke. Write to ${address}, says Jane.`,
    authorName: "Jane O'Neil",
    authorEmail: address,
  })
  assert.equal(status, 201, text)
  return shop
}

test('the amount spent is the total less refunds in each currency, without cancelled orders', async () => {
  const shop = await service.shop()
  const order = (platformOrderId: string, currency: string | undefined, total: string | undefined, more = {}) => ({
    ...{ platformOrderId, email: address, placedAt: '2026-10-01T00:00:00Z' },
    ...(currency && { currency }),
    ...(total && { total }),
    ...more,
  })
  await shop.api.put('/orders', [
    order('1', 'EUR', '10.00'),
    order('2', 'EUR', '20.50', { refundedTotal: '5.25' }),
    order('3', 'EUR', '99.00', { cancelledAt: '2026-10-02T00:00:00Z' }),
    order('4', 'JPY', '1200'),
    order('5', 'EUR', undefined),
    order('6', undefined, '7.00'),
    { ...order('7', undefined, undefined), email: 'bob@customer.example', customerName: 'Bob' },
  ])
  const { data } = (await shop.api.get('/customers?sort=orderCount')).body
  assert.deepEqual(
    data.map(({ spent }: { spent: unknown }) => spent),
    [
      [
        { currency: 'EUR', amount: '25.25' },
        { currency: 'JPY', amount: '1200' },
      ],
      [],
    ],
  )
})

test('a person who ordered and reviewed is listed once, with counts', async () => {
  const shop = await shopWithJane()
  const { body, text } = await shop.api.get('/customers?includeTotal=true')
  assert.equal(body.pagination.total, 2)
  assert.deepEqual(
    body.data
      .map((each: { name: string; orderCount: number; reviewCount: number }) => [
        each.name,
        each.orderCount,
        each.reviewCount,
      ])
      .sort(),
    [
      ['Bob', 1, 0],
      ["Jane O'Neil", 2, 1],
    ],
  )
  assert.doesNotMatch(text, /customer\.example/)
  assert.equal((await shop.api.get('/customers?q=jane')).body.data.length, 1)
  assert.equal((await shop.api.get(`/customers?email=${encodeURIComponent(address)}`)).body.data[0].emailLast4, '+tag')
  const owner = await shop.signedIn()
  assert.ok((await owner.get('/customers')).body.data.some((each: { email: string }) => each.email === address))
})

test('the list filters by orders and reviews, and shows the latest marketing consent', async () => {
  const shop = await shopWithJane()
  const ann = { authorName: 'Ann', authorEmail: 'ann@customer.example' }
  const sent = await shop.api.post('/reviews', { platformProductId: 'mug', rating: 4, body: 'Fine.', ...ann })
  assert.equal(sent.status, 201, sent.text)
  const order = {
    platformOrderId: 'later',
    email: 'bob@customer.example',
    currency: 'EUR',
    total: '1.00',
    lineItems: [],
  }
  const listed = async (query: string) => {
    const { status, body, text } = await shop.api.get(`/customers?${query}&includeTotal=true`)
    assert.equal(status, 200, text)
    const names = body.data.map(({ name }: { name: string }) => name).sort()
    assert.equal(body.pagination.total, names.length)
    return names
  }
  assert.deepEqual(await listed('hasOrders=true'), ['Bob', "Jane O'Neil"])
  assert.deepEqual(await listed('hasOrders=false'), ['Ann'])
  assert.deepEqual(await listed('hasReviews=true'), ['Ann', "Jane O'Neil"])
  assert.deepEqual(await listed('hasReviews=false'), ['Bob'])
  assert.deepEqual(await listed('hasReviews=true&hasOrders=true&q=jane'), ["Jane O'Neil"])
  assert.deepEqual(await listed('hasReviews=true&q=bob'), [])
  const answers = async () =>
    (await shop.api.get('/customers?sort=name')).body.data.map((each: Record<string, unknown>) => each.acceptsMarketing)
  assert.deepEqual(await answers(), [null, null, true])
  for (const [id, placedAt, acceptsMarketing] of [
    ['a', '2026-03-02T10:00:00Z', true],
    ['b', '2026-03-01T10:00:00Z', false],
    ['c', '2026-03-03T10:00:00Z', null],
  ] as const)
    await shop.api.put('/orders', [{ ...order, platformOrderId: id, placedAt, acceptsMarketing, customerName: 'Bob' }])
  const emails = (await (await shop.signedIn()).get('/customers')).body.data
  assert.deepEqual(
    emails.find((each: { email: string }) => each.email === order.email)?.acceptsMarketing,
    true,
    'the latest order with an answer decides',
  )
})

test("a customer's activity shows only their own data, newest first, and is masked for API keys", async () => {
  const shop = await shopWithJane()
  const { status, body, text } = await shop.api.get(path(address, 'activity'))
  assert.equal(status, 200, text)
  assert.deepEqual(
    body.orders.map((each: { platformOrderId: string }) => each.platformOrderId),
    ['2', '1'],
  )
  assert.deepEqual(
    [body.reviews.length, body.requests.length, body.loyalty, body.customer.emailLast4],
    [1, 2, null, '+tag'],
  )
  assert.deepEqual(
    body.orders.map((each: { acceptsMarketing: boolean | null }) => each.acceptsMarketing),
    [null, true],
  )
  assert.deepEqual([body.reviews[0].authorEmailLast4, 'authorEmail' in body.reviews[0]], ['+tag', false])
  assert.doesNotMatch(JSON.stringify({ ...body, reviews: { ...body.reviews[0], body: '' } }), /customer\.example/)
  const owner = await shop.signedIn()
  const [seen] = (await owner.get(path(address, 'activity'))).body.reviews
  assert.deepEqual([seen.authorEmail, seen.authorEmailLast4], [address, '+tag'])
  assert.equal((await shop.api.get(path('nobody@customer.example', 'activity'))).status, 404)
  assert.equal((await service.anonymous.get(path(address, 'activity'))).status, 401)
  const elsewhere = await service.shop()
  assert.equal((await elsewhere.api.get(path(address, 'activity'))).status, 404)
})

test("a person's complete data is exported, and the export is logged", async () => {
  const shop = await shopWithJane()
  const member = await shop.as('MEMBER')
  assert.equal((await member.get(path(address, 'export'))).body.code, 'role_insufficient')
  const { body } = await shop.api.get(path(address, 'export'))
  assert.deepEqual([body.orders.length, body.reviews.length, body.customer.name], [2, 1, "Jane O'Neil"])
  const log = await (await shop.signedIn()).get('/account/audit-log?action=customer.exported')
  assert.equal(log.body.data.length, 1)
  assert.doesNotMatch(log.text, /customer\.example/)
})

test('an erased person appears nowhere in the store, but order totals are preserved', async () => {
  const shop = await shopWithJane()
  const { body } = await shop.api.post('/customers/erase', { email: address.toUpperCase() })
  const noLoyalty = { loyaltyMembersRemoved: 0, referralsRemoved: 0 }
  assert.deepEqual(body, {
    customersRemoved: 1,
    leadsDeleted: 0,
    ordersAnonymized: 2,
    questionsDeleted: 0,
    reviewsDeleted: 1,
    reviewsAnonymized: 0,
    runsDeleted: 0,
    sharedReviewsDeleted: 0,
    ...noLoyalty,
  })
  const owner = await shop.signedIn()
  for (const where of ['/orders', '/customers', '/reviews', '/account/audit-log'])
    assert.doesNotMatch((await owner.get(`${where}?limit=100`)).text, /neil|jane\./i, where)
  const order = (await owner.get('/orders/by-platform-id/1')).body
  assert.deepEqual([order.total, order.email, order.customerName], ['10.00', null, null])
  const again = await shop.api.post('/customers/erase', { email: address })
  const entries: { action: string; target: { id: string } }[] = (await owner.get('/account/audit-log?limit=100')).body
    .data
  const [fingerprint, ...others] = entries
    .filter(({ action }) => action === 'customer.erased')
    .map(({ target }) => target.id)
  assert.deepEqual(others, [fingerprint], 'the same address has the same fingerprint')
  for (const encoding of ['hex', 'base64url'] as const)
    assert.ok(
      !createHash('sha256')
        .update(address)
        .digest(encoding)
        .startsWith(fingerprint?.slice(0, 8) ?? ''),
    )
  assert.deepEqual(again.body, {
    customersRemoved: 0,
    leadsDeleted: 0,
    ordersAnonymized: 0,
    questionsDeleted: 0,
    reviewsDeleted: 0,
    reviewsAnonymized: 0,
    runsDeleted: 0,
    sharedReviewsDeleted: 0,
    ...noLoyalty,
  })
})

test('a store can choose to preserve rating and text of erased reviews without a name', async () => {
  const shop = await shopWithJane()
  assert.deepEqual((await shop.api.get('/customers/erasure-settings')).body, { mode: 'delete' })
  await shop.api.put('/customers/erasure-settings', { mode: 'anonymize' })
  const { body } = await shop.api.post('/customers/erase', { email: address })
  assert.equal(body.reviewsAnonymized, 1)
  const owner = await shop.signedIn()
  const [review] = (await owner.get('/reviews')).body.data
  assert.deepEqual([review.rating, review.authorName, review.authorEmail], [2, 'Anonymous', null])
  assert.doesNotMatch(review.body, /jane|neil/i)
  assert.match(review.body, /^Broke\./)
})
