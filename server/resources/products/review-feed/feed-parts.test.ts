import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { XmlDocument, XsdValidator } from 'libxml2-wasm'
import { sql } from '#platform/db/query.ts'
import { day, provideService, type Shop } from '#test/service.ts'
import { addReview } from '../reviews.testing.ts'

const limit = 1_000_000
const schema = readFileSync(new URL('../../../../test/support/feed/product_reviews-2.4.xsd', import.meta.url))
const validator = XsdValidator.fromDoc(XmlDocument.fromBuffer(schema))

const service = provideService({ env: { REVIEW_FEED_PART_MB: '1', BILLING: 'manual' } })

async function shopWith(reviews: number): Promise<Shop> {
  const shop = await service.shop()
  const variants = Array.from({ length: 2_048 }, (_, i) => ({
    ...{ platformVariantId: `v${i}`, sku: `LK-KETTLE-ENAMEL-${i}`, mpn: `LK-${i}-2026` },
  }))
  await shop.api.put('/products', [{ platformProductId: 'p', url: 'https://shop.example.com/p', brand: 'A', variants }])
  for (let i = 0; i < reviews; i++) await addReview(service, shop, { platformProductId: 'p' })
  return shop
}

const createFeedPath = async (shop: Shop) => new URL((await shop.api.post('/products/review-feed')).body.url).pathname
const buildPartPath = (path: string, number: number) => (number === 1 ? path : path.replace(/\.xml$/, `.${number}.xml`))
const readFeedStatus = async (shop: Shop) => {
  const { bytes, parts } = (await shop.api.get('/products/review-feed')).body
  return { bytes, parts }
}

async function readPart(path: string, number: number) {
  const { status, text } = await service.anonymous.get(buildPartPath(path, number))
  assert.equal(status, 200, text.slice(0, 300))
  const document = XmlDocument.fromString(text)
  validator.validate(document)
  const ids = document.find('/feed/reviews/review/review_id').map((node) => ('content' in node ? node.content : ''))
  document.dispose()
  assert.ok(text.length <= limit, `part ${number} has ${text.length} bytes`)
  return { text, ids }
}

async function readAll(path: string, shop: Shop) {
  const found = [await readPart(path, 1)]
  for (let number = 2; number <= (await readFeedStatus(shop)).parts; number++) found.push(await readPart(path, number))
  return found
}

test('a feed below the limit is one document, with a known size after a fetch', async () => {
  const shop = await shopWith(3)
  assert.deepEqual(await readFeedStatus(shop), { bytes: null, parts: null })
  const path = await createFeedPath(shop)
  assert.deepEqual(await readFeedStatus(shop), { bytes: null, parts: null })
  const { text } = await readPart(path, 1)
  assert.deepEqual(await readFeedStatus(shop), { bytes: text.length, parts: 1 })
  const { attention } = (await shop.api.get('/analytics/attention')).body
  assert.ok(!attention.some(({ kind }: { kind: string }) => kind === 'feed_large'))
  assert.equal((await service.anonymous.get(buildPartPath(path, 2))).status, 404)
  await shop.api.delete('/products/review-feed')
  assert.deepEqual(await readFeedStatus(shop), { bytes: null, parts: null })
})

test('a feed above the limit is served in parts that contain each review once', async () => {
  const shop = await shopWith(25)
  const path = await createFeedPath(shop)
  const { ids } = await readPart(path, 1)
  assert.ok(ids.length > 5, 'the first document is as full as it may be')
  const { parts } = await readFeedStatus(shop)
  assert.ok(parts >= 3, `${parts} parts`)
  const { attention } = (await shop.api.get('/analytics/attention')).body
  assert.ok(attention.some(({ kind }: { kind: string }) => kind === 'feed_large'))
  const found = await readAll(path, shop)
  const all = found.flatMap((part) => part.ids)
  assert.deepEqual([all.length, new Set(all).size], [25, 25])
  assert.deepEqual(await readFeedStatus(shop), { bytes: found.reduce((sum, { text }) => sum + text.length, 0), parts })
  assert.equal((await service.anonymous.get(buildPartPath(path, parts + 1))).status, 404)
  for (const number of ['0', '1', '01', '-1', '2x', '99999']) {
    assert.equal((await service.anonymous.get(path.replace(/\.xml$/, `.${number}.xml`))).status, 404, number)
  }
})

test('a new review is added to the last part, and earlier parts stay unchanged', async () => {
  const shop = await shopWith(16)
  const path = await createFeedPath(shop)
  await readAll(path, shop)
  const old = await readAll(path, shop)
  const id = await addReview(service, shop, { platformProductId: 'p' })
  const now = await readAll(path, shop)
  assert.deepEqual(now.slice(0, -1), old.slice(0, -1))
  assert.equal(now.at(-1)?.ids.at(-1), id)
})

test('if a part exceeds the limit, its newest reviews move to a new last part', async () => {
  const shop = await shopWith(16)
  const path = await createFeedPath(shop)
  await readAll(path, shop)
  const old = await readAll(path, shop)
  await service.service.db.store(shop, 'write', (tx) =>
    tx.run(sql`
      update reviews set body = ${'x'.repeat(500_000)} where store_env_id = ${tx.storeEnvId}
         and id = ${old[0]?.ids[0] ?? null}`),
  )
  await readPart(path, 1)
  const now = await readAll(path, shop)
  assert.equal(now.length, old.length + 1)
  assert.deepEqual(now.slice(1, old.length), old.slice(1))
  assert.deepEqual([...(now[0]?.ids ?? []), ...(now.at(-1)?.ids ?? [])], old[0]?.ids)
})

test("all readers of a store's parts share the store's limits", async () => {
  const shop = await shopWith(12)
  const path = await createFeedPath(shop)
  await readPart(path, 1)
  const taken = [1, 2].map(() => service.service.kernel.db.stream('feed', shop))
  const refused = await service.anonymous.get(buildPartPath(path, 2))
  assert.deepEqual([refused.status, refused.headers['retry-after']], [429, '5'])
  for (const place of taken) await place.read(async () => {})
  await readPart(path, 2)
})

test('a part is served only during a subscription, and only at the current address', async () => {
  const shop = await shopWith(12)
  const path = await createFeedPath(shop)
  await readPart(path, 1)
  service.advance(8 * day)
  assert.equal((await service.anonymous.get(buildPartPath(path, 2))).body.code, 'subscription_expired')
  service.advance(-8 * day)
  const rotated = new URL((await shop.api.post('/products/review-feed/rotate')).body.url).pathname
  assert.equal((await service.anonymous.get(buildPartPath(path, 2))).status, 404)
  await readPart(rotated, 2)
})
