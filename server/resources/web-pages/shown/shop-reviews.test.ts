import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addProduct, addReview } from '#resources/reviews/reviews.testing.ts'
import { provideService, type Shop } from '#test/service.ts'
import { page, published, visit } from '../web-pages.testing.ts'

const service = provideService()

async function addOfShop(shop: Shop, rating: number, body: string, status = 'approved'): Promise<void> {
  const sent = { subject: 'shop', rating, body, authorName: 'Jane D.', authorEmail: `${rating}@customer.example` }
  const { body: review, text } = await shop.api.post('/reviews', sent)
  assert.ok(review.id, text)
  if (status !== 'pending') await shop.api.put(`/reviews/${review.id}`, { status })
}

test('a block with subject shop shows only reviews of the shop, under their own heading', async () => {
  const shop = await service.shop()
  await addReview(service, shop, { productId: await addProduct(shop), rating: 5, body: 'Fine mug', status: 'approved' })
  await addOfShop(shop, 2, 'Late parcel')
  await addOfShop(shop, 1, 'Not decided', 'pending')
  const { url } = await published(shop.api, {
    locale: 'en',
    blocks: [{ type: 'reviews', subject: 'shop' }, { type: 'reviews' }],
  })
  const { text } = await visit(service, url)
  const [ofShop = '', ofProducts = ''] = text.split('<section class="evident-reviews"').slice(1)
  assert.match(ofShop, /id="reviews-heading">Reviews of our shop</)
  assert.match(ofShop, /Late parcel/)
  assert.match(ofShop, /1 review</)
  assert.doesNotMatch(ofShop, /Fine mug|Not decided|evident-review-product/)
  assert.match(ofProducts, /Customer reviews/)
  assert.match(ofProducts, /Fine mug/)
  assert.doesNotMatch(ofProducts, /Late parcel/)
})

test('reviews of the shop are paged, and an empty block says that there are none', async () => {
  const shop = await service.shop()
  const blocks = [{ type: 'reviews', subject: 'shop', limit: 1 }]
  const { url } = await published(shop.api, { locale: 'de', blocks })
  assert.match((await visit(service, url)).text, /Bewertungen unseres Shops<\/h2>\s*<p class="evident-reviews-none">/)
  await addOfShop(shop, 2, 'First')
  await addOfShop(shop, 4, 'Second')
  assert.match((await visit(service, url)).text, /Second/)
  const { text } = await visit(service, `${url}?page=2`)
  assert.match(text, /First/)
  assert.doesNotMatch(text, /Second/)
})

test('a block keeps its subject, and a block for the shop refuses products', async () => {
  const shop = await service.shop()
  const productIds = [await addProduct(shop)]
  const { id } = await page(shop.api, { blocks: [{ type: 'reviews', subject: 'shop', limit: 3 }] })
  assert.deepEqual((await shop.api.get(`/web-pages/${id}`)).body.blocks, [
    { type: 'reviews', subject: 'shop', limit: 3 },
  ])
  const back = await shop.api.patch(`/web-pages/${id}`, {
    blocks: [{ type: 'reviews', subject: 'product', productIds }],
  })
  assert.deepEqual(back.body.blocks, [{ type: 'reviews', productIds }])
  for (const [path, block] of [
    ['/blocks/0/productIds', { type: 'reviews', subject: 'shop', productIds }],
    ['/blocks/0/subject', { type: 'reviews', subject: 'all' }],
  ] as const) {
    const { status, body } = await shop.api.patch(`/web-pages/${id}`, { blocks: [block] })
    assert.equal(status, 400)
    assert.equal(body.details[0].path, path)
  }
})
