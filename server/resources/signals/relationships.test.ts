import assert from 'node:assert/strict'
import { test } from 'node:test'
import { knock, openDoor } from '#resources/agents/agents.testing.ts'
import { addProduct } from '#resources/reviews/reviews.testing.ts'
import { ask, beginForm, hiddenIn, order, postForm, postJson } from '#resources/storefront/form/form.testing.ts'
import { provideService, type Shop } from '#test/service.ts'
import { submit } from './signals.testing.ts'

const service = provideService()

async function asking(): Promise<Shop> {
  const shop = await service.shop()
  await addProduct(shop)
  const { body } = await shop.api.put('/reviews/settings', { askRelationship: true })
  assert.equal(body.askRelationship, true)
  return shop
}

async function approved(shop: Shop, review: object): Promise<string> {
  const id = await submit(service, shop, { ...review })
  assert.equal((await shop.api.put(`/reviews/${id}`, { status: 'approved' })).status, 200)
  return id
}

test('a review with a stated relationship is marked everywhere, and counts in no average or feed', async () => {
  const shop = await asking()
  await openDoor(shop)
  await shop.api.put('/products', [
    { platformProductId: 'mug', title: 'The mug', url: 'https://shop.example.com/mug', sku: 'MUG-1' },
  ])
  await approved(shop, { rating: 5, relationship: 'none', body: 'Honest words.' })
  const id = await approved(shop, { rating: 1, relationship: 'competitor', body: 'Do not buy it.' })
  await service.runJobs()
  const shown = (await shop.storefront.get('/storefront/reviews?platformProductId=mug&includeTotal=true')).body
  assert.deepEqual(
    shown.data.map((each: { rating: number; relationship: string }) => [each.rating, each.relationship]).sort(),
    [
      [1, 'competitor'],
      [5, null],
    ],
  )
  assert.equal(shown.pagination.total, 2)
  const [summary] = (await shop.storefront.get('/storefront/summary?platformProductIds=mug')).body.data
  assert.deepEqual([summary.count, summary.average, summary.byStar['1']], [1, 5, 0])
  const ofStore = (await shop.storefront.get('/storefront/store-summary')).body
  assert.deepEqual([ofStore.count, ofStore.average], [1, 5])
  for (const query of ['', '?platformProductId=mug', '?platformProductId=mug&pool=group']) {
    const { count, average } = (await shop.api.get(`/reviews/summary${query}`)).body
    assert.deepEqual([count, average], [1, 5], query)
  }
  const ld = (await shop.storefront.get('/storefront/json-ld?platformProductId=mug')).body
  assert.deepEqual([ld.aggregateRating.reviewCount, ld.review.length], [1, 1])
  assert.doesNotMatch(JSON.stringify(ld), /Do not buy/)
  const html = (await shop.storefront.get('/storefront/html?platformProductId=mug')).text
  assert.match(html, /evident-review-declared">States a relationship to the shop</)
  assert.equal(html.match(/evident-review-declared/g)?.length, 1)
  const [ratings] = (await knock(service, shop, '/ratings?platformProductId=mug')).body.data
  assert.deepEqual(ratings.rating, { value: 5, scale_min: 1, scale_max: 5, count: 1 })
  const door = (await knock(service, shop, '/reviews?platformProductId=mug')).body.data
  assert.deepEqual(door.map((each: { relationship: string }) => each.relationship).sort(), ['competitor', 'none'])
  await shop.api.post('/products/review-feed')
  const { url, counts } = (await shop.api.get('/products/review-feed')).body
  const feed = await service.app.inject({ url: new URL(url).pathname })
  assert.match(feed.payload, /Honest words/)
  assert.doesNotMatch(feed.payload, /Do not buy/)
  assert.deepEqual([counts.reviews, counts.skipped], [1, 1])
  const csv = (await shop.api.get('/reviews/export')).text.split('\r\n')
  const column = csv[0]?.split(',').indexOf('relationship') ?? -1
  assert.ok(column > 0)
  assert.match(csv.join('\n'), /competitor/)
  assert.equal((await shop.api.get(`/reviews/${id}`)).body.relationship, 'competitor')
  const listed = (await shop.api.get('/reviews?status=approved&includeTotal=true')).body
  assert.equal(listed.pagination.total, 2)
  const record = await service.app.inject({ url: `/evidence/${shop.storeEnvId}` })
  assert.match(record.body, /1 review is left out of the averages: its author states a relationship to the shop\./)
})

test("the store's totals by stars stay equal to a count of its reviews", async () => {
  const shop = await asking()
  const ids = [
    await approved(shop, { rating: 2, relationship: 'family' }),
    await approved(shop, { rating: 4 }),
    await approved(shop, { rating: 3, relationship: 'none' }),
  ]
  const read = async () => {
    const { count, byStar } = (await shop.storefront.get('/storefront/store-summary')).body
    const [of] = (await shop.storefront.get('/storefront/summary?platformProductIds=mug')).body.data
    assert.deepEqual([of.count, of.byStar], [count, byStar])
    return [count, byStar['2'], byStar['3'], byStar['4']]
  }
  assert.deepEqual(await read(), [2, 0, 1, 1])
  await shop.api.put(`/reviews/${ids[2]}`, { status: 'rejected', reason: 'other' })
  await shop.api.put(`/reviews/${ids[0]}`, { status: 'rejected', reason: 'other' })
  assert.deepEqual(await read(), [1, 0, 0, 1])
  await service.query(`delete from review_counts where store_env_id = '${shop.storeEnvId}'`)
  await service.query(`delete from product_review_counts where store_env_id = '${shop.storeEnvId}'`)
  await shop.api.put(`/reviews/${ids[0]}`, { status: 'approved' })
  assert.deepEqual(await read(), [1, 0, 0, 1])
})

test('a form without the question stores no answer, and unknown answers are refused', async () => {
  const shop = await service.shop()
  await addProduct(shop)
  const id = await submit(service, shop, { relationship: 'employee' })
  assert.equal((await shop.api.get(`/reviews/${id}`)).body.relationship, null)
  assert.equal((await shop.storefront.get('/storefront/review-form')).body.askRelationship, false)
  await shop.api.put('/reviews/settings', { askRelationship: true })
  assert.equal((await shop.storefront.get('/storefront/review-form')).body.askRelationship, true)
  const answer = await shop.storefront.post('/storefront/reviews', {
    ...{ platformProductId: 'mug', rating: 4, body: 'x', authorName: 'Sam', authorEmail: 'sam@customer.example' },
    ...{ consent: true, relationship: 'boss' },
  })
  assert.deepEqual([answer.status, answer.body.details[0].path], [400, '/relationship'])
  assert.equal((await shop.api.put('/reviews/settings', { askRelationship: 'yes' })).status, 400)
})

test('the ledger records the answer, and has no field if the form did not ask', async () => {
  const shop = await asking()
  const asked = await submit(service, shop, { relationship: 'none' })
  await shop.api.put('/reviews/settings', { askRelationship: false })
  const other = await submit(service, shop, { relationship: 'none' })
  const submitted = async (id: string) =>
    (await shop.api.get(`/evidence/entries?review=${id}&type=submitted`)).body.data[0].data
  assert.equal((await submitted(asked)).relationship, 'none')
  assert.deepEqual(Object.keys(await submitted(other)).sort(), ['content', 'importedFrom', 'rating', 'source'])
})

test('the hosted form asks with nothing preselected, and works without scripts', async () => {
  const shop = await service.shop()
  const { token, products } = await order(service, shop)
  assert.doesNotMatch((await ask(service, 'GET', `/f/${token}`)).text, /name="relationship"/)
  await shop.api.put('/reviews/settings', { askRelationship: true })
  const page = (await ask(service, 'GET', `/f/${token}`)).text
  const inputs = page.match(/<input[^>]*name="relationship"[^>]*>/g) ?? []
  assert.deepEqual(
    inputs.map((each) => /value="(\w+)"/.exec(each)?.[1]),
    ['none', 'employee', 'family', 'supplier', 'competitor', 'other'],
  )
  assert.ok(inputs.every((each) => !/\schecked/.test(each)))
  const startedAt = hiddenIn(page, 'startedAt')
  service.advance(4_000)
  const fields = {
    ...{ productId: products[0] ?? '', startedAt, rating: '4', body: 'Good.', authorName: 'Jane', consent: 'yes' },
  }
  const missing = await postForm(service, `/f/${token}`, fields)
  assert.match(missing.text, /Choose your relationship to the shop\./)
  const sent = await postForm(service, `/f/${token}`, { ...fields, relationship: 'employee' })
  assert.equal(sent.status, 303, sent.text)
  const [review] = (await shop.api.get('/reviews')).body.data
  assert.equal(review.relationship, 'employee')
  const next = await order(service, shop, { products: ['jug'] })
  const answered = await postJson(service, `/f/${next.token}/reviews`, {
    ...{ productId: next.products[0], rating: 5, body: 'Good.', authorName: 'Jane', consent: true },
    ...{ relationship: 'supplier', startedAt: await beginForm(service, next.token) },
  })
  assert.equal(answered.status, 201, answered.text)
  const written = (await shop.api.get(`/reviews/${answered.json().id}`)).body
  assert.equal(written.relationship, 'supplier')
})
