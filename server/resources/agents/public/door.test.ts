import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addProduct, addReview } from '#resources/reviews/reviews.testing.ts'
import { day, type Shop, startService, type TestService } from '#test/service.ts'
import { callDoor, knock, openDoor } from '../agents.testing.ts'

let service: TestService
before(async () => {
  service = await startService({ env: { BILLING: 'manual', PUBLIC_ORIGIN: 'https://reviews.example.com' } })
})
after(() => service.close())

async function opened(): Promise<Shop> {
  const shop = await service.shop()
  await addReview(service, shop, { productId: await addProduct(shop) })
  await openDoor(shop)
  return shop
}

const requests = [
  ['GET', ''],
  ['GET', '/'],
  ['GET', '/llms.txt'],
  ['GET', '/ratings'],
  ['GET', '/ratings?platformProductId=mug'],
  ['GET', '/reviews?platformProductId=mug&sort=wrong'],
  ['GET', '/reviews?platformProductId=mug'],
  ['GET', '/faqs'],
  ['GET', '/ucp.json'],
  ['GET', '/ucp.json?version=1'],
  ['GET', '/mcp'],
  ['POST', '/mcp'],
  ['POST', '/ratings'],
  ['DELETE', ''],
  ['OPTIONS', '/mcp'],
  ['GET', '/nothing'],
] as const

async function refusals(store: Pick<Shop, 'storeEnvId'>): Promise<string[]> {
  const seen = []
  for (const [method, path] of requests) {
    const headers = { 'x-request-id': 'same' }
    const answer = await knock(service, store, path, {
      method,
      headers,
      ...(method === 'POST' && { payload: 'x'.repeat(70_000) }),
    })
    const { 'content-length': _, date: __, ...rest } = answer.headers
    seen.push(`${answer.status} ${answer.text} ${JSON.stringify(rest)}`)
  }
  return [...new Set(seen)]
}

test('closed addresses return the same 404 for every cause and request', async () => {
  const unknown = await refusals({ storeEnvId: '01a00000-0000-7000-8000-000000000000' })
  assert.equal(unknown.length, 1, unknown.join('\n'))
  assert.match(unknown[0] ?? '', /^404 \{"message":"[^"]+","code":"not_found","requestId":"same"\}/)
  assert.deepEqual(await refusals({ storeEnvId: 'not-a-store' }), unknown)
  const shop = await opened()
  const warm = async () => {
    for (let i = 0; i < 3; i++)
      for (const path of ['', '/ratings?platformProductId=mug', '/ucp.json']) {
        assert.equal((await knock(service, shop, path)).status, 200, path)
      }
  }
  await warm()
  await openDoor(shop, { enabled: false })
  assert.deepEqual(await refusals(shop), unknown, 'switched off')
  await openDoor(shop)
  await warm()
  await service.query(`update subscriptions set plan = 'starter', status = 'active' where store_env_id = $1`, [
    shop.storeEnvId,
  ])
  service.service.kernel.storefronts.purge([shop.storeEnvId])
  assert.deepEqual(await refusals(shop), unknown, 'plan too low')
  const { body } = await shop.api.put('/connectors/agents', { enabled: true })
  assert.deepEqual([body.code, body.requiredPlan], ['plan_required', 'growth'])
  assert.equal((await shop.api.get('/connectors/agents')).body.enabled, true)
})

test('the addresses close when the subscription lapses, without any further change', async () => {
  const shop = await opened()
  const path = '/ratings?platformProductId=mug'
  for (let i = 0; i < 3; i++) assert.equal((await knock(service, shop, path)).status, 200)
  const unknown = await refusals({ storeEnvId: '01a00000-0000-7000-8000-000000000000' })
  service.advance(7 * day + 1_000)
  assert.deepEqual(await refusals(shop), unknown)
})

test('the addresses close when the organization is to be deleted, and open when that is undone', async () => {
  const shop = await opened()
  const unknown = await refusals({ storeEnvId: '01a00000-0000-7000-8000-000000000000' })
  for (let i = 0; i < 3; i++) assert.equal((await knock(service, shop)).status, 200)
  const owner = await shop.signedIn()
  const { name } = (await owner.get('/orgs/current')).body
  const closing = await owner.post(
    '/orgs/deletion',
    { confirm: name, password: shop.password },
    {
      origin: 'https://reviews.example.com',
    },
  )
  assert.equal(closing.status, 202, closing.text)
  assert.deepEqual(await refusals(shop), unknown)
  const undone = await owner.delete('/orgs/deletion', { origin: 'https://reviews.example.com' })
  assert.ok(undone.status < 300, undone.text)
  assert.equal((await knock(service, shop)).status, 200)
})

test('an unknown path below open addresses returns the same 404 as a closed store', async () => {
  const shop = await opened()
  const headers = { 'x-request-id': 'same' }
  const closed = await knock(service, { storeEnvId: 'x' }, '', { headers })
  for (const path of ['/nothing', '/mcp/x', '/ratings/x', '/%00', '/..%2f'])
    assert.equal((await knock(service, shop, path, { headers })).text, closed.text, path)
  assert.equal((await service.app.inject({ url: '/.well-known/ucp' })).statusCode, 404)
})

test("a visitor's 61st call in 10 s is refused, without affecting keys, widgets and other visitors", async (t) => {
  const limited = await startService({
    beside: service,
    env: { RATE_LIMITS: '1000/1s', PUBLIC_ORIGIN: 'https://reviews.example.com' },
  })
  t.after(() => limited.close())
  const shop = await opened()
  const path = '/ratings?platformProductId=mug'
  for (let i = 0; i < 30; i++) {
    assert.equal((await knock(limited, shop, path)).status, 200)
    assert.equal((await callDoor(limited, shop, { method: 'tools/list' })).status, 200)
  }
  const refused = await knock(limited, shop, path)
  assert.deepEqual([refused.status, refused.body.code], [429, 'rate_limited'])
  assert.match(String(refused.headers['retry-after']), /^\d+$/)
  assert.match(String(refused.headers['ratelimit-policy']), /q=60;w=10/)
  assert.equal(refused.headers['access-control-allow-origin'], '*')
  const tool = await callDoor(limited, shop, { id: 'seven', method: 'tools/list' })
  assert.equal(tool.status, 429)
  assert.match(String(tool.headers['retry-after']), /^\d+$/)
  const { jsonrpc, id, error } = tool.body
  assert.deepEqual([jsonrpc, id, error.code], ['2.0', 'seven', -32000])
  assert.equal(error.data.retry_after, Number(tool.headers['retry-after']))
  const preflight = { origin: 'https://any.example', 'access-control-request-method': 'GET' }
  assert.equal((await knock(limited, shop, path, { method: 'OPTIONS', headers: preflight })).status, 204)
  assert.equal((await knock(limited, shop, path, { remoteAddress: '192.0.2.7' })).status, 200)
  const ask = (url: string, headers: Record<string, string>) =>
    limited.app.inject({ url: `/api/v1${url}`, headers: { 'x-store-env-id': shop.storeEnvId, ...headers } })
  const widget = await ask('/storefront/reviews?platformProductId=mug', { origin: 'https://shop.example.com' })
  assert.equal(widget.statusCode, 200)
  const key = await ask('/reviews', { authorization: `Bearer ${shop.adminKey}` })
  assert.equal(key.statusCode, 200)
})

test('guessed ids share one rate limit', async (t) => {
  const limited = await startService({ beside: service, env: { RATE_LIMITS: '1000/1s' } })
  t.after(() => limited.close())
  const statuses = []
  for (let i = 0; i < 61; i++) {
    const storeEnvId = `01a00000-0000-7000-8000-${String(i).padStart(12, '0')}`
    statuses.push((await knock(limited, { storeEnvId })).status)
  }
  assert.deepEqual([statuses.filter((each) => each === 404).length, statuses.at(-1)], [60, 429])
})
