// Guarantees for a client that follows every change: strict parameters, cursors bound to their list, filters with several
// values, ordered changes, and removal by platform id.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { roleOf } from '#platform/calls/access.ts'
import { nearestTo } from '#platform/calls/validate.ts'
import { sql } from '#platform/db/query.ts'
import { assertRefused, buildPath, buildQuery, guarded, nameOf } from '#test/operations.ts'
import { type Api, type Shop, startService, type TestService } from '#test/service.ts'

let t: TestService
let shop: Shop
let api: Api
let owner: Api
const second = 1_000

before(async () => {
  t = await startService({ env: { RATE_LIMITS: '100000/1s,100000/10s,100000/60s' } })
  shop = await t.shop()
  api = shop.api
  owner = await shop.signedIn()
  await api.put('/products', [{ platformProductId: 'mug', title: 'Mug' }])
})
after(() => t.close())

const reads = guarded.filter((op) => op.method === 'GET')
const allowed = (op: (typeof guarded)[number]) => (op.access.session || roleOf(op) === 'OWNER' ? owner : api)

test('every read refuses an unknown parameter', async () => {
  for (const op of reads) {
    const path = `${buildPath(op)}${buildQuery(op) || '?'}&stauts=approved`
    const answer = await allowed(op).get(path)
    assertRefused(op, answer, 400, 'validation_failed')
    assert.equal(answer.body.details[0].path, '/stauts', nameOf(op))
  }
  const write = await api.post('/orders/clear?dryRun=true', {})
  assert.deepEqual([write.status, write.body.code], [400, 'validation_failed'])
})

test('the error suggests the parameter with the most similar name', async () => {
  for (const [given, meant] of [
    ['stauts', 'status'],
    ['updated_after', 'updatedAfter'],
    ['Limit', 'limit'],
    ['submittedafter', 'submittedAfter'],
    ['page_size', 'rating'],
  ] as const) {
    const { status, body } = await api.get(`/reviews?${given}=1`)
    assert.equal(status, 400)
    if (given !== 'page_size') assert.match(body.message, new RegExp(`did you mean ${meant}\\?`), body.message)
  }
  assert.equal(nearestTo('colour', ['color', 'collar']), 'color')
  assert.equal(nearestTo('x'.repeat(100_000), ['limit']), 'limit')
  assert.equal(nearestTo('anything', []), undefined)
  const hostile = await api.get(`/reviews?${encodeURIComponent('a/b~c\u0000')}=1&__proto__=1&constructor=2`)
  assert.equal(hostile.status, 400)
})

test('storefront pages may send unknown parameters', async () => {
  assert.equal((await shop.storefront.get('/storefront/config?utm_source=mail')).status, 200)
  assert.equal((await t.anonymous.get('/health?x=1')).status, 200)
})

test('filters with a fixed set of values accept several values', async () => {
  for (const rating of [1, 2, 3]) {
    const { body } = await api.post('/reviews', {
      platformProductId: 'mug',
      rating,
      body: `several ${rating}`,
      authorName: 'Ann',
      authorEmail: `ann${rating}@customer.example`,
    })
    const status = ['approved', 'rejected', undefined][rating - 1]
    if (status) await api.put(`/reviews/${body.id}`, { status })
  }
  const ratings = async (query: string) => {
    const answer = await api.get(`/reviews?${query}`)
    assert.equal(answer.status, 200, answer.text)
    return answer.body.data.map((each: { rating: number }) => each.rating).sort()
  }
  assert.deepEqual(await ratings('status=approved,rejected'), [1, 2])
  assert.deepEqual(await ratings('status=approved&status=pending'), [1, 3])
  assert.deepEqual(await ratings('status=rejected'), [2])
  assert.deepEqual(await ratings('rating=2,3'), [2, 3])
  assert.deepEqual(await ratings('rating=1,2&status=rejected,pending'), [2])
  for (const query of ['status=approved,gone', 'status=', 'rating=1,6', 'rating=1.5', "status=approved');--"])
    assert.equal((await api.get(`/reviews?${encodeURI(query)}`)).status, 400, query)
  assert.equal((await api.get('/reviews?status=approved,rejected&includeTotal=true')).body.pagination.total, 2)
  for (const path of [
    '/orders?reviewRequestState=scheduled,sent',
    '/products?status=active,draft',
    '/imports?status=queued,failed',
    '/email/messages?state=sent,failed',
    '/email-suppressions?scope=all,loyalty&reason=manual,hard_bounce',
    '/events?event=review.created,review.approved',
  ]) {
    const answer = await api.get(path)
    assert.equal(answer.status, 200, `${path}: ${answer.text}`)
  }
})

test('a cursor belongs to its list, its order and its filters', async () => {
  for (let n = 0; n < 3; n++) await api.put('/products', [{ platformProductId: `page ${n}`, title: 'Page' }])
  const first = await api.get('/products?limit=1&status=active')
  const { nextCursor } = first.body.pagination
  const on = (query: string) => api.get(`/products?${query}&cursor=${nextCursor}`)
  assert.equal((await on('limit=2&status=active&includeTotal=true')).status, 200)
  assert.equal((await on('limit=2&status=active&sort=createdAt')).status, 200)
  for (const query of ['limit=1', 'limit=1&status=draft', 'status=active&sort=updatedAt', 'status=active&q=x']) {
    const { status, body } = await on(query)
    assert.deepEqual([status, body.details?.[0].path], [400, '/cursor'], query)
  }
  assert.equal((await api.get(`/customers?cursor=${nextCursor}`)).status, 400)
  assert.equal((await api.get(`/products?status=active&cursor=${nextCursor.split('.')[0]}`)).status, 400)
})

async function follow(list: string, since: string, as = api): Promise<Record<string, string>[]> {
  const seen = []
  let cursor: string | null = null
  do {
    const at: string = cursor ? `&cursor=${cursor}` : ''
    const { status, body, text } = await as.get(
      `/${list}?sort=updatedAt&updatedAfter=${encodeURIComponent(since)}&limit=2${at}`,
    )
    assert.equal(status, 200, text)
    seen.push(...body.data)
    cursor = body.pagination.nextCursor
  } while (cursor)
  return seen
}

test('every list of changes is in order and starts at the given instant', async () => {
  const order = (id: string, total = '1.00') => ({
    platformOrderId: id,
    email: `${id}@customer.example`,
    customerName: id,
    currency: 'EUR',
    total,
    placedAt: t.service.clock.now().toISOString(),
    lineItems: [],
  })
  const ids = ['a1', 'b2', 'c3', 'd4', 'e5']
  for (const id of ids) {
    t.advance(second)
    await api.put('/orders', [order(id)])
  }
  const since = t.service.clock.now().toISOString()
  for (const id of ['d4', 'a1', 'c3']) {
    t.advance(second)
    assert.equal((await api.put('/orders', [order(id, '2.00')])).body.updated, 1)
  }
  const changed = await follow('orders', since)
  assert.deepEqual(
    changed.map((each) => each.platformOrderId),
    ['d4', 'a1', 'c3'],
  )
  assert.deepEqual(
    (await follow('orders', '2000-01-01T00:00:00Z')).map((each) => each.platformOrderId),
    ['b2', 'e5', 'd4', 'a1', 'c3'],
  )
  const customers = await follow('customers', '2000-01-01T00:00:00Z')
  const instants = customers.map((each) => each.updatedAt)
  assert.ok(instants.length >= 5 && instants.every(Boolean))
  assert.deepEqual(instants, instants.toSorted())
})

test('every change to a review or product moves it to the end of the changes', async () => {
  const { body: review } = await api.post('/reviews', {
    platformProductId: 'mug',
    rating: 4,
    body: 'followed',
    authorName: 'Bea',
    authorEmail: 'bea@customer.example',
  })
  const changes = [{ status: 'approved' }, { reply: { body: 'Thanks' } }, { reply: null }, { status: 'rejected' }]
  for (const change of changes) {
    const since = t.service.clock.now().toISOString()
    t.advance(second)
    assert.equal((await api.put(`/reviews/${review.id}`, change)).status, 200)
    assert.deepEqual(
      (await follow('reviews', since)).map((each) => each.id),
      [review.id],
      JSON.stringify(change),
    )
  }
  const { body: product } = await api.get('/products/by-platform-id/mug')
  for (const act of [
    () => api.patch(`/products/${product.id}`, { requestsExcluded: true }),
    () => api.put('/products', [{ platformProductId: 'mug', title: 'Mug', variants: [{ platformVariantId: 'v1' }] }]),
    () => api.delete('/products/by-platform-id/mug'),
    () => api.put('/products', [{ platformProductId: 'mug', title: 'Mug' }]),
  ]) {
    const since = t.service.clock.now().toISOString()
    t.advance(second)
    assert.ok((await act()).status < 300)
    assert.deepEqual(
      (await follow('products', since)).map((each) => each.id),
      [product.id],
    )
  }
})

test('retiring a product by platform id preserves its reviews, and a push restores the product', async () => {
  const row = {
    platformProductId: 'id/with 100%',
    title: 'Lamp',
    variants: [{ platformVariantId: 'l1' }, { platformVariantId: 'l2' }],
  }
  await api.put('/products', [row])
  const path = `/products/by-platform-id/${encodeURIComponent(row.platformProductId)}`
  const { body: stood } = await api.get(path)
  await api.post('/reviews', {
    productId: stood.id,
    rating: 5,
    body: 'stays',
    authorName: 'Ann',
    authorEmail: 'ann@customer.example',
  })
  const gone = await api.delete(path)
  assert.deepEqual([gone.status, gone.text], [204, ''])
  const { body: retired } = await api.get(path)
  assert.deepEqual([retired.status, retired.liveVariantCount], ['archived', 0])
  assert.ok(retired.variants.every((each: { retiredAt: string | null }) => each.retiredAt !== null))
  assert.equal((await api.get(`/reviews?productId=${stood.id}`)).body.data.length, 1)
  assert.equal((await api.delete(path)).status, 204)
  assert.equal((await api.get(path)).body.updatedAt, retired.updatedAt, 'a second removal changes nothing')
  assert.equal((await api.put('/products', [row])).body.updated, 1)
  const { body: back } = await api.get(path)
  assert.deepEqual([back.id, back.status, back.liveVariantCount], [stood.id, 'active', 2])
  assert.equal((await api.delete('/products/by-platform-id/never')).status, 404)
})

test('removing an order by platform id deletes its review request and preserves its reviews', async () => {
  const order = {
    platformOrderId: 'to go',
    email: 'cy@customer.example',
    placedAt: t.service.clock.now().toISOString(),
    lineItems: [{ platformProductId: 'mug', title: 'Mug', quantity: 1 }],
  }
  await api.put('/orders', [order])
  const path = '/orders/by-platform-id/to%20go'
  const { body: stood } = await api.get(path)
  const { body: review } = await api.post('/reviews', {
    platformProductId: 'mug',
    orderId: stood.id,
    rating: 5,
    body: 'of an order',
    authorName: 'Cy',
    authorEmail: 'cy@customer.example',
  })
  assert.equal((await api.delete(path)).status, 204)
  assert.equal((await api.get(path)).status, 404)
  assert.equal((await api.delete(path)).status, 404)
  assert.equal((await api.get(`/reviews/${review.id}`)).body.orderId, null)
  assert.equal((await api.put('/orders', [order])).body.created, 1)
})

test('removals need an Admin and affect no other store', async () => {
  const neighbour = await t.shop()
  const member = await shop.as('MEMBER')
  await api.put('/orders', [{ platformOrderId: 'ours', placedAt: '2026-11-01T00:00:00Z', lineItems: [] }])
  for (const path of ['/orders/by-platform-id/ours', '/products/by-platform-id/mug']) {
    assert.equal((await neighbour.api.delete(path)).status, 404)
    assert.equal((await member.delete(path)).status, 403)
    assert.equal((await api.get(path)).status, 200)
  }
})

test('a reader that looks back five minutes finds a change that becomes visible late', async () => {
  const minute = 60_000
  const own = await t.shop()
  const later = (ms: number) => t.advance(ms)
  let finish = () => {}
  const held = new Promise<void>((resolve) => {
    finish = resolve
  })
  let stamped = () => {}
  const isStamped = new Promise<void>((resolve) => {
    stamped = resolve
  })
  const slow = t.service.db.store(own, 'write', async (tx) => {
    await tx.run(sql`
      insert into products (store_env_id, id, platform_product_id, created_at, updated_at)
      values (${own.storeEnvId}, gen_random_uuid(), 'slow', ${tx.now}, ${tx.now})`)
    stamped()
    await held
  })
  await isStamped
  later(4 * minute)
  await own.api.put('/products', [{ platformProductId: 'quick' }])
  const seen = await follow('products', '2000-01-01T00:00:00Z', own.api)
  assert.deepEqual(
    seen.map((each) => each.platformProductId),
    ['quick'],
  )
  finish()
  await slow
  const greatest = Date.parse(seen.at(-1)?.updatedAt ?? '')
  const since = (overlap: number) => new Date(greatest - overlap).toISOString()
  assert.deepEqual(
    (await follow('products', since(5 * minute), own.api)).map((each) => each.platformProductId),
    ['slow', 'quick'],
  )
  assert.deepEqual(await follow('products', since(0), own.api), [], 'without looking back it is lost')
})

test('a long read that looks back to its start finds changes that become visible late', async () => {
  const minute = 60_000
  const own = await t.shop()
  const change = (name: string) => own.api.put('/products', [{ platformProductId: name }])
  await change('before')
  t.advance(minute)
  let finish = () => {}
  const held = new Promise<void>((resolve) => {
    finish = resolve
  })
  let stamped = () => {}
  const isStamped = new Promise<void>((resolve) => {
    stamped = resolve
  })
  const slow = t.service.db.store(own, 'write', async (tx) => {
    await tx.run(sql`
      insert into products (store_env_id, id, platform_product_id, created_at, updated_at)
      values (${own.storeEnvId}, gen_random_uuid(), 'late', ${tx.now}, ${tx.now})`)
    stamped()
    await held
  })
  await isStamped
  t.advance(minute)
  await change('next 0')
  await change('next 1')
  const began = t.service.clock.nowMs()
  const seen: { platformProductId: string; updatedAt: string }[] = []
  let at = ''
  // The store changes throughout the read, for longer than the five minutes that a reader looks back.
  for (let n = 2; n < 12; n++) {
    const { body, text } = await own.api.get(`/products?sort=updatedAt&limit=1${at}`)
    assert.equal(body.data?.length, 1, text)
    seen.push(...body.data)
    at = `&cursor=${body.pagination.nextCursor}`
    if (n === 3) finish()
    if (n === 3) await slow
    t.advance(minute)
    await change(`next ${n}`)
  }
  const names = (rows: { platformProductId?: string }[]) => rows.map((each) => each.platformProductId)
  assert.ok(!names(seen).includes('late'))
  const lookBack = (from: number) => follow('products', new Date(from - 5 * minute).toISOString(), own.api)
  assert.ok(names(await lookBack(began)).includes('late'))
  const greatest = Date.parse(seen.at(-1)?.updatedAt ?? '')
  assert.ok(!names(await lookBack(greatest)).includes('late'), 'from the greatest change seen it would be lost')
})

test('an order with a newly linked item, and a customer who orders, count as changed', async () => {
  const own = await t.shop()
  const moved = async (list: string, act: () => Promise<unknown>) => {
    t.advance(second)
    const since = t.service.clock.now().toISOString()
    t.advance(second)
    await act()
    return (await follow(list, since, own.api)).length
  }
  const order = (id: string) => ({
    platformOrderId: id,
    email: 'dee@customer.example',
    placedAt: t.service.clock.now().toISOString(),
    lineItems: [{ platformProductId: 'late', title: 'Late', quantity: 1 }],
  })
  await own.api.put('/orders', [order('one')])
  assert.equal(await moved('customers', () => own.api.put('/orders', [order('two')])), 1, 'a second order')
  await own.api.put('/products', [{ platformProductId: 'late', title: 'Late' }])
  assert.equal(await moved('orders', () => own.api.post('/orders/resolve-line-items', {})), 2, 'lines linked later')
  assert.equal(await moved('orders', () => own.api.post('/orders/resolve-line-items', {})), 0, 'nothing left to link')
})

test("a visitor's report counts as a change of the review", async () => {
  const { body: review } = await api.post('/reviews', {
    platformProductId: 'mug',
    rating: 2,
    body: 'to be reported',
    authorName: 'Eve',
    authorEmail: 'eve@customer.example',
  })
  await api.put(`/reviews/${review.id}`, { status: 'approved' })
  const since = t.service.clock.now().toISOString()
  t.advance(second)
  const report = await shop.storefront.post(`/storefront/reviews/${review.id}/report`, { reason: 'spam' })
  assert.ok(report.status < 300, report.text)
  assert.deepEqual(
    (await follow('reviews', since)).map((each) => [each.id, each.reportCount]),
    [[review.id, 1]],
  )
})
