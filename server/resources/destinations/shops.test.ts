import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { addProduct, type FakeProduct, type FakeShopify, startShopify } from '#test/fakes/shops/shopify.ts'
import { startWooCommerce } from '#test/fakes/shops/woocommerce.ts'
import { type Shop, startService, type TestService } from '#test/service.ts'
import {
  approvedReview,
  connectShopify,
  create,
  decide,
  destinationScopes,
  ofReview,
  read,
} from './destinations.testing.ts'

let fake: FakeShopify
let service: TestService
let shop: Shop
before(async () => {
  fake = await startShopify({ now: () => service?.service.clock.nowMs() ?? Date.now() })
  service = await startService({ env: { SHOPIFY_ORIGIN: fake.origin, SHOPIFY_REVIEWS: 'approved' } })
})
after(async () => {
  await service.close()
  await fake.close()
})
beforeEach(async () => {
  fake.data.products = new Map()
  fake.data.domain = `acme-${++shops}.myshopify.com`
  fake.shown.reviews.clear()
  fake.shown.definitions.clear()
  fake.shown.refusal = undefined
  fake.outage = undefined
  shop = await service.shop()
  mug = addProduct(fake.data, { title: 'Mug' })
})
let shops = 0
let mug: FakeProduct

const ratingOf = ({ metafields }: FakeProduct) => [
  metafields['reviews.rating'] && JSON.parse(metafields['reviews.rating']),
  metafields['reviews.rating_count'],
]
const stars = (value: string) => ({ value, scale_min: '1.0', scale_max: '5.0' })
const idOf = ({ id }: FakeProduct) => String(id)

test('ratings reach the standard metafields, and are removed with the last review', async () => {
  await connectShopify(service, shop, fake)
  const first = await approvedReview(shop, idOf(mug), { rating: 5 })
  await create(shop, { kind: 'shopify_rating' })
  await service.runJobs()
  assert.deepEqual(ratingOf(mug), [stars('5.00'), '1'])
  assert.deepEqual([...fake.shown.definitions].sort(), ['rating', 'rating_count'])
  const second = await approvedReview(shop, idOf(mug), { rating: 4 })
  const third = await approvedReview(shop, idOf(mug), { rating: 4 })
  await service.runJobs()
  assert.deepEqual(ratingOf(mug), [stars('4.33'), '3'])
  const { state, confirmedAt, eligible } = await ofReview(shop, third, 'shopify_rating')
  assert.deepEqual([state, eligible, confirmedAt !== null], ['live', true, true])
  for (const review of [first, second, third]) await decide(shop, review, 'rejected')
  await service.runJobs()
  assert.deepEqual(ratingOf(mug), [undefined, undefined])
  assert.equal((await ofReview(shop, third, 'shopify_rating')).state, 'removed')
})

test('an unchanged rating writes nothing, and other fields of the product are untouched', async () => {
  mug.metafields['custom.mpn'] = 'M-1'
  await connectShopify(service, shop, fake)
  const { id } = await create(shop, { kind: 'shopify_rating' })
  const review = await approvedReview(shop, idOf(mug), { rating: 5 })
  await service.runJobs()
  const { writes } = fake.shown
  assert.equal((await shop.api.put(`/reviews/${review}`, { reply: { body: 'Thank you!' } })).status, 200)
  await shop.api.post(`/connectors/destinations/${id}/reconcile`)
  await service.runJobs()
  assert.equal(fake.shown.writes, writes)
  assert.equal(mug.metafields['custom.mpn'], 'M-1')
})

test('a comparison repairs our ratings and ignores those of other apps', async () => {
  const others = addProduct(fake.data, { title: 'Of another app' })
  others.metafields['reviews.rating'] = JSON.stringify(stars('3.0'))
  others.metafields['reviews.rating_count'] = '7'
  await connectShopify(service, shop, fake)
  const { id } = await create(shop, { kind: 'shopify_rating' })
  await approvedReview(shop, idOf(mug), { rating: 5 })
  await service.runJobs()
  mug.metafields['reviews.rating_count'] = '900'
  await shop.api.post(`/connectors/destinations/${id}/reconcile`)
  await service.runJobs()
  assert.deepEqual(ratingOf(mug), [stars('5.00'), '1'])
  delete mug.metafields['reviews.rating']
  delete mug.metafields['reviews.rating_count']
  service.advance(2 * 3_600_000)
  await shop.api.post(`/connectors/destinations/${id}/reconcile`)
  await service.runJobs()
  assert.deepEqual(ratingOf(mug), [stars('5.00'), '1'])
  const { missing, extra } = (await read(shop, id)).lastReconciliation
  assert.deepEqual([missing, extra, others.metafields['reviews.rating_count']], [1, 0, '7'])
})

test('reviews are written to the standard metaobject, except imported and rewarded reviews', async () => {
  await connectShopify(service, shop, fake)
  await create(shop, { kind: 'shopify_reviews' })
  const review = await approvedReview(shop, idOf(mug), { rating: 4, body: 'Write to jane@customer.example' })
  await service.runJobs()
  const fields = Object.fromEntries(fake.shown.reviews.get(review)?.fields.map(({ key, value }) => [key, value]) ?? [])
  assert.deepEqual(
    [fields.rating, fields.body, fields.source, fields.author_display_name, fields.product, fields.author],
    [JSON.stringify(stars('4.0')), 'Write to […]', 'evident', 'Jane D.', `gid://shopify/Product/${mug.id}`, undefined],
  )
  const shown = await ofReview(shop, review, 'shopify_reviews')
  assert.deepEqual([shown.state, shown.eligible, shown.reason], ['live', true, 'no_order'])
  await service.query(`update reviews set incentive = 'coupon' where id = $1`, [review])
  assert.deepEqual((await ofReview(shop, review, 'shopify_reviews')).reasons, ['rewarded'])
  await decide(shop, review, 'spam')
  await service.runJobs()
  assert.equal(fake.shown.reviews.size, 0)
})

test("a review that Shopify refuses has Shopify's code, and an event reports it", async () => {
  await connectShopify(service, shop, fake)
  await create(shop, { kind: 'shopify_reviews' })
  const hook = await shop.api.post('/outbound-webhooks', {
    url: 'https://93.184.216.34/hook',
    events: ['destination.refused'],
  })
  assert.equal(hook.status, 201, hook.text)
  fake.shown.refusal = 'INVALID_VALUE'
  const review = await approvedReview(shop, idOf(mug))
  await service.runJobs()
  const { state, reason, externalId } = await ofReview(shop, review, 'shopify_reviews')
  assert.deepEqual([state, reason, externalId], ['refused', 'INVALID_VALUE', null])
  const { body } = await shop.api.get(`/outbound-webhooks/${hook.body.id}/deliveries`)
  assert.deepEqual(
    body.data.map(({ event }: { event: string }) => event),
    ['destination.refused'],
  )
})

test('without the scope the destination is blocked with a warning, until the scope is granted', async () => {
  await connectShopify(service, shop, fake, ['read_products', 'read_orders'])
  const made = await create(shop, { kind: 'shopify_rating' })
  assert.deepEqual(
    [made.status, made.statusReason, (made.warnings as { code: string }[])[0]?.code],
    ['blocked', 'permission_missing', 'reinstall'],
  )
  await approvedReview(shop, idOf(mug))
  await service.runJobs()
  assert.deepEqual(ratingOf(mug), [undefined, undefined])
  fake.tokens.set('shpat_good', { scopes: destinationScopes, endsAt: Number.POSITIVE_INFINITY, isExpiring: false })
  assert.equal((await shop.api.post(`/connectors/destinations/${made.id}/test`)).body.ok, true)
  await service.runJobs()
  assert.deepEqual(ratingOf(mug), [stars('5.00'), '1'])
})

test('a shop that was unreachable gets all waiting updates when it is reachable again', async () => {
  await connectShopify(service, shop, fake)
  await create(shop, { kind: 'shopify_rating' })
  await service.runJobs()
  fake.outage = { status: 503 }
  const review = await approvedReview(shop, idOf(mug))
  await service.runJobs()
  const waiting = await ofReview(shop, review, 'shopify_rating')
  assert.deepEqual([waiting.operation, waiting.reason], ['put', 'unreachable'])
  fake.outage = undefined
  service.advance(120_000)
  await service.tick()
  assert.deepEqual(ratingOf(mug), [stars('5.00'), '1'])
})

test("ratings need a shop of their platform, and Shopify reviews need Shopify's approval", async () => {
  for (const kind of ['shopify_rating', 'medusa_rating', 'vendure_rating', 'woocommerce_rating']) {
    const { status, body } = await shop.api.post('/connectors/destinations', { kind })
    assert.deepEqual([status, body.code], [409, 'shop_not_connected'], kind)
  }
  const plain = await startService()
  const other = await plain.shop()
  const { status, body } = await other.api.post('/connectors/destinations', { kind: 'shopify_reviews' })
  assert.deepEqual([status, body.code], [409, 'platform_not_configured'])
  await plain.close()
})

test('WooCommerce gets our own meta data, and a read-only key blocks the destination', async () => {
  const woo = await startWooCommerce()
  try {
    const cup = woo.addProduct({
      name: 'Cup',
      sku: 'CUP',
      permalink: 'https://shop.example/cup',
      regular_price: '5',
      price: '5',
    })
    cup.meta_data = [{ id: 1, key: 'colour', value: 'blue' }]
    const credentials = { consumerKey: woo.consumerKey, consumerSecret: woo.consumerSecret }
    const made = await shop.api.post('/connectors/shops', {
      platform: 'woocommerce',
      address: woo.address,
      credentials,
      backfillDays: 0,
    })
    assert.equal(made.status, 201, made.text)
    await service.runJobs()
    woo.scope = 'read'
    const { id, status, statusReason } = await create(shop, { kind: 'woocommerce_rating' })
    assert.deepEqual([status, statusReason], ['blocked', 'permission_missing'])
    woo.scope = 'read_write'
    await shop.api.post(`/connectors/destinations/${id}/test`)
    const review = await approvedReview(shop, String(cup.id), { rating: 3 })
    await service.runJobs()
    const meta = () =>
      Object.fromEntries((cup.meta_data as { key: string; value: string }[]).map(({ key, value }) => [key, value]))
    assert.deepEqual(meta(), { colour: 'blue', evident_rating: '3.00', evident_rating_count: '1' })
    await decide(shop, review, 'rejected')
    await service.runJobs()
    assert.deepEqual(meta(), { colour: 'blue' })
  } finally {
    await woo.close()
  }
})
