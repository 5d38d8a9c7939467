// Searches for a text: what they may take, and of whom.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Client } from 'pg'
import { type Shop, startService, type TestService } from '#test/service.ts'

let service: TestService
let shop: Shop
let owner: Client
before(async () => {
  service = await startService()
  shop = await service.shop()
  owner = new Client({ connectionString: service.databaseUrl })
  await owner.connect()
})
after(async () => {
  await owner.end()
  await service.close()
})

const fill = (count: number) =>
  owner.query(`
    insert into customers (store_env_id, id, email, name, created_at, updated_at)
      select '${shop.storeEnvId}', gen_random_uuid(), gen_random_uuid() || '@example.com', 'Ann ' || n, now(), now()
        from generate_series(1, ${count}) n`)

const totalOf = async (path: string) => {
  const { status, body } = await shop.api.get(path)
  assert.equal(status, 200, JSON.stringify(body))
  return body.pagination.total
}

test('a search through more than 10,000 rows tells no total, and a list without a text does', async () => {
  await fill(10_000)
  assert.equal(await totalOf('/customers?q=ann%2099&includeTotal=true'), 111)
  await fill(1)
  assert.equal(await totalOf('/customers?q=ann%2099&includeTotal=true'), null)
  assert.equal(await totalOf('/customers?q=nobody&includeTotal=true'), null)
  assert.equal(await totalOf('/customers?includeTotal=true'), 10_001)
  assert.equal(await totalOf('/customers?q=ann'), undefined)
  assert.equal(await totalOf('/products?q=lamp&includeTotal=true'), 0)
  assert.equal(await totalOf('/reviews?q=lamp&includeTotal=true'), 0)
})

test('a search that takes too long is ended, a third at the same time is told to come again, and lists go on', async () => {
  const blocker = new Client({ connectionString: service.databaseUrl })
  await blocker.connect()
  await blocker.query('begin; lock table customers in access exclusive mode')
  try {
    const searches = ['a', 'bb', 'ccc'].map((q) => shop.api.get(`/customers?q=${q}`))
    // Of another table, while they wait.
    assert.equal((await shop.api.get('/products')).status, 200)
    const codes = (await Promise.all(searches)).map(({ status, body }) => `${status} ${body.code}`)
    assert.deepEqual(codes.sort(), ['422 search_too_broad', '422 search_too_broad', '429 rate_limited'])
  } finally {
    await blocker.query('rollback')
    await blocker.end()
  }
  assert.equal((await shop.api.get('/customers?q=a')).status, 200)
})

test('who may not read learns it before any search', async () => {
  const stranger = await service.shop()
  const answer = await stranger.api.get('/customers?q=ann', { 'x-store-env-id': shop.storeEnvId })
  assert.equal(answer.body.code, 'store_env_forbidden')
  const narrow = await shop.as('VIEWER', ['products:read'])
  assert.equal((await narrow.get('/customers?q=ann')).body.code, 'scope_denied')
})
