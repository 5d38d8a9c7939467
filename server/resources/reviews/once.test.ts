import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Api } from '#test/service.ts'
import { day, provideService, type Shop } from '#test/service.ts'
import { addOrder, addProduct, addReview, nobody, post, submission } from './reviews.testing.ts'

let shop: Shop
let mug: string
let people = 0
const service = provideService({ now: new Date('2026-11-20T09:00:00.000Z') }, async () => {
  shop = await service.shop()
  mug = await addProduct(shop, 'mug')
})

const someone = () => `person-${++people}@customer.example`
const outcome = async (api: Api, body: object) => {
  const answer = await api.post('/reviews', body)
  return [answer.status, answer.body.code ?? answer.body.id]
}
const countReviews = async (query: string) =>
  (await shop.api.get(`/reviews?includeTotal=true&${query}`)).body.pagination.total

test('an order can have one review per product; a second review gets 409', async () => {
  const [cup, email] = [await addProduct(shop, 'cup'), someone()]
  const orderId = await addOrder(service, shop, { email, productId: mug })
  const first = await post(shop.api, mug, { authorEmail: email, orderId })
  assert.equal(first.orderId, orderId)
  const again = await outcome(shop.api, submission(mug, { authorEmail: email, orderId }))
  assert.deepEqual(again, [409, 'already_reviewed'])
  await post(shop.api, cup, { authorEmail: email, orderId })
})

test('without orderId, an order of the address is linked, and a second review gets 409', async () => {
  const authorEmail = someone()
  const orderId = await addOrder(service, shop, { email: authorEmail, productId: mug })
  const sent = submission(mug, { authorEmail: authorEmail.toUpperCase() })
  const { status, body } = await shop.api.post('/reviews', sent)
  assert.deepEqual([status, body.orderId, body.verified], [201, orderId, true])
  assert.deepEqual(await outcome(shop.api, sent), [409, 'already_reviewed'])
  assert.deepEqual(await outcome(shop.api, submission(mug, { authorEmail })), [409, 'already_reviewed'])
  assert.deepEqual(await outcome(shop.api, submission(mug, { authorEmail, orderId })), [409, 'already_reviewed'])
  assert.equal(await countReviews(`orderId=${orderId}`), 1)
})

test("a review is linked to the product's newest uncancelled order that has no review", async () => {
  const [authorEmail, plate] = [someone(), await addProduct(shop, 'plate')]
  const older = await addOrder(service, shop, { email: authorEmail, productId: mug })
  service.advance(60_000)
  const newer = await addOrder(service, shop, { email: authorEmail, productId: mug })
  service.advance(60_000)
  await addOrder(service, shop, { email: authorEmail, productId: mug, cancelled: true })
  await addOrder(service, shop, { email: authorEmail, productId: plate })
  assert.equal((await post(shop.api, mug, { authorEmail })).orderId, newer)
  assert.equal((await post(shop.api, mug, { authorEmail })).orderId, older)
  assert.deepEqual(await outcome(shop.api, submission(mug, { authorEmail })), [409, 'already_reviewed'])
})

test('repeating a review with an order gets 409, even if another order has no review', async () => {
  const authorEmail = someone()
  for (let i = 0; i < 2; i++) await addOrder(service, shop, { email: authorEmail, productId: mug })
  const sent = submission(mug, { authorEmail })
  assert.equal((await shop.api.post('/reviews', sent)).status, 201)
  assert.deepEqual(await outcome(shop.api, sent), [409, 'already_reviewed'])
})

test('without an order, a repeat returns the first review; after a day it creates another', async () => {
  const authorEmail = someone()
  const sent = submission(mug, { authorEmail, title: 'Good', body: 'Holds  tea.\r\nAnd soup.' })
  const first = await shop.api.post('/reviews', sent)
  assert.deepEqual([first.status, first.body.orderId], [201, null])
  await shop.api.put(`/reviews/${first.body.id}`, { status: 'rejected' })
  service.advance(day - 60_000)
  const repeats = [
    sent,
    { ...sent, authorEmail: ` ${authorEmail} `.trim().toUpperCase(), rating: 1, authorName: 'J.' },
    { ...sent, body: 'Holds  tea.\nAnd soup. ', title: ' Good ' },
    { ...sent, productId: undefined, platformProductId: 'mug', orderId: null },
  ]
  for (const repeat of repeats) {
    const { status, body } = await shop.api.post('/reviews', repeat)
    assert.deepEqual([status, body.id, body.status, body.rating], [200, first.body.id, 'rejected', 5])
  }
  const [cup, other] = [await addProduct(shop, 'cup'), await service.shop()]
  await addProduct(other, 'mug')
  const others: [Api, object][] = [
    [shop.api, { ...sent, authorEmail: someone() }],
    [shop.api, { ...sent, productId: cup }],
    [shop.api, { ...sent, body: 'Holds soup.' }],
    [shop.api, { ...sent, title: null }],
    [other.api, { ...sent, productId: undefined, platformProductId: 'mug' }],
  ]
  for (const [api, body] of others) assert.equal((await api.post('/reviews', body)).status, 201, JSON.stringify(body))
  service.advance(120_000)
  const { status, body } = await shop.api.post('/reviews', sent)
  assert.deepEqual([status, body.id === first.body.id], [201, false])
})

test('a repeat publishes no event and ignores photos; after a deletion it creates a review', async () => {
  const sent = submission(mug, { authorEmail: someone() })
  const { body: first } = await shop.api.post('/reviews', sent)
  const events = async () => (await shop.api.get('/events?event=review.created&limit=100')).body.data.length
  const before = await events()
  assert.deepEqual(await outcome(shop.api, { ...sent, photoIds: [nobody] }), [200, first.id])
  assert.equal(await events(), before)
  await shop.api.delete(`/reviews/${first.id}`)
  assert.equal((await shop.api.post('/reviews', sent)).status, 201)
})

test('a review from an API key is never a repeat of an imported or unproven one', async () => {
  const authorEmail = someone()
  const sent = submission(mug, { authorEmail })
  const createdAt = service.service.clock.now().toISOString()
  await addReview(service, shop, { productId: mug, authorEmail, body: sent.body, source: 'import', createdAt })
  await addReview(service, shop, { productId: mug, authorEmail, body: sent.body, source: 'widget_form', createdAt })
  assert.equal((await shop.api.post('/reviews', sent)).status, 201)
})

test('a review typed by staff proves no address and links no order; repeats create nothing', async () => {
  const [owner, authorEmail] = [await shop.signedIn(), someone()]
  await addOrder(service, shop, { email: authorEmail, productId: mug })
  const sent = submission(mug, { authorEmail })
  const { status, body } = await owner.post('/reviews', sent)
  assert.deepEqual([status, body.orderId, body.verified], [201, null, false])
  assert.deepEqual(await outcome(owner, sent), [200, body.id])
})

test('twenty identical concurrent calls create one review, whether the order is named, found or missing', async () => {
  const [named, found, none] = [someone(), someone(), someone()]
  const orderId = await addOrder(service, shop, { email: named, productId: mug })
  await addOrder(service, shop, { email: found, productId: mug })
  await addOrder(service, shop, { email: found, productId: mug })
  const cases: [object, number][] = [
    [submission(mug, { authorEmail: named, orderId }), 409],
    [submission(mug, { authorEmail: found }), 409],
    [submission(mug, { authorEmail: none }), 200],
  ]
  for (const [sent, others] of cases) {
    const answers = await Promise.all(Array.from({ length: 20 }, () => shop.api.post('/reviews', sent)))
    const statuses = answers.map(({ status }) => status).sort()
    assert.deepEqual(statuses, [...Array(19).fill(others), 201].sort(), JSON.stringify(sent))
    assert.equal(new Set(answers.filter(({ status }) => status < 300).map(({ body }) => body.id)).size, 1)
  }
})

test('after erasure the same review is accepted as new: no address remains to compare', async () => {
  const sent = submission(mug, { authorEmail: someone() })
  await shop.api.put('/customers/erasure-settings', { mode: 'anonymize' })
  const { body: first } = await shop.api.post('/reviews', sent)
  await shop.api.post('/customers/erase', { email: sent.authorEmail })
  const { status, body } = await shop.api.post('/reviews', sent)
  assert.deepEqual([status, body.id === first.id], [201, false])
})

test('an order gets one review of the product, even among parallel calls of many authors', async () => {
  const own = await service.shop()
  const productId = await addProduct(own)
  const orderId = await addOrder(service, own, { email: 'buyer@customer.example', productId })
  for (let round = 0; round < 3; round++) {
    const others = Array.from({ length: 8 }, (_, i) => ({ authorEmail: `other${round}.${i}@customer.example` }))
    const ofOrder = Array.from({ length: 3 }, (_, i) => ({
      orderId,
      authorEmail: `buyer${round}.${i}@customer.example`,
    }))
    const answers = await Promise.all(
      [...others, ...ofOrder].map((more) => own.api.post('/reviews', submission(productId, more))),
    )
    const statuses = answers.map(({ status }) => status)
    assert.deepEqual(statuses.slice(0, 8), Array(8).fill(201))
    assert.deepEqual(statuses.slice(8).sort(), round === 0 ? [201, 409, 409] : [409, 409, 409])
  }
})
