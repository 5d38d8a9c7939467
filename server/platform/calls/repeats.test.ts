import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { freezeClock } from '#test/frozen-clock.ts'
import { photo as jpeg } from '#test/pictures.ts'
import { day, provideService, type Shop } from '#test/service.ts'
import jobs from '../jobs/expired-repeats.ts'
import { perform } from '../jobs/jobs.ts'
import { eraseAllAnswers } from './repeats-store.ts'

let shop: Shop
const t = provideService({}, async () => {
  shop = await t.shop()
  await shop.api.put('/products', [{ platformProductId: 'mug', title: 'Mug' }])
})

const keyed = (key: string = randomUUID()) => ({ 'idempotency-key': key })
const review = (body: string) => ({
  platformProductId: 'mug',
  rating: 5,
  body,
  authorName: 'Jane',
  authorEmail: 'jane@customer.example',
})
const count = async (body: string) =>
  Number((await t.query('select count(*) from reviews where body = $1', [body])).rows[0].count)

test('a repeated call gets the first response byte for byte and does nothing', async () => {
  const key = keyed()
  const first = await shop.api.post('/reviews', review('once'), key)
  const again = await shop.api.post('/reviews', review('once'), key)
  assert.equal(first.status, 201)
  assert.equal(first.headers['idempotent-replayed'], undefined)
  assert.deepEqual([again.status, again.text, again.headers['idempotent-replayed']], [201, first.text, 'true'])
  assert.equal(again.headers['content-type'], first.headers['content-type'])
  assert.equal(again.headers.location, first.headers.location)
  assert.notEqual(again.headers['x-request-id'], first.headers['x-request-id'])
  assert.equal(await count('once'), 1)
})

test('a call with reordered fields counts as the same call; with changed values it counts as another call', async () => {
  const key = keyed()
  const asked = review('ordered')
  assert.equal((await shop.api.post('/reviews', asked, key)).status, 201)
  const reversed = Object.fromEntries(Object.entries(asked).reverse())
  assert.equal((await shop.api.post('/reviews', reversed, key)).headers['idempotent-replayed'], 'true')
  const other = await shop.api.post('/reviews', { ...asked, rating: 4 }, key)
  assert.deepEqual([other.status, other.body.code], [409, 'idempotency_key_reused'])
  assert.equal(await count('ordered'), 1)
})

test('a call with another id in the path, or for another store, is another call', async () => {
  const [one, two] = await Promise.all([1, 2].map((n) => shop.api.post('/reviews', review(`path ${n}`))))
  const key = keyed()
  assert.equal((await shop.api.put(`/reviews/${one?.body.id}`, { status: 'approved' }, key)).status, 200)
  const other = await shop.api.put(`/reviews/${two?.body.id}`, { status: 'approved' }, key)
  assert.deepEqual([other.status, other.body.code], [409, 'idempotency_key_reused'])

  const owner = await shop.signedIn()
  const store = await owner.post('/account/stores', { name: 'Second', origins: ['https://second.example.com'] })
  const body = [{ platformProductId: 'in both' }]
  const push = keyed()
  assert.equal((await shop.api.put('/products', body, push)).status, 200)
  const there = await shop.api.put('/products', body, { ...push, 'x-store-env-id': store.body.id })
  assert.deepEqual([there.status, there.body.code], [409, 'idempotency_key_reused'])
})

test('an idempotency key belongs to one caller and one operation', async () => {
  const key = keyed()
  const neighbour = await t.shop()
  await neighbour.api.put('/products', [{ platformProductId: 'mug' }])
  const member = await shop.as('MEMBER')
  for (const [i, api] of [shop.api, member, neighbour.api].entries()) {
    // Each review has another author. Equal texts of one author would count as a repeat, even without a key.
    const authorEmail = `author${i}@customer.example`
    const answer = await api.post('/reviews', { ...review('shared key'), authorEmail }, key)
    assert.deepEqual([answer.status, answer.headers['idempotent-replayed']], [201, undefined])
  }
  assert.equal((await shop.api.put('/products', [{ platformProductId: 'mug' }], key)).status, 200)
  assert.equal(await count('shared key'), 3)
})

test('only one of fifty parallel calls with one key runs', async () => {
  const key = keyed()
  const answers = await Promise.all(Array.from({ length: 50 }, () => shop.api.post('/reviews', review('fifty'), key)))
  const fresh = answers.filter((each) => each.status === 201 && each.headers['idempotent-replayed'] === undefined)
  assert.equal(fresh.length, 1)
  for (const each of answers) {
    if (each.status === 201) assert.equal(each.text, fresh[0]?.text)
    else
      assert.deepEqual(
        [each.status, each.body.code, each.headers['retry-after']],
        [409, 'idempotency_in_progress', '1'],
      )
  }
  assert.equal(await count('fifty'), 1)
})

test('only one of fifty parallel calls that open their own transactions runs', async () => {
  const key = keyed()
  const send = () =>
    shop.api.post('/outbound-webhooks', { url: 'https://fifty.example.com/', events: ['review.created'] }, key)
  const answers = await Promise.all(Array.from({ length: 50 }, send))
  assert.equal(answers.filter((each) => each.status === 201 && !each.headers['idempotent-replayed']).length, 1)
  const others = ['idempotency_in_progress', 'secret_already_shown']
  assert.ok(answers.every((each) => each.status === 201 || others.includes(each.body.code)))
  const { rows } = await t.query(`select count(*) from webhook_endpoints where url = 'https://fifty.example.com/'`)
  assert.equal(Number(rows[0].count), 1)
})

test('a refused call did nothing, and its key can be used again', async () => {
  const key = keyed()
  const unknown = await shop.api.post('/reviews', { ...review('mended'), platformProductId: 'none' }, key)
  assert.ok(unknown.status >= 400)
  assert.equal((await shop.api.post('/reviews', { ...review('mended'), rating: 9 }, key)).status, 400)
  const mended = await shop.api.post('/reviews', review('mended'), key)
  assert.deepEqual([mended.status, mended.headers['idempotent-replayed']], [201, undefined])
})

test('a caller who lost access does not get the stored response', async () => {
  const key = keyed()
  const { body } = await (await shop.signedIn()).post('/api-keys', { name: 'short-lived', role: 'MEMBER' })
  const api = t.with({ authorization: `Bearer ${body.key}`, 'x-store-env-id': shop.storeEnvId })
  assert.equal((await api.post('/reviews', review('revoked'), key)).status, 201)
  await (await shop.signedIn()).delete(`/api-keys/${body.id}`)
  assert.equal((await api.post('/reviews', review('revoked'), key)).status, 401)
})

test('a malformed key is a 400 on every write, before anything else', async () => {
  for (const key of ['', ' ', 'a b', 'ü', 'x'.repeat(256)]) {
    const answer = await shop.api.post('/reviews', review('malformed'), keyed(key))
    assert.deepEqual([answer.status, answer.body.code], [400, 'validation_failed'], JSON.stringify(key))
  }
  assert.equal((await shop.api.post('/reviews', review('longest'), keyed('~'.repeat(255)))).status, 201)
  assert.equal(await count('malformed'), 0)
})

async function storedAnswers(): Promise<string[]> {
  const { rows } = await t.query('select * from idempotency_keys where answer is not null')
  return rows.map((row) => t.service.services.secrets.open(row.answer, buildContext(row)))
}

type Named = { organization_id: string; caller: string; operation: string; key: string }
const buildContext = ({ organization_id, caller, operation, key }: Named) =>
  `idempotency ${JSON.stringify([organization_id, caller, operation, key])}`

const keyCall = (name: string) => ({ path: '/api-keys', body: { name, role: 'VIEWER' }, secret: 'key' })
const webhookCall = (name: string) => ({
  path: '/outbound-webhooks',
  body: { url: `https://${name}.example.com/`, events: ['review.created'] },
  secret: 'secret',
})

test('a repeat names the created resource but never returns its secret', async () => {
  const owner = await shop.signedIn()
  for (const { path, body, secret } of [keyCall('once'), webhookCall('once')]) {
    const key = keyed()
    const first = await owner.post(path, body, key)
    assert.equal(first.status, 201, first.text)
    assert.ok(first.body[secret])
    for (let n = 0; n < 2; n++) {
      const again = await owner.post(path, body, key)
      assert.deepEqual(
        [again.status, again.body.code, again.body.id, again.headers.location, again.headers['idempotent-replayed']],
        [409, 'secret_already_shown', first.body.id, first.headers.location, 'true'],
      )
      assert.ok(again.body.message.includes(first.body.id))
      assert.ok(!again.text.includes(first.body[secret]))
    }
    const other = await owner.post(path, { ...body, description: 'other', name: 'other' }, key)
    assert.equal(other.body.code, 'idempotency_key_reused')
    assert.ok((await storedAnswers()).every((answer) => !answer.includes(first.body[secret])))
  }
})

test('a response that contains no secret is repeated, even if its operation can return secrets', async () => {
  const owner = await shop.signedIn()
  const body = { name: 'Plain' }
  const key = keyed()
  const first = await owner.post('/galleries', body, key)
  assert.equal(first.status, 201, first.text)
  const again = await owner.post('/galleries', body, key)
  assert.deepEqual([again.status, again.text], [201, first.text])
})

test('a response that an old version stored with its secret is not returned again', async () => {
  const owner = await shop.signedIn()
  for (const { path, body, secret } of [keyCall('former'), webhookCall('former')]) {
    const key = keyed()
    const first = await owner.post(path, body, key)
    const { rows } = await t.query('select * from idempotency_keys where key = $1', [key['idempotency-key']])
    const stored = { status: 201, text: first.text, headers: { location: first.headers.location, 'set-cookie': 'a=b' } }
    await t.query('update idempotency_keys set answer = $2 where key = $1', [
      key['idempotency-key'],
      t.service.services.secrets.seal(JSON.stringify(stored), buildContext(rows[0])),
    ])
    const again = await owner.post(path, body, key)
    assert.deepEqual([again.status, again.body.code, again.body.id], [409, 'secret_already_shown', first.body.id])
    assert.equal(again.headers['set-cookie'], undefined)
    assert.ok(!again.text.includes(first.body[secret]))
  }
})

test('no stored call contains an address in plain text', async () => {
  const { rows } = await t.query('select k::text as row from idempotency_keys k')
  assert.ok(rows.length > 0)
  for (const { row } of rows) assert.ok(!row.includes('jane@customer.example'))
})

test('a repeated delete returns the first response', async () => {
  const { body } = await shop.api.post('/reviews', review('deleted'))
  const admin = shop.api
  const key = keyed()
  assert.equal((await admin.delete(`/reviews/${body.id}`, key)).status, 204)
  const again = await admin.delete(`/reviews/${body.id}`, key)
  assert.deepEqual([again.status, again.text, again.headers['idempotent-replayed']], [204, '', 'true'])
  assert.equal((await admin.delete(`/reviews/${body.id}`)).status, 404)
})

test('a key expires after 24 hours, and its row is deleted', async () => {
  const key = keyed()
  const atMs = t.service.clock.nowMs()
  const goOn = freezeClock(t, atMs)
  try {
    await shop.api.post('/reviews', review('a day'), key)
    freezeClock(t, atMs + day - 1_000)
    assert.equal((await shop.api.post('/reviews', review('a day'), key)).headers['idempotent-replayed'], 'true')
    freezeClock(t, atMs + day + 1_000)
    assert.equal((await shop.api.post('/reviews', { ...review('a day later'), rating: 1 }, key)).status, 201)
    freezeClock(t, atMs + 2 * day + 2_000)
    const { db, services } = t.service
    for (const each of jobs) await perform(each, { db, services, stopping: new AbortController().signal }, {})
    assert.equal(Number((await t.query('select count(*) from idempotency_keys')).rows[0].count), 0)
  } finally {
    goOn()
    t.advance(3 * day)
  }
})

function photoForm(photo: Buffer, boundary: string) {
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`
  const payload = Buffer.concat([Buffer.from(head), photo, Buffer.from(`\r\n--${boundary}--\r\n`)])
  return { payload, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } }
}

test('after a change of SECRET_KEY the old key decrypts no stored response', async () => {
  const key = keyed()
  await shop.api.post('/reviews', review('rotated'), key)
  await t.service.db.system('write', eraseAllAnswers)
  const { rows } = await t.query('select count(*) from idempotency_keys where answer is not null')
  assert.equal(Number(rows[0].count), 0)
  assert.equal((await shop.api.post('/reviews', review('rotated'), key)).body.code, 'idempotency_answer_not_kept')
})

test('a repeated upload is recognised by its bytes, with any form boundary', async () => {
  const key = keyed()
  const upload = async (picture: Buffer, boundary: string) => {
    const { payload, headers } = photoForm(picture, boundary)
    return shop.api.call('POST', '/uploads', payload, { ...headers, ...key })
  }
  const picture = await jpeg(64, 48).jpeg().toBuffer()
  const first = await upload(picture, 'first')
  assert.equal(first.status, 201, first.text)
  const again = await upload(picture, 'another-boundary')
  assert.deepEqual([again.status, again.text, again.headers['idempotent-replayed']], [201, first.text, 'true'])
  const other = await upload(await jpeg(65, 48).jpeg().toBuffer(), 'first')
  assert.deepEqual([other.status, other.body.code], [409, 'idempotency_key_reused'])
})

test('a repeated upload of a review file returns the running import', async () => {
  const key = keyed()
  const csv = 'product_id,rating,body,author,date\nmug,5,Imported once,Ann,2026-01-02\n'
  const send = (text: string) => shop.api.call('POST', '/imports/reviews', text, { 'content-type': 'text/csv', ...key })
  const first = await send(csv)
  assert.equal(first.status, 202, first.text)
  assert.equal((await send(csv)).body.id, first.body.id)
  assert.equal((await send(csv.replace('once', 'twice'))).body.code, 'idempotency_key_reused')
})

test("a crashed call's key is free after a minute, not a day", async () => {
  const key = keyed()
  const send = () =>
    shop.api.post('/outbound-webhooks', { url: 'https://crash.example.com/', events: ['review.created'] }, key)
  assert.equal((await send()).status, 201)
  await t.query(
    `update idempotency_keys set answer = null, answer_bytes = 0, fingerprint = null, claimed_by = '${crypto.randomUUID()}', claimed_until = $2 where key = $1`,
    [key['idempotency-key'], new Date(t.service.clock.now().getTime() + 60_000)],
  )
  assert.equal((await send()).body.code, 'idempotency_in_progress')
  t.advance(61_000)
  const done = await send()
  assert.deepEqual([done.status, done.headers['idempotent-replayed']], [201, undefined])
  const again = await send()
  assert.deepEqual([again.body.code, again.body.id], ['secret_already_shown', done.body.id])
})

test('a response that is too large is not stored, and the call still runs once', async () => {
  const key = keyed()
  const variants = Array.from({ length: 2_000 }, (_, n) => ({
    platformVariantId: `large-${n}`,
    title: 'x'.repeat(200),
  }))
  await shop.api.put('/products', [{ platformProductId: 'large', variants }])
  const { body } = await shop.api.get('/products/by-platform-id/large')
  const change = () => shop.api.patch(`/products/${body.id}`, { requestsExcluded: true }, key)
  assert.equal((await change()).status, 200)
  const again = await change()
  assert.deepEqual([again.status, again.body.code], [409, 'idempotency_answer_not_kept'])
})

test("erasing a person deletes the store's stored responses but not their keys", async () => {
  const key = keyed()
  await shop.api.post('/reviews', review('forgotten'), key)
  assert.equal((await shop.api.post('/customers/erase', { email: 'jane@customer.example' })).status, 200)
  const again = await shop.api.post('/reviews', review('forgotten'), key)
  assert.deepEqual([again.status, again.body.code], [409, 'idempotency_answer_not_kept'])
})
