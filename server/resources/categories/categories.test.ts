import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#platform/db/query.ts'
import { type Api, provideService, type Shop } from '#test/service.ts'
import { upsertCategories } from './commands.ts'

let shop: Shop
let api: Api
const service = provideService({}, async () => {
  shop = await service.shop()
  api = shop.api
})

type Counts = { created: number; updated: number; unchanged: number; failed: number }
const counts = ({ created, updated, unchanged, failed }: Counts) => [created, updated, unchanged, failed]
const listAll = async (of: Api, query = '') => {
  const { status, body } = await of.get(`/categories?limit=100${query}`)
  assert.equal(status, 200)
  return body.data as Record<string, unknown>[]
}
const byPlatformId = async (of: Api, id: string) =>
  (await listAll(of)).find(({ platformCategoryId }) => platformCategoryId === id) ?? assert.fail(`no category ${id}`)
const products = (...ids: string[]) => ids.map((platformProductId) => ({ platformProductId, title: platformProductId }))

test('a pushed category is returned as sent, with its parent and known products', async () => {
  await api.put('/products', products('a-1', 'a-2'))
  const { status, body } = await api.put('/categories', [
    { platformCategoryId: 'a', name: 'Shoes', handle: 'shoes', products: ['a-1', 'a-2', 'a-2', 'unknown'] },
    { platformCategoryId: 'a-boots', name: 'Boots', parentPlatformCategoryId: 'a' },
  ])
  assert.equal(status, 200)
  assert.deepEqual(body, { received: 2, created: 2, updated: 0, unchanged: 0, failed: 0, errors: [] })
  const [shoes, boots] = [await byPlatformId(api, 'a'), await byPlatformId(api, 'a-boots')]
  const { id, createdAt, updatedAt, ...said } = shoes
  assert.deepEqual(said, {
    platformCategoryId: 'a',
    name: 'Shoes',
    handle: 'shoes',
    parentId: null,
    source: 'pushed',
    productCount: 2,
    requestsExcluded: false,
  })
  assert.equal(boots.parentId, id)
  assert.equal(createdAt, updatedAt)
  assert.deepEqual((await api.get(`/categories/${id}`)).body, shoes)
})

test('repeating a push writes nothing; a changed row replaces all that was pushed before', async () => {
  await api.put('/products', products('b-1', 'b-2', 'b-3'))
  const row = {
    platformCategoryId: 'b',
    name: 'B',
    handle: 'b',
    parentPlatformCategoryId: 'a',
    products: ['b-1', 'b-2'],
  }
  await api.put('/categories', [row])
  const before = await byPlatformId(api, 'b')
  await service.service.db.store(shop, 'write', async (tx) => {
    assert.deepEqual(counts(await upsertCategories(tx, [{ ...row, products: ['b-2', 'b-1'] }])), [0, 0, 1, 0])
    // A write or a row lock would have assigned an id to the transaction.
    const [assigned] = await tx.all<{ id: string | null }>(sql`select pg_current_xact_id_if_assigned()::text as id`)
    assert.equal(assigned?.id, null)
  })
  assert.deepEqual(await byPlatformId(api, 'b'), before)
  assert.deepEqual(counts((await api.put('/categories', [{ ...row, products: ['b-3'] }])).body), [0, 1, 0, 0])
  assert.equal((await byPlatformId(api, 'b')).productCount, 1)
  assert.deepEqual(
    counts((await api.put('/categories', [{ platformCategoryId: 'b', name: 'Bees' }])).body),
    [0, 1, 0, 0],
  )
  const cleared = await byPlatformId(api, 'b')
  assert.deepEqual(
    [cleared.id, cleared.name, cleared.handle, cleared.parentId, cleared.productCount],
    [before.id, 'Bees', null, null, 0],
  )
})

test('an invalid row fails the request; a repeated id fails only its own row', async () => {
  const good = { platformCategoryId: 'never', name: 'Never' }
  for (const [row, path] of [
    [{ platformCategoryId: ' ', name: 'x' }, '/1/platformCategoryId'],
    [{ platformCategoryId: 'x'.repeat(256), name: 'x' }, '/1/platformCategoryId'],
    [{ platformCategoryId: 'x', name: ' \t' }, '/1/name'],
    [{ platformCategoryId: 'x' }, '/1/name'],
    [{ platformCategoryId: 'x', name: 'x', products: ['', 'p'] }, '/1/products/0'],
    [{ platformCategoryId: 'x', name: 'nul \0' }, '/1/name'],
  ] as const) {
    const { status, body } = await api.put('/categories', [good, row])
    assert.equal(status, 400, JSON.stringify(row))
    assert.equal(body.details[0].path, path)
  }
  const many = Array.from({ length: 251 }, (_, i) => ({ platformCategoryId: `m${i}`, name: 'M' }))
  assert.equal((await api.put('/categories', many)).status, 400)
  assert.deepEqual(await listAll(api, '&q=never'), [])
  const twice = await api.put('/categories', [
    { platformCategoryId: 't', name: 'First' },
    { platformCategoryId: 't', name: 'Second' },
  ])
  assert.deepEqual(counts(twice.body), [1, 0, 0, 1])
  assert.deepEqual(
    [twice.body.errors[0].index, twice.body.errors[0].platformCategoryId, twice.body.errors[0].code],
    [1, 't', 'duplicate_in_request'],
  )
  assert.equal((await byPlatformId(api, 't')).name, 'First')
})

test('a product that is pushed later than its category gets that category', async () => {
  await api.put('/categories', [{ platformCategoryId: 'later', name: 'Later', products: ['later-1'] }])
  assert.equal((await byPlatformId(api, 'later')).productCount, 0)
  await api.put('/products', products('later-1'))
  const { id, productCount } = await byPlatformId(api, 'later')
  assert.equal(productCount, 1)
  const { data } = (await api.get(`/products?categoryId=${id}`)).body
  assert.deepEqual(
    data.map((product: { platformProductId: string }) => product.platformProductId),
    ['later-1'],
  )
})

test('a late, cyclic or self-referring parent affects no other category', async () => {
  await api.put('/categories', [
    { platformCategoryId: 'child', name: 'Child', parentPlatformCategoryId: 'parent' },
    { platformCategoryId: 'self', name: 'Self', parentPlatformCategoryId: 'self' },
  ])
  assert.equal((await byPlatformId(api, 'child')).parentId, null)
  assert.equal((await byPlatformId(api, 'self')).parentId, null)
  await api.put('/categories', [{ platformCategoryId: 'parent', name: 'Parent', parentPlatformCategoryId: 'child' }])
  const [child, parent] = [await byPlatformId(api, 'child'), await byPlatformId(api, 'parent')]
  assert.deepEqual([child.parentId, parent.parentId], [parent.id, child.id])
  assert.equal((await api.delete(`/categories/${parent.id}`)).status, 204)
  assert.equal((await byPlatformId(api, 'child')).parentId, null)
})

test('an unknown category name in a product creates a category; known names match any spelling', async () => {
  const fresh = await service.shop()
  await fresh.api.put('/products', [
    { platformProductId: 'p1', categories: ['Café ☕', ' Mugs ', ' '] },
    { platformProductId: 'p2', categories: ['Cafe\u0301 ☕'] },
  ])
  const [mugs, cafe] = [await byPlatformId(fresh.api, 'Mugs'), await byPlatformId(fresh.api, 'Café ☕')]
  assert.deepEqual([cafe.source, cafe.name, cafe.productCount, mugs.productCount], ['pushed', 'Café ☕', 2, 1])
  assert.equal((await listAll(fresh.api)).length, 2)
  const { body } = await fresh.api.get('/products/by-platform-id/p1')
  assert.deepEqual(body.categories, ['Café ☕', ' Mugs ', ' '], 'names are answered as they were sent')
  assert.deepEqual(body.categoryIds.toSorted(), [cafe.id, mugs.id].toSorted())

  await fresh.api.put('/products', [{ platformProductId: 'p1', categories: ['Mugs'] }, { platformProductId: 'p2' }])
  assert.equal((await byPlatformId(fresh.api, 'Café ☕')).productCount, 0, 'it stays, with what was decided of it')
  assert.equal((await byPlatformId(fresh.api, 'Mugs')).productCount, 1)
})

test('pushing a category that is already named in products preserves its id, products and exclusion', async () => {
  const fresh = await service.shop()
  await fresh.api.put('/products', [{ platformProductId: 'p1', categories: ['Shoes'] }])
  const named = await byPlatformId(fresh.api, 'Shoes')
  await fresh.api.patch(`/categories/${named.id}`, { requestsExcluded: true })
  const rows = [
    { platformCategoryId: '10', name: 'Shoes' },
    { platformCategoryId: '11', name: 'Shoes' },
  ]
  assert.deepEqual(counts((await fresh.api.put('/categories', rows)).body), [2, 0, 0, 0])
  assert.deepEqual(counts((await fresh.api.put('/categories', rows)).body), [0, 0, 2, 0])
  const adopted = await byPlatformId(fresh.api, '10')
  assert.deepEqual([adopted.id, adopted.productCount, adopted.requestsExcluded], [named.id, 1, true])
  assert.equal((await byPlatformId(fresh.api, '11')).productCount, 0)
  await fresh.api.put('/products', [{ platformProductId: 'p2', categories: ['Shoes'] }])
  assert.equal((await byPlatformId(fresh.api, '10')).productCount, 2)
  // After the rename, the products that named the category still belong to it.
  await fresh.api.put('/categories', [{ platformCategoryId: '10', name: 'Boots' }])
  assert.equal((await byPlatformId(fresh.api, '10')).productCount, 2)
})

test('assignments pushed with products and those pushed with categories are replaced independently', async () => {
  const fresh = await service.shop()
  await fresh.api.put('/categories', [{ platformCategoryId: 'c', name: 'C', products: ['p1', 'p2'] }])
  await fresh.api.put('/products', [
    { platformProductId: 'p1', categories: ['C'] },
    { platformProductId: 'p2' },
    { platformProductId: 'p3', categories: ['C'] },
  ])
  assert.equal((await byPlatformId(fresh.api, 'c')).productCount, 3)
  await fresh.api.put('/categories', [{ platformCategoryId: 'c', name: 'C' }])
  assert.equal((await byPlatformId(fresh.api, 'c')).productCount, 2)
  await fresh.api.put('/products', [{ platformProductId: 'p1' }])
  assert.equal((await byPlatformId(fresh.api, 'c')).productCount, 1)
})

test('lists are searched by name, handle and platform id', async () => {
  const fresh = await service.shop()
  await fresh.api.put('/categories', [
    { platformCategoryId: 'c-100%', name: 'Größe_1' },
    { platformCategoryId: 'c2', name: 'Other', handle: 'the-handle' },
  ])
  const found = async (q: string) =>
    (await listAll(fresh.api, `&q=${encodeURIComponent(q)}`)).map((each) => each.platformCategoryId).join()
  assert.deepEqual(
    [await found('größe_'), await found('größex'), await found('HANDLE'), await found('100%'), await found('%')],
    ['c-100%', '', 'c2', 'c-100%', 'c-100%'],
  )
  assert.equal((await listAll(fresh.api, '&source=shop')).length, 0)
  assert.equal((await listAll(fresh.api, '&source=pushed,shop')).length, 2)
})

test("another store's categories are neither seen nor changed", async () => {
  const [one, other] = [await service.shop(), await service.shop()]
  await one.api.put('/categories', [{ platformCategoryId: 'same', name: 'One', products: ['p'] }])
  await other.api.put('/categories', [{ platformCategoryId: 'same', name: 'Other' }])
  const { id } = await byPlatformId(one.api, 'same')
  assert.equal((await other.api.get(`/categories/${id}`)).status, 404)
  assert.equal((await other.api.patch(`/categories/${id}`, { requestsExcluded: true })).status, 404)
  assert.equal((await other.api.delete(`/categories/${id}`)).status, 404)
  await other.api.put('/products', products('p'))
  for (const path of ['products', 'reviews'])
    assert.deepEqual((await other.api.get(`/${path}?categoryId=${id}`)).body.data, [], path)
  assert.equal((await byPlatformId(one.api, 'same')).name, 'One')
})

test('deleting a pushed category deletes its product links, but not its products', async () => {
  await api.put('/products', [{ platformProductId: 'gone-1', title: 'Stays', categories: ['Gone'] }])
  const { id } = await byPlatformId(api, 'Gone')
  assert.equal((await api.delete(`/categories/${id}`)).status, 204)
  assert.equal((await api.delete(`/categories/${id}`)).status, 404)
  const { body } = await api.get('/products/by-platform-id/gone-1')
  assert.deepEqual([body.title, body.categories, body.categoryIds], ['Stays', ['Gone'], []])
})

test('parallel pushes of categories, even in reverse order, give the state of one push', async () => {
  const crowd = await service.shop()
  const rows = (round: number) =>
    Array.from({ length: 40 }, (_, i) => ({
      platformCategoryId: `k${i}`,
      name: `Round ${round}`,
      products: Array.from({ length: 5 }, (_, p) => `p${(i + p + round) % 40}`),
    }))
  const same = await Promise.all(Array.from({ length: 6 }, () => crowd.api.put('/categories', rows(0))))
  assert.equal(
    same.reduce((sum, { body }) => sum + body.created, 0),
    40,
  )
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, i) => crowd.api.put('/categories', i % 2 ? rows(i).reverse() : rows(i))),
  )
  for (const { status, body } of answers) assert.deepEqual([status, body.failed], [200, 0])
  const all = await listAll(crowd.api)
  assert.equal(all.length, 40)
  const pairs = await service.service.db.store(crowd, 'read', (tx) =>
    tx.all<{ name: string; count: number }>(sql`
      select c.name, count(*) as count from categories c
        join category_products cp on cp.store_env_id = ${tx.storeEnvId} and cp.category_id = c.id
       where c.store_env_id = ${tx.storeEnvId} group by c.id, c.name`),
  )
  assert.deepEqual(new Set(pairs.map(({ count }) => count)), new Set([5]), 'never the products of two rounds')
  assert.equal(new Set(pairs.map(({ name }) => name)).size, 1)
})

test('products that name the same new category in parallel create one category', async () => {
  const crowd = await service.shop()
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, i) =>
      crowd.api.put('/products', [{ platformProductId: `n${i}`, categories: ['New', `Own ${i % 2}`] }]),
    ),
  )
  for (const { status, body } of answers) assert.deepEqual([status, body.created], [200, 1])
  const all = await listAll(crowd.api)
  assert.deepEqual(all.map(({ name }) => name).toSorted(), ['New', 'Own 0', 'Own 1'])
  assert.equal((await byPlatformId(crowd.api, 'New')).productCount, 8)
})

test('admins push and delete categories; members only change their settings', async () => {
  const [member, viewer] = [await shop.as('MEMBER'), await shop.as('VIEWER')]
  const { id } = await byPlatformId(api, 'a')
  assert.equal((await member.put('/categories', [])).status, 403)
  assert.equal((await member.delete(`/categories/${id}`)).status, 403)
  assert.equal((await viewer.patch(`/categories/${id}`, { requestsExcluded: true })).status, 403)
  assert.equal((await viewer.get(`/categories/${id}`)).status, 200)
  const { status, body } = await member.patch(`/categories/${id}`, { requestsExcluded: true })
  assert.deepEqual([status, body.requestsExcluded], [200, true])
})
