import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listWaiting } from '#test/locks.ts'
import { type Answer, provideService, type Shop, startService } from '#test/service.ts'
import { until } from '#test/until.ts'
import { deriveLogin } from './roles.ts'

const service = provideService({ env: { RATE_LIMITS: '20/1s,20/60s' } })
let [busy, other]: Shop[] = []

const product = (title: string) => [{ platformProductId: 'p', title }]

async function twoShops(): Promise<{ busy: Shop; other: Shop }> {
  ;[busy, other] = [await service.shop(), await service.shop()]
  for (const shop of [busy, other]) assert.equal((await shop.api.put('/products', product('First'))).status, 200)
  return { busy, other }
}

async function whileLocked(shop: Shop, work: () => Promise<void>): Promise<void> {
  await service.query('begin')
  await service.query('select from products where store_env_id = $1 for update', [shop.storeEnvId])
  try {
    await work()
  } finally {
    await service.query('commit')
  }
}

const waitingForLocks = async () => (await listWaiting(service)).length

function assertRateLimited({ status, body, headers }: Answer): void {
  assert.deepEqual([status, body.code], [429, 'rate_limited'])
  assert.ok(Number(headers['retry-after']) >= 1)
}

test('writers of a busy store wait without a connection and get 429; readers and other stores continue', async () => {
  const { busy, other } = await twoShops()
  let first: Promise<Answer> | undefined
  await whileLocked(busy, async () => {
    first = busy.api.put('/products', product('Second'))
    await until(async () => (await waitingForLocks()) === 1, 'the first write meets the lock')
    const surplus = Array.from({ length: 6 }, (_, n) => busy.api.put('/products', product(`Title ${n}`)))
    assert.equal((await other.api.put('/products', product('Second'))).status, 200)
    assert.equal((await other.api.get('/products')).status, 200)
    assert.equal((await busy.api.get('/products')).status, 200)
    assert.equal((await service.anonymous.get('/health')).status, 200)
    assert.equal(await waitingForLocks(), 1)
    for (const answer of await Promise.all(surplus)) assertRateLimited(answer)
  })
  assert.equal((await first)?.status, 200)
  assert.equal((await busy.api.put('/products', product('Third'))).status, 200)
})

test('the budget is charged before a connection is requested', async () => {
  const { busy } = await twoShops()
  const sent: Promise<Answer>[] = []
  await whileLocked(busy, async () => {
    for (let n = 0; n < 19; n++) sent.push(busy.api.put('/products', product(`Title ${n}`)))
    const over = await busy.api.put('/products', product('Over'))
    assertRateLimited(over)
    assert.match(String(over.headers.ratelimit), /r=0/)
  })
  await Promise.all(sent)
})

test('a revoked key over its limit gets the error for a revoked key', async () => {
  const { busy } = await twoShops()
  for (let n = 1; n < 20; n++) await busy.api.get('/products')
  assertRateLimited(await busy.api.get('/products'))
  const owner = await busy.signedIn()
  const { data } = (await owner.get('/api-keys')).body
  for (const { id } of data) assert.equal((await owner.delete(`/api-keys/${id}`)).status, 204)
  const answer = await busy.api.get('/products')
  assert.deepEqual([answer.status, answer.body.code], [401, 'api_key_invalid'])
})

test('a lock that is not released in time ends the call with 429', async () => {
  const { busy } = await twoShops()
  // Connections wait ten seconds for a lock. Those of the second process, which open later, wait one second.
  const database = new URL(service.databaseUrl).pathname.slice(1)
  const { user } = deriveLogin('evident_app', process.env.TEST_SECRET_KEY ?? '')
  await service.query(`alter role ${user} in database "${database}" set lock_timeout = '1s'`)
  const second = await startService({ beside: service })
  try {
    const inSecond = second.with({ authorization: `Bearer ${busy.adminKey}`, 'x-store-env-id': busy.storeEnvId })
    await whileLocked(busy, async () => assertRateLimited(await inSecond.put('/products', product('Locked out'))))
  } finally {
    await second.close()
  }
})
