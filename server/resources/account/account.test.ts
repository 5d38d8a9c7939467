import assert from 'node:assert/strict'
import { test } from 'node:test'
import { provideService } from '#test/service.ts'

const service = provideService({ env: { BILLING: 'manual', RATE_LIMITS: '10/1s,50/10s,200/60s' } })

test('a key with any scopes lists the stores of its own organization', async () => {
  const shop = await service.shop('Ours')
  await service.shop('Theirs')
  const narrow = await shop.as('VIEWER', ['reviews:read'])
  const { status, body, headers } = await narrow.get('/account/stores')
  assert.equal(status, 200)
  assert.deepEqual(
    body.data.map((each: { id: string; name: string }) => [each.id, each.name]),
    [[shop.storeEnvId, 'Ours']],
  )
  assert.deepEqual(body.data[0].subscription, { plan: 'growth', status: 'trialing' })
  assert.equal(headers['ratelimit-policy'], '"1s";q=10;w=1, "10s";q=50;w=10, "1m";q=200;w=60')
})

test('a signed-in owner can list the stores', async () => {
  const shop = await service.shop('Signed')
  const owner = await shop.signedIn()
  const { status, body } = await owner.get('/account/stores')
  assert.equal(status, 200, JSON.stringify(body))
})

test('a malformed, unknown or missing key gets 401', async () => {
  assert.equal((await service.anonymous.get('/account/stores')).body.code, 'unauthenticated')
  const call = (key: string) => service.anonymous.get('/account/stores', { authorization: `Bearer ${key}` })
  assert.equal((await call('evnt_123')).body.code, 'api_key_invalid')
})
