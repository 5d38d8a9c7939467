import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addReview, addReviews, auditLines, nobody, post } from '#resources/reviews/reviews.testing.ts'
import { type Api, provideService, type Shop } from '#test/service.ts'
import { addPair, merge, movedEntries, push, pushOrder } from '../merging/merging.testing.ts'
import { forgetMove } from './commands.ts'

let shop: Shop
const service = provideService({ now: new Date('2026-11-21T10:00:00Z') }, async () => {
  shop = await service.shop()
})

const move = (api: Api, fromProductId: string, toProductId: string) =>
  api.post('/reviews/moves', { fromProductId, toProductId })

/** A product that was archived, and the product that replaced it. */
async function addRecreated() {
  const pair = await addPair(shop)
  await shop.api.delete(`/products/by-platform-id/${pair.old}`)
  return pair
}

async function done(id: string) {
  await service.runJobs()
  return (await shop.api.get(`/reviews/moves/${id}`)).body
}

test('reviews of every status move with their id, order, verification and text', async () => {
  const { from, into, old, anew } = await addRecreated()
  const order = await pushOrder(shop.api, 'm-1', 'ann@customer.example', old)
  const review = await post(shop.api, from, { authorEmail: 'ann@customer.example', orderId: order.id, rating: 2 })
  await shop.api.put(`/reviews/${review.id}`, { status: 'approved', reply: { body: 'Thank you.' } })
  await addReview(service, shop, { productId: from, status: 'rejected' })
  const was = (await shop.api.get(`/reviews/${review.id}`)).body
  const before = (await movedEntries(service, shop)).length
  const owner = await shop.signedIn()
  const begun = await move(owner, from, into)
  assert.equal(begun.status, 202, begun.text)
  assert.deepEqual([begun.body.status, begun.body.moved, begun.body.skipped], ['queued', 0, 0])
  assert.equal(begun.headers.location, `/api/v1/reviews/moves/${begun.body.id}`)
  const ended = await done(begun.body.id)
  assert.deepEqual([ended.status, ended.moved, ended.skipped], ['completed', 2, 0])
  assert.equal(Date.parse(ended.undoableUntil) - Date.parse(ended.completedAt), 30 * 86_400_000)
  const { product, productId, updatedAt: _, ...is } = (await shop.api.get(`/reviews/${review.id}`)).body
  const { product: __, productId: ___, updatedAt: ____, ...rest } = was
  assert.deepEqual([is, productId, product.platformProductId], [rest, into, anew])
  assert.equal((await shop.storefront.get(`/storefront/reviews?platformProductId=${anew}`)).body.data.length, 1)
  const entries = (await movedEntries(service, shop)).slice(before)
  assert.deepEqual(
    entries.map(({ data, by }) => [data, by]),
    Array.from({ length: 2 }, () => [
      { from: old, to: anew },
      { role: 'OWNER', via: 'session' },
    ]),
  )
  assert.equal((await shop.api.get(`/products/${from}`)).body.mergedIntoId, null)
  const line = (await auditLines(service, shop)).findLast(({ action }) => action === 'review_move.started')
  assert.deepEqual([line?.target?.id, line?.details?.toId], [from, into])
})

test('a review is skipped if its order has a review of the target', async () => {
  const { from, into, old, anew } = await addPair(shop)
  const email = 'both@customer.example'
  const order = await pushOrder(shop.api, 'm-both', email, old, anew)
  const kept = await post(shop.api, from, { authorEmail: email, orderId: order.id })
  await post(shop.api, into, { authorEmail: email, orderId: order.id })
  await addReview(service, shop, { productId: from })
  await shop.api.delete(`/products/by-platform-id/${old}`)
  const ended = await done((await move(shop.api, from, into)).body.id)
  assert.deepEqual([ended.status, ended.moved, ended.skipped], ['completed', 1, 1])
  assert.equal((await shop.api.get(`/reviews/${kept.id}`)).body.productId, from)
})

test('an undo moves back exactly the moved reviews, once', async () => {
  const { from, into } = await addRecreated()
  const own = await addReview(service, shop, { productId: into })
  const moved = await addReviews(service, shop, [{ productId: from }, { productId: from }])
  const { id } = (await move(shop.api, from, into)).body
  const early = await shop.api.post(`/reviews/moves/${id}/undo`)
  assert.deepEqual([early.status, early.body.code], [409, 'conflict'])
  await done(id)
  const later = await addReview(service, shop, { productId: into })
  await shop.api.delete(`/reviews/${moved[0]}`)
  const begun = await shop.api.post(`/reviews/moves/${id}/undo`)
  assert.equal(begun.status, 202, begun.text)
  const ended = await done(id)
  assert.deepEqual([ended.status, ended.moved, ended.undoableUntil], ['undone', 2, null])
  const placeOf = async (review: string | undefined) => (await shop.api.get(`/reviews/${review}`)).body.productId
  assert.deepEqual([await placeOf(own), await placeOf(later), await placeOf(moved[1])], [into, into, from])
  const again = await shop.api.post(`/reviews/moves/${id}/undo`)
  assert.deepEqual([again.status, again.body.code], [409, 'conflict'])
})

test('a move can be undone for 30 days, and then its list of reviews is deleted', async () => {
  const { from, into } = await addRecreated()
  await addReview(service, shop, { productId: from })
  const { id } = (await move(shop.api, from, into)).body
  await service.runJobs()
  const count = async () =>
    Number(
      (await service.query('select count(*) as count from review_move_items where move_id = $1', [id])).rows[0]?.count,
    )
  assert.equal(await count(), 1)
  await service.query(
    `update review_moves set completed_at = (completed_at at time zone 'UTC' - interval '30 days') at time zone 'UTC' where id = $1`,
    [id],
  )
  assert.equal((await shop.api.post(`/reviews/moves/${id}/undo`)).status, 409)
  assert.equal((await shop.api.get(`/reviews/moves/${id}`)).body.undoableUntil, null)
  const { storeEnvId, organizationId } = shop
  await service.service.db.store({ storeEnvId, organizationId }, 'write', (tx) => forgetMove(tx, id))
  assert.equal(await count(), 0)
})

test('unrelated, still sold, unknown and foreign products are refused, and nothing moves', async () => {
  const sold = await addPair(shop)
  const gone = await addRecreated()
  const replaced = await addRecreated()
  await shop.api.delete(`/products/by-platform-id/${replaced.anew}`)
  const other = await service.shop('Elsewhere')
  const foreign = await addPair(other)
  for (const [from, to, status, code] of [
    [sold.from, sold.into, 409, 'product_still_sold'],
    [gone.from, sold.into, 409, 'products_unrelated'],
    [replaced.from, replaced.into, 409, 'products_unrelated'],
    [gone.from, nobody, 404, 'not_found'],
    [foreign.from, gone.into, 404, 'not_found'],
    [gone.from, gone.from.toUpperCase(), 400, 'validation_failed'],
  ] as const) {
    const { status: was, body } = await move(shop.api, from, to)
    assert.deepEqual([was, body.code], [status, code])
  }
  assert.equal((await move(await shop.as('MEMBER'), gone.from, gone.into)).body.code, 'role_insufficient')
  assert.equal((await other.api.get('/reviews/moves')).body.data.length, 0)
  const { id } = (await move(shop.api, gone.from, gone.into)).body
  assert.equal((await other.api.get(`/reviews/moves/${id}`)).status, 404)
  assert.equal((await other.api.post(`/reviews/moves/${id}/undo`)).status, 404)
  const second = await move(shop.api, gone.from, gone.into)
  assert.deepEqual([second.status, second.body.code], [409, 'conflict'])
  await done(id)
})

test('recreated products are listed with the product on sale that replaced them', async () => {
  const own = await service.shop('RecreatedPair')
  const listed = async (query = '') => (await own.api.get(`/products/recreated${query}`)).body
  const gtin = '4006381333931'
  const old = await push(own.api, { platformProductId: 'old', sku: 'S' })
  const older = await push(own.api, { platformProductId: 'older', gtin })
  await push(own.api, { platformProductId: 'unreviewed', sku: 'U' })
  await addReviews(service, own, [{ productId: old }, { productId: old, status: 'spam' }, { productId: older }])
  assert.deepEqual((await listed()).data, [])
  for (const id of ['old', 'older', 'unreviewed']) await own.api.delete(`/products/by-platform-id/${id}`)
  assert.deepEqual((await listed()).data, [])
  const bySku = await push(own.api, { platformProductId: 'new', sku: 'S', gtin: '614141000036' })
  const byGtin = await push(own.api, { platformProductId: 'newer', gtin: `0${gtin}` })
  await push(own.api, { platformProductId: 'other', sku: 'U' })
  const { data, pagination } = await listed('?includeTotal=true')
  assert.equal(pagination.total, 2)
  assert.deepEqual(data, [
    {
      from: { id: older, platformProductId: 'older', title: 'The older' },
      to: { id: byGtin, platformProductId: 'newer', title: 'The newer' },
      by: 'gtin',
      reviews: 1,
    },
    {
      from: { id: old, platformProductId: 'old', title: 'The old' },
      to: { id: bySku, platformProductId: 'new', title: 'The new' },
      by: 'sku',
      reviews: 2,
    },
  ])
  const first = await listed('?limit=1')
  assert.deepEqual(
    (await listed(`?limit=1&cursor=${first.pagination.nextCursor}`)).data.map(({ by }: { by: string }) => by),
    ['sku'],
  )
})

test('a merge has the same condition as a move: a shared SKU or valid GTIN', async () => {
  const [a, b] = [
    await push(shop.api, { platformProductId: 'un-1', sku: 'X-1' }),
    await push(shop.api, { platformProductId: 'un-2', sku: 'X-2' }),
  ]
  const { status, body } = await merge(shop.api, a, b)
  assert.deepEqual([status, body.code], [409, 'products_unrelated'])
})
