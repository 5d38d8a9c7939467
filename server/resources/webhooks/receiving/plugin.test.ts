import assert from 'node:assert/strict'
import { createHmac, randomUUID } from 'node:crypto'
import { after, beforeEach, test } from 'node:test'
import { Client } from 'pg'
import { type PlainShop, startPlainShop } from '#test/fakes/shops/plain.ts'
import { type Api, day, provideService, type Shop, startService } from '#test/service.ts'
import { addProduct, addReview, startReceiver, type TestReceiver } from '../../outbound-webhooks/webhooks.testing.ts'
import { createSender, listEvents } from '../webhooks.testing.ts'

const logged: string[] = []
const note = (fields: object, message: string) => void logged.push(JSON.stringify([fields, message]))
const service = provideService({ log: { debug: note, info: note, warn: note, error: note } })
const page = 'https://shop.example.com'
let shop: Shop
let owner: Api
let plain: PlainShop
let receiver: TestReceiver
beforeEach(async () => {
  plain?.restore()
  plain = startPlainShop()
  await receiver?.close()
  receiver = await startReceiver()
  shop = await service.shop()
  owner = await shop.signedIn()
})
after(async () => {
  plain.restore()
  await receiver.close()
})

type Made = { id: string; key: string; toEvident: string; toShop: string }

const decode = (id: string, connection: string): Made => ({
  id,
  ...JSON.parse(Buffer.from(connection.slice(5, -9), 'base64url').toString()),
})

async function make(of: Api = owner): Promise<Made> {
  const { status, body, text } = await of.post('/connectors/shops/connection-string', { platform: 'medusa', page })
  assert.equal(status, 201, text)
  return decode(body.id, body.connectionString)
}

const rotate = async (id: string, body: object = {}) =>
  decode(id, (await owner.post(`/connectors/shops/${id}/connection-string`, body)).body.connectionString)

const send = (made: Made, type: string, data: object, sent: object = {}) =>
  createSender(service, shop, 'medusa', made.id)({ type, data }, { secret: made.toEvident, ...sent })
const hello = (made: Made, data: object = {}, sent: object = {}) =>
  send(made, 'plugin.hello', { version: '1.0.0', shopVersion: '2.21.2', callback: receiver.url, ...data }, sent)
const credentials = (data: object = {}) => ({
  ...{ address: 'http://localhost:9000', credentials: { apiKey: plain.goodKey } },
  ...data,
})
const readShop = async (id: string) => (await owner.get(`/connectors/shops/${id}`)).body

const isSignedBy = (secret: string, { headers, text }: TestReceiver['received'][number]) => {
  const hmac = createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
  const expected = hmac.update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`).digest('base64')
  return (headers['webhook-signature'] ?? '').split(' ').includes(`v1,${expected}`)
}

async function decide(status: 'approved' | 'rejected', more: object = {}): Promise<string> {
  const id = await addReview(shop, more)
  const answer = await shop.api.put(`/reviews/${id}`, { status })
  assert.equal(answer.status, 200, answer.text)
  await service.runJobs()
  return id
}

test('a plugin that has sent plugin.hello gets each decision on a review, signed with its own secret', async () => {
  const made = await make()
  const answer = await hello(made)
  assert.deepEqual([answer.status, answer.body], [200, { received: true }], answer.text)
  const { plugin, status } = await readShop(made.id)
  assert.deepEqual([plugin.version, plugin.shopVersion, status], ['1.0.0', '2.21.2', 'installing'])
  await addProduct(shop)
  const id = await decide('approved')
  await shop.api.put(`/reviews/${id}`, { reply: { body: 'Thank you' } })
  await shop.api.delete(`/reviews/${id}`)
  await decide('rejected', { authorEmail: 'john@customer.example' })
  assert.deepEqual(
    receiver.received.map(({ body }) => body.event),
    ['review.approved', 'review.replied', 'review.deleted', 'review.rejected'],
  )
  for (const each of receiver.received) {
    assert.ok(isSignedBy(made.toShop, each))
    assert.ok(!each.text.includes('customer.example'), 'an address left the service')
    assert.equal(each.headers['x-service-signature'], undefined)
  }
  // The webhook of the reply was sent after the review's deletion, so it contains only the review's id.
  for (const { body } of receiver.received.filter(({ body }) => body.event !== 'review.replied'))
    assert.equal(body.data.platformProductId, 'mug', body.event)
})

test("the plugin's webhook exists on every plan, and is not listed with outbound webhooks", async () => {
  const { db } = service.service
  const { sql } = await import('#platform/db/query.ts')
  await db.system('write', (tx) =>
    tx.run(sql`update subscriptions set status = 'active', plan = 'starter' where store_env_id = ${shop.storeEnvId}`),
  )
  const made = await make()
  await hello(made)
  assert.deepEqual((await shop.api.get('/outbound-webhooks')).body.data, [])
  await addProduct(shop)
  await decide('approved')
  assert.equal(receiver.received.length, 1)
})

test('repeated, older, forged and foreign plugin.hello messages change nothing', async () => {
  const made = await make()
  const at = service.service.clock.now()
  const first = { id: randomUUID(), at }
  await hello(made, {}, first)
  const other = await startReceiver()
  try {
    assert.equal((await hello(made, {}, first)).status, 200)
    const older = { at: new Date(at.getTime() - 60_000) }
    assert.equal((await hello(made, { callback: other.url, version: '0.1.0' }, older)).status, 200)
    const tooOld = { at: new Date(at.getTime() - 301_000) }
    assert.equal((await hello(made, { callback: other.url }, tooOld)).status, 401)
    assert.equal((await hello(made, { callback: other.url }, { secret: made.toShop })).status, 401)
    const theirs = await service.shop()
    const stranger = await make(await theirs.signedIn())
    assert.equal((await hello(made, { callback: other.url }, { secret: stranger.toEvident })).status, 401)
    assert.equal((await readShop(made.id)).plugin.version, '1.0.0')
    await addProduct(shop)
    await decide('approved')
    assert.deepEqual([receiver.received.length, other.received.length], [1, 0])
  } finally {
    await other.close()
  }
})

test("a later plugin.hello changes the webhook's URL, and an invalid URL gets an explanation", async () => {
  const made = await make()
  await hello(made, { callback: 'http://127.0.0.1:1/gone' })
  for (const [data, path] of [
    [{ callback: 'ftp://shop.example/hooks' }, '/data/callback'],
    [{ callback: 'http://169.254.169.254/hooks' }, '/data/callback'],
    [{ callback: 7 }, '/data/callback'],
    [{ version: 'x'.repeat(41) }, '/data/version'],
  ] as const) {
    const refused = await hello(made, data)
    assert.deepEqual([refused.status, refused.body.code], [400, 'validation_failed'], refused.text)
    assert.equal(refused.body.details[0].path, path, refused.text)
  }
  const explained = (await hello(made, { callback: 'http://169.254.169.254/hooks' })).body.message
  assert.match(
    explained,
    /^The address of your shop's backend must begin with https:.* http:\/\/169\.254\.169\.254\/hooks\./,
  )
  service.advance(1_000)
  await hello(made)
  await addProduct(shop)
  await decide('approved')
  assert.equal(receiver.received.length, 1)
})

test('the refusal of a shop on this machine names the setting of a trial', async () => {
  const strict = await startService({ beside: service, env: { WEBHOOK_ALLOW_PRIVATE: 'false' } })
  try {
    const made = await make()
    const say = async (callback: string) => {
      const sender = createSender(strict, shop, 'medusa', made.id)
      const answer = await sender({ type: 'plugin.hello', data: { callback } }, { secret: made.toEvident })
      assert.equal(answer.status, 400, answer.text)
      return answer.body.message
    }
    const hint = 'To try a shop on this machine, start Evident with WEBHOOK_ALLOW_PRIVATE=true.'
    for (const origin of ['http://localhost:9001', 'http://127.0.0.1:9001', 'https://localhost', 'https://[::1]'])
      assert.ok((await say(`${origin}/hooks/evident`)).endsWith(`The shop gave ${origin}/hooks/evident. ${hint}`))
    assert.match(await say('https://10.0.0.1/hooks'), /must lead to a public address\..* Change its public address/)
    assert.match(await say('http://10.0.0.1/hooks'), /must begin with https:.* Change its public address/)
  } finally {
    await strict.close()
  }
})

test('when a connection string is replaced, webhooks carry both signatures until endOld is sent', async () => {
  const first = await make()
  await hello(first)
  await addProduct(shop)
  const second = await rotate(first.id)
  await decide('approved')
  assert.ok([first, second].every(({ toShop }) => isSignedBy(toShop, receiver.received[0] ?? assert.fail())))
  service.advance(1_000)
  assert.equal((await hello(first)).status, 200)
  const third = await rotate(first.id, { endOld: true })
  await decide('rejected', { authorEmail: 'john@customer.example' })
  const last = receiver.received[1] ?? assert.fail()
  assert.deepEqual([isSignedBy(first.toShop, last), isSignedBy(third.toShop, last)], [false, true])
  assert.equal((await hello(first)).status, 401)
})

test('after Connect sends credentials, the shop is tested, active and synced', async () => {
  const made = await make()
  await hello(made)
  const early = await send(made, 'product.updated', { id: 'p1' })
  assert.deepEqual([early.status, early.body], [200, { received: false }])
  const answer = await send(made, 'plugin.credentials', credentials())
  assert.deepEqual([answer.status, answer.body], [200, { received: true }], answer.text)
  await service.runJobs()
  const connected = await readShop(made.id)
  assert.deepEqual([connected.status, connected.address], ['active', 'http://localhost:9000'])
  assert.equal(connected.lastSync.status, 'completed')
  assert.equal((await send(made, 'product.updated', { id: 'p1' })).body.received, true)
  // An unused connection string expires after 24 hours. This one was used, so it does not expire.
  service.advance(day + 60_000)
  await service.tick()
  assert.equal((await owner.get('/connectors/shops')).body.data.length, 1)
})

test('an unreachable shop keeps the status `installing`, and the response names the address', async () => {
  const made = await make()
  await hello(made)
  const refused = await send(made, 'plugin.credentials', credentials({ credentials: { apiKey: 'sk_wrong' } }))
  assert.deepEqual([refused.status, refused.body.code], [400, 'credentials_refused'])
  assert.match(refused.body.message, /http:\/\/localhost:9000/)
  const incomplete = await send(made, 'plugin.credentials', credentials({ credentials: {} }))
  assert.deepEqual([incomplete.status, incomplete.body.code], [400, 'validation_failed'])
  assert.equal((await readShop(made.id)).status, 'installing')
  const { address: _, ...withoutAddress } = credentials()
  const byCallback = await send(made, 'plugin.credentials', withoutAddress)
  assert.equal(byCallback.status, 200, byCallback.text)
  assert.equal((await readShop(made.id)).address, new URL(receiver.url).origin)
})

test('a replayed or older message with credentials is refused and changes nothing', async () => {
  const made = await make()
  const sent = { id: randomUUID(), at: service.service.clock.now() }
  assert.equal((await send(made, 'plugin.credentials', credentials(), sent)).status, 200)
  const before = plain.calls.length
  assert.equal((await send(made, 'plugin.credentials', credentials(), sent)).status, 409)
  assert.equal(plain.calls.length, before, 'the replay reached the shop')
})

test('code that a merchant pasted cannot send messages as the plugin', async () => {
  const connected = await shop.api.post('/connectors/shops', { platform: 'medusa', ...credentials() })
  const { id, webhookSecret } = connected.body
  const made = await rotate(id)
  assert.equal((await hello(made, {}, { secret: webhookSecret })).status, 401)
  assert.equal((await send(made, 'product.updated', { id: 'p1' }, { secret: webhookSecret })).status, 200)
  assert.equal((await hello(made)).status, 200)
})

test("disconnecting revokes the secrets and the plugin's webhook immediately", async () => {
  const made = await make()
  await hello(made)
  await addProduct(shop)
  assert.equal((await owner.delete(`/connectors/shops/${made.id}`)).status, 204)
  assert.equal((await hello(made)).status, 404)
  await decide('approved')
  assert.equal(receiver.received.length, 0)
})

test('credentials are in no webhook, log line, response or row', async () => {
  const made = await make()
  await hello(made)
  const answer = await send(made, 'plugin.credentials', credentials())
  await service.runJobs()
  assert.deepEqual(await listEvents(shop), [])
  const database = new Client({ connectionString: service.databaseUrl })
  await database.connect()
  const texts: string[] = [answer.text, ...logged, (await owner.get('/account/audit-log?limit=100')).text]
  const { rows: tables } = await database.query(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'graphile_worker')`,
  )
  for (const { name } of tables)
    texts.push(...(await database.query(`select t::text as row from ${name} t`)).rows.map(({ row }) => row))
  await database.end()
  for (const secret of [plain.goodKey, made.key, made.toEvident, made.toShop]) {
    const found = texts.find((text) => secret !== '' && text.includes(secret))
    assert.equal(found, undefined, `${found?.slice(0, 300)}`)
  }
})
