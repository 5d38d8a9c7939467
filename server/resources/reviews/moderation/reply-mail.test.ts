// Who is told that the store answered, and how often.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Shop, startService, type TestService } from '#test/service.ts'
import { addProduct } from '../reviews.testing.ts'

let service: TestService
let shop: Shop
before(async () => {
  service = await startService()
  shop = await service.shop()
  await addProduct(shop)
})
after(() => service.close())

let authors = 0
const review = (more: object = {}) => ({
  platformProductId: 'mug',
  rating: 4,
  body: 'Holds a pint.',
  authorName: 'Sam K.',
  authorEmail: `author${++authors}@example.com`,
  ...more,
})
const answered = (id: string, body: string | null) =>
  shop.api.put(`/reviews/${id}`, { reply: body === null ? null : { body } })
const mailsOf = async (id: string) => {
  await service.runJobs()
  const owner = await shop.signedIn()
  const { data } = (await owner.get('/email/messages?limit=100')).body
  return data.filter(
    (each: { template: string; reviewId: string | null }) => each.template === 'review_reply' && each.reviewId === id,
  ) as { state: string; reason: string | null; to: string }[]
}

test('an author is told of the first answer, once, whatever becomes of it later', async () => {
  const { id } = (await shop.api.post('/reviews', review())).body
  await answered(id, 'Thank you, Sam!')
  assert.deepEqual(
    (await mailsOf(id)).map(({ state }) => state),
    ['sent'],
  )
  await answered(id, 'Thank you, Sam! (corrected)')
  await answered(id, null)
  await answered(id, 'Thank you, Sam!')
  assert.equal((await mailsOf(id)).length, 1)
})

test('answers to many at once are told to each', async () => {
  const ids = [(await shop.api.post('/reviews', review())).body.id, (await shop.api.post('/reviews', review())).body.id]
  await shop.api.post('/reviews/bulk-update', { updates: ids.map((id) => ({ id, reply: { body: 'Thanks!' } })) })
  for (const id of ids) assert.equal((await mailsOf(id)).length, 1)
})

test('nobody is told at an address that nobody has proven', async () => {
  const sent = await shop.storefront.post('/storefront/reviews', { ...review(), consent: true })
  assert.equal(sent.status, 202)
  await answered(sent.body.id, 'Thank you!')
  assert.deepEqual(await mailsOf(sent.body.id), [])
})

test('an answer that is withdrawn before its mail went out is not told of', async () => {
  const { id } = (await shop.api.post('/reviews', review())).body
  await answered(id, 'Wrong customer.')
  await answered(id, null)
  const [mail] = await mailsOf(id)
  assert.deepEqual([mail?.state, mail?.reason], ['skipped', 'reply_withdrawn'])
})
