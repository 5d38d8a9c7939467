import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addProduct, addReviews } from '#resources/reviews/reviews.testing.ts'
import { provideService, type Shop } from '#test/service.ts'

let shop: Shop
const service = provideService({}, async () => {
  shop = await service.shop()
  const productId = await addProduct(shop, 'kettle')
  const other = await addProduct(shop, 'pan')
  const at = (day: number) => `2026-11-${String(day).padStart(2, '0')}T08:00:00.000Z`
  await addReviews(service, shop, [
    { productId, rating: 5, title: 'Boils fast', body: 'Quiet as well.', submittedAt: at(1) },
    { productId, rating: 2, title: 'Loud', body: 'It BOILS, but the lid is loud.', submittedAt: at(2) },
    { productId, rating: 4, body: '100% steel, no_plastic.', submittedAt: at(3), reply: 'Boils at 100 °C.' },
    { productId, rating: 1, body: 'Never boils over, never approved.', status: 'pending', submittedAt: at(4) },
    { productId: other, rating: 3, body: 'Boils over.', submittedAt: at(5) },
  ])
})

const found = async (query: string) => (await shop.storefront.get(`/storefront/reviews?${query}`)).body
const ratings = async (query: string) => (await found(query)).data.map((review: { rating: number }) => review.rating)

test('visitors find approved reviews by words of title, text and reply, in any case', async () => {
  assert.deepEqual(await ratings('platformProductId=kettle&q=boils'), [4, 2, 5])
  assert.deepEqual(await ratings('platformProductId=kettle&q=LOUD%20boils'), [2])
  assert.deepEqual(await ratings('platformProductId=kettle&q=approved'), [])
  assert.deepEqual(await ratings('q=boils'), [3, 4, 2, 5])
  const [first] = (await found('q=over')).data
  assert.equal(first.product.platformProductId, 'pan')
})

test('every character of a search is literal', async () => {
  assert.deepEqual(await ratings('platformProductId=kettle&q=0%25%20s'), [4])
  assert.deepEqual(await ratings('platformProductId=kettle&q=b%25s'), [])
  assert.deepEqual(await ratings('platformProductId=kettle&q=no_p'), [4])
  assert.deepEqual(await ratings('platformProductId=kettle&q=q_iet'), [])
  assert.deepEqual(await ratings(`platformProductId=kettle&q=${encodeURIComponent("' or 1=1 --")}`), [])
})

test('a search works with every sort order, filter and cursor', async () => {
  const orders = { newest: [4, 2, 5], highest: [5, 4, 2], lowest: [2, 4, 5], photos: [4, 2, 5], helpful: [4, 2, 5] }
  for (const [sort, expected] of Object.entries(orders)) {
    const paged: number[] = []
    let cursor = ''
    do {
      const { data, pagination } = await found(
        `platformProductId=kettle&q=boils&sort=${sort}&limit=1&includeTotal=true${cursor}`,
      )
      assert.equal(pagination.total, 3)
      paged.push(data[0].rating)
      cursor = pagination.nextCursor ? `&cursor=${pagination.nextCursor}` : ''
    } while (cursor !== '')
    assert.deepEqual(paged, expected, sort)
  }
  assert.deepEqual(await ratings('platformProductId=kettle&q=boils&rating=2'), [2])
  assert.deepEqual(await ratings('platformProductId=kettle&q=boils&hasPhotos=true'), [])
  const { pagination, data } = await found('q=nothing&includeTotal=true')
  assert.deepEqual([data, pagination.nextCursor, pagination.total], [[], null, 0])
})

test('searches that are empty or too long, and cursors of another list, are refused', async () => {
  assert.equal((await shop.storefront.get(`/storefront/reviews?q=${'a'.repeat(101)}`)).status, 400)
  assert.equal((await shop.storefront.get('/storefront/reviews?q=')).status, 400)
  const { pagination } = await found('limit=1')
  assert.equal((await shop.storefront.get(`/storefront/reviews?q=boils&cursor=${pagination.nextCursor}`)).status, 400)
})
