import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Client } from 'pg'
import type { Static } from 'typebox'
import { loadAll } from '#test/paging.ts'
import { provideService, type Shop } from '#test/service.ts'
import { addReview, type TestReview } from './reviews.testing.ts'
import { type Product, type ProductFigure, productFigures } from './schema.ts'

type Entry = Static<typeof Product>

let shop: Shop
const service = provideService({}, async () => {
  shop = await service.shop()
  await fill(shop)
})

/** Ratings of approved reviews. They repeat, so that most products tie with others. */
const ratings = [[], [5], [5, 4], [4, 5], [1], [], [3, 3, 3], [5, 5, 4], [4, 4, 5, 5], [2, 1, 1], [5, 4, 5, 5, 4, 4, 5]]

const products = Array.from({ length: 34 }, (_, n) => ({
  platformProductId: `p${n}`,
  title: n % 2 === 0 ? `Lamp ${n}` : `Mug ${n}`,
  status: n % 5 === 0 ? 'draft' : 'active',
  categories: n % 4 === 0 ? ['Light'] : [],
  groupKey: n < 6 ? 'group' : null,
}))

async function fill(shop: Shop) {
  const pushed = await shop.api.put('/products', products)
  assert.equal(pushed.body.failed, 0, pushed.text)
  for (const [n, { platformProductId }] of products.entries()) {
    const reviews: Partial<TestReview>[] = (ratings[n % ratings.length] ?? []).map((rating) => ({ rating }))
    if (n % 3 === 0) reviews.push({ status: 'pending', rating: 1 })
    for (const review of reviews) await addReview(service, shop, { platformProductId, ...review })
  }
}

/** Sorts as the API promises: without a rating last in both directions, and ties by id. */
function inOrder(entries: readonly Entry[], sort: ProductFigure, direction: string): Entry[] {
  const sign = direction === 'asc' ? 1 : -1
  const none = sign * 1000
  const figure = ({ rating }: Entry) => (sort === 'reviewCount' ? rating.count : (rating.average ?? none))
  return entries.toSorted((a, b) => sign * (figure(a) - figure(b) || (a.id < b.id ? -1 : 1)))
}

test('pages in the order of a figure have each product once, in either direction and with every filter', async () => {
  const all = await loadAll<Entry>(shop.api, '/products', { limit: '100' })
  assert.equal(all.length, products.length)
  const [{ id: categoryId }] = (await shop.api.get('/categories')).body.data
  const [{ id: groupId }] = (await shop.api.get('/products/groups')).body.data
  const index = (entry: Entry) => Number(entry.platformProductId.slice(1))
  const filters: [Record<string, string>, (entry: Entry) => boolean][] = [
    [{}, () => true],
    [{ status: 'draft' }, ({ status }) => status === 'draft'],
    [{ q: 'lamp' }, (entry) => index(entry) % 2 === 0],
    [{ q: 'mug', status: 'active,draft', hasReviews: 'true' }, (entry) => index(entry) % 2 === 1 && hasReviews(entry)],
    [{ hasReviews: 'true' }, (entry) => hasReviews(entry)],
    [{ hasReviews: 'false' }, (entry) => !hasReviews(entry)],
    [{ categoryId }, (entry) => index(entry) % 4 === 0],
    [{ groupId }, (entry) => index(entry) < 6],
    [{ updatedAfter: '2020-01-01T00:00:00Z' }, () => true],
    [{ q: 'nothing' }, () => false],
  ]
  const hasReviews = (entry: Entry) => entry.rating.count > 0 || index(entry) % 3 === 0
  for (const sort of productFigures)
    for (const direction of ['asc', 'desc'])
      for (const [filter, fits] of filters) {
        const query = { ...filter, sort, limit: '12', direction }
        const found = await loadAll<Entry>(shop.api, '/products', query)
        assert.deepEqual(found, inOrder(all.filter(fits), sort, direction), JSON.stringify(query))
      }
  const [first] = (await shop.api.get('/products?sort=reviewCount')).body.data
  assert.equal(first.rating.count, 7, 'the highest figure is first by default')
})

test('products without approved reviews are last in the order of the rating, in both directions', async () => {
  for (const direction of ['asc', 'desc']) {
    const found = await loadAll<Entry>(shop.api, '/products', { sort: 'rating', direction, limit: '7' })
    const averages = found.map(({ rating }) => rating.average)
    const first = averages.indexOf(null)
    assert.ok(first > 0)
    assert.ok(averages.slice(first).every((each) => each === null))
    assert.deepEqual(averages[0], direction === 'asc' ? 1 : 5)
  }
})

test('a rating is sorted as it is shown: averages equal to two decimals tie', async () => {
  const near = await service.shop()
  await near.api.put('/products', [{ platformProductId: 'a' }, { platformProductId: 'b' }])
  // 4.9950 and 4.9967 are both shown as 5.00.
  const add = async (platformProductId: string, count: number) => {
    for (let n = 0; n < count; n++) await addReview(service, near, { platformProductId, rating: n === 0 ? 4 : 5 })
  }
  await add('a', 201)
  await add('b', 300)
  const found = await loadAll<Entry>(near.api, '/products', { sort: 'rating', limit: '1' })
  assert.deepEqual(
    found.map(({ rating }) => rating.average),
    [5, 5],
  )
  assert.deepEqual(
    found,
    found.toSorted((x, y) => (x.id < y.id ? 1 : -1)),
  )
})

test('a list in the order of a figure has the total of its filters', async () => {
  for (const sort of productFigures)
    for (const filter of ['', '&status=draft', '&hasReviews=true', '&q=lamp', '&q=lamp&status=draft']) {
      const total = async (order: string) =>
        (await shop.api.get(`/products?includeTotal=true&limit=1${order}${filter}`)).body.pagination.total
      assert.ok((await total('')) > 0)
      assert.equal(await total(`&sort=${sort}`), await total(''), filter)
    }
})

test('more matches than a search sorts are listed in the order of a figure too', async () => {
  const large = await service.shop()
  await fill(large)
  await service.query(`
    insert into products (store_env_id, id, platform_product_id, title, title_folded, created_at, updated_at)
      select '${large.storeEnvId}', gen_random_uuid(), 'more' || n, 'Lamp', 'lamp', now(), now() from generate_series(1, 1000) n`)
  for (const sort of productFigures) {
    const plain = await loadAll<Entry>(large.api, '/products', { q: 'lamp', limit: '100' })
    assert.equal(plain.length, 1000 + products.length / 2)
    const found = await loadAll<Entry>(large.api, '/products', { q: 'lamp', sort, limit: '100' })
    assert.deepEqual(found, inOrder(plain, sort, 'desc'))
  }
})

test('figures that change between two pages cause no error, and other products stay on one page each', async () => {
  const busy = await service.shop()
  await fill(busy)
  for (const sort of productFigures)
    for (const direction of ['asc', 'desc']) {
      const change = () => addReview(service, busy, { platformProductId: 'p7', rating: direction === 'asc' ? 5 : 1 })
      const found = await loadAll<Entry>(busy.api, '/products', { sort, direction, limit: '5' }, change)
      const others = found.flatMap(({ platformProductId: id }) => (id === 'p7' ? [] : [id]))
      assert.deepEqual([others.length, new Set(others).size], [products.length - 1, products.length - 1])
    }
})

test('a list in the order of a figure has the limits of searches', async () => {
  const blocker = new Client({ connectionString: service.databaseUrl })
  await blocker.connect()
  await blocker.query('begin; lock table products in access exclusive mode')
  try {
    assert.equal((await shop.api.get('/products?sort=rating')).body.code, 'search_too_broad')
  } finally {
    await blocker.query('rollback')
    await blocker.end()
  }
})

test('a cursor of another order is refused', async () => {
  const { nextCursor } = (await shop.api.get('/products?sort=rating&limit=5')).body.pagination
  for (const query of ['sort=reviewCount', 'sort=rating&direction=asc', 'sort=title', ''])
    assert.equal((await shop.api.get(`/products?${query}&limit=5&cursor=${nextCursor}`)).status, 400, query)
})

test("another store's reviews do not count", async () => {
  const other = await service.shop()
  await other.api.put('/products', products.slice(0, 2))
  const { body } = await other.api.get('/products?sort=reviewCount')
  assert.deepEqual(
    body.data.map(({ rating }: Entry) => rating.count),
    [0, 0],
  )
})
