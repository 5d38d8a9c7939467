import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { newPhotoKey } from '#platform/files/images/keys.ts'
import { addPhotos } from '#resources/reviews/photos/commands.ts'
import {
  addOrder,
  addProduct,
  type FakeOrder,
  type FakeProduct,
  type FakeShopify,
  startShopify,
} from '#test/fakes/shops/shopify.ts'
import { type Shop, startService, type TestService } from '#test/service.ts'
import { approvedReview, connectShopify, create, decide, ofReview, read } from './destinations.testing.ts'

let fake: FakeShopify
let service: TestService
let shop: Shop
let mug: FakeProduct
let shops = 0
let buyers = 0
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
  fake.data.orders.clear()
  fake.data.domain = `reviews-${++shops}.myshopify.com`
  fake.shown.reviews.clear()
  fake.before = undefined
  fake.calls.length = 0
  shop = await service.shop()
  mug = addProduct(fake.data, { title: 'Mug' })
  await connectShopify(service, shop, fake)
})

const kind = 'shopify_reviews'
const gid = (type: string, id: number | null) => `gid://shopify/${type}/${id}`
const fieldsOf = (review: string) =>
  Object.fromEntries(fake.shown.reviews.get(review)?.fields.map(({ key, value }) => [key, value]) ?? [])
const countCalls = (document: string) => fake.calls.filter((call) => call.document === document).length

/** Approves a review of a buyer, whose order the shop has. */
async function bought(more: object = {}, ordered: Partial<FakeOrder> = {}): Promise<{ id: string; order: FakeOrder }> {
  const email = `buyer${++buyers}@customer.example`
  const order = addOrder(fake.data, { email, ...ordered })
  const row = {
    ...{ platformOrderId: String(order.id), orderNumber: order.name, email, placedAt: order.createdAt },
    lineItems: [{ platformProductId: String(mug.id), title: 'Mug', quantity: 1 }],
  }
  const pushed = await shop.api.put('/orders', [row])
  assert.equal(pushed.body.failed, 0, pushed.text)
  return { id: await approvedReview(shop, String(mug.id), { authorEmail: email, ...more }), order }
}

async function reply(id: string, text: string): Promise<string> {
  const answer = await shop.api.put(`/reviews/${id}`, { reply: { body: text } })
  assert.equal(answer.status, 200, answer.text)
  return answer.body.reply.repliedAt
}

async function compared(id: string): Promise<number[]> {
  service.advance(2 * 3_600_000)
  await shop.api.post(`/connectors/destinations/${id}/reconcile`)
  await service.runJobs()
  const { checked, missing, extra, changed } = (await read(shop, id)).lastReconciliation
  return [checked, missing, extra, changed]
}

async function addPhoto(reviewId: string): Promise<void> {
  const storageKey = newPhotoKey(shop.storeEnvId, service.service.clock.now(), 'webp')
  await service.service.db.store(shop, 'write', (tx) =>
    addPhotos(tx, reviewId, [{ storageKey, width: 64, height: 48 }]),
  )
}

test('a review is written with its order, customer, reply, photos and language, and is published', async () => {
  const { id, order } = await bought({ locale: 'de-AT' })
  const repliedAt = await reply(id, 'Thank you! thanks@shop.example')
  await addPhoto(id)
  await create(shop, { kind })
  await service.runJobs()
  const { submitted_at: submittedAt, media_urls: mediaUrls, ...fields } = fieldsOf(id)
  assert.ok(submittedAt)
  assert.match(mediaUrls ?? '', /^\["https?:[^"]+\.webp"\]$/)
  assert.deepEqual(
    [fields.order, fields.author, fields.product],
    [gid('Order', order.id), gid('Customer', order.customerId), gid('Product', mug.id)],
  )
  assert.deepEqual(
    [fields.merchant_reply, fields.merchant_replied_at, fields.language, fields.app_verification_status],
    ['Thank you! […]', repliedAt, 'de-AT', 'verified_buyer'],
  )
  assert.equal(fake.shown.reviews.get(id)?.status, 'ACTIVE')
  const { state, reason } = await ofReview(shop, id, kind)
  assert.deepEqual([state, reason], ['live', null])
})

test('the customers of reviews that are written together are read in one query, and are not stored', async () => {
  const reviews: Awaited<ReturnType<typeof bought>>[] = []
  for (let at = 0; at < 4; at++) reviews.push(await bought())
  await create(shop, { kind })
  await service.runJobs()
  assert.equal(fake.shown.reviews.size, 4)
  for (const { id, order } of reviews) assert.equal(fieldsOf(id).author, gid('Customer', order.customerId))
  assert.equal(countCalls('customersOfOrders'), 1)
  const { rows } = await service.query(
    `select to_jsonb(i) || to_jsonb(r) as row from destination_items i join reviews r on r.store_env_id = i.store_env_id and r.id = i.subject_id where i.store_env_id = $1`,
    [shop.storeEnvId],
  )
  assert.equal(rows.length, 4)
  for (const { order } of reviews) assert.ok(!JSON.stringify(rows).includes(String(order.customerId)))
})

test('a review of an order without a customer is written without one, with a hint', async () => {
  const { id, order } = await bought({}, { customerId: null })
  const created = await create(shop, { kind })
  await service.runJobs()
  assert.deepEqual([fieldsOf(id).order, fieldsOf(id).author], [gid('Order', order.id), undefined])
  const { state, eligible, reason, message, itemId } = await ofReview(shop, id, kind)
  assert.deepEqual([state, eligible, reason], ['live', true, 'no_customer'])
  assert.match(message, /name the customer/)
  const { data } = (await shop.api.get(`/connectors/destinations/${created.id}/items?reason=no_customer`)).body
  assert.deepEqual(
    data.map((item: { id: string }) => item.id),
    [itemId],
  )
  const push = async (more: object) => {
    await shop.api.put('/products', [{ platformProductId: String(mug.id), title: 'Mug', ...more }])
    await service.runJobs()
  }
  await push({})
  const { writes } = fake.shown
  // A change that Shopify does not show writes nothing, and the hint stays.
  await push({ description: 'Other.' })
  assert.equal(fake.shown.writes, writes)
  const unchanged = await ofReview(shop, id, kind)
  assert.deepEqual([unchanged.reason, unchanged.operation, unchanged.confirmedAt !== null], ['no_customer', null, true])
  assert.deepEqual(await compared(created.id), [1, 0, 0, 0])
  // Once the order has a customer, the nightly comparison adds it.
  order.customerId = 4_711
  assert.deepEqual(await compared(created.id), [1, 0, 0, 1])
  assert.equal(fieldsOf(id).author, gid('Customer', 4_711))
  assert.equal((await ofReview(shop, id, kind)).reason, null)
})

test('a failed read of customers is retried, and no review is written without its customer', async () => {
  const { id, order } = await bought()
  fake.before = (document) => {
    if (document === 'customersOfOrders') throw new Error('The connection broke.')
  }
  await create(shop, { kind })
  await service.runJobs()
  const waiting = await ofReview(shop, id, kind)
  assert.deepEqual([waiting.operation, waiting.reason, fake.shown.reviews.size], ['put', 'unreachable', 0])
  fake.before = undefined
  service.advance(120_000)
  await service.tick()
  assert.equal(fieldsOf(id).author, gid('Customer', order.customerId))
})

test('without the scope for customers, reviews are written without the customer until a comparison adds it', async () => {
  const grant = (...more: string[]) =>
    fake.tokens.set('shpat_good', {
      ...{ scopes: ['read_products', 'read_orders', 'write_metaobjects', ...more], isExpiring: false },
      endsAt: Number.POSITIVE_INFINITY,
    })
  grant()
  const { id, order } = await bought()
  const made = await create(shop, { kind })
  await service.runJobs()
  const { state, reason } = await ofReview(shop, id, kind)
  assert.deepEqual([made.status, state, reason, fieldsOf(id).author], ['active', 'live', 'no_customer', undefined])
  grant('read_customers')
  assert.deepEqual(await compared(made.id), [1, 0, 0, 1])
  assert.equal(fieldsOf(id).author, gid('Customer', order.customerId))
})

test('a comparison repairs every field that we write, and ignores other spellings of a value', async () => {
  const others: Record<string, string> = {
    ...{ rating: JSON.stringify({ value: '1.0', scale_min: '1.0', scale_max: '5.0' }), title: 'Other', body: 'Other.' },
    ...{ submitted_at: '2020-01-01T00:00:00Z', published_at: '2020-01-01T00:00:00Z', author_display_name: 'Other O.' },
    ...{ author: gid('Customer', 4_711), merchant_reply: 'Other.', merchant_replied_at: '2020-01-01T00:00:00Z' },
    ...{ media_urls: '["https://x.example/"]', language: 'fr', app_verification_status: 'unverified' },
  }
  const names = [...Object.keys(others), 'order', 'product']
  const tea = addProduct(fake.data, { title: 'Tea' })
  const other = addOrder(fake.data)
  Object.assign(others, { order: gid('Order', other.id), product: gid('Product', tea.id) })
  const ids: string[] = []
  for (const _ of names) {
    const { id } = await bought({ locale: 'de-AT' })
    await reply(id, 'Thank you!')
    await addPhoto(id)
    ids.push(id)
  }
  const { id } = await create(shop, { kind })
  await service.runJobs()
  const reviewAt = (at: number) => fake.shown.reviews.get(String(ids[at])) ?? assert.fail()
  const sent = names.map((_, at) => fieldsOf(String(ids[at])))
  assert.deepEqual(await compared(id), [names.length, 0, 0, 0])
  for (const [at, name] of names.entries())
    for (const field of reviewAt(at).fields) if (field.key === name) field.value = others[name] ?? ''
  assert.deepEqual(await compared(id), [names.length, 0, 0, names.length])
  for (const [at, name] of names.entries()) assert.deepEqual(fieldsOf(String(ids[at])), sent[at], name)
  for (const [at, name] of names.entries()) reviewAt(at).fields = reviewAt(at).fields.filter(({ key }) => key !== name)
  assert.deepEqual(await compared(id), [names.length, 0, 0, names.length])
  for (const [at, name] of names.entries()) assert.deepEqual(fieldsOf(String(ids[at])), sent[at], name)
  const { writes } = fake.shown
  assert.deepEqual(await compared(id), [names.length, 0, 0, 0])
  assert.equal(fake.shown.writes, writes)
})

test('a reply that was deleted here is deleted at Shopify too', async () => {
  const { id } = await bought()
  await reply(id, 'Thank you!')
  const created = await create(shop, { kind })
  await service.runJobs()
  assert.equal(fieldsOf(id).merchant_reply, 'Thank you!')
  assert.equal((await shop.api.put(`/reviews/${id}`, { reply: null })).status, 200)
  await service.runJobs()
  assert.deepEqual([fieldsOf(id).merchant_reply, fieldsOf(id).merchant_replied_at], [undefined, undefined])
  assert.deepEqual(await compared(created.id), [1, 0, 0, 0])
  await decide(shop, id, 'rejected')
  await service.runJobs()
  assert.equal(fake.shown.reviews.size, 0)
})
