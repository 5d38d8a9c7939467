import assert from 'node:assert/strict'
import { test } from 'node:test'
import { join } from '#resources/orgs/orgs.testing.ts'
import { day, provideService } from '#test/service.ts'

const service = provideService()

test('a key is shown once, listed without its value, and refused after revocation', async () => {
  const shop = await service.shop()
  const owner = await shop.signedIn()
  const created = await owner.post('/api-keys', {
    name: 'Sync',
    role: 'ADMIN',
    scopes: ['account:read', 'reviews:write'],
  })
  assert.equal(created.status, 201, created.text)
  const { key, id } = created.body
  assert.match(key, /^evnt_[0-9A-Za-z]{46}$/)
  const listed = await owner.get('/api-keys')
  assert.ok(!listed.text.includes(key))
  assert.equal(listed.body.data[0].last4, key.slice(-4))
  const call = () => service.anonymous.get('/account/organizations', { authorization: `Bearer ${key}` })
  assert.equal((await call()).status, 200)
  assert.equal((await owner.delete(`/api-keys/${id}`)).status, 204)
  const refused = await call()
  assert.deepEqual([refused.status, refused.body.code], [401, 'api_key_invalid'])
  assert.equal((await owner.delete(`/api-keys/${id}`)).status, 404)
})

test('only a signed-in owner or admin creates, lists and revokes keys', async () => {
  const shop = await service.shop()
  const owner = await shop.signedIn()
  const { id } = (await owner.post('/api-keys', { name: 'Lasting' })).body
  const calls = [
    ['POST', '/api-keys', { name: 'x' }],
    ['GET', '/api-keys', undefined],
    ['DELETE', `/api-keys/${id}`, undefined],
  ] as const
  const [member, viewer] = [await join(service, shop, 'MEMBER'), await join(service, shop, 'VIEWER')]
  for (const [method, path, body] of calls)
    for (const [api, outcome] of [
      [service.anonymous, [401, 'unauthenticated']],
      [shop.api, [403, 'user_session_required']],
      [member.api, [403, 'role_insufficient']],
      [viewer.api, [403, method === 'GET' ? 'role_insufficient' : 'role_read_only']],
    ] as const) {
      const { status, body: error } = await api.call(method, path, body)
      assert.deepEqual([status, error.code], outcome, `${method} ${path}`)
    }
  const names = async () => (await owner.get('/api-keys')).body.data.map(({ name }: { name: string }) => name)
  const before = await names()
  assert.ok(before.includes('Lasting') && !before.includes('x'), before.join())
  const admin = await join(service, shop, 'ADMIN')
  const made = await admin.api.post('/api-keys', { name: 'of an admin' })
  assert.equal(made.status, 201, made.text)
  assert.ok((await names()).includes('of an admin'))
  for (const each of [id, made.body.id]) assert.equal((await admin.api.delete(`/api-keys/${each}`)).status, 204)
  assert.equal((await names()).length, before.length - 1)
})

test('a key defaults to Viewer in all stores; unknown scopes and past expiries get 400', async () => {
  const owner = await (await service.shop()).signedIn()
  const { body } = await owner.post('/api-keys', { name: 'Plain' })
  assert.deepEqual([body.role, body.scopes, body.expiresAt], ['VIEWER', [], null])
  for (const wrong of [
    { scopes: ['review:read'] },
    { scopes: ['reviews:delete'] },
    { scopes: [':read'] },
    { role: 'OWNER' },
    { expiresAt: '2020-01-01T00:00:00Z' },
    { name: ' ' },
  ]) {
    const { status, body: error } = await owner.post('/api-keys', { name: 'x', ...wrong })
    assert.deepEqual([status, error.code], [400, 'validation_failed'], JSON.stringify(wrong))
  }
})

test('a key is refused as expired from the instant of its expiry on', async () => {
  const owner = await (await service.shop()).signedIn()
  const expiresAt = new Date(service.service.clock.nowMs() + day).toISOString()
  const { key } = (await owner.post('/api-keys', { name: 'Short', expiresAt })).body
  const call = () => service.anonymous.get('/account/stores', { authorization: `Bearer ${key}` })
  assert.equal((await call()).status, 200)
  service.advance(day)
  assert.equal((await call()).body.code, 'api_key_expired')
})

test('creation, the first of several parallel uses, and revocation are logged', async () => {
  const owner = await (await service.shop()).signedIn()
  const { key, id } = (await owner.post('/api-keys', { name: 'Audited' })).body
  // Two log entries of the same millisecond would have no order, so the clock moves on.
  service.advance(1)
  await Promise.all(
    Array.from({ length: 8 }, () => service.anonymous.get('/account/stores', { authorization: `Bearer ${key}` })),
  )
  service.advance(1)
  await owner.delete(`/api-keys/${id}`)
  const { body, text } = await owner.get('/account/audit-log?limit=100')
  const actions = body.data
    .filter((entry: { target?: { id: string } }) => entry.target?.id === id)
    .map((entry: { action: string }) => entry.action)
  assert.deepEqual(actions, ['api_key.revoked', 'api_key.first_used', 'api_key.created'])
  assert.ok(!text.includes(key))
})

test("another organization's keys can be neither listed nor revoked, and its stores not called", async () => {
  const [ours, theirs] = [await service.shop(), await service.shop()]
  const [owner, stranger] = [await ours.signedIn(), await theirs.signedIn()]
  const { id, key } = (await stranger.post('/api-keys', { name: 'Theirs' })).body
  const listed = await owner.get('/api-keys?limit=100')
  assert.ok(listed.body.data.every((each: { id: string; name: string }) => each.id !== id && each.name !== 'Theirs'))
  assert.equal((await owner.delete(`/api-keys/${id}`)).status, 404)
  const call = () => service.anonymous.get('/account/organizations', { authorization: `Bearer ${key}` })
  assert.equal((await call()).status, 200, 'the key still works')
  const { body } = await ours.api.get('/account/organizations')
  assert.deepEqual(
    body.data.map((each: { id: string }) => each.id),
    [ours.organizationId],
  )
  const refused = await ours.api.get('/billing/subscription', { 'x-store-env-id': theirs.storeEnvId })
  assert.deepEqual([refused.status, refused.body.code], [403, 'store_env_forbidden'])
})

test('a key for some stores reaches only these, and lists only these', async () => {
  const shop = await service.shop()
  const owner = await shop.signedIn()
  const other = await owner.post('/account/stores', { name: 'Second', origins: ['https://second.example.com'] })
  assert.equal(other.status, 201, other.text)
  const made = await owner.post('/api-keys', { name: 'One store', storeEnvIds: [other.body.id, other.body.id] })
  assert.equal(made.status, 201, made.text)
  assert.deepEqual(made.body.storeEnvIds, [other.body.id])
  const call = (path: string, storeEnvId: string) =>
    service.anonymous.get(path, { authorization: `Bearer ${made.body.key}`, 'x-store-env-id': storeEnvId })
  // Later calls use the key that the first call cached.
  for (const _ of [1, 2, 3]) {
    assert.equal((await call('/reviews', other.body.id)).status, 200)
    assert.deepEqual((await call('/reviews', shop.storeEnvId)).body.code, 'store_env_forbidden')
  }
  const listed = await call('/account/stores', other.body.id)
  assert.deepEqual(
    listed.body.data.map(({ id }: { id: string }) => id),
    [other.body.id],
  )
  const all = await shop.api.get('/account/stores')
  assert.equal(all.body.data.length, 2)
})

test("a key cannot be made for another organization's store", async () => {
  const owner = await (await service.shop()).signedIn()
  const { storeEnvId } = await service.shop()
  const refused = await owner.post('/api-keys', { name: 'x', storeEnvIds: [storeEnvId] })
  assert.deepEqual([refused.status, refused.body.code], [403, 'store_env_forbidden'])
})
