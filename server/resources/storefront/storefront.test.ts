import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sql } from '#platform/db/query.ts'
import { newPhotoKey } from '#platform/files/images/keys.ts'
import { addPhotos } from '#resources/reviews/photos/commands.ts'
import { addProduct, addReview, addReviews } from '#resources/reviews/reviews.testing.ts'
import { provideService, type Shop } from '#test/service.ts'

let shop: Shop
let mug: string
const service = provideService({}, async () => {
  shop = await service.shop()
  mug = await addProduct(shop, 'mug')
})

const list = async (query: string, page = shop.storefront) => {
  const answer = await page.get(`/storefront/reviews?${query}`)
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}
const at = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString()

async function addPhotoTo(of: Shop, reviewId: string): Promise<void> {
  await service.service.db.store(of, 'write', (tx) => {
    const storageKey = newPhotoKey(of.storeEnvId, tx.now)
    return addPhotos(tx, reviewId, [{ storageKey, width: 800, height: 600, variants: ['thumb.webp'] }])
  })
}

test('a review is returned with exactly its public fields, photos and reply', async () => {
  const own = await service.shop()
  const productId = await addProduct(own, 'lamp')
  const id = await addReview(service, own, {
    productId,
    rating: 4,
    title: 'Bright',
    body: 'Lights the room.\nAll of it.',
    authorName: 'Ana L.',
    authorEmail: 'ana.lopez@customer.example',
    verified: true,
    incentive: 'coupon',
    reply: 'Thank you!',
    submittedAt: at(1),
  })
  await addPhotoTo(own, id)
  const { data } = await list('platformProductId=lamp', own.storefront)
  const { photos, ...rest } = data[0]
  assert.deepEqual(rest, {
    id,
    rating: 4,
    title: 'Bright',
    body: 'Lights the room.\nAll of it.',
    authorName: 'Ana L.',
    verified: true,
    incentive: 'coupon',
    reply: { body: 'Thank you!', authorName: 'Shop', repliedAt: at(1) },
    relationship: null,
    correctedAt: null,
    attributes: [],
    helpfulCount: 0,
    locale: null,
    language: null,
    languageSource: null,
    submittedAt: at(1),
  })
  assert.equal(photos.length, 1)
  assert.deepEqual([photos[0].width, photos[0].height], [800, 600])
  assert.match(photos[0].url, /^https?:\/\/.+\/media\/photos\//)
  assert.match(photos[0].thumbUrl, /thumb\.webp$/)
  const [unfiltered] = (await list('', own.storefront)).data
  assert.deepEqual(unfiltered.product, {
    platformProductId: 'lamp',
    title: 'The lamp',
    url: 'https://shop.example.com/lamp',
    imageUrl: null,
  })
})

test('responses contain nothing about an author except the chosen name', async () => {
  const own = await service.shop()
  const productId = await addProduct(own, 'lamp')
  const authorEmail = 'very.private@customer.example'
  const id = await addReview(service, own, { productId, authorEmail, reply: 'Hello.' })
  for (const path of ['reviews', 'reviews?platformProductId=lamp', 'summary?platformProductIds=lamp', 'config'])
    assert.doesNotMatch(
      (await own.storefront.get(`/storefront/${path}`)).text,
      /private|vate|authorEmail|orderId|source/,
    )
  for (const path of ['json-ld', 'html']) {
    const answer = await own.storefront.get(`/storefront/${path}?platformProductId=lamp`)
    assert.match(answer.text, /Holds coffee/)
    assert.doesNotMatch(answer.text, /private|vate@|customer\.example/)
  }
  assert.ok(id)
})

test('every response contains only approved reviews', async () => {
  const own = await service.shop()
  const productId = await addProduct(own, 'lamp')
  for (const status of ['pending', 'rejected', 'spam'] as const)
    await addReview(service, own, { productId, status, body: `This one is ${status}.` })
  for (const path of ['reviews', 'reviews?platformProductId=lamp&sort=photos', 'html?platformProductId=lamp'])
    assert.doesNotMatch((await own.storefront.get(`/storefront/${path}`)).text, /This one is/)
  const { body } = await own.storefront.get('/storefront/summary?platformProductIds=lamp')
  assert.deepEqual([body.data[0].count, body.data[0].average], [0, null])
  assert.equal((await own.storefront.get('/storefront/json-ld?platformProductId=lamp')).text, '{}')
  assert.equal((await list('includeTotal=true', own.storefront)).pagination.total, 0)
})

test("reviews of another store's product with the same id are neither shown nor counted", async () => {
  const [one, other] = [await service.shop(), await service.shop()]
  await addReview(service, one, { productId: await addProduct(one, 'same'), body: 'Only theirs.' })
  await addProduct(other, 'same')
  for (const path of ['reviews', 'reviews?platformProductId=same', 'html?platformProductId=same'])
    assert.doesNotMatch((await other.storefront.get(`/storefront/${path}`)).text, /Only theirs/)
  const { body } = await other.storefront.get('/storefront/summary?platformProductIds=same')
  assert.equal(body.data[0].count, 0)
})

test('an unknown product has no reviews, without an error', async () => {
  for (const id of ['nowhere', '💥', "' or true --", '%25', 'a/b', 'x'.repeat(255)]) {
    const query = `platformProductId=${encodeURIComponent(id)}`
    assert.deepEqual(await list(query), { data: [], pagination: { limit: 20, hasMore: false, nextCursor: null } })
    assert.equal((await shop.storefront.get(`/storefront/json-ld?${query}`)).text, '{}')
    assert.match((await shop.storefront.get(`/storefront/html?${query}`)).text, /There are no reviews yet/)
  }
})

type Shown = { id: string; rating: number; photos: unknown[]; submittedAt: string }

const sorts: Record<string, (review: Shown) => number> = {
  newest: () => 0,
  highest: ({ rating }) => -rating,
  lowest: ({ rating }) => rating,
  photos: ({ photos }) => (photos.length > 0 ? 0 : 1),
}
const isBefore = (a: string, b: string) => (a > b ? -1 : 1)

test('for every sort order and filter, pages together list each review once', async () => {
  const review = fc.record({
    rating: fc.integer({ min: 1, max: 5 }),
    // Uses only a few different times, so that several reviews share a time and their ids decide the order.
    minute: fc.integer({ min: 0, max: 6 }),
    hasPhoto: fc.boolean(),
    status: fc.constantFrom('approved', 'approved', 'approved', 'pending', 'rejected'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(review, { maxLength: 40 }), fc.integer({ min: 1, max: 9 }), async (made, limit) => {
      const own = await service.shop()
      const productId = await addProduct(own, 'lamp')
      const stored = made.map(({ rating, minute, status }) => ({
        productId,
        rating,
        submittedAt: at(minute),
        status: status as 'approved',
      }))
      const ids = made.length > 0 ? await addReviews(service, own, stored) : []
      for (const [i, each] of made.entries()) if (each.hasPhoto) await addPhotoTo(own, ids[i] as string)
      for (const product of ['platformProductId=lamp&', '']) {
        for (const [sort, rank] of Object.entries(sorts)) {
          for (const filter of [{}, { rating: 4 }, { hasPhotos: true }, { hasPhotos: false, rating: 5 }] as Filter[]) {
            const expected = made
              .map((each, i): Shown & { status: string } => ({
                id: ids[i] as string,
                rating: each.rating,
                photos: each.hasPhoto ? [1] : [],
                submittedAt: at(each.minute),
                status: each.status,
              }))
              .filter(({ status }) => status === 'approved')
              .filter(({ rating }) => filter.rating === undefined || rating === filter.rating)
              .filter(({ photos }) => filter.hasPhotos === undefined || photos.length > 0 === filter.hasPhotos)
            const sorted = expected.sort(
              (a, b) =>
                rank(a) - rank(b) ||
                (a.submittedAt === b.submittedAt ? isBefore(a.id, b.id) : isBefore(a.submittedAt, b.submittedAt)),
            )
            const query = `${product}sort=${sort}&limit=${limit}${buildQuery(filter)}`
            assert.deepEqual(
              await walk(own, query),
              sorted.map(({ id }) => id),
              query,
            )
            const { pagination } = await list(`${query}&includeTotal=true`, own.storefront)
            assert.equal(pagination.total, sorted.length)
          }
        }
      }
    }),
    { numRuns: 6 },
  )
})

type Filter = { rating?: number; hasPhotos?: boolean }
const buildQuery = (filter: Filter) =>
  Object.entries(filter)
    .map(([name, value]) => `&${name}=${value}`)
    .join('')

async function walk(of: Shop, query: string): Promise<string[]> {
  const ids: string[] = []
  for (let cursor = ''; ; ) {
    const { data, pagination } = await list(`${query}${cursor && `&cursor=${cursor}`}`, of.storefront)
    ids.push(...data.map(({ id }: Shown) => id))
    assert.equal(pagination.hasMore, pagination.nextCursor !== null)
    if (!pagination.hasMore) return ids
    cursor = pagination.nextCursor
  }
}

test('a new review created between two pages does not change the later pages', async () => {
  const own = await service.shop()
  const productId = await addProduct(own, 'lamp')
  const ids = await addReviews(
    service,
    own,
    Array.from({ length: 12 }, (_, i) => ({ productId, rating: 1 + (i % 5), submittedAt: at(i) })),
  )
  for (const sort of Object.keys(sorts)) {
    const whole = await walk(own, `sort=${sort}&limit=100`)
    const first = await list(`sort=${sort}&limit=5`, own.storefront)
    await addReview(service, own, { productId, rating: 5, submittedAt: at(100) })
    const second = await list(`sort=${sort}&limit=7&cursor=${first.pagination.nextCursor}`, own.storefront)
    const shown = [...first.data, ...second.data].map(({ id }: Shown) => id)
    assert.deepEqual(
      shown.filter((id) => ids.includes(id)),
      whole.slice(0, shown.length).filter((id) => shown.includes(id)),
    )
    await service.service.db.store(own, 'write', (tx) =>
      tx.run(sql`delete from reviews where store_env_id = ${own.storeEnvId} and not (id = any(${ids}::uuid[]))`),
    )
    service.service.kernel.storefronts.purge([own.storeEnvId])
  }
})

test('a cursor of another sort order is refused', async () => {
  const own = await service.shop()
  const productId = await addProduct(own, 'lamp')
  await addReviews(
    service,
    own,
    Array.from({ length: 3 }, (_, i) => ({ productId, submittedAt: at(i) })),
  )
  const findCursor = async (sort: string) =>
    (await list(`sort=${sort}&limit=1`, own.storefront)).pagination.nextCursor as string
  for (const [query, cursor] of [
    ['sort=newest', await findCursor('highest')],
    ['sort=highest', await findCursor('newest')],
    ['sort=photos', await findCursor('newest')],
  ]) {
    const answer = await own.storefront.get(`/storefront/reviews?${query}&cursor=${cursor}`)
    assert.deepEqual([answer.status, answer.body.details?.[0]?.path], [400, '/cursor'], answer.text)
  }
  const elsewhere = await own.api.get(`/reviews?cursor=${await findCursor('highest')}`)
  assert.equal(elsewhere.status, 400)
})

test('star counts of many products keep the requested order, with zeros for unknown products', async () => {
  const own = await service.shop()
  const [a, b] = [await addProduct(own, 'a'), await addProduct(own, 'b')]
  await addReviews(
    service,
    own,
    [5, 4, 4].map((rating) => ({ productId: a, rating })),
  )
  await addReviews(service, own, [
    { productId: b, rating: 1 },
    { productId: b, rating: 5, status: 'pending' },
  ])
  const { body } = await own.storefront.get('/storefront/summary?platformProductIds=b,nothing,a,b')
  assert.deepEqual(body.data, [
    { platformProductId: 'b', count: 1, average: 1, byStar: { '1': 1, '2': 0, '3': 0, '4': 0, '5': 0 } },
    { platformProductId: 'nothing', count: 0, average: null, byStar: { '1': 0, '2': 0, '3': 0, '4': 0, '5': 0 } },
    { platformProductId: 'a', count: 3, average: 4.33, byStar: { '1': 0, '2': 0, '3': 0, '4': 2, '5': 1 } },
  ])
})

test('a call accepts one to a hundred products', async () => {
  const ids = (n: number) => Array.from({ length: n }, (_, i) => `p${i}`).join(',')
  const ask = (query: string) => shop.storefront.get(`/storefront/summary?${query}`)
  assert.equal((await ask(`platformProductIds=${ids(100)}`)).body.data.length, 100)
  for (const query of [`platformProductIds=${ids(101)}`, 'platformProductIds=', '', 'platformProductIds=a,,b'])
    assert.equal((await ask(query)).status, 400, query.slice(0, 40))
  const repeated = await ask('platformProductIds=with%2Ccomma&platformProductIds=b')
  assert.deepEqual(
    repeated.body.data.map(({ platformProductId }: { platformProductId: string }) => platformProductId),
    ['with,comma', 'b'],
  )
})

test('hostile queries get 400 or find nothing, and never cause a server error', async () => {
  for (const query of [
    'sort=oldest',
    'sort=newest&sort=highest',
    'rating=6',
    'rating=0',
    'rating=4.5',
    'rating=NaN',
    'hasPhotos=maybe',
    'limit=101',
    'cursor=%00',
    'platformProductId=',
    `platformProductId=${'x'.repeat(256)}`,
    'platformProductId=%00',
    'platformProductId=%ED%A0%80',
    'platformProductId[]=a',
  ]) {
    const { status, body } = await shop.storefront.get(`/storefront/reviews?${query}`)
    if (status !== 200) assert.deepEqual([status, body.code], [400, 'validation_failed'], query)
    else assert.ok(query.startsWith('platformProductId[') || query.includes('%ED'), query)
  }
  assert.ok(mug)
})
