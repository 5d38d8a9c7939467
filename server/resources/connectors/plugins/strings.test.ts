import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, beforeEach, test } from 'node:test'
import { type PlainShop, startPlainShop } from '#test/fakes/shops/plain.ts'
import { type Api, day, provideService, type Shop } from '#test/service.ts'
import { subscribe } from '../../outbound-webhooks/webhooks.testing.ts'

const logged: string[] = []
const note = (fields: object, message: string) => void logged.push(JSON.stringify([fields, message]))
const service = provideService({ log: { debug: note, info: note, warn: note, error: note } })
const page = 'https://shop.example.com'
let shop: Shop
let owner: Api
let plain: PlainShop
beforeEach(async () => {
  plain?.restore()
  plain = startPlainShop()
  shop = await service.shop()
  // With a subscription, no trial can end when the tests advance the clock.
  await subscribe(service, shop)
  owner = await shop.signedIn()
})
after(() => plain.restore())

const decode = (connection: string) => {
  const [, text = '', digest] = /^evc1_(.+)_([0-9a-f]{8})$/.exec(connection) ?? assert.fail(connection)
  assert.equal(createHash('sha256').update(text).digest('hex').slice(0, 8), digest)
  return JSON.parse(Buffer.from(text, 'base64url').toString())
}

async function make(body: object = {}) {
  const answer = await owner.post('/connectors/shops/connection-string', { platform: 'medusa', page, ...body })
  assert.equal(answer.status, 201, answer.text)
  return {
    id: answer.body.id as string,
    text: answer.body.connectionString as string,
    ...decode(answer.body.connectionString),
  }
}

async function rotate(id: string, body?: object) {
  const answer = await owner.post(`/connectors/shops/${id}/connection-string`, body)
  assert.equal(answer.status, 201, answer.text)
  return decode(answer.body.connectionString)
}

const withKey = (key: string, path: string, storeEnvId = shop.storeEnvId) =>
  service.anonymous.get(path, { authorization: `Bearer ${key}`, 'x-store-env-id': storeEnvId })

test('a connection string contains everything that the plugin needs, and its key reaches only one store', async () => {
  const made = await make()
  assert.deepEqual(Object.keys(made).sort(), [
    'connectionId',
    'id',
    'key',
    'origin',
    'page',
    'storeEnvId',
    'text',
    'toEvident',
    'toShop',
    'v',
  ])
  assert.deepEqual([made.v, made.storeEnvId, made.connectionId, made.page], [1, shop.storeEnvId, made.id, page])
  assert.notEqual(made.toEvident, made.toShop)
  for (const secret of [made.toEvident, made.toShop]) assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
  const { body } = await owner.get(`/connectors/shops/${made.id}`)
  assert.deepEqual(
    [body.status, body.plugin.page, body.plugin.reply, body.plugin.version],
    ['installing', page, false, null],
  )
  const keys = (await owner.get('/api-keys')).body.data
  const key = keys.find(({ name }: { name: string }) => name === 'Medusa plugin')
  assert.deepEqual(
    [key.role, key.scopes, key.storeEnvIds],
    ['VIEWER', ['reviews:read', 'products:read', 'orders:read'], [shop.storeEnvId]],
  )
  assert.equal((await withKey(made.key, '/reviews')).status, 200)
  assert.equal((await withKey(made.key, '/customers')).body.code, 'scope_denied')
})

test('with the permission to reply, the key may answer reviews', async () => {
  await make({ reply: true })
  const [key] = (await owner.get('/api-keys')).body.data
  assert.equal(key.role, 'MEMBER')
  assert.ok(key.scopes.includes('reviews:write'))
})

async function enterAsMember(): Promise<Api> {
  const email = 'member@acme.example'
  const invited = await owner.post('/account/users/invite', { email, role: 'MEMBER' })
  const token = String(invited.body.acceptUrl).split('/').at(-1)
  const password = 'a long enough password'
  await service.anonymous.post(`/auth/invitations/${token}/accept`, { name: 'Mia', password })
  return shop.signedIn(email, password)
}

test('API keys, Members, pages of other origins and a second shop are refused', async () => {
  const refused = async (api: Api, body: object) => {
    const answer = await api.post('/connectors/shops/connection-string', { platform: 'medusa', page, ...body })
    return [answer.status, answer.body.code]
  }
  assert.deepEqual(await refused(shop.api, {}), [403, 'user_session_required'])
  assert.deepEqual(await refused(await enterAsMember(), {}), [403, 'role_insufficient'])
  assert.deepEqual(await refused(owner, { page: 'https://elsewhere.example' }), [400, 'validation_failed'])
  assert.deepEqual(await refused(owner, { page: 'shop' }), [400, 'validation_failed'])
  assert.deepEqual(await refused(owner, { platform: 'shopify' }), [400, 'validation_failed'])
  assert.deepEqual((await owner.get('/connectors/shops')).body.data, [])
  await make()
  assert.deepEqual(await refused(owner, {}), [409, 'shop_already_connected'])
})

test('a replaced string expires after 24 hours, or immediately if requested', async () => {
  const first = await make()
  const second = await rotate(first.id)
  assert.notEqual(second.key, first.key)
  for (const { key } of [first, second]) assert.equal((await withKey(key, '/reviews')).status, 200)
  const third = await rotate(first.id, { endOld: true })
  for (const { key } of [first, second]) assert.equal((await withKey(key, '/reviews')).body.code, 'api_key_invalid')
  assert.equal((await withKey(third.key, '/reviews')).status, 200)
})

test('rotating the string of a connection without a plugin creates its first connection string', async () => {
  const connected = await shop.api.post('/connectors/shops', {
    ...{ platform: 'medusa', address: 'http://localhost:9000', credentials: { apiKey: plain.goodKey } },
  })
  assert.equal(connected.status, 201, connected.text)
  assert.equal(connected.body.plugin, null)
  const first = await rotate(connected.body.id)
  const second = await rotate(connected.body.id)
  service.advance(day - 1_000)
  assert.equal((await withKey(first.key, '/reviews')).status, 200)
  service.advance(2_000)
  assert.equal((await withKey(first.key, '/reviews')).body.code, 'api_key_expired')
  assert.equal((await withKey(second.key, '/reviews')).status, 200)
  service.advance(60_000)
  await service.tick()
  assert.equal((await withKey(first.key, '/reviews')).body.code, 'api_key_invalid')
  assert.equal((await owner.get('/connectors/shops')).body.data.length, 1)
})

test('a string that no plugin uses expires after 24 hours, together with its connection', async () => {
  const made = await make()
  service.advance(day)
  assert.equal((await withKey(made.key, '/reviews')).status, 401)
  service.advance(60_000)
  await service.tick()
  assert.deepEqual((await owner.get('/connectors/shops')).body.data, [])
  assert.equal((await withKey(made.key, '/reviews')).body.code, 'api_key_invalid')
})

test('disconnecting revokes the key immediately', async () => {
  const made = await make()
  assert.equal((await owner.delete(`/connectors/shops/${made.id}`)).status, 204)
  assert.equal((await withKey(made.key, '/reviews')).body.code, 'api_key_invalid')
  assert.equal((await owner.post(`/connectors/shops/${made.id}/connection-string`, {})).status, 404)
})

test('another store cannot replace the string', async () => {
  const made = await make()
  const other = await (await service.shop()).signedIn()
  assert.equal((await other.post(`/connectors/shops/${made.id}/connection-string`, {})).status, 404)
})

test('no later response, audit entry or log line shows a secret of the string', async () => {
  const made = await make()
  await rotate(made.id)
  const repeated = await owner.post(
    '/connectors/shops/connection-string',
    { platform: 'medusa', page },
    { 'idempotency-key': 'again' },
  )
  const places = [repeated.text, ...logged]
  for (const path of ['/connectors/shops', '/api-keys', '/account/audit-log?limit=100', `/connectors/shops/${made.id}`])
    places.push((await owner.get(path)).text)
  for (const secret of [made.text, made.key, made.toEvident, made.toShop])
    assert.ok(!places.some((text) => text.includes(secret)), 'a secret was shown')
})
