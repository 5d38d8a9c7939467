import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Client } from 'pg'
import { sql } from '#platform/db/query.ts'
import { fillCustomers } from '#test/filled-tables.ts'
import { provideService, type Shop } from '#test/service.ts'

let shop: Shop
const service = provideService({}, async () => {
  shop = await service.shop()
})

const fill = (count: number) => fillCustomers(service, shop, count)

const loadTotal = async (path: string) => {
  const { status, body } = await shop.api.get(path)
  assert.equal(status, 200, JSON.stringify(body))
  return body.pagination.total
}

test('searches and lists return a total; a search counts up to 10,000 rows', async () => {
  await fill(10_000)
  assert.equal(await loadTotal('/customers?q=ann%2099&includeTotal=true'), 111)
  assert.equal(await loadTotal('/customers?q=ann&includeTotal=true'), 10_000)
  await fill(1)
  assert.equal(await loadTotal('/customers?q=ann%2099&includeTotal=true'), 111)
  assert.equal(await loadTotal('/customers?q=ann&includeTotal=true'), null)
  assert.equal(await loadTotal('/customers?q=nobody&includeTotal=true'), 0)
  assert.equal(await loadTotal('/customers?includeTotal=true'), 10_001)
  assert.equal(await loadTotal('/customers?q=ann'), undefined)
  assert.equal(await loadTotal('/products?q=lamp&includeTotal=true'), 0)
  assert.equal(await loadTotal('/reviews?q=lamp&includeTotal=true'), 0)
})

test('paging through a large result returns each customer once, in any sort order', async () => {
  for (const sort of ['createdAt', 'name']) {
    const seen = new Set<string>()
    let cursor = ''
    // The search matches more than 1,000 customers, too many to sort, so the query reads them in the page's order.
    do {
      const { status, body } = await shop.api.get(`/customers?q=nn%201&limit=100&sort=${sort}${cursor}`)
      assert.equal(status, 200, JSON.stringify(body))
      for (const { id } of body.data) seen.add(id)
      cursor = body.pagination.nextCursor && `&cursor=${body.pagination.nextCursor}`
    } while (cursor)
    assert.equal(seen.size, 1 + 1 + 10 + 100 + 1000 + 1)
  }
})

test('part of a name matches in any case; short terms match only word starts', async () => {
  const other = await service.shop()
  const ordered = async ({ api }: Shop, names: string[]) => {
    const placedAt = '2026-01-01T10:00:00Z'
    const orders = names.map((customerName, n) => ({
      platformOrderId: `${n}`,
      email: `p${n}@example.com`,
      customerName,
      placedAt,
    }))
    assert.equal((await api.put('/orders', orders)).status, 200)
  }
  const small = await service.shop()
  const names = ['Zoë Müller-Lüdenscheidt', 'ZORA NEALE', '王小明', '100% Öko_Laden', `X${'y'.repeat(150)}end`, 'ab cd']
  await ordered(small, names)
  await ordered(other, ['Zora Other'])
  const found = async (q: string) => {
    const { body } = await small.api.get(`/customers?q=${encodeURIComponent(q)}&includeTotal=true`)
    assert.equal(body.pagination.total, body.data.length)
    return body.data.map(({ name }: { name: string }) => names.indexOf(name)).sort()
  }
  const expected: [string, number[]][] = [
    ['zo', [0, 1]],
    ['ZOË', [0]],
    ['zoe', []],
    ['ÜLLER-l', [0]],
    ['ra ne', [1]],
    ['ne', [1]],
    ['ea', []],
    ['小明', [2]],
    ['王', [2]],
    ['0% ö', [3]],
    ['_la', [3]],
    ['o%a', []],
    ['%', []],
    ['1', [3]],
    ['yyend', [4]],
    ['b c', [5]],
    ['b ', []],
    ['a', [5]],
    ['nobody', []],
  ]
  for (const [q, which] of expected) assert.deepEqual(await found(q), which, q)
})

test("a search reads only its store's part of the name index, under any planner statistics", async () => {
  const named = sql<{ ids: string[] }>`select app.customers_named('ann 77', '{"%ann 77%"}', 1000) as ids`
  const countNamed = (of: Shop) =>
    service.service.db.store(of, 'read', async (tx) => (await tx.first(named))?.ids.length)
  assert.equal(await countNamed(shop), 111)
  assert.equal(await countNamed(await service.shop()), 0)
  await service.query('begin; set local enable_seqscan = off; set local enable_indexscan = off')
  const { rows } = await service.query(
    `explain select from customers c
      where app.name_terms(c.store_env_id, c.name) @> app.searched_terms('${shop.storeEnvId}', 'ann 77') offset 0`,
  )
  await service.query('rollback')
  assert.match(JSON.stringify(rows), /Bitmap Index Scan on customers_name_terms_idx/)
})

test('a slow search is cancelled, further parallel searches are refused, and lists still work', async () => {
  const blocker = new Client({ connectionString: service.databaseUrl })
  await blocker.connect()
  await blocker.query('begin; lock table customers in access exclusive mode')
  try {
    const searches = ['q=a', 'hasOrders=true', 'hasReviews=false', 'sort=orderCount'].map((filter) =>
      shop.api.get(`/customers?${filter}`),
    )
    // Requests for another table succeed while the searches wait.
    assert.equal((await shop.api.get('/products')).status, 200)
    const codes = (await Promise.all(searches)).map(({ status, body }) => `${status} ${body.code}`)
    assert.deepEqual(codes.sort(), [
      '422 search_too_broad',
      '422 search_too_broad',
      '429 rate_limited',
      '429 rate_limited',
    ])
  } finally {
    await blocker.query('rollback')
    await blocker.end()
  }
  assert.equal((await shop.api.get('/customers?q=a')).status, 200)
})

test('a caller without the right to read is refused before any search', async () => {
  const stranger = await service.shop()
  const answer = await stranger.api.get('/customers?q=ann', { 'x-store-env-id': shop.storeEnvId })
  assert.equal(answer.body.code, 'store_env_forbidden')
  const narrow = await shop.as('VIEWER', ['products:read'])
  assert.equal((await narrow.get('/customers?q=ann')).body.code, 'scope_denied')
})

test('only a signed-in person, not a key, finds customers by the beginning of the address', async () => {
  const shop = await service.shop()
  await shop.api.put('/orders', [
    { platformOrderId: '1', email: 'jane.doe@mail.example', customerName: 'Ada', placedAt: '2026-11-01T00:00:00Z' },
    { platformOrderId: '2', email: 'percent_sign@mail.example', customerName: 'Bob', placedAt: '2026-11-02T00:00:00Z' },
  ])
  const owner = await shop.signedIn()
  const found = async (q: string, api = owner) =>
    (await api.get(`/customers?includeTotal=true&q=${encodeURIComponent(q)}`)).body
  const names = async (q: string, api = owner) => (await found(q, api)).data.map((each: { name: string }) => each.name)
  assert.deepEqual(await names('JANE.D'), ['Ada'])
  assert.deepEqual(await names('jane.doe@mail.example'), ['Ada'])
  assert.deepEqual(await names('percent_'), ['Bob'])
  assert.deepEqual(await names('jane_d'), [])
  assert.equal((await found('j')).pagination.total, 1)
  assert.deepEqual(await names('jane.d', shop.api), [])
  const other = await service.shop()
  assert.deepEqual(await names('jane.d', await other.signedIn()), [])
})
