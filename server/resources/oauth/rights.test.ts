import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#platform/db/query.ts'
import { auditLines } from '#resources/account/account.testing.ts'
import { join, password } from '#resources/orgs/orgs.testing.ts'
import { provideService, type Shop, startService } from '#test/service.ts'
import { until } from '#test/until.ts'
import { connect, refresh, signInCookie, withAccessToken } from './oauth.testing.ts'

let shop: Shop
const service = provideService({}, async () => {
  shop = await service.shop()
})

const fetchRefusal = async (access: string, storeEnvId?: string, method = 'GET', path = '/reviews', body?: unknown) => {
  const { status, body: answer } = await withAccessToken(service, access, storeEnvId).call(method, path, body)
  return [status, answer?.code]
}

const connectMember = async (role: string, options: Parameters<typeof connect>[2] = {}) => {
  const member = await join(service, shop, role)
  const cookie = await signInCookie(service, member.email, password)
  return { member, ...(await connect(service, shop, { cookie, ...options })) }
}

test('a token works only in the stores of the consent', async () => {
  const owner = await shop.signedIn()
  const second = await owner.post('/account/stores', { name: 'Second', origins: ['https://second.example.com'] })
  assert.equal(second.status, 201, second.text)
  const { access } = await connect(service, shop, { chosen: { stores: [shop.storeEnvId] } })
  assert.deepEqual(await fetchRefusal(access, shop.storeEnvId), [200, undefined])
  assert.deepEqual(await fetchRefusal(access, second.body.id), [403, 'store_env_forbidden'])
  const { body } = await withAccessToken(service, access).get('/account/stores')
  assert.deepEqual(
    body.data.map(({ id }: { id: string }) => id),
    [shop.storeEnvId],
  )
  assert.deepEqual(await fetchRefusal(access), [400, 'store_env_required'])
  assert.equal((await owner.get('/account/stores')).body.data.length, 2)
})

test('a token has exactly the granted scopes and role', async () => {
  const { access } = await connect(service, shop, { scope: 'reviews:read', chosen: { role: 'ADMIN' } })
  assert.deepEqual(await fetchRefusal(access, shop.storeEnvId), [200, undefined])
  assert.deepEqual(await fetchRefusal(access, shop.storeEnvId, 'GET', '/orders'), [403, 'scope_denied'])
  assert.deepEqual(await fetchRefusal(access, shop.storeEnvId, 'POST', '/reviews', {}), [403, 'scope_denied'])
  const viewer = await connect(service, shop, { scope: 'write', chosen: { role: 'VIEWER' } })
  assert.deepEqual(await fetchRefusal(viewer.access, shop.storeEnvId, 'PUT', '/products', []), [403, 'role_read_only'])
  const member = await connect(service, shop, { scope: 'write', chosen: { role: 'MEMBER' } })
  assert.deepEqual(await fetchRefusal(member.access, shop.storeEnvId, 'POST', '/orders/clear'), [
    403,
    'role_insufficient',
  ])
  const suppression = { email: 'stop@example.com' }
  const [op] = await fetchRefusal(member.access, shop.storeEnvId, 'POST', '/email-suppressions', suppression)
  assert.equal(op, 201)
})

test('operations reserved for people are closed to every grant', async () => {
  const { access } = await connect(service, shop, { scope: 'write', chosen: { role: 'ADMIN' } })
  for (const [method, path, body] of [
    ['POST', '/api-keys', { name: 'x' }],
    ['GET', '/account/users', undefined],
    ['GET', '/account/audit-log', undefined],
    ['GET', '/account/oauth-clients', undefined],
    ['POST', '/account/oauth-clients', { name: 'x', redirectUris: ['https://x.example.com/'] }],
    ['GET', '/account/connections', undefined],
  ] as const)
    assert.deepEqual(await fetchRefusal(access, undefined, method, path, body), [403, 'user_session_required'], path)
  assert.deepEqual(await fetchRefusal(access, undefined, 'GET', '/support/tickets'), [403, 'scope_denied'])
})

test("a lowered role applies from the program's next call; a raised role does not apply", async () => {
  const { member, access } = await connectMember('ADMIN', { chosen: { role: 'MEMBER' }, scope: 'write' })
  const owner = await shop.signedIn()
  const write = () =>
    fetchRefusal(access, shop.storeEnvId, 'POST', '/email-suppressions', { email: 'fall@example.com' })
  assert.deepEqual(await write(), [201, undefined])
  await owner.patch(`/account/users/${member.id}`, { role: 'VIEWER' })
  assert.deepEqual(await write(), [403, 'role_read_only'])
  await owner.patch(`/account/users/${member.id}`, { role: 'OWNER' })
  assert.deepEqual(await fetchRefusal(access, shop.storeEnvId, 'POST', '/orders/clear'), [403, 'role_insufficient'])
})

test('deactivating or removing a person revokes their programs', async () => {
  const owner = await shop.signedIn()
  const { member, access, clientId, refresh: token } = await connectMember('ADMIN')
  await owner.patch(`/account/users/${member.id}`, { active: false })
  assert.deepEqual(await fetchRefusal(access, shop.storeEnvId), [401, 'token_invalid'])
  assert.equal((await refresh(service, clientId, token)).body.error, 'invalid_grant')
  await owner.patch(`/account/users/${member.id}`, { active: true })
  const again = await connectMember('ADMIN')
  assert.equal((await owner.delete(`/account/users/${again.member.id}`)).status, 204)
  assert.deepEqual(await fetchRefusal(again.access, shop.storeEnvId), [401, 'token_invalid'])
  assert.equal((await refresh(service, again.clientId, again.refresh)).body.error, 'invalid_grant')
  const left = await service.service.db.system('read', (tx) =>
    tx.all(sql`select g.id from oauth_grants g where g.client_id = ${again.clientId}`),
  )
  assert.deepEqual(left, [])
})

test('a connection without stores is revoked', async () => {
  const owner = await shop.signedIn()
  const { body: store } = await owner.post('/account/stores', { name: 'Brief', origins: ['https://brief.example.com'] })
  const { access, clientId, refresh: token } = await connect(service, shop, { chosen: { stores: [store.id] } })
  assert.deepEqual(await fetchRefusal(access, store.id), [200, undefined])
  await service.query('delete from stores where id = $1', [store.id])
  assert.deepEqual(await fetchRefusal(access, store.id), [401, 'token_invalid'])
  assert.deepEqual(await fetchRefusal(access, undefined, 'GET', '/account/stores'), [401, 'token_invalid'])
  assert.equal((await refresh(service, clientId, token)).body.error, 'invalid_grant')
})

test('deleted clients and revoked connections are refused on the next call', async () => {
  const owner = await shop.signedIn()
  const one = await connect(service, shop)
  const other = await connect(service, shop)
  const { body } = await owner.get('/account/connections?limit=100')
  const found = body.data.find(({ client }: { client: { id: string } }) => client.id === one.clientId)
  assert.deepEqual(
    [found.client, found.user.email, found.stores, found.role, found.scopes],
    [
      { id: one.clientId, name: 'Inventory', registered: true },
      shop.ownerEmail,
      [{ id: shop.storeEnvId, name: 'Shop 1' }],
      'MEMBER',
      ['write'],
    ],
  )
  assert.equal((await owner.delete(`/account/connections/${found.id}`)).status, 204)
  assert.equal((await owner.delete(`/account/connections/${found.id}`)).status, 404)
  assert.deepEqual(await fetchRefusal(one.access, shop.storeEnvId), [401, 'token_invalid'])
  assert.deepEqual(await fetchRefusal(other.access, shop.storeEnvId), [200, undefined])
  assert.equal((await owner.delete(`/account/oauth-clients/${other.clientId}`)).status, 204)
  assert.deepEqual(await fetchRefusal(other.access, shop.storeEnvId), [401, 'token_invalid'])
  assert.equal((await refresh(service, other.clientId, other.refresh)).body.error, 'invalid_client')
  assert.equal((await auditLines(shop, 'oauth.revoked'))[0]?.details?.reason, 'by_admin')
})

test('clients and connections of one organization are invisible to other organizations', async () => {
  const other = await (await service.shop()).signedIn()
  const { clientId } = await connect(service, shop)
  const owner = await shop.signedIn()
  const { body } = await owner.get('/account/connections')
  for (const [method, path] of [
    ['DELETE', `/account/oauth-clients/${clientId}`],
    ['PATCH', `/account/oauth-clients/${clientId}`],
    ['DELETE', `/account/connections/${body.data[0].id}`],
  ] as const)
    assert.equal((await other.call(method, path, method === 'PATCH' ? { name: 'x' } : undefined)).status, 404, path)
  for (const list of ['oauth-clients', 'connections'])
    assert.deepEqual((await other.get(`/account/${list}`)).body.data, [], list)
  const member = await join(service, shop, 'MEMBER')
  for (const list of ['oauth-clients', 'connections'])
    assert.equal((await member.api.get(`/account/${list}`)).body.code, 'role_insufficient', list)
})

test('a client can be changed, and the list shows when it was used', async () => {
  const owner = await shop.signedIn()
  const { clientId, access } = await connect(service, shop)
  const path = `/account/oauth-clients/${clientId}`
  const find = async () => {
    const { body } = await owner.get('/account/oauth-clients?limit=100')
    return body.data.find(({ id }: { id: string }) => id === clientId)
  }
  const changed = await owner.patch(path, { name: '  Stock  ', redirectUris: ['https://new.example.com/cb'] })
  assert.deepEqual(
    [changed.status, changed.body.name, changed.body.redirectUris],
    [200, 'Stock', ['https://new.example.com/cb']],
  )
  assert.equal((await owner.patch(path, { redirectUris: ['javascript:alert(1)'] })).status, 400)
  assert.equal((await owner.patch(path, { redirectUris: [] })).status, 400)
  assert.equal((await owner.patch(path, {})).status, 200)
  assert.deepEqual((await auditLines(shop, 'oauth_client.updated')).length, 1)
  await withAccessToken(service, access, shop.storeEnvId).get('/reviews')
  let listed = await find()
  await until(async () => {
    listed = await find()
    return listed.lastUsedAt !== null
  })
  assert.deepEqual([listed.connections, listed.confidential, listed.last4], [1, false, null])
  assert.equal(typeof listed.lastUsedAt, 'string')
  assert.ok(!('clientSecret' in listed))
})

test('all tokens of a connection share one rate limit', async () => {
  const limited = await startService({ env: { RATE_LIMITS: '6/1s,6/10s,6/60s' } })
  try {
    const theirs = await limited.shop()
    const first = await connect(limited, theirs)
    const { body } = await refresh(limited, first.clientId, first.refresh)
    const statuses = []
    for (let i = 0; i < 8; i++) {
      const access = i % 2 === 0 ? first.access : body.access_token
      statuses.push((await withAccessToken(limited, access).get('/account/stores')).status)
    }
    assert.deepEqual(statuses, [200, 200, 200, 200, 200, 200, 429, 429])
    assert.equal((await theirs.api.get('/account/stores')).status, 200)
  } finally {
    await limited.close()
  }
})

test("shoppers' addresses are masked, and the audit log names person and program", async () => {
  const { access } = await connect(service, shop, { scope: 'write', chosen: { role: 'ADMIN' } })
  const calls = withAccessToken(service, access, shop.storeEnvId)
  await calls.put('/products', [{ platformProductId: 'mask', title: 'P' }])
  const review = {
    platformProductId: 'mask',
    rating: 5,
    body: 'Good',
    authorName: 'Jane',
    authorEmail: 'jane.doe@example.com',
  }
  const created = await calls.post('/reviews', review)
  assert.equal(created.status, 201, created.text)
  assert.equal(created.body.verified, false)
  assert.ok(!created.text.includes('jane.doe@'))
  assert.ok(!(await calls.get('/reviews')).text.includes('jane.doe@'))
  const feed = await calls.post('/products/review-feed')
  assert.ok(feed.status < 300, feed.text)
  const owner = await shop.signedIn()
  const { body } = await owner.get('/account/audit-log?limit=100')
  const line = body.data.find(({ actor }: { actor: { type: string } }) => actor.type === 'oauth')
  assert.match(line?.actor.name, /^Inventory \(.+\)$/)
})

test('once a second factor is required, connections granted without one are refused', async () => {
  const theirs = await service.shop()
  const { access } = await connect(service, theirs)
  await service.service.db.system('write', (tx) =>
    tx.run(sql`update organizations set two_factor_required = true where id = ${theirs.organizationId}`),
  )
  assert.deepEqual(await fetchRefusal(access, theirs.storeEnvId), [403, 'two_factor_required'])
})

test('mistyped and unknown tokens get the same 401', async () => {
  const { access } = await connect(service, shop)
  for (const wrong of [
    `${access}x`,
    `${access.slice(0, -1)}${access.endsWith('a') ? 'b' : 'a'}`,
    'evno_',
    `evno_${'0'.repeat(46)}`,
  ])
    assert.deepEqual(await fetchRefusal(wrong, shop.storeEnvId), [401, 'token_invalid'], wrong)
})
