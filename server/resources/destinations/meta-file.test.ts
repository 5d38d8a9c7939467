import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { addByClock } from '#test/queue.ts'
import { provideService, type Shop } from '#test/service.ts'
import { approvedReview, create, decide, ofReview, pushProduct, read, writeReview } from './destinations.testing.ts'

let shop: Shop
const service = provideService()
beforeEach(async () => {
  shop = await service.shop()
})

const kind = 'meta_csv'

async function open(): Promise<{ id: string; fetchFile(): Promise<string> }> {
  const { id, url } = await create(shop, { kind })
  const path = new URL(String(url)).pathname
  return { id, fetchFile: async () => (await service.anonymous.get(path)).text }
}

const shown = async (review: string) => {
  const { eligible, reasons, state, operation } = await ofReview(shop, review, kind)
  return [eligible, reasons, state, operation]
}

async function approvedOfShop(): Promise<string> {
  const { status, body, text } = await shop.api.post('/reviews', {
    ...{ subject: 'shop', rating: 4, body: 'They answer fast.', authorName: 'Jane Doe' },
    authorEmail: 'jane@customer.example',
  })
  assert.equal(status, 201, text)
  await decide(shop, body.id, 'approved')
  return body.id
}

async function ineligible(): Promise<[string, string[]][]> {
  await pushProduct(shop, 'no-page', { url: undefined })
  await pushProduct(shop, 'no-identifier', { sku: undefined, gtin: undefined })
  return [
    [await approvedOfShop(), ['other_subject']],
    [await approvedReview(shop, 'mug', { title: null, body: '\u2800' }), ['no_text']],
    [await approvedReview(shop, 'no-page'), ['no_product_url']],
    [await approvedReview(shop, 'no-identifier'), ['no_live_sku']],
  ]
}

test('reviews that the file does not show are never queued, and state the reason', async () => {
  await pushProduct(shop, 'mug')
  const { id, fetchFile } = await open()
  const [good, reviews] = [await approvedReview(shop, 'mug'), await ineligible()]
  const queuesOnlyTheGood = async () => {
    assert.deepEqual((await read(shop, id)).counts, { queued: 1, accepted: 0, live: 0, refused: 0, removing: 0 })
    assert.deepEqual(await shown(good), [true, [], 'queued', 'put'])
    for (const [review, reasons] of reviews) assert.deepEqual(await shown(review), [false, reasons, null, null])
  }
  await queuesOnlyTheGood()
  await service.runJobs()
  await queuesOnlyTheGood()
  assert.equal((await fetchFile()).split('\r\n').filter(Boolean).length, 2)
})

test('a review is in the file only while its product has a page', async () => {
  await pushProduct(shop, 'mug', { url: undefined })
  const { id, fetchFile } = await open()
  const review = await approvedReview(shop, 'mug')
  assert.deepEqual(await shown(review), [false, ['no_product_url'], null, null])
  await pushProduct(shop, 'mug')
  assert.deepEqual(await shown(review), [true, [], 'queued', 'put'])
  assert.ok((await fetchFile()).includes(review))
  assert.deepEqual(await shown(review), [true, [], 'accepted', null])
  await pushProduct(shop, 'mug', { url: undefined })
  assert.deepEqual(await shown(review), [false, ['no_product_url'], 'removed', null])
  assert.deepEqual((await read(shop, id)).counts, { queued: 0, accepted: 0, live: 0, refused: 0, removing: 0 })
  assert.ok(!(await fetchFile()).includes(review))
  assert.deepEqual(await shown(review), [false, ['no_product_url'], 'removed', null])
  await pushProduct(shop, 'mug')
  assert.deepEqual(await shown(review), [true, [], 'queued', 'put'])
})

test('a queued review whose product loses its page has no item any more', async () => {
  await pushProduct(shop, 'mug')
  const { id } = await open()
  const review = await approvedReview(shop, 'mug')
  await pushProduct(shop, 'mug', { url: undefined })
  assert.deepEqual(await shown(review), [false, ['no_product_url'], null, null])
  assert.equal((await read(shop, id)).counts.queued, 0)
  const pending = await writeReview(shop, 'mug')
  assert.deepEqual(await shown(pending), [false, ['not_approved', 'no_product_url'], null, null])
})

test('the nightly comparison deletes queued items that an earlier version left behind', async () => {
  await pushProduct(shop, 'mug')
  const { id } = await open()
  const [good, reviews] = [await approvedReview(shop, 'mug'), await ineligible()]
  await service.runJobs()
  await service.query(
    `insert into destination_items (store_env_id, id, destination_id, subject_id, product_id, state, operation, created_at, updated_at)
     select r.store_env_id, gen_random_uuid(), $1, r.id, r.product_id, 'queued', 'put', now(), now() from reviews r where r.id = any($2::uuid[])`,
    [id, reviews.map(([review]) => review)],
  )
  assert.equal((await read(shop, id)).counts.queued, 5)
  await addByClock(service.service, 'destinations.compare_all')
  await service.runJobs()
  const { counts, lastReconciliation } = await read(shop, id)
  assert.equal(counts.queued, 1)
  assert.deepEqual([lastReconciliation.checked, lastReconciliation.extra], [1, 0])
  assert.deepEqual(await shown(good), [true, [], 'queued', 'put'])
  for (const [review, reasons] of reviews) assert.deepEqual(await shown(review), [false, reasons, null, null])
})
