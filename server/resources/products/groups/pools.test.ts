import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addReview, addReviews } from '#resources/reviews/reviews.testing.ts'
import { provideService, type Shop } from '#test/service.ts'
import { pushAll, pushProducts } from './groups.testing.ts'

let shop: Shop
/** Two mugs of the group have reviews, and the bare mug has none. The pot has no group. */
let blue = ''
const service = provideService({}, async () => {
  shop = await service.shop()
  const group = { groupKey: 'mugs' }
  const [blueId, grey, , pot] = (await pushProducts(shop.api, [
    { platformProductId: 'blue', ...group },
    { platformProductId: 'grey', ...group },
    { platformProductId: 'bare', ...group },
    { platformProductId: 'pot' },
  ])) as [string, string, string, string]
  blue = blueId
  await addReviews(service, shop, [
    { productId: blue, rating: 5, status: 'approved' },
    { productId: blue, rating: 4, status: 'approved' },
    { productId: blue, rating: 1, status: 'pending' },
    { productId: grey, rating: 2, status: 'approved' },
    { productId: pot, rating: 3, status: 'approved' },
  ])
})

const shown = async (query: string) => (await shop.storefront.get(`/storefront/reviews?${query}`)).body
const origins = (data: { origin?: { platformProductId: string } }[]) =>
  data.map(({ origin }) => origin?.platformProductId)

test('a pool adds the reviews of the group, and each names its product', async () => {
  const own = await shown('platformProductId=blue')
  assert.deepEqual(await shown('platformProductId=blue&pool=own'), own)
  assert.deepEqual(await shown('platformProductId=blue&pool=shared'), own)
  assert.deepEqual(origins(own.data), [undefined, undefined])
  const pooled = await shown('platformProductId=blue&pool=group&includeTotal=true')
  assert.equal(pooled.pagination.total, 3)
  const foreign = pooled.data.filter((review: { origin?: object }) => review.origin)
  assert.deepEqual(
    foreign.map((review: { origin: object }) => review.origin),
    [{ kind: 'group', platformProductId: 'grey', title: 'The grey', url: null, storeName: null }],
  )
  assert.equal((await shown('platformProductId=blue&pool=all')).data.length, 3)
  assert.deepEqual(origins((await shown('platformProductId=bare&pool=group')).data).sort(), ['blue', 'blue', 'grey'])
  assert.deepEqual(origins((await shown('platformProductId=pot&pool=group')).data), [undefined])
  assert.deepEqual((await shown('platformProductId=nothing&pool=group')).data, [])
})

test('sorting, filters, search and paging run over the whole pool', async () => {
  const ratings = async (query: string) =>
    (await shown(`platformProductId=blue&pool=group&${query}`)).data.map(({ rating }: { rating: number }) => rating)
  assert.deepEqual(await ratings('sort=lowest'), [2, 4, 5])
  assert.deepEqual(await ratings('sort=highest'), [5, 4, 2])
  assert.deepEqual(await ratings('rating=2'), [2])
  assert.deepEqual((await ratings('sort=helpful')).length, 3)
  assert.equal((await ratings('q=e')).length, 3)
  const whole = (await shown('platformProductId=blue&pool=group')).data.map(({ id }: { id: string }) => id)
  const paged: string[] = []
  for (let cursor = ''; ; ) {
    const page = await shown(`platformProductId=blue&pool=group&limit=1${cursor && `&cursor=${cursor}`}`)
    paged.push(...page.data.map(({ id }: { id: string }) => id))
    if (!page.pagination.hasMore) break
    cursor = page.pagination.nextCursor
  }
  assert.deepEqual(paged, whole)
})

test("a summary has the product's own numbers and those of the pool", async () => {
  const summary = async (query: string) => (await shop.storefront.get(`/storefront/summary?${query}`)).body.data
  const [own] = await summary('platformProductIds=blue')
  assert.equal('pooled' in own, false)
  const [first, second, third, lone, unknown] = await summary(
    'platformProductIds=blue,grey,bare,pot,nothing&pool=group',
  )
  const pooled = { count: 3, average: 3.67, byStar: { 1: 0, 2: 1, 3: 0, 4: 1, 5: 1 }, products: 2, stores: 1 }
  assert.deepEqual(first, { ...own, pooled })
  assert.deepEqual([second.count, second.pooled, third.count, third.pooled], [1, pooled, 0, pooled])
  assert.deepEqual([lone.pooled.count, lone.pooled.products, lone.pooled.stores], [1, 1, 1])
  const none = { count: 0, average: null, byStar: { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 }, products: 0, stores: 0 }
  assert.deepEqual([unknown.count, unknown.pooled], [0, none])
  const [shared] = await summary('platformProductIds=blue&pool=shared')
  assert.deepEqual([shared.pooled.count, shared.pooled.products, shared.pooled.stores], [2, 1, 1])
  for (const query of [`productId=${blue}`, 'platformProductId=blue']) {
    const { body } = await shop.api.get(`/reviews/summary?${query}&pool=group`)
    assert.deepEqual([body.count, body.pooled], [2, pooled])
    assert.equal('pooled' in (await shop.api.get(`/reviews/summary?${query}`)).body, false)
  }
})

test("the API's list pools reviews of every status, in every order", async () => {
  const list = async (query: string) => (await shop.api.get(`/reviews?productId=${blue}&${query}`)).body
  assert.equal((await list('')).data.length, 3)
  const pooled = await list('pool=group&includeTotal=true')
  assert.deepEqual([pooled.data.length, pooled.pagination.total], [4, 4])
  for (const { productId, origin } of pooled.data)
    assert.equal(origin?.platformProductId, productId === blue ? undefined : 'grey')
  assert.deepEqual(
    (await list('pool=group&sort=rating')).data.map(({ rating }: { rating: number }) => rating),
    [5, 4, 2, 1],
  )
  assert.equal((await list('pool=group&status=pending')).data.length, 1)
  assert.equal((await list('pool=group&q=e')).data.length, 4)
  assert.equal((await shop.api.get('/reviews?platformProductId=grey&pool=all')).body.data.length, 4)
  const first = await list('pool=group&limit=3')
  const rest = await list(`pool=group&limit=3&cursor=${first.pagination.nextCursor}`)
  assert.deepEqual(
    [...first.data, ...rest.data].map(({ id }) => id),
    pooled.data.map(({ id }: { id: string }) => id),
  )
})

test('a pool needs a product, and an unknown pool is refused', async () => {
  for (const path of [
    '/storefront/reviews?pool=group',
    '/storefront/html?pool=all',
    '/storefront/reviews?platformProductId=blue&pool=other',
    '/storefront/summary?platformProductIds=blue&pool=every',
  ])
    assert.equal((await shop.storefront.get(path)).status, 400, path)
  for (const path of ['/reviews?pool=group', '/reviews/summary?pool=group', `/reviews?productId=${blue}&pool=none`])
    assert.equal((await shop.api.get(path)).status, 400, path)
  assert.equal((await shop.storefront.get('/storefront/reviews?pool=own')).status, 200)
})

test('the HTML names the product of each pooled review, and counts these reviews separately', async () => {
  const { text } = await shop.storefront.get('/storefront/html?platformProductId=blue&pool=group')
  assert.match(text, /evident-review-origin[^>]*>Review of The grey</)
  assert.match(text, /Includes 1 review from elsewhere, marked as such\./)
  assert.match(text, /3 reviews/)
  const plain = (await shop.storefront.get('/storefront/html?platformProductId=blue')).text
  assert.doesNotMatch(plain, /origin|elsewhere/)
})

test("structured data, feed and reports count only the product's own reviews", async () => {
  const { text } = await shop.storefront.get('/storefront/json-ld?platformProductId=blue&pool=group')
  assert.equal(JSON.parse(text).aggregateRating.reviewCount, 2)
  assert.equal((await shop.api.get(`/products/${blue}`)).body.rating.count, 2)
})

test('cached responses change with a group, with reviews of its products and with the settings', async () => {
  const cached = await service.shop('Cached')
  const { api, storefront } = cached
  const [one, two] = await pushProducts(api, [
    { platformProductId: 'one', groupKey: 'k' },
    { platformProductId: 'two', groupKey: 'k' },
  ])
  const pooled = async () =>
    (await storefront.get('/storefront/summary?platformProductIds=one&pool=group')).body.data[0].pooled.count
  assert.equal(await pooled(), 0)
  const id = await addReview(service, cached, { productId: String(two), status: 'pending' })
  await api.put(`/reviews/${id}`, { status: 'approved' })
  assert.equal(await pooled(), 1)
  await api.put('/products/groups/settings', { byGroupKey: false })
  assert.equal(await pooled(), 0)
  const made = await api.post('/products/groups', { name: 'Ours', productIds: [one, two] })
  assert.equal(await pooled(), 1)
  await api.delete(`/products/groups/${made.body.id}`)
  assert.equal(await pooled(), 0)
  await api.put('/products/groups/settings', { byGroupKey: true })
  assert.equal(await pooled(), 1)
  await pushAll(api, [{ platformProductId: 'two' }])
  assert.equal(await pooled(), 0)
})
