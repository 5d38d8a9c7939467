import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#platform/db/query.ts'
import { newId } from '#platform/values/ids.ts'
import { recountStore } from '#resources/analytics/engine/recount.ts'
import { addReview, addReviews, auditLines, nobody, post } from '#resources/reviews/reviews.testing.ts'
import { provideService, type Shop } from '#test/service.ts'
import { addPair, merge, movedEntries, push, pushOrder } from './merging.testing.ts'

let shop: Shop
const service = provideService({}, async () => {
  shop = await service.shop()
})

const countRatings = async (productId: string) => (await shop.api.get(`/products/${productId}`)).body.rating.count

test('reviews of a re-created product move with order, verification and text', async () => {
  const { from, into, old, anew } = await addPair(shop)
  const order = await pushOrder(shop.api, 'o-1', 'ann@customer.example', old)
  const review = await post(shop.api, from, { authorEmail: 'ann@customer.example', orderId: order.id, rating: 2 })
  await shop.api.put(`/reviews/${review.id}`, { status: 'approved', reply: { body: 'Thank you.' } })
  const was = (await shop.api.get(`/reviews/${review.id}`)).body
  const done = await merge(shop.api, from, into)
  assert.deepEqual([done.status, done.body], [200, { moved: 1, skipped: 0 }], done.text)
  const { product, productId, updatedAt, ...is } = (await shop.api.get(`/reviews/${review.id}`)).body
  assert.deepEqual([productId, product.platformProductId], [into, anew])
  const { product: _, productId: __, updatedAt: before, ...rest } = was
  assert.deepEqual(is, rest)
  assert.ok(updatedAt >= before)
  assert.deepEqual([await countRatings(from), await countRatings(into)], [0, 1])
  assert.equal((await shop.api.get(`/products/${from}`)).body.mergedIntoId, into)
  const shown = await shop.storefront.get(`/storefront/reviews?platformProductId=${anew}`)
  assert.equal(shown.body.data?.length, 1, shown.text)
})

test("ledger and history record each review's move, and the audit log records the merge", async () => {
  const { from, into, old, anew } = await addPair(shop)
  const ids = await addReviews(service, shop, [{ productId: from }, { productId: from, status: 'rejected' }])
  const owner = await shop.signedIn()
  const before = (await movedEntries(service, shop)).length
  assert.deepEqual((await merge(owner, from, into)).body, { moved: 2, skipped: 0 })
  const entries = (await movedEntries(service, shop)).slice(before)
  assert.deepEqual(entries.map(({ review }) => review).sort(), ids.toSorted())
  for (const { data, by } of entries) {
    assert.deepEqual(data, { from: old, to: anew })
    assert.deepEqual(by, { role: 'OWNER', via: 'session' })
  }
  const line = (await auditLines(service, shop)).findLast(({ action }) => action === 'product.merged')
  assert.deepEqual([line?.target?.id, line?.details?.intoId], [from, into])
  const { acts } = (await owner.get(`/reviews/${ids[0]}/history`)).body
  assert.deepEqual([acts[0].kind, acts[0].fromProduct, acts[0].toProduct], ['moved', old, anew])
  assert.equal(typeof acts[0].by.name, 'string')
})

test('a review is skipped if its order already has a review of the target', async () => {
  const { from, into, old, anew } = await addPair(shop)
  const email = 'both@customer.example'
  const order = await pushOrder(shop.api, 'o-both', email, old, anew)
  const kept = await post(shop.api, from, { authorEmail: email, orderId: order.id })
  await post(shop.api, into, { authorEmail: email, orderId: order.id })
  const free = await addReview(service, shop, { productId: from })
  assert.deepEqual((await merge(shop.api, from, into)).body, { moved: 1, skipped: 1 })
  assert.equal((await shop.api.get(`/reviews/${kept.id}`)).body.productId, from)
  assert.equal((await shop.api.get(`/reviews/${free}`)).body.productId, into)
  assert.deepEqual((await merge(shop.api, from, into)).body, { moved: 0, skipped: 1 })
})

test('order lines move, and later pushes of the old product verify reviews of the target', async () => {
  const { from, into, old } = await addPair(shop)
  const before = await pushOrder(shop.api, 'o-before', 'before@customer.example', old)
  assert.equal(before.lineItems[0].productId, from)
  await merge(shop.api, from, into)
  const moved = (await shop.api.get(`/orders/${before.id}`)).body
  assert.deepEqual([moved.lineItems[0].productId, moved.lineItems[0].platformProductId], [into, old])
  assert.equal((await post(shop.api, into, { authorEmail: 'before@customer.example' })).verified, true)
  const again = await pushOrder(shop.api, 'o-before', 'changed@customer.example', old)
  assert.equal(again.lineItems[0].productId, into)
  const later = await pushOrder(shop.api, 'o-later', 'later@customer.example', old)
  assert.equal(later.lineItems[0].productId, into)
  const late = await post(shop.api, from, { authorEmail: 'later@customer.example' })
  assert.deepEqual([late.productId, late.verified, late.orderId], [into, true, later.id])
})

test('new orders of an old product that is on sale again are linked to it', async () => {
  const { from, into, old, sku } = await addPair(shop)
  await shop.api.delete(`/products/by-platform-id/${old}`)
  assert.equal((await merge(shop.api, from, into)).status, 200)
  await push(shop.api, { platformProductId: old, sku })
  assert.equal((await shop.api.get(`/products/${from}`)).body.mergedIntoId, null)
  const order = await pushOrder(shop.api, 'o-returned', 'back@customer.example', old)
  assert.equal(order.lineItems[0].productId, from)
})

test('products are related by a common SKU or valid GTIN, even of retired variants', async () => {
  const { api } = shop
  const one = await push(api, { platformProductId: 'g-1', gtin: '4006381333931' })
  const same = await push(api, { platformProductId: 'g-2', gtin: '04006381333931' })
  const wrong = await push(api, { platformProductId: 'g-3', gtin: '4006381333932' })
  const alike = await push(api, { platformProductId: 'g-4', gtin: '4006381333932' })
  const bare = await push(api, { platformProductId: 'g-5' })
  const plain = await push(api, { platformProductId: 'g-6', sku: ' ' })
  await api.delete('/products/by-platform-id/g-1')
  assert.equal((await merge(api, one, same)).status, 200)
  for (const [from, into] of [
    [wrong, alike],
    [bare, plain],
    [one, bare],
  ] as const) {
    const { status, body } = await merge(api, from, into)
    assert.deepEqual([status, body.code], [409, 'products_unrelated'])
  }
})

test('unknown or foreign products get 404, identical products get 400, and members are refused', async () => {
  const { from, into } = await addPair(shop)
  const other = await service.shop('Elsewhere')
  const foreign = await addPair(other)
  for (const [a, b] of [
    [from, nobody],
    [nobody, into],
    [from, foreign.into],
    [foreign.from, into],
  ] as const)
    assert.equal((await merge(shop.api, a, b)).status, 404)
  assert.equal((await merge(shop.api, from, from.toUpperCase())).status, 400)
  assert.equal((await merge(shop.api, from, 'x')).status, 400)
  assert.equal((await shop.api.post(`/products/${from}/merge`, {})).status, 400)
  const member = await shop.as('MEMBER')
  assert.equal((await merge(member, from, into)).body.code, 'role_insufficient')
  assert.equal((await shop.api.get(`/products/${from}`)).body.mergedIntoId, null)
})

test('a chain of merges leads to the last product, and a merge back ends it', async () => {
  const { api } = shop
  const [a, b, c] = await Promise.all(
    ['c-1', 'c-2', 'c-3'].map((id) => push(api, { platformProductId: id, sku: 'CHAIN' })),
  )
  assert.ok(a && b && c)
  await addReview(service, shop, { productId: a })
  await merge(api, a, b)
  await merge(api, b, c)
  const ends = async () =>
    Promise.all([a, b, c].map(async (id) => (await api.get(`/products/${id}`)).body.mergedIntoId))
  assert.deepEqual(await ends(), [c, c, null])
  assert.deepEqual([await countRatings(a), await countRatings(b), await countRatings(c)], [0, 0, 1])
  assert.deepEqual((await merge(api, c, a)).body, { moved: 1, skipped: 0 })
  assert.deepEqual(await ends(), [null, a, a])
})

test('offers and rewards move with the review, and no reward is given twice', async () => {
  const { from, into, old } = await addPair(shop)
  const order = await pushOrder(shop.api, 'o-reward', 'gift@customer.example', old)
  const review = await addReview(service, shop, { productId: from, orderId: order.id })
  const incentive = newId()
  await service.service.db.store(shop, 'write', async (tx) => {
    await tx.run(sql`
      insert into review_incentives (store_env_id, id, kind, text, status, is_general, fulfil, pool_level, created_at, updated_at)
      values (${tx.storeEnvId}, ${incentive}, 'coupon', 'A coupon.', 'draft', true, 'decision', 'enough', ${tx.now}, ${tx.now})`)
    await tx.run(sql`
      insert into review_incentive_promises (store_env_id, order_id, product_id, incentive_id, created_at)
      values (${tx.storeEnvId}, ${order.id}, ${from}, ${incentive}, ${tx.now})`)
    await tx.run(sql`
      insert into review_rewards (store_env_id, id, incentive_id, review_id, product_id, email, state, created_at, updated_at)
      values (${tx.storeEnvId}, ${newId()}, ${incentive}, ${review}, ${from}, 'gift@customer.example', 'given', ${tx.now}, ${tx.now})`)
  })
  await merge(shop.api, from, into)
  const products = await service.service.db.store(shop, 'read', (tx) =>
    tx.all<{ product: string }>(sql`
      select product_id as product from review_incentive_promises where store_env_id = ${tx.storeEnvId} and order_id = ${order.id}
      union all select product_id from review_rewards where store_env_id = ${tx.storeEnvId} and review_id = ${review}`),
  )
  assert.deepEqual(products, [{ product: into }, { product: into }])
})

test('after a merge, the counts per product equal a new count of the reviews', async () => {
  const counted = await service.shop('Counted')
  const { from, into } = await addPair(counted)
  await addReviews(
    service,
    counted,
    [1, 2, 5].map((rating) => ({ productId: from, rating })),
  )
  await service.runJobs()
  assert.equal((await merge(counted.api, from, into)).body.moved, 3)
  const report = await counted.api.get('/analytics/products?from=2026-10-30&to=2026-11-05')
  const row = report.body.data.find(({ product }: { product: { id: string } }) => product.id === into)
  assert.deepEqual([row?.received, report.body.data.length], [3, 1], report.text)
  await service.runJobs()
  const { differences } = await recountStore(service.service.db, counted)
  assert.deepEqual(differences, [])
})
