import assert from 'node:assert/strict'
import { test } from 'node:test'
import { archiveRestored } from '#platform/areas/archive.ts'
import { publish } from '#platform/areas/events.ts'
import { checkRowCounts, sumRowCounts } from '#platform/calls/paging/row-counts.ts'
import { addUp, recount } from '#platform/calls/paging/row-counts-store.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { submission } from '#resources/reviews/reviews.testing.ts'
import { provideService, type Shop } from '#test/service.ts'
import { createRandom } from './walk.testing.ts'

const service = provideService()

const write = <T>(shop: Shop, work: (tx: StoreTx) => Promise<T>) => service.service.db.store(shop, 'write', work)

const tables = ['customers', 'orders', 'products'] as const

const totalOf = async ({ api }: Shop, path: string) => {
  const { status, body } = await api.get(`/${path}${path.includes('?') ? '&' : '?'}includeTotal=true&limit=1`)
  assert.equal(status, 200, JSON.stringify(body))
  return body.pagination.total
}

const countOf = async ({ storeEnvId }: Shop, table: string) =>
  (await service.query(`select count(*)::int as count from ${table} where store_env_id = $1`, [storeEnvId])).rows[0]
    .count

async function assertTotals(shop: Shop): Promise<void> {
  for (const table of tables) assert.equal(await totalOf(shop, table), await countOf(shop, table), table)
}

const rowsOf = async ({ storeEnvId }: Shop) =>
  (await service.query('select * from row_counts where store_env_id = $1', [storeEnvId])).rows

const spoil = ({ storeEnvId }: Shop) =>
  service.query('update row_counts set count = count + 1000 where store_env_id = $1 and is_base', [storeEnvId])

const order = (n: number, buyer: number) => ({
  ...{ platformOrderId: `o${n}`, email: `b${buyer}@customer.example`, customerName: `Buyer ${buyer}` },
  ...{ placedAt: '2026-01-01T10:00:00Z', total: '20', currency: 'EUR' },
})

async function createWalk(shop: Shop, seed: number) {
  const { below, one } = createRandom(seed)
  const { api } = shop
  const owner = await shop.signedIn()
  await api.put('/products', [{ platformProductId: 'p0' }])
  const many = <T>(make: () => T): T[] => Array.from({ length: 1 + below(5) }, make)
  const known = async () => one((await api.get('/products?limit=100')).body.data as { id: string }[]).id
  const acts: (() => Promise<{ status: number; text: string }>)[] = [
    () =>
      api.put(
        '/products',
        many(() => ({ platformProductId: `p${below(60)}`, title: `T${below(9)}` })),
      ),
    // One row of the batch fails: its variant is on another product, or its text has a zero byte.
    () =>
      api.put('/products', [
        ...many(() => ({ platformProductId: `p${below(60)}`, variants: [{ platformVariantId: `v${below(4)}` }] })),
        { platformProductId: `q${below(60)}`, variants: [{ platformVariantId: `v${below(4)}` }] },
      ]),
    () =>
      api.put(
        '/orders',
        many(() => order(below(60), below(30))),
      ),
    () => api.put('/orders', [order(below(60), below(30)), { ...order(900, 1), total: '1e9999' }]),
    () => api.delete(`/orders/by-platform-id/o${below(60)}`),
    async () => api.post('/reviews', submission(await known(), { authorEmail: `r${below(20)}@customer.example` })),
    async () => {
      const answer = await owner.post('/customers/erase', { email: `${one(['b', 'r'])}${below(20)}@customer.example` })
      assert.equal(answer.status, 200, answer.text)
      return answer
    },
    async () => {
      await write(shop, sumRowCounts)
      return { status: 200, text: '' }
    },
  ]
  return async () => {
    const { status, text } = await one(acts)()
    assert.ok(status < 500, text)
  }
}

test('totals equal a count of the rows after any writes', async () => {
  for (const seed of [21, 22]) {
    const shop = await service.shop()
    const step = await createWalk(shop, seed)
    for (let round = 0; round < 10; round++) {
      for (let act = 0; act < 8; act++) await step()
      await assertTotals(shop)
      if (round % 3 === 2) {
        await write(shop, sumRowCounts)
        assert.deepEqual(await write(shop, checkRowCounts), [])
        await assertTotals(shop)
      }
    }
    for (const table of tables) assert.ok((await countOf(shop, table)) > 5, table)
    const cleared = await shop.api.post('/orders/clear', { storeEnvId: shop.storeEnvId })
    assert.equal(cleared.status, 200, cleared.text)
    assert.equal(await totalOf(shop, 'orders'), 0)
    await assertTotals(shop)
  }
})

async function filledShop(): Promise<Shop> {
  const shop = await service.shop()
  const numbers = Array.from({ length: 20 }, (_, n) => n)
  await shop.api.put(
    '/orders',
    numbers.map((n) => order(n, n)),
  )
  await shop.api.put(
    '/products',
    numbers.map((n) => ({ platformProductId: `p${n}` })),
  )
  await write(shop, sumRowCounts)
  return shop
}

test('totals of unfiltered lists use the stored counts, and filtered totals count the rows', async () => {
  const shop = await filledShop()
  // Stores wrong counts, so that the responses show whether they are used.
  await spoil(shop)
  for (const path of ['customers', 'customers?sort=name', 'orders', 'orders?sort=placedAt', 'products'])
    assert.equal(await totalOf(shop, path), 1020, path)
  for (const path of [
    ...['customers?updatedAfter=2020-01-01T00:00:00Z', 'customers?q=buyer', 'orders?customerName=buyer'],
    ...['orders?placedAfter=2020-01-01T00:00:00Z', 'products?status=active', 'products?hasReviews=false'],
    ...['products?updatedAfter=2020-01-01T00:00:00Z', 'products?q=p'],
  ])
    assert.equal(await totalOf(shop, path), 20, path)
  assert.equal(await totalOf(shop, 'customers?email=b3@customer.example'), 1)
  assert.deepEqual(await write(shop, checkRowCounts), [...tables])
  await assertTotals(shop)
})

test('a write that leaves the number of rows unchanged adds no row of changes', async () => {
  const shop = await filledShop()
  const before = (await rowsOf(shop)).length
  assert.equal((await shop.api.put('/orders', [{ ...order(3, 3), total: '21' }])).body.updated, 1)
  assert.equal((await shop.api.put('/products', [{ platformProductId: 'p3', title: 'New' }])).body.updated, 1)
  assert.equal((await rowsOf(shop)).length, before)
})

test('a write that commits during a full count is counted once', async () => {
  const shop = await filledShop()
  const push = (n: number) => shop.api.put('/products', [{ platformProductId: `late${n}` }])
  for (const [n, sum] of [addUp, recount].entries()) {
    await service.service.db.store(shop, 'write', async (tx) => {
      await sum(tx, 'products')
      await push(n)
    })
    await assertTotals(shop)
  }
  assert.equal(await totalOf(shop, 'products'), 22)
  assert.deepEqual(await write(shop, checkRowCounts), [])
})

test('after a restore, totals count the rows until the next full count', async () => {
  const shop = await filledShop()
  await spoil(shop)
  await write(shop, async (tx) => publish(tx, archiveRestored, { id: shop.storeEnvId, store: null }))
  await assertTotals(shop)
  await write(shop, sumRowCounts)
  assert.equal(
    (await rowsOf(shop)).some((row) => row.count === null),
    false,
  )
  await assertTotals(shop)
})

test('changes are added up as soon as there are many of them', async () => {
  const shop = await filledShop()
  const base = (await rowsOf(shop)).length
  for (let n = 0; n < 201; n++) await shop.api.put('/products', [{ platformProductId: `m${n}` }])
  assert.equal((await rowsOf(shop)).length, base + 201)
  await write(shop, sumRowCounts)
  assert.equal((await rowsOf(shop)).length, base)
  await assertTotals(shop)
})
