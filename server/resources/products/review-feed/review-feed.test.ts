import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { XmlDocument, type XmlElement, XsdValidator } from 'libxml2-wasm'
import { sql } from '#platform/db/query.ts'
import { newId } from '#platform/values/ids.ts'
import { type Answer, day, provideService, type Shop, startService } from '#test/service.ts'
import { addReview, type TestReview } from '../reviews.testing.ts'
import { checkDigit } from '../rules.ts'

const schema = readFileSync(new URL('../../../../test/support/feed/product_reviews-2.4.xsd', import.meta.url))
const validator = XsdValidator.fromDoc(XmlDocument.fromBuffer(schema))

const service = provideService()

async function createFeedPath(shop: Shop): Promise<string> {
  const { status, body } = await shop.api.post('/products/review-feed')
  assert.ok(status === 201 || status === 200)
  return pathOf(body.url)
}

const pathOf = (url: string) => new URL(url).pathname

async function readFeed(path: string): Promise<{ document: XmlDocument; reviews: Review[]; text: string }> {
  const { status, text } = await service.anonymous.get(path)
  assert.equal(status, 200, text.slice(0, 300))
  const document = XmlDocument.fromString(text)
  validator.validate(document)
  const reviews = document.find('/feed/reviews/review').map((node) => new Review(node as XmlElement))
  return { document, reviews, text }
}

class Review {
  readonly node: XmlElement
  constructor(node: XmlElement) {
    this.node = node
  }
  all = (path: string) => this.node.find(path).map((each) => each.content)
  one = (path: string) => this.all(path)[0]
}

const kettle = {
  platformProductId: 'kettle',
  title: 'Kettle & pot',
  url: 'https://shop.example.com/p/kettle?a=1&b=2',
  brand: 'Larkmoor',
  variants: [
    { platformVariantId: 'k1', title: 'small', sku: 'K-S', gtin: '4006381333931', mpn: 'LK-S' },
    { platformVariantId: 'k2', title: 'large', sku: 'K-L', gtin: '4006381333932' },
    { platformVariantId: 'k3', title: 'old', sku: 'K-OLD' },
  ],
}

async function shopWith(...reviews: TestReview[]): Promise<Shop> {
  const shop = await service.shop()
  await shop.api.put('/products', [kettle])
  await shop.api.put('/products', [{ ...kettle, variants: kettle.variants.slice(0, 2) }])
  for (const review of reviews) await addReview(service, shop, review)
  return shop
}

test('the feed has every approved review with every live SKU of its product', async () => {
  const shop = await shopWith()
  const id = await addReview(service, shop, {
    ...{
      platformProductId: 'kettle',
      rating: 2,
      title: 'Loud <but> "quick"',
      body: 'Boils & hisses.\n🙂',
      authorName: 'Ana María Lopez',
    },
    ...{
      authorEmail: 'ana@example.com',
      verified: true,
      incentive: 'points',
      source: 'email_form',
      locale: 'es-MX',
      country: 'mx',
    },
  })
  for (const status of ['pending', 'rejected', 'spam'] as const)
    await addReview(service, shop, { platformProductId: 'kettle', status })
  const { reviews, document } = await readFeed(await createFeedPath(shop))
  assert.equal(reviews.length, 1)
  const [review] = reviews
  assert.ok(review)
  assert.equal(document.get('/feed/version')?.content, '2.4')
  assert.match(document.get('/feed/publisher/name')?.content ?? '', /^Shop \d+$/)
  assert.deepEqual(
    {
      id: review.one('review_id'),
      name: review.one('reviewer/name'),
      verified: review.one('is_verified_purchase'),
      incentivized: review.one('is_incentivized_review'),
      title: review.one('title'),
      content: review.one('content'),
      language: review.one('review_language'),
      country: review.one('review_country'),
      url: review.one('review_url'),
      rating: review.one('ratings/overall'),
      method: review.one('collection_method'),
    },
    {
      ...{
        id,
        name: 'Ana L.',
        verified: 'true',
        incentivized: 'true',
        title: 'Loud <but> "quick"',
        content: 'Boils & hisses.\n🙂',
      },
      ...{ language: 'es', country: 'MX', url: kettle.url, rating: '2', method: 'post_fulfillment' },
    },
  )
  assert.match(review.one('review_timestamp') ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  assert.deepEqual(review.all('products/product/product_ids/skus/sku'), ['K-S', 'K-L'])
  assert.deepEqual(review.all('products/product/product_ids/gtins/gtin'), ['4006381333931'])
  assert.deepEqual(review.all('products/product/product_ids/brands/brand'), ['Larkmoor'])
  assert.deepEqual(review.all('products/product/product_name'), ['Kettle & pot'])
  const { body } = await shop.api.get('/products/review-feed')
  assert.deepEqual(body.counts, { reviews: 1, products: 1, skus: 2, skipped: 0 })
})

test("a product element lists the product's SKUs, with each identifier once", async () => {
  const shop = await service.shop()
  const variants = Array.from({ length: 2_048 }, (_, i) => ({
    ...{ platformVariantId: `v${i}`, title: `Colour ${i >> 4}, size ${i % 16}`, sku: `LK-KETTLE-${i}` },
    ...{ gtin: withCheckDigit(`400638${String(i).padStart(6, '0')}`), mpn: `LK-${i >> 1}` },
  }))
  Object.assign(variants[1] ?? {}, { gtin: `0${variants[0]?.gtin}` })
  Object.assign(variants[3] ?? {}, { sku: ` ${variants[2]?.sku} ` })
  await shop.api.put('/products', [{ ...kettle, variants }])
  await addReview(service, shop, { platformProductId: 'kettle' })
  const { reviews, text } = await readFeed(await createFeedPath(shop))
  const [review] = reviews
  assert.ok(review)
  assert.equal(review.all('products/product').length, 1)
  const listed = (name: string) => review.all(`products/product/product_ids/${name}s/${name}`)
  const without = (n: number, values: string[]) => values.filter((_, i) => i !== n)
  const values = (name: 'sku' | 'gtin' | 'mpn') => variants.map((variant) => variant[name])
  assert.deepEqual(listed('sku'), without(3, values('sku')))
  assert.deepEqual(listed('gtin'), without(1, values('gtin')))
  assert.deepEqual(listed('mpn'), [...new Set(values('mpn'))])
  assert.deepEqual(listed('brand'), ['Larkmoor'])
  assert.ok(text.length < 150_000, `${text.length} bytes for one review`)
})

const withCheckDigit = (body: string) => body + checkDigit(body)

test('variants of several brands become one product per brand, each MPN with its brand', async () => {
  const shop = await service.shop()
  const variants = [
    { platformVariantId: '1', sku: 'A-1', mpn: '100', brand: 'Acme' },
    { platformVariantId: '2', sku: 'B-1', mpn: '100', brand: 'Bolt' },
    { platformVariantId: '3', sku: 'A-2', mpn: '101', brand: 'Acme' },
    { platformVariantId: '4', sku: 'B-1', mpn: '102', brand: 'Bolt' },
    { platformVariantId: '5', sku: 'A-1', brand: 'Copy' },
    { platformVariantId: '6' },
  ]
  await shop.api.put('/products', [{ platformProductId: 'p', title: 'Lamp', url: kettle.url, variants }])
  await addReview(service, shop, { platformProductId: 'p' })
  const { reviews } = await readFeed(await createFeedPath(shop))
  const products = reviews[0]?.node.find('products/product').map((node) => new Review(node as XmlElement)) ?? []
  assert.deepEqual(
    products.map((each) => ['brand', 'mpn', 'sku'].map((name) => each.all(`product_ids/${name}s/${name}`))),
    [
      [['Acme'], ['100', '101'], ['A-1', 'A-2']],
      [['Bolt'], ['100', '102'], ['B-1']],
    ],
  )
})

test('a product without identifiers is identified by its page', async () => {
  const shop = await service.shop()
  const variants = [{ platformVariantId: '1' }, { platformVariantId: '2' }]
  await shop.api.put('/products', [{ platformProductId: 'p', title: 'Lamp', url: kettle.url, variants }])
  await addReview(service, shop, { platformProductId: 'p' })
  const { reviews } = await readFeed(await createFeedPath(shop))
  assert.deepEqual(reviews[0]?.all('products/product/product_url'), [kettle.url])
  assert.deepEqual(reviews[0]?.all('products/product/product_ids'), [])
})

test('a coupon marks a review as incentivized, and a review without reward is not marked', async () => {
  const shop = await shopWith({ platformProductId: 'kettle', incentive: 'coupon' }, { platformProductId: 'kettle' })
  const { reviews } = await readFeed(await createFeedPath(shop))
  assert.deepEqual(reviews.map((each) => each.one('is_incentivized_review')).sort(), ['false', 'true'])
})

test('no email address, phone number or last name is in the feed', async () => {
  const authorEmail = 'jane.doe@example.com'
  const shop = await shopWith(
    {
      platformProductId: 'kettle',
      authorEmail,
      authorName: authorEmail,
      title: `Ask ${authorEmail}`,
      body: `Write to JANE.DOE@Example.com or jane.doe (at) example.com!`,
    },
    {
      platformProductId: 'kettle',
      authorEmail: 'x@y.io',
      authorName: 'Bob Stone',
      body: 'My friend is ann@friends.org, call +44 20 7946 0958',
    },
  )
  const { reviews, text } = await readFeed(await createFeedPath(shop))
  assert.equal(reviews.length, 2)
  assert.doesNotMatch(text, /jane|doe|@|friends\.org|7946 0958/i)
  assert.deepEqual(reviews.map((each) => each.one('reviewer/name')).sort(), ['Anonymous', 'Bob S.'])
  assert.doesNotMatch(text, /Stone/)
})

test('`skipped` counts the approved reviews that the feed omits', async () => {
  const shop = await shopWith(
    { platformProductId: 'kettle' },
    { platformProductId: 'kettle', body: ' \u200b\u00a0', title: null },
    { platformProductId: 'kettle', body: '', title: '良い' },
  )
  await shop.api.put('/products', [
    { platformProductId: 'no-page', sku: 'N' },
    { platformProductId: 'dup', url: 'https://shop.example.com/d' },
  ])
  await addReview(service, shop, { platformProductId: 'no-page' })
  await addReview(service, shop, { platformProductId: 'dup', status: 'rejected' })
  const path = await createFeedPath(shop)
  const { reviews } = await readFeed(path)
  const { counts } = (await shop.api.get('/products/review-feed')).body
  assert.deepEqual(counts, { reviews: 2, products: 1, skus: 2, skipped: 2 })
  assert.equal(reviews.length, counts.reviews)
})

test('the feed of an empty store is valid and empty', async () => {
  const shop = await service.shop()
  const { reviews, text } = await readFeed(await createFeedPath(shop))
  assert.equal(reviews.length, 0)
  assert.doesNotMatch(text, /<reviews/)
})

test('a feed of thousands of reviews contains each review once, with its own product', async () => {
  const shop = await service.shop()
  const rows = Array.from({ length: 120 }, (_, i) => ({
    platformProductId: `p${i}`,
    url: `https://shop.example.com/p/${i}`,
    variants: [0, 1, 2].map((v) => ({ platformVariantId: `p${i}-${v}`, sku: `S-${i}-${v}` })),
  }))
  await shop.api.put('/products', rows)
  await fillWithReviews(shop, 3_000)
  const { reviews } = await readFeed(await createFeedPath(shop))
  assert.equal(new Set(reviews.map((each) => each.one('review_id'))).size, 3_000)
  for (const review of reviews.slice(0, 300)) {
    const number = review.one('review_url')?.split('/').at(-1)
    assert.deepEqual(
      review.all('products/product/product_ids/skus/sku'),
      [0, 1, 2].map((v) => `S-${number}-${v}`),
    )
  }
})

async function fillWithReviews(shop: Shop, n: number) {
  await service.service.db.store(shop, 'write', (tx) =>
    tx.run(sql`
      insert into reviews (store_env_id, id, product_id, rating, body, author_name, status, source, submitted_at, created_at, updated_at)
      select ${tx.storeEnvId}, r.id, p.id, 1 + r.i % 5, 'Review number ' || r.i, 'Ana L', 'approved', 'api', ${tx.now}, ${tx.now}, ${tx.now}
        from unnest(${Array.from({ length: n }, () => newId())}::uuid[]) with ordinality as r(id, i)
        join (select id, row_number() over (order by id) - 1 as i, count(*) over () as n from products where store_env_id = ${tx.storeEnvId}) p
          on p.i = r.i % p.n
      returning 1`),
  )
}

test('creating a feed returns 201, creating it again returns the same feed; addresses are long', async () => {
  const shop = await service.shop()
  const off = (await shop.api.get('/products/review-feed')).body
  assert.deepEqual([off.enabled, off.url, off.createdAt, off.lastFetchedAt], [false, null, null, null])
  const made = await shop.api.post('/products/review-feed')
  assert.equal(made.status, 201)
  assert.match(made.body.url, /\/feeds\/[\w-]{32}\.xml$/)
  const again = await shop.api.post('/products/review-feed')
  assert.deepEqual([again.status, again.body], [200, made.body])
  const both = await service.shop()
  const answers = await Promise.all([1, 2, 3].map(() => both.api.post('/products/review-feed')))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 201])
  assert.equal(new Set(answers.map(({ body }) => body.url)).size, 1)
})

test('rotating replaces the address immediately; deleting ends the feed', async () => {
  const shop = await shopWith({ platformProductId: 'kettle' })
  assert.equal((await shop.api.post('/products/review-feed/rotate')).status, 404)
  const old = await createFeedPath(shop)
  // Audit entries with the same millisecond have no defined order.
  service.advance(1)
  const rotated = await shop.api.post('/products/review-feed/rotate')
  assert.equal(rotated.status, 200)
  const now = pathOf(rotated.body.url)
  assert.notEqual(now, old)
  service.advance(1)
  assert.deepEqual([(await service.anonymous.get(old)).status, (await service.anonymous.get(now)).status], [404, 200])
  assert.equal((await shop.api.delete('/products/review-feed')).status, 204)
  assert.equal((await shop.api.delete('/products/review-feed')).status, 204)
  assert.equal((await service.anonymous.get(now)).status, 404)
  assert.equal((await shop.api.get('/products/review-feed')).body.enabled, false)
  const owner = await shop.signedIn()
  const log = (await owner.get('/account/audit-log')).body.data
  const actions = log
    .map((each: { action: string }) => each.action)
    .filter((action: string) => action.startsWith('review_feed'))
  assert.deepEqual(actions, ['review_feed.deleted', 'review_feed.rotated', 'review_feed.created'])
  assert.doesNotMatch(JSON.stringify(log), new RegExp(now.slice(7, 39)))
})

test("a Member can read but not change the feed's settings", async () => {
  const shop = await service.shop()
  const member = await shop.as('MEMBER')
  assert.equal((await member.get('/products/review-feed')).status, 200)
  for (const call of [
    member.post('/products/review-feed'),
    member.post('/products/review-feed/rotate'),
    member.delete('/products/review-feed'),
  ]) {
    assert.deepEqual([(await call).status, (await call).body.code], [403, 'role_insufficient'])
  }
  assert.equal((await (await shop.signedIn()).post('/products/review-feed')).status, 201)
})

test('unknown addresses return 404 in the usual error format', async () => {
  for (const path of [
    '/feeds/x.xml',
    `/feeds/${'a'.repeat(32)}.xml`,
    `/feeds/${'a'.repeat(32)}`,
    '/feeds/%00.xml',
    `/feeds/${"'".repeat(32)}.xml`,
  ]) {
    const { status, body, headers } = await service.anonymous.get(path)
    assert.deepEqual([status, body.code, body.requestId], [404, 'not_found', headers['x-request-id']], path)
  }
})

test('a lapsed subscription closes the feed, and its address stays the same', async () => {
  const other = await startService({ env: { BILLING: 'manual' } })
  try {
    const shop = await other.shop()
    const path = pathOf((await shop.api.post('/products/review-feed')).body.url)
    assert.equal((await other.anonymous.get(path)).status, 200)
    other.advance(8 * day)
    const { status, body, headers } = await other.anonymous.get(path)
    assert.deepEqual([status, body.code, headers['cache-control']], [403, 'subscription_expired', 'no-store'])
    assert.equal((await shop.api.get('/products/review-feed')).body.enabled, true)
    other.advance(-8 * day)
    assert.equal((await other.anonymous.get(path)).status, 200)
  } finally {
    await other.close()
  }
})

test('the feed response is uncached, is compressed on request, and is recorded as a fetch', async () => {
  const shop = await shopWith({ platformProductId: 'kettle' })
  const path = await createFeedPath(shop)
  const head = await service.anonymous.call('HEAD', path)
  assert.deepEqual([head.status, head.text, head.headers['content-type']], [200, '', 'application/xml; charset=utf-8'])
  assert.equal((await shop.api.get('/products/review-feed')).body.lastFetchedAt, null)
  const plain = await service.anonymous.get(path)
  const pickHeaders = ({ headers }: Answer) => [
    headers['content-type'],
    headers['cache-control'],
    headers.etag,
    headers['content-encoding'],
  ]
  assert.deepEqual(pickHeaders(plain), ['application/xml; charset=utf-8', 'no-store', undefined, undefined])
  const fetched = (await shop.api.get('/products/review-feed')).body.lastFetchedAt
  assert.ok(Math.abs(Date.parse(fetched) - Date.now()) < 60_000)
  const packed = await service.app.inject({ url: path, headers: { 'accept-encoding': 'br, gzip;q=0.5' } })
  assert.equal(packed.headers['content-encoding'], 'gzip')
  assert.equal(gunzipSync(packed.rawPayload).toString(), plain.text)
})

test('a feed contains nothing of another store', async () => {
  await shopWith({ platformProductId: 'kettle', body: 'Not yours.' })
  const shop = await shopWith({ platformProductId: 'kettle', body: 'Ours.' })
  const { reviews } = await readFeed(await createFeedPath(shop))
  assert.deepEqual(
    reviews.map((each) => each.one('content')),
    ['Ours.'],
  )
})
