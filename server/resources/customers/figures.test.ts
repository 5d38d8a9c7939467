import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Static } from 'typebox'
import { loadAll } from '#test/paging.ts'
import { provideService, type Shop } from '#test/service.ts'
import { addProduct, addReviews } from '../reviews/reviews.testing.ts'
import { rememberCustomers } from './commands.ts'
import { type Customer, customerFigures } from './schema.ts'

type Entry = Static<typeof Customer>

let shop: Shop
let mug: string
const service = provideService({}, async () => {
  shop = await service.shop()
  mug = await addProduct(shop)
  await fill(shop, mug)
})

const placedAt = '2026-10-01T00:00:00Z'

/** The counts repeat, so that most customers tie with others. */
const people = Array.from({ length: 61 }, (_, n) => ({
  email: `buyer${n}@customer.example`,
  name: n % 3 === 0 ? `Ann ${n}` : `Bob ${n}`,
  orders: [0, 1, 1, 2, 0, 3, 12][n % 7] ?? 0,
  reviews: [0, 2, 0, 1, 11][n % 5] ?? 0,
  reviewsOfShop: n % 4,
}))

const changed = people[17] as (typeof people)[number]

async function fill(shop: Shop, productId: string) {
  await service.service.db.store(shop, 'write', async (tx) => rememberCustomers(tx, people))
  const repeat = (email: string, times: number) => Array.from({ length: times }, () => email)
  const orders = people.flatMap(({ email, orders }) => repeat(email, orders))
  const pushed = await shop.api.put(
    '/orders',
    orders.map((email, n) => ({ platformOrderId: `${n}`, email, placedAt })),
  )
  assert.equal(pushed.body.failed, 0, pushed.text)
  const reviews = people.flatMap(({ email, reviews, reviewsOfShop }) => [
    ...repeat(email, reviews).map((authorEmail) => ({ authorEmail, productId })),
    ...repeat(email, reviewsOfShop).map((authorEmail) => ({ authorEmail, productId: null })),
  ])
  const statuses = ['approved', 'pending', 'rejected', 'spam'] as const
  await addReviews(
    service,
    shop,
    [...reviews, { authorEmail: null, productId }].map((each, n) => ({ ...each, status: statuses[n % 4] })),
  )
}

const filters: [Record<string, string>, (entry: Entry) => boolean][] = [
  [{}, () => true],
  [{ hasOrders: 'true' }, ({ orderCount }) => orderCount > 0],
  [{ hasOrders: 'false' }, ({ orderCount }) => orderCount === 0],
  [{ hasReviews: 'true' }, ({ reviewCount }) => reviewCount > 0],
  [{ hasReviews: 'false', hasOrders: 'true' }, (entry) => entry.reviewCount === 0 && entry.orderCount > 0],
  [{ q: 'ann' }, ({ name }) => name?.startsWith('Ann') ?? false],
  [{ q: 'bob', hasReviews: 'true' }, ({ name, reviewCount }) => reviewCount > 0 && (name?.startsWith('Bob') ?? false)],
  [{ email: 'buyer6@customer.example' }, ({ name }) => name === 'Ann 6'],
  [{ updatedAfter: '2020-01-01T00:00:00Z' }, () => true],
  [{ q: 'nobody' }, () => false],
]

test('pages in the order of a count have each customer once, in either direction and with every filter', async () => {
  const owner = await shop.signedIn()
  const all = await loadAll<Entry>(owner, '/customers', { limit: '100' })
  assert.deepEqual(
    all.map(({ email, orderCount, reviewCount }) => [email, orderCount, reviewCount]).sort(),
    people.map(({ email, orders, reviews }) => [email, orders, reviews]).sort(),
  )
  for (const sort of customerFigures)
    for (const direction of ['asc', 'desc'])
      for (const [filter, fits] of filters) {
        const query = { ...filter, sort, limit: '25', direction }
        const sign = direction === 'asc' ? 1 : -1
        const expected = all.filter(fits).sort((a, b) => sign * (a[sort] - b[sort] || (a.id < b.id ? -1 : 1)))
        assert.deepEqual(await loadAll(owner, '/customers', query), expected, JSON.stringify(query))
      }
  const [first] = (await owner.get('/customers?sort=orderCount')).body.data
  assert.equal(first.orderCount, 12, 'the highest count is first by default')
})

test('a list in the order of a count has the total of its filters', async () => {
  for (const sort of customerFigures)
    for (const filter of ['', '&hasOrders=true', '&hasReviews=false', '&q=ann', '&q=ann&hasOrders=true']) {
      const total = async (order: string) =>
        (await shop.api.get(`/customers?includeTotal=true&limit=1${order}${filter}`)).body.pagination.total
      assert.ok((await total('')) > 0)
      assert.equal(await total(`&sort=${sort}`), await total(''), filter)
    }
})

test('more matches than a search sorts are listed in the order of a count too', async () => {
  const large = await service.shop()
  await fill(large, await addProduct(large))
  await service.query(`
    insert into customers (store_env_id, id, email, name, created_at, updated_at)
      select '${large.storeEnvId}', gen_random_uuid(), 'ann' || n || '@customer.example', 'Ann', now(), now()
        from generate_series(1, 1000) n`)
  const api = await large.signedIn()
  for (const sort of customerFigures) {
    const found = await loadAll<Entry>(api, '/customers', { q: 'ann', sort, limit: '100' })
    const plain = await loadAll<Entry>(api, '/customers', { q: 'ann', limit: '100' })
    assert.equal(plain.length, 1000 + 21)
    assert.deepEqual(
      found,
      plain.sort((a, b) => b[sort] - a[sort] || (a.id < b.id ? 1 : -1)),
    )
  }
})

test('counts that change between two pages cause no error, and other customers stay on one page each', async () => {
  const busy = await service.shop()
  await fill(busy, await addProduct(busy))
  for (const sort of customerFigures)
    for (const direction of ['asc', 'desc']) {
      let turn = 0
      const { email, name } = changed
      const change = async () => {
        const order = { platformOrderId: `${sort} ${direction} ${turn++}`, email, placedAt }
        assert.equal((await busy.api.put('/orders', [order])).status, 200)
        const review = { platformProductId: 'mug', rating: 3, body: `Fine ${sort} ${direction} ${turn}` }
        const sent = await busy.api.post('/reviews', { ...review, authorName: 'Bob', authorEmail: email })
        assert.equal(sent.status, 201, sent.text)
      }
      const found = await loadAll<Entry>(busy.api, '/customers', { sort, direction, limit: '9' }, change)
      const others = found.filter((each) => each.name !== name).map(({ id }) => id)
      assert.deepEqual([others.length, new Set(others).size], [people.length - 1, people.length - 1])
    }
})

test('a cursor of another order is refused, and so is one with a time or a text', async () => {
  const { nextCursor } = (await shop.api.get('/customers?sort=orderCount&limit=5')).body.pagination
  for (const query of ['sort=reviewCount', 'sort=orderCount&direction=asc', 'sort=name', ''])
    assert.equal((await shop.api.get(`/customers?${query}&limit=5&cursor=${nextCursor}`)).status, 400, query)
  const mark = nextCursor.split('.')[1]
  const id = '01a00000-0000-7000-8000-000000000000'
  for (const at of ['2026-10-01T00:00:00.000Z', '~YQ', '-1', '1e5']) {
    const cursor = `${Buffer.from(`${at}|${id}`).toString('base64url')}.${mark}`
    assert.equal((await shop.api.get(`/customers?sort=orderCount&limit=5&cursor=${cursor}`)).status, 400, at)
  }
})

test("another store's orders and reviews do not count", async () => {
  const other = await service.shop()
  await addProduct(other)
  await other.api.put('/orders', [{ platformOrderId: 'one', email: people[6]?.email, placedAt }])
  const { body } = await other.api.get('/customers?sort=orderCount')
  assert.deepEqual(
    body.data.map(({ orderCount, reviewCount }: Entry) => [orderCount, reviewCount]),
    [[1, 0]],
  )
})
