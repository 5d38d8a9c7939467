// The process knows the state of a review that it writes and does not read the row back. The known state must equal the
// stored row.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyText } from '#test/any-text.ts'
import { provideService, type Shop } from '#test/service.ts'
import { addProduct, addReviews, submission } from '../reviews.testing.ts'

const service = provideService()

const words = fc.oneof(anyText({ minLength: 1, maxLength: 60 }), fc.constant('half \ud83d of an emoji'))
const locale = fc.constantFrom('en', 'de_DE', undefined)

test('the response for a created review equals the stored review', async () => {
  const shop = await service.shop()
  const productId = await addProduct(shop)
  const order = await shop.api.put('/orders', [
    {
      platformOrderId: '1',
      placedAt: '2026-11-01T10:00:00Z',
      email: 'a@b.example',
      lineItems: [{ platformProductId: 'mug' }],
    },
  ])
  assert.equal(order.body.created, 1, order.text)
  const { body: stored } = await shop.api.get('/orders/by-platform-id/1')
  const linked = await shop.api.post('/reviews', submission(productId, { orderId: stored.id.toUpperCase() }))
  assert.equal(linked.status, 201, linked.text)
  assert.deepEqual((await shop.api.get(`/reviews/${linked.body.id}`)).body, linked.body)
  await fc.assert(
    fc.asyncProperty(
      words,
      words,
      words,
      fc.integer({ min: 1, max: 5 }),
      locale,
      async (title, body, authorName, rating, language) => {
        service.advance(1_000)
        const sent = submission(productId, { title, authorName, rating, ...(language && { locale: language }) })
        const created = await shop.api.post('/reviews', { ...sent, body: `${sent.body}${body}` })
        if (created.status === 400) return
        assert.equal(created.status, 201, created.text)
        assert.deepEqual((await shop.api.get(`/reviews/${created.body.id}`)).body, created.body)
      },
    ),
    { numRuns: 60 },
  )
})

const edit = fc.record(
  {
    status: fc.constantFrom('approved', 'rejected', 'spam'),
    rating: fc.integer({ min: 1, max: 5 }),
    title: fc.option(words),
    body: words,
    authorName: words,
    verified: fc.boolean(),
    reply: fc.option(fc.record({ body: words })),
  },
  { requiredKeys: ['status'] },
)

async function listEvents(shop: Shop, ids: readonly string[]) {
  const { body } = await shop.api.get('/events?limit=100')
  const newest = new Map<string, Record<string, unknown>>()
  for (const { event, data } of body.data)
    if (event !== 'review.replied' && !newest.has(data.id)) newest.set(data.id, data)
  return ids.map((id) => newest.get(id))
}

test('the events of edited reviews have the stored state', async () => {
  const shop = await service.shop()
  const productId = await addProduct(shop)
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 5 }), async (edits) => {
      service.advance(60_000)
      const ids = await addReviews(
        service,
        shop,
        edits.map((_, i) => ({ productId, status: 'pending', source: i % 2 ? 'api' : 'import' })),
      )
      const updates = edits.map((each, i) => ({ id: ids[i], ...each }))
      const answer = await shop.api.post('/reviews/bulk-update', { updates })
      if (answer.status === 400) return
      assert.equal(answer.status, 200, answer.text)
      for (const data of await listEvents(shop, ids)) {
        assert.ok(data)
        const review = (await shop.api.get(`/reviews/${data.id}`)).body
        const { sequence: _, platformProductId, photoCount, ...said } = data
        const known = Object.fromEntries(Object.keys(said).map((name) => [name, review[name]]))
        assert.equal(platformProductId, review.product.platformProductId)
        assert.equal(photoCount, review.photos.length)
        assert.deepEqual(said, known)
      }
    }),
    { numRuns: 40 },
  )
})
