import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { beforeEach, test } from 'node:test'
import { Client } from 'pg'
import { isBlocking } from '#test/locks.ts'
import { addByClock } from '#test/queue.ts'
import { provideService, type Shop } from '#test/service.ts'
import { until } from '#test/until.ts'
import { makeDigests } from './commands.ts'

const service = provideService()
let shop: Shop
beforeEach(async () => {
  shop = await service.shop()
  await shop.api.put('/products', [
    { platformProductId: 'mug', title: 'Mug' },
    { platformProductId: 'cup', title: 'Cup' },
  ])
})

let count = 0
async function publish(rating: number, more: object = {}): Promise<string> {
  const n = ++count
  const { status, body, text } = await shop.api.post('/reviews', {
    ...{
      platformProductId: 'mug',
      rating,
      body: `The handle number ${n} stays cool with hot tea. I like it.`,
      locale: 'en',
    },
    ...{ authorName: 'Ada', authorEmail: `ada${n}@customer.example` },
    ...more,
  })
  assert.equal(status, 201, text)
  assert.equal((await shop.api.put(`/reviews/${body.id}`, { status: 'approved' })).status, 200)
  return body.id
}
const turn = async (digest: boolean) => assert.equal((await shop.api.put('/reviews/settings', { digest })).status, 200)
type Sentence = { reviewId: string; sentence: string; rating: number; language: string | null }
const read = async (product = 'mug'): Promise<Sentence[]> => {
  const { status, body, text } = await shop.storefront.get(`/storefront/digest?platformProductId=${product}`)
  assert.equal(status, 200, text)
  return body.data
}
const fill = async (ratings: readonly number[], more: object = {}) => {
  for (const rating of ratings) await publish(rating, more)
}

test('a digest of ten reviews has six unchanged sentences, in proportion to the stars', async () => {
  await turn(true)
  await fill([5, 5, 5, 5, 4, 4, 4, 3, 1])
  await service.runJobs()
  assert.deepEqual(await read(), [])
  await fill([5])
  await service.runJobs()
  const sentences = await read()
  assert.deepEqual(
    sentences.map(({ rating }) => (rating >= 4 ? 'high' : rating === 3 ? 'middle' : 'low')),
    ['high', 'high', 'high', 'high', 'middle', 'low'],
  )
  assert.equal(new Set(sentences.map(({ reviewId }) => reviewId)).size, 6)
  for (const { reviewId, sentence, language } of sentences) {
    const { body } = await shop.api.get(`/reviews/${reviewId}`)
    assert.ok(body.body.includes(sentence))
    assert.equal(language, 'en')
  }
  assert.deepEqual(await read('cup'), [])
  assert.deepEqual(await read('unknown'), [])
})

test('sentences in the language of the reader come first, and each group keeps its number', async () => {
  await turn(true)
  await fill([5, 5, 5, 5, 5, 4, 4, 3, 1])
  for (const rating of [5, 3])
    await publish(rating, { locale: 'de-AT', body: `Der Griff bleibt kühl, ${rating} Sterne.` })
  await service.runJobs()
  const inLanguage = async (locale: string) => {
    const { body, text } = await shop.storefront.get(`/storefront/digest?platformProductId=mug&locale=${locale}`)
    assert.ok(body.data, text)
    return (body.data as Sentence[]).map(({ rating, language }) => `${language} ${rating > 3 ? 'high' : rating}`)
  }
  const high = ['en high', 'en high', 'en high']
  assert.deepEqual(await inLanguage('en'), ['en high', ...high, 'en 3', 'en 1'])
  assert.deepEqual(await inLanguage('de-CH'), ['de high', ...high, 'de 3', 'en 1'])
  assert.equal((await inLanguage('fr')).length, 6)
  const { body } = await shop.storefront.get('/storefront/digest?platformProductId=mug&locale=de')
  assert.deepEqual(Object.keys(body.data[0]).sort(), ['language', 'rating', 'reviewId', 'sentence'])
  assert.equal((await shop.storefront.get('/storefront/digest?platformProductId=mug&locale=!')).status, 400)
})

test('the next request shows no sentence of a deleted, rejected or changed review', async () => {
  await turn(true)
  await fill([5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5])
  await service.runJobs()
  const [deleted, rejected, changed] = await read()
  assert.ok(deleted && rejected && changed)
  await shop.api.delete(`/reviews/${deleted.reviewId}`)
  assert.ok((await read()).every(({ reviewId }) => reviewId !== deleted.reviewId))
  await shop.api.put(`/reviews/${rejected.reviewId}`, { status: 'rejected', reason: 'off_topic' })
  assert.ok((await read()).every(({ reviewId }) => reviewId !== rejected.reviewId))
  // Only imported reviews can be edited.
  await service.query("update reviews set source = 'import' where id = $1", [changed.reviewId])
  assert.equal((await shop.api.put(`/reviews/${changed.reviewId}`, { body: 'Now it broke.' })).status, 200)
  const left = await read()
  assert.equal(left.length, 3)
  assert.ok(left.every(({ sentence }) => sentence !== changed.sentence))
  await service.runJobs()
  assert.equal((await read()).length, 6)
})

test('a digest includes a new review, and disappears below ten reviews', async () => {
  await turn(true)
  await fill([5, 5, 5, 5, 5, 5, 5, 5, 5, 5])
  await service.runJobs()
  assert.ok((await read()).every(({ rating }) => rating === 5))
  const low = await publish(1)
  await service.runJobs()
  assert.equal((await read()).at(-1)?.reviewId, low)
  for (const { reviewId } of (await read()).slice(0, 2)) await shop.api.delete(`/reviews/${reviewId}`)
  await service.runJobs()
  assert.deepEqual(await read(), [])
})

test('turning digests on creates a digest for every product, and turning digests off hides all', async () => {
  await fill([5, 5, 5, 5, 5, 3, 3, 3, 2, 2])
  await fill([5, 5, 5, 5, 5, 5, 5, 5, 5, 5], { platformProductId: 'cup' })
  await service.runJobs()
  assert.deepEqual(await read(), [])
  await turn(true)
  await service.runJobs()
  assert.deepEqual([(await read()).length, (await read('cup')).length], [6, 6])
  await turn(false)
  assert.deepEqual(await read(), [])
  await fill([1, 1, 1])
  await turn(true)
  await service.runJobs()
  assert.equal((await read()).filter(({ rating }) => rating < 3).length, 2)
})

test('reviews that move to another product leave its digest', async () => {
  await turn(true)
  await fill([5, 5, 5, 5, 5, 5, 5, 5, 5, 5])
  await service.runJobs()
  const before = await read()
  const [cup] = (
    await service.query("select id from products where platform_product_id = 'cup' and store_env_id = $1", [
      shop.storeEnvId,
    ])
  ).rows
  await service.query('update reviews set product_id = $1 where id = $2', [cup.id, before[0]?.reviewId])
  // A change of settings drops cached responses.
  await turn(true)
  const now = await read()
  assert.equal(now.length, 5)
  assert.ok(now.every(({ reviewId }) => reviewId !== before[0]?.reviewId))
})

test('a change while the digest is being made is not lost', async () => {
  await turn(true)
  await fill([5, 5, 5, 5, 5, 5, 5, 5, 5, 5])
  await service.runJobs()
  await service.query('update review_digests set due_at = $2 where store_env_id = $1', [
    shop.storeEnvId,
    service.service.clock.now(),
  ])
  const [reader, writer] = [new Client(service.databaseUrl), new Client(service.databaseUrl)]
  await Promise.all([reader.connect(), writer.connect()])
  const blocks = async (client: Client) => {
    const [{ pid }] = (await client.query('select pg_backend_pid() as pid')).rows
    await until(() => isBlocking(service, pid), 'the run waits')
  }
  try {
    await reader.query('begin; lock table reviews in access exclusive mode')
    const { db } = service.service
    const running = makeDigests({ db, stopping: new AbortController().signal }, shop)
    await blocks(reader)
    // The run has claimed the digest. It reads the old texts, and waits before it writes.
    await writer.query('begin')
    await writer.query('update review_digests set version = $3, due_at = $2 where store_env_id = $1', [
      shop.storeEnvId,
      service.service.clock.now(),
      randomUUID(),
    ])
    await reader.query('commit')
    await blocks(writer)
    await writer.query("update reviews set body = 'Changed meanwhile, it leaks a lot.' where store_env_id = $1", [
      shop.storeEnvId,
    ])
    await writer.query('commit')
    await running
  } finally {
    await Promise.all([reader.end(), writer.end()])
  }
  await service.runJobs()
  assert.deepEqual(
    (await read()).map(({ sentence }) => sentence),
    Array(6).fill('Changed meanwhile, it leaks a lot.'),
  )
})

test('the nightly job makes a digest whose run was killed', async () => {
  await turn(true)
  await fill([5, 5, 5, 5, 5, 5, 5, 5, 5, 5])
  await service.runJobs()
  // A killed run leaves a claim in the table. After the claim expires, the nightly job finds the digest.
  await service.query(
    "update review_digests set due_at = now() - interval '1 minute', sentences = '[]' where store_env_id = $1",
    [shop.storeEnvId],
  )
  await addByClock(service.service, 'digests.make_all')
  await service.runJobs()
  const { rows } = await service.query('select due_at from review_digests where store_env_id = $1', [shop.storeEnvId])
  assert.deepEqual(rows, [{ due_at: null }])
})

test('a store shows only sentences of its own reviews', async () => {
  await turn(true)
  await fill([5, 5, 5, 5, 5, 5, 5, 5, 5, 5])
  const other = await service.shop()
  await other.api.put('/products', [{ platformProductId: 'mug', title: 'Mug' }])
  await other.api.put('/reviews/settings', { digest: true })
  await service.runJobs()
  assert.deepEqual((await other.storefront.get('/storefront/digest?platformProductId=mug')).body.data, [])
  assert.equal((await shop.storefront.get('/storefront/digest')).status, 400)
})

test('a digest has no sentence of an author with a relationship to the shop', async () => {
  await turn(true)
  await fill([5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5])
  const declared = await publish(1)
  const relate = (id: string) => service.query("update reviews set relationship = 'employee' where id = $1", [id])
  await relate(declared)
  await service.runJobs()
  const before = await read()
  assert.equal(before.length, 6)
  assert.ok(before.every(({ reviewId }) => reviewId !== declared))
  const [shown] = before
  await relate(shown?.reviewId ?? '')
  // A cached response lasts until a review of the product changes.
  await publish(5)
  assert.deepEqual(await read(), before.slice(1))
})
