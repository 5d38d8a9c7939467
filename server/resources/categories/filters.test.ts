import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#platform/values/ids.ts'
import { type Api, provideService, type Shop } from '#test/service.ts'
import { addReviews } from '../reviews/reviews.testing.ts'

const service = provideService()

const findCategoryId = async (shop: Shop, platformCategoryId: string): Promise<string> => {
  const { body } = await shop.api.get('/categories?limit=100')
  return body.data.find((each: { platformCategoryId: string }) => each.platformCategoryId === platformCategoryId).id
}
const joinBodies = ({ body }: { body: { data: { body: string }[] } }) => body.data.map((review) => review.body).join('')

async function filled() {
  const shop = await service.shop()
  await shop.api.put(
    '/products',
    Array.from({ length: 6 }, (_, i) => ({ platformProductId: `p${i}`, title: `P${i}` })),
  )
  await shop.api.put('/categories', [
    { platformCategoryId: 'in', name: 'In', products: ['p0', 'p1', 'p2'] },
    { platformCategoryId: 'empty', name: 'Empty' },
  ])
  const { body } = await shop.api.get('/products?limit=100')
  const products: Record<string, string> = Object.fromEntries(
    body.data.map((each: { platformProductId: string; id: string }) => [each.platformProductId, each.id]),
  )
  return { shop, products, category: await findCategoryId(shop, 'in') }
}

const minute = (n: number) => new Date(Date.UTC(2026, 9, 1, 0, n)).toISOString()

test('products, reviews and exports filter by category, combined with other filters', async () => {
  const { shop, products, category } = await filled()
  await addReviews(
    service,
    shop,
    ['a', 'b', 'c', 'd', 'e', 'f'].map((body, i) => ({
      productId: products[`p${i}`] ?? '',
      body,
      rating: i < 2 ? 5 : 1,
      submittedAt: minute(60 - i),
      createdAt: minute(i),
    })),
  )
  const { api } = shop
  const { body } = await api.get(`/products?categoryId=${category}&includeTotal=true&sort=title`)
  assert.deepEqual(
    [body.data.map((each: { platformProductId: string }) => each.platformProductId), body.pagination.total],
    [['p0', 'p1', 'p2'], 3],
  )
  const reviews = async (query: string) => joinBodies(await api.get(`/reviews?categoryId=${category}${query}`))
  assert.equal(await reviews(''), 'abc')
  assert.equal(await reviews('&rating=5'), 'ab')
  assert.equal(await reviews('&sort=createdAt'), 'cba')
  assert.equal(await reviews('&sort=updatedAt').then((found) => found.length), 3)
  assert.equal(await reviews(`&productId=${products.p1}`), 'b')
  assert.equal(await reviews(`&productId=${products.p4}`), '')
  assert.equal(await reviews('&q=B'), 'b')
  assert.equal((await api.get(`/reviews?categoryId=${category}&includeTotal=true&limit=1`)).body.pagination.total, 3)
  assert.equal(joinBodies(await api.get(`/reviews?categoryId=${await findCategoryId(shop, 'empty')}`)), '')
  assert.equal(joinBodies(await api.get(`/reviews?categoryId=${newId()}`)), '')
  for (const path of ['products', 'reviews']) assert.equal((await api.get(`/${path}?categoryId=in`)).status, 400, path)
})

test('paging through a category skips no review, whether its reviews are new or old', async () => {
  const { shop, products, category } = await filled()
  // 2,500 newer reviews of other products. The query reads fewer before it switches to the category's products.
  const others = Array.from({ length: 2_500 }, (_, i) => ({
    productId: products[`p${3 + (i % 3)}`] ?? '',
    body: 'other',
    submittedAt: minute(100_000 + i),
    createdAt: minute(100_000 + i),
  }))
  const old = Array.from({ length: 30 }, (_, i) => ({
    productId: products[`p${i % 3}`] ?? '',
    body: `old ${i}`,
    rating: 1 + (i % 5),
    submittedAt: minute(i - (i % 4)),
    createdAt: minute(i),
  }))
  const fresh = Array.from({ length: 25 }, (_, i) => ({
    productId: products[`p${i % 3}`] ?? '',
    body: `new ${i}`,
    rating: 1 + (i % 5),
    submittedAt: minute(200_000 + i - (i % 3)),
    createdAt: minute(200_000 + i),
  }))
  await addReviews(service, shop, [...others, ...old, ...fresh])
  const walk = async (page: (cursor: string) => ReturnType<Api['get']>) => {
    const found: { id: string; submittedAt: string; createdAt?: string; rating: number; body: string }[] = []
    let cursor = ''
    do {
      const { status, body } = await page(cursor && `&cursor=${cursor}`)
      assert.equal(status, 200)
      assert.equal(body.pagination.hasMore, body.pagination.nextCursor !== null)
      found.push(...body.data)
      cursor = body.pagination.nextCursor
    } while (cursor)
    return found
  }
  for (const query of ['', '&sort=createdAt', '&sort=updatedAt', '&status=approved']) {
    const found = await walk((cursor) => shop.api.get(`/reviews?limit=7&categoryId=${category}${query}${cursor}`))
    assert.deepEqual([found.length, new Set(found.map(({ id }) => id)).size], [55, 55], query)
    assert.ok(found.every(({ body }) => body !== 'other'))
    const by = query.includes('createdAt') ? 'createdAt' : 'submittedAt'
    if (!query.includes('updatedAt'))
      assert.deepEqual(
        found.map((each) => each[by]),
        found
          .map((each) => each[by])
          .toSorted()
          .reverse(),
      )
  }
  for (const sort of ['newest', 'highest', 'lowest', 'photos']) {
    const found = await walk((cursor) =>
      shop.storefront.get(`/storefront/reviews?limit=7&categoryId=in&sort=${sort}${cursor}`),
    )
    assert.deepEqual([found.length, new Set(found.map(({ id }) => id)).size], [55, 55], sort)
    const ratings = found.map(({ rating }) => rating)
    if (sort === 'highest') assert.deepEqual(ratings, ratings.toSorted().reverse())
    if (sort === 'lowest') assert.deepEqual(ratings, ratings.toSorted())
  }
})

test('a storefront page filters by either category id and gets only approved reviews', async () => {
  const { shop, products, category } = await filled()
  const other = await filled()
  await addReviews(service, shop, [
    { productId: products.p0 ?? '', body: 'a', submittedAt: minute(3) },
    { productId: products.p1 ?? '', body: 'hidden', status: 'pending', submittedAt: minute(2) },
    { productId: products.p2 ?? '', body: 'c', submittedAt: minute(1) },
    { productId: products.p3 ?? '', body: 'elsewhere', submittedAt: minute(4) },
  ])
  const page = (id: string, more = '') =>
    shop.storefront.get(`/storefront/reviews?categoryId=${encodeURIComponent(id)}${more}`)
  for (const id of [category, 'in']) {
    const answer = await page(id, '&includeTotal=true')
    assert.equal(joinBodies(answer), 'ac')
    assert.equal(answer.body.pagination.total, 2)
    assert.equal(answer.body.data[0].product.platformProductId, 'p0')
  }
  assert.equal(joinBodies(await page(category, '&platformProductId=p2')), 'c')
  assert.equal(joinBodies(await page(category, '&platformProductId=p3')), '')
  for (const id of ['nothing', other.category, newId()]) assert.equal(joinBodies(await page(id)), '', id)
  await shop.api.put('/categories', [{ platformCategoryId: 'in', name: 'In', products: ['p3'] }])
  assert.equal(joinBodies(await page('in')), 'elsewhere')
  await shop.api.put('/products', [{ platformProductId: 'p0', title: 'P0', categories: ['In'] }])
  assert.equal(joinBodies(await page('in')), 'elsewherea')
  await shop.api.delete(`/categories/${category}`)
  assert.equal(joinBodies(await page('in')), '')
})
