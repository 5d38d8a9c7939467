import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addOrder, addProduct, addReview } from '#resources/reviews/reviews.testing.ts'
import { provideService, type Shop } from '#test/service.ts'

let shop: Shop
let mug: string
const service = provideService({}, async () => {
  shop = await service.shop('Acme & Sons')
  mug = await addProduct(shop, 'mug')
})

async function writeApproved(of: Shop, more: object): Promise<string> {
  const sent = {
    subject: 'shop',
    rating: 4,
    body: 'Fast.',
    authorName: 'Jane D.',
    authorEmail: 'jane@customer.example',
  }
  const { status, body } = await of.api.post('/reviews', { ...sent, ...more })
  assert.equal(status, 201)
  assert.equal((await of.api.put(`/reviews/${body.id}`, { status: 'approved' })).status, 200)
  return body.id
}

const read = async (path: string, of: Shop = shop) => {
  const { status, body, text } = await of.storefront.get(path)
  assert.equal(status, 200, text)
  return body
}

test("only the shop's summary counts reviews of the shop, not the summaries of products", async () => {
  const own = await service.shop('Counted')
  const lamp = await addProduct(own, 'lamp')
  await addReview(service, own, { productId: lamp, rating: 5, status: 'approved' })
  await addOrder(service, own, { email: 'buyer@customer.example', productId: lamp })
  await writeApproved(own, { rating: 2, authorEmail: 'buyer@customer.example' })
  await writeApproved(own, { rating: 1, authorEmail: 'other@customer.example' })
  assert.deepEqual(await read('/storefront/shop-summary', own), {
    count: 2,
    average: 1.5,
    byStar: { '1': 1, '2': 1, '3': 0, '4': 0, '5': 0 },
    verifiedCount: 1,
  })
  assert.equal((await read('/storefront/store-summary', own)).count, 1)
  const [summary] = (await read('/storefront/summary?platformProductIds=lamp', own)).data
  assert.deepEqual([summary.count, summary.average], [1, 5])
})

test('a list has the reviews of one subject, and names the subject only if asked', async () => {
  const own = await service.shop('Listed')
  const lamp = await addProduct(own, 'lamp')
  await addReview(service, own, { productId: lamp, rating: 5, status: 'approved' })
  const id = await writeApproved(own, { rating: 2 })
  const ofProducts = await read('/storefront/reviews?includeTotal=true', own)
  assert.deepEqual([ofProducts.pagination.total, 'subject' in ofProducts.data[0]], [1, false])
  for (const sort of ['newest', 'highest', 'lowest', 'photos', 'helpful']) {
    const { data, pagination } = await read(`/storefront/reviews?subject=shop&includeTotal=true&sort=${sort}`, own)
    assert.deepEqual(
      [pagination.total, data.length, data[0].id, data[0].subject, data[0].product],
      [1, 1, id, 'shop', null],
    )
    const all = await read(`/storefront/reviews?subject=all&includeTotal=true&sort=${sort}`, own)
    assert.deepEqual(
      [all.pagination.total, new Set(all.data.map(({ subject }: { subject: string }) => subject))],
      [2, new Set(['product', 'shop'])],
    )
  }
  assert.equal((await read('/storefront/reviews?subject=shop&q=fast', own)).data.length, 1)
  assert.equal((await read('/storefront/reviews?q=fast', own)).data.length, 0)
})

test('a request that mixes shop and products is refused', async () => {
  for (const query of [
    'subject=shop&platformProductId=mug',
    'subject=shop&categoryId=cups',
    'subject=shop&pool=group',
    'subject=all&platformProductId=mug',
    'subject=nothing',
  ])
    for (const path of query.includes('categoryId') ? ['reviews'] : ['reviews', 'html'])
      assert.equal((await shop.storefront.get(`/storefront/${path}?${query}`)).status, 400, `${path} ${query}`)
  assert.equal((await shop.storefront.get('/storefront/json-ld')).status, 400)
  assert.equal((await shop.storefront.get('/storefront/review-filters')).status, 400)
})

test("the shop's structured data is an OnlineStore, and empty without reviews", async () => {
  const own = await service.shop('Acme & Sons')
  assert.deepEqual(await read('/storefront/json-ld?subject=shop', own), {})
  for (let n = 0; n < 22; n++) await writeApproved(own, { rating: n % 2 === 0 ? 5 : 4, body: `Note ${n}.` })
  const found = await read('/storefront/json-ld?subject=shop&limit=50', own)
  const [origin] = (await own.api.get('/account/stores')).body.data[0].origins
  assert.deepEqual(
    [
      found['@type'],
      found['@id'],
      found.name,
      found.url,
      found.aggregateRating.ratingValue,
      found.aggregateRating.reviewCount,
    ],
    ['OnlineStore', `${origin}/#organization`, 'Acme & Sons', origin, '4.50', 22],
  )
  assert.equal(found.review.length, 20)
})

test('a shop review by a related author is shown, but in no average or structured data', async () => {
  const own = await service.shop('Related')
  await writeApproved(own, { rating: 2, body: 'Slow.' })
  const related = await writeApproved(own, { rating: 5, body: 'I work here.' })
  await service.query(`update reviews set relationship = 'employee' where id = $1`, [related])
  assert.equal((await read('/storefront/reviews?subject=shop', own)).data.length, 2)
  const { count, average } = await read('/storefront/shop-summary', own)
  assert.deepEqual([count, average], [1, 2])
  const found = await read('/storefront/json-ld?subject=shop', own)
  assert.deepEqual([found.aggregateRating.ratingValue, found.aggregateRating.reviewCount], ['2.00', 1])
  assert.deepEqual(
    found.review.map(({ reviewBody }: { reviewBody: string }) => reviewBody),
    ['Slow.'],
  )
})

test('a form for the shop has no offer, and its review waits for confirmation', async () => {
  const { incentive, attributes } = await read('/storefront/review-form?subject=shop')
  assert.deepEqual([incentive, attributes], [null, []])
  const sent = { rating: 3, body: 'Neat.', authorName: 'Sam', authorEmail: 'sam@customer.example', consent: true }
  const { status, body } = await shop.storefront.post('/storefront/reviews', { subject: 'shop', ...sent })
  assert.deepEqual([status, body.verification], [202, 'confirmation_sent'])
  const stored = (await shop.api.get(`/reviews/${body.id}`)).body
  assert.deepEqual([stored.subject, stored.productId, stored.status, stored.verified], ['shop', null, 'pending', false])
  const both = await shop.storefront.post('/storefront/reviews', { subject: 'shop', platformProductId: 'mug', ...sent })
  assert.deepEqual([both.status, both.body.details[0].path], [400, '/platformProductId'])
  const neither = await shop.storefront.post('/storefront/reviews', sent)
  assert.deepEqual([neither.status, neither.body.details[0].path], [400, '/platformProductId'])
})

test('attributes of the shop are asked only in the form for the shop', async () => {
  const own = await service.shop('Asking')
  await addProduct(own, 'lamp')
  const attributes = [{ kind: 'scale', label: 'Delivery' }]
  assert.equal((await own.api.put('/reviews/attributes', { subject: 'shop', attributes })).status, 200)
  const labels = (body: { attributes: { label: string }[] }) => body.attributes.map(({ label }) => label)
  assert.deepEqual(labels((await own.api.get('/reviews/attributes')).body), [])
  assert.deepEqual(labels((await own.api.get('/reviews/attributes?subject=shop')).body), ['Delivery'])
  assert.deepEqual(labels(await read('/storefront/review-form?subject=shop', own)), ['Delivery'])
  assert.deepEqual(labels(await read('/storefront/review-form?platformProductId=lamp', own)), [])
  const ofBoth = await own.api.put('/reviews/attributes', { subject: 'shop', categoryId: mug, attributes })
  assert.deepEqual([ofBoth.status, ofBoth.body.details[0].path], [400, '/categoryId'])
})

test('filters and the page without scripts show the reviews of the shop', async () => {
  const own = await service.shop('Shown')
  await addProduct(own, 'lamp')
  await writeApproved(own, { rating: 2, body: 'Only about the shop.' })
  const filters = await read('/storefront/review-filters?subject=shop', own)
  assert.deepEqual([filters.count, filters.byStar['2'], filters.variants], [1, 1, []])
  const { text } = await own.storefront.get('/storefront/html?subject=shop')
  assert.match(text, /Only about the shop\./)
  assert.doesNotMatch((await own.storefront.get('/storefront/html')).text, /Only about the shop\./)
})
