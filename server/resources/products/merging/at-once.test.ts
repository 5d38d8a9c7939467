import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addReviews, post } from '#resources/reviews/reviews.testing.ts'
import { provideService, type Shop } from '#test/service.ts'
import { addPair, merge, movedEntries, pushOrder } from './merging.testing.ts'

let shop: Shop
const service = provideService({}, async () => {
  shop = await service.shop()
})

const listReviewIds = async (productId: string): Promise<string[]> => {
  const ids: string[] = []
  let cursor = ''
  do {
    const { body } = await shop.api.get(`/reviews?limit=100&productId=${productId}${cursor}`)
    ids.push(...body.data.map(({ id }: { id: string }) => id))
    cursor = body.pagination.hasMore ? `&cursor=${encodeURIComponent(body.pagination.nextCursor)}` : ''
  } while (cursor !== '')
  return ids
}

test('the later of two opposite concurrent merges wins, and all reviews move to its target', async () => {
  for (let round = 0; round < 5; round++) {
    const { from, into } = await addPair(shop)
    const ids = await addReviews(service, shop, [
      ...Array.from({ length: 600 }, () => ({ productId: from })),
      ...Array.from({ length: 600 }, () => ({ productId: into })),
    ])
    const answers = await Promise.all([merge(shop.api, from, into), merge(shop.api, into, from)])
    for (const { status, body } of answers)
      assert.ok(status === 200 || (status === 409 && body.code === 'conflict'), `${status} ${body.code}`)
    assert.ok(answers.some(({ status }) => status === 200))
    const merged = (await shop.api.get(`/products/${from}`)).body.mergedIntoId
    const [winner, loser] = merged === null ? [from, into] : [into, from]
    await merge(shop.api, loser, winner)
    assert.deepEqual(await listReviewIds(loser), [])
    assert.deepEqual((await listReviewIds(winner)).sort(), ids.toSorted())
  }
})

test("in the ledger, each move of a review starts at the previous move's target", async () => {
  const at = new Map<string, string>()
  for (const { review, data } of await movedEntries(service, shop)) {
    const { from, to } = data as { from: string; to: string }
    if (at.has(String(review))) assert.equal(at.get(String(review)), from)
    at.set(String(review), to)
  }
  assert.ok(at.size > 0)
  for (const [id, platformId] of [...at].slice(0, 50))
    assert.equal((await shop.api.get(`/reviews/${id}`)).body.product.platformProductId, platformId)
})

test('concurrent reviews, orders and decisions are preserved, and the next merge call moves late arrivals', async () => {
  const { from, into, old } = await addPair(shop)
  const ids = await addReviews(
    service,
    shop,
    Array.from({ length: 700 }, () => ({ productId: from, status: 'pending' as const })),
  )
  const [merged, decided, ...late] = await Promise.all([
    merge(shop.api, from, into),
    shop.api.post('/reviews/bulk-update', { updates: ids.slice(0, 200).map((id) => ({ id, status: 'approved' })) }),
    ...Array.from({ length: 10 }, (_, i) => post(shop.api, from, { authorEmail: `late${i}@customer.example` })),
    ...Array.from({ length: 5 }, (_, i) => pushOrder(shop.api, `late-${i}`, `buyer${i}@customer.example`, old)),
  ])
  assert.deepEqual([merged.status, decided.status, decided.body.updated], [200, 200, 200])
  await merge(shop.api, from, into)
  assert.deepEqual(await listReviewIds(from), [])
  const expected = [...ids, ...late.slice(0, 10).map(({ id }) => id)]
  assert.deepEqual((await listReviewIds(into)).sort(), expected.sort())
  assert.equal((await shop.api.get(`/products/${into}`)).body.rating.count, 200)
  for (let i = 0; i < 5; i++)
    assert.equal((await shop.api.get(`/orders/by-platform-id/late-${i}`)).body.lineItems[0].productId, into)
})

test('the target has exactly one review after a concurrent review for the same order', async () => {
  for (let round = 0; round < 10; round++) {
    const { from, into, old, anew } = await addPair(shop)
    const email = `race${round}@customer.example`
    const order = await pushOrder(shop.api, `race-${round}`, email, old, anew)
    await post(shop.api, from, { authorEmail: email, orderId: order.id })
    const review = {
      productId: into,
      orderId: order.id,
      rating: 4,
      body: 'Other.',
      authorName: 'R',
      authorEmail: email,
    }
    const [merged, other] = await Promise.all([merge(shop.api, from, into), shop.api.post('/reviews', review)])
    assert.equal(merged.status, 200, merged.text)
    assert.equal(merged.body.moved + merged.body.skipped, 1)
    assert.equal(other.status, merged.body.moved === 1 ? 409 : 201, other.text)
    assert.equal((await listReviewIds(into)).length, 1)
  }
})
