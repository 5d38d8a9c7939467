import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, mock, test } from 'node:test'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import Stripe from 'stripe'
import { Webhook as SvixWebhook } from 'svix'
import { Compile } from 'typebox/compile'
import { Pipeline, type Statement } from '#platform/db/pipeline.ts'
import { sql } from '#platform/db/query.ts'
import { reviewEvents } from '#resources/reviews/events.ts'
import { day, provideService, type Shop } from '#test/service.ts'
import { areas } from '../../entry/areas.ts'
import { secretContext } from './commands.ts'
import {
  addProduct,
  addReview,
  listDeliveries,
  ok,
  type Received,
  register,
  startReceiver,
  status,
  subscribe,
  type TestReceiver,
} from './webhooks.testing.ts'

let shop: Shop
let receiver: TestReceiver
const service = provideService({ now: new Date('2026-11-21T10:00:00.000Z'), env: { BILLING: 'manual' } }, async () => {
  receiver = await startReceiver()
})
/** Each test gets a new shop, so that no test receives another's events. */
async function newShop(plan = 'growth') {
  shop = await service.shop()
  await addProduct(shop)
  await subscribe(service, shop, plan)
  receiver.received.length = 0
  receiver.answers(ok)
}
after(() => receiver.close())

const names = () => receiver.received.map(({ body }) => body.event)
const pickError = (body: { code: string; details?: { path: string }[] }) => [body.code, body.details?.[0]?.path]

test("a change is sent to the webhook, signed, in the contract's envelope", async () => {
  await newShop()
  const webhook = await register(shop, receiver.url)
  assert.match(webhook.secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
  const id = await addReview(shop)
  await service.runJobs()
  const [first] = receiver.received
  assert.ok(first)
  assert.deepEqual(Object.keys(first.body), ['event_id', 'event', 'created_at', 'store_env_id', 'data'])
  assert.deepEqual(
    [first.body.event, first.body.store_env_id, first.body.data.id, first.body.data.sequence],
    ['review.created', shop.storeEnvId, id, 1],
  )
  assert.deepEqual(
    [first.headers['x-service-event'], first.headers['user-agent']],
    ['review.created', 'Evident-Webhooks/1'],
  )
  const [, t = '', v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(first.headers['x-service-signature-v2'] ?? '') ?? []
  const sign = (text: string) => createHmac('sha256', webhook.secret).update(text).digest('hex')
  assert.equal(v1, sign(`${t}.${first.text}`))
  assert.equal(first.headers['x-service-signature'], sign(first.text))
  const [delivery] = await listDeliveries(shop, webhook.id)
  assert.deepEqual(
    [delivery.id, delivery.eventId, delivery.state, delivery.nextAttemptAt],
    [first.headers['x-service-delivery'], first.body.event_id, 'delivered', null],
  )
  assert.deepEqual([delivery.attempts[0].status, delivery.attempts[0].answer], [200, 'ok'])
  assert.equal(first.text.includes('jane.doe@customer.example'), false)
})

test("Stripe's own library accepts the signature, and refuses another body or secret", async () => {
  await newShop()
  const webhook = await register(shop, receiver.url)
  await addReview(shop)
  await service.runJobs()
  const { text, headers } = receiver.received[0] ?? assert.fail()
  const signature = headers['x-service-signature-v2'] ?? ''
  const at = service.service.clock.nowMs() / 1000
  const verify = (body: string, secret: string) =>
    Stripe.webhooks.signature?.verifyHeader(body, signature, secret, 300, undefined, at)
  assert.equal(verify(text, webhook.secret), true)
  assert.throws(() => verify(`${text} `, webhook.secret))
  assert.throws(() => verify(text, `${webhook.secret}x`))
})

/**
 * Returns the results of the published Standard Webhooks libraries at a given time. The libraries read the machine's clock.
 */
function libraries(secret: string, { text, headers }: Pick<Received, 'text' | 'headers'>, at: number): boolean[] {
  mock.timers.enable({ apis: ['Date'], now: at })
  try {
    return [StandardWebhook, SvixWebhook].map((Library) => {
      try {
        new Library(secret).verify(text, headers)
        return true
      } catch {
        return false
      }
    })
  } finally {
    mock.timers.reset()
  }
}

test('Standard Webhooks libraries accept a delivery, and refuse another body, id, time or secret', async () => {
  await newShop()
  const webhook = await register(shop, receiver.url)
  const other = await register(shop, receiver.url, { events: ['review.deleted'] })
  await addReview(shop, { body: 'Très bon – 很好 🍵' })
  await service.runJobs()
  const first = receiver.received[0] ?? assert.fail()
  const { headers, text } = first
  assert.equal(headers['webhook-id'], first.body.event_id)
  const at = service.service.clock.nowMs()
  assert.deepEqual(libraries(webhook.secret, first, at), [true, true])
  const changed: [string, Pick<Received, 'text' | 'headers'>, number][] = [
    [webhook.secret, { text: `${text} `, headers }, at],
    [webhook.secret, { text, headers: { ...headers, 'webhook-id': shop.storeEnvId } }, at],
    [
      webhook.secret,
      { text, headers: { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) - 1) } },
      at,
    ],
    [webhook.secret, first, at + 301_000],
    [other.secret, first, at],
  ]
  for (const [secret, delivery, now] of changed) assert.deepEqual(libraries(secret, delivery, now), [false, false])
})

test('a retry has the same id and a new timestamp; a replay has another id', async () => {
  await newShop()
  const webhook = await register(shop, receiver.url)
  const since = new Date(service.service.clock.nowMs() - 1000).toISOString()
  await addReview(shop)
  receiver.answers(status(500))
  await service.runJobs()
  receiver.answers(ok)
  service.advance(60_000)
  await sweep()
  const times = receiver.received.map(({ headers }) => Number(headers['webhook-timestamp']))
  assert.deepEqual([times.length, (times[1] ?? 0) >= (times[0] ?? 0) + 60], [2, true])
  assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 1)
  assert.equal((await shop.api.post(`/outbound-webhooks/${webhook.id}/replay`, { since })).status, 202)
  await service.runJobs()
  assert.equal(receiver.received.length, 3)
  assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 2)
  const at = service.service.clock.nowMs()
  for (const each of receiver.received.slice(1)) assert.deepEqual(libraries(webhook.secret, each, at), [true, true])
})

test('an old URL-alphabet secret still signs, and libraries accept it in standard base64', async () => {
  await newShop()
  const webhook = await register(shop, receiver.url)
  const bytes = Buffer.from('fbeffbef'.repeat(8), 'hex')
  const secret = `whsec_${bytes.toString('base64url')}`
  const { db, services } = service.service
  const sealed = services.secrets.seal(secret, secretContext(shop.storeEnvId, webhook.id))
  await db.store(shop, 'write', (tx) =>
    tx.run(sql`
      update webhook_endpoints set secret = ${sealed} where store_env_id = ${tx.storeEnvId} and id = ${webhook.id}`),
  )
  await addReview(shop)
  await service.runJobs()
  const first = receiver.received[0] ?? assert.fail()
  const at = service.service.clock.nowMs()
  const stripe = Stripe.webhooks.signature
  const signature = first.headers['x-service-signature-v2'] ?? ''
  assert.equal(stripe?.verifyHeader(first.text, signature, secret, 300, undefined, at / 1000), true)
  assert.deepEqual(libraries(secret, first, at), [false, false])
  assert.deepEqual(libraries(`whsec_${bytes.toString('base64')}`, first, at), [true, true])
})

test('every review event matches its schema, and its log entry has its own id', async () => {
  await newShop()
  await register(shop, receiver.url)
  const id = await addReview(shop)
  for (const next of ['approved', 'rejected', 'spam']) await shop.api.put(`/reviews/${id}`, { status: next })
  await shop.api.post('/reviews/bulk-update', { updates: [{ id, reply: { body: 'Thanks!' } }] })
  await service.runJobs()
  const log = (await shop.api.get('/events')).body.data
  await shop.api.delete(`/reviews/${id}`)
  await service.runJobs()
  const expected = ['created', 'approved', 'rejected', 'marked_spam', 'replied', 'deleted'].map(
    (each) => `review.${each}`,
  )
  // The deliveries are sent concurrently, so their order of arrival is not defined.
  const sent = receiver.received.toSorted((a, b) => a.body.data.sequence - b.body.data.sequence)
  assert.deepEqual(
    sent.map(({ body }) => [body.event, body.data.sequence]),
    expected.map((event, i) => [event, i + 1]),
  )
  for (const { body } of sent) {
    const kind = reviewEvents.find(({ name }) => name === body.event)
    assert.ok(kind && Compile(kind.data).Check(body.data), body.event)
  }
  assert.equal(log.length, 5)
  for (const { body } of sent.slice(0, 5)) {
    const logged = log.find((each: { event: string }) => each.event === body.event)
    assert.deepEqual(logged.data, body.data)
    assert.notEqual(logged.id, body.event_id)
    assert.equal(logged.occurredAt, body.created_at)
  }
})

test('deleting a review reduces its logged events to the id', async () => {
  await newShop()
  const id = await addReview(shop)
  await shop.api.delete(`/reviews/${id}`)
  const { body } = await shop.api.get('/events')
  const [deleted, created] = body.data
  assert.deepEqual([deleted.event, deleted.data.rating], ['review.deleted', 5])
  assert.deepEqual([created.event, created.data], ['review.created', { id, sequence: 1 }])
})

test('a refused call sends no event', async () => {
  await newShop()
  const id = await addReview(shop)
  assert.equal((await shop.api.put(`/reviews/${id}`, { status: 'approved', rating: 1 })).status, 403)
  assert.equal((await shop.api.put(`/reviews/${id}`, { status: 'pending' })).status, 200)
  const { body } = await shop.api.get('/events?includeTotal=true')
  assert.equal(body.pagination.total, 1)
})

test("the event log is filtered by event and time, and never shows another store's events", async () => {
  await newShop()
  const id = await addReview(shop)
  service.advance(60_000)
  const since = service.service.clock.now().toISOString()
  await shop.api.put(`/reviews/${id}`, { status: 'approved' })
  const read = async (query: string) =>
    (await shop.api.get(`/events${query}`)).body.data.map((each: { event: string }) => each.event)
  assert.deepEqual(await read(''), ['review.approved', 'review.created'])
  assert.deepEqual(await read('?event=review.created'), ['review.created'])
  assert.deepEqual(await read(`?since=${since}`), ['review.approved'])
  assert.equal((await shop.api.get('/events?event=loyalty.tier_changed')).status, 400)
  const other = await service.shop()
  assert.deepEqual((await other.api.get('/events')).body.data, [])
})

test('the catalogue lists 24 kinds, six of them logged, each with a valid example', async () => {
  await newShop()
  const { body } = await shop.api.get('/outbound-webhooks/events')
  assert.equal(body.data.length, 24)
  assert.equal(body.data.filter((kind: { logged: boolean }) => kind.logged).length, 6)
  for (const kind of areas.events) assert.ok(Compile(kind.data).Check(kind.example), kind.name)
  for (const { name, example } of body.data) assert.equal(example.event, name)
  const anonymous = await service.anonymous.get('/outbound-webhooks/events', { 'x-store-env-id': shop.storeEnvId })
  assert.equal(anonymous.status, 401)
})

test('only the response that creates a webhook contains its secret', async () => {
  await newShop()
  const { id, secret } = await register(shop, receiver.url)
  await addReview(shop)
  await service.runJobs()
  const owner = await shop.signedIn()
  const pages = await Promise.all([
    shop.api.get('/outbound-webhooks'),
    shop.api.get(`/outbound-webhooks/${id}`),
    shop.api.patch(`/outbound-webhooks/${id}`, { description: 'x' }),
    shop.api.get(`/outbound-webhooks/${id}/deliveries`),
    owner.get('/account/audit-log'),
  ])
  for (const { status, text } of pages) {
    assert.equal(status, 200)
    assert.equal(text.includes(secret) || text.includes('"secret"'), false)
  }
  const rows = await service.service.db.store(shop, 'read', (tx) =>
    tx.all<{ row: string }>(sql`select to_jsonb(w)::text as row from webhook_endpoints w`),
  )
  assert.equal(JSON.stringify(rows).includes(Buffer.from(secret).toString('hex')), false)
})

test('internal addresses and addresses without https are refused with a reason', async () => {
  await newShop()
  for (const url of [
    'https://169.254.169.254/',
    'http://example.com/',
    'ftp://example.com',
    'https://a:b@example.com/',
    'x',
  ]) {
    const { status, body } = await shop.api.post('/outbound-webhooks', { url })
    assert.deepEqual([status, ...pickError(body)], [400, 'validation_failed', '/url'], url)
  }
  const { id } = await register(shop, receiver.url)
  assert.equal((await shop.api.patch(`/outbound-webhooks/${id}`, { url: 'http://example.com/' })).status, 400)
  assert.equal(
    (await shop.api.post('/outbound-webhooks', { url: receiver.url, events: ['review.exploded'] })).status,
    400,
  )
})

test('on plans with webhooks, admins create up to twenty webhooks, and members read them', async () => {
  await newShop()
  for (let i = 0; i < 20; i++) await register(shop, receiver.url)
  assert.equal((await shop.api.post('/outbound-webhooks', { url: receiver.url })).body.code, 'limit_reached')
  const member = await shop.as('MEMBER')
  assert.equal((await member.post('/outbound-webhooks', { url: receiver.url })).body.code, 'role_insufficient')
  const { data, pagination } = (await member.get('/outbound-webhooks?includeTotal=true')).body
  assert.deepEqual(pagination, { limit: 20, hasMore: false, nextCursor: null, total: 20 })
  const paged = []
  let cursor = ''
  do {
    const { body } = await member.get(`/outbound-webhooks?limit=7${cursor && `&cursor=${cursor}`}`)
    paged.push(...body.data)
    cursor = body.pagination.nextCursor
  } while (cursor)
  assert.deepEqual(paged, data)
  for (const query of ['limit=0', 'limit=101', 'cursor=x', 'includeTotal=yes'])
    assert.equal((await member.get(`/outbound-webhooks?${query}`)).status, 400, query)
  await newShop('starter')
  const refused = await shop.api.post('/outbound-webhooks', { url: receiver.url })
  assert.deepEqual([refused.status, refused.body.code, refused.body.requiredPlan], [403, 'plan_required', 'growth'])
})

test("another store's webhook and deliveries are not found", async () => {
  await newShop()
  const mine = await register(shop, receiver.url)
  await addReview(shop)
  await service.runJobs()
  const [delivery] = await listDeliveries(shop, mine.id)
  const other = await service.shop()
  const at = `/outbound-webhooks/${mine.id}`
  const answers = [
    await other.api.get(at),
    await other.api.patch(at, { enabled: false }),
    await other.api.delete(at),
    await other.api.post(`${at}/test`),
    await other.api.get(`${at}/deliveries`),
    await other.api.get(`${at}/deliveries/${delivery.id}`),
    await other.api.post(`${at}/deliveries/${delivery.id}/retry`),
    await other.api.post(`${at}/replay`, { since: '2026-11-20T00:00:00Z' }),
  ]
  assert.deepEqual(
    answers.map((each) => each.status),
    answers.map(() => 404),
  )
  assert.equal((await shop.api.get(at)).body.enabled, true)
})

test('a webhook gets only its chosen kinds of events, and two webhooks each get a copy', async () => {
  await newShop()
  const other = await startReceiver()
  await register(shop, receiver.url, { events: ['review.approved'] })
  await register(shop, other.url)
  const id = await addReview(shop)
  await shop.api.put(`/reviews/${id}`, { status: 'approved' })
  await service.runJobs()
  assert.deepEqual(names(), ['review.approved'])
  const same = other.received.find(({ body }) => body.event === 'review.approved')
  assert.equal(same?.body.event_id, receiver.received[0]?.body.event_id)
  assert.equal(same?.text, receiver.received[0]?.text)
  await other.close()
})

test('an event without subscribers adds no round trip; a new subscriber gets the next event once', async (t) => {
  await newShop()
  await register(shop, receiver.url, { events: ['review.deleted'] })
  await addReview(shop)
  const submit = t.mock.method(Pipeline.prototype, 'submit')
  const proofs = () =>
    submit.mock.calls.flatMap((call) => {
      const texts = (call.this as unknown as { statements: Statement[] }).statements.map(({ text }) => text.trim())
      return texts.some((text) => text.startsWith('select app.start_over()')) ? [texts.at(-1)] : []
    })
  await addReview(shop, { body: 'The second.' })
  assert.deepEqual(proofs(), ['commit'])
  await register(shop, receiver.url)
  const id = await addReview(shop, { body: 'The third.' })
  assert.deepEqual(proofs(), ['commit', 'commit'], 'believed once more, and then looked up')
  await addReview(shop, { body: 'The fourth.' })
  assert.equal(proofs().length, 2, 'not believed again')
  await service.runJobs()
  assert.deepEqual(
    receiver.received.map(({ body }) => body.data.sequence),
    [3, 4],
  )
  assert.equal(receiver.received[0]?.body.data.id, id)
  assert.equal((await shop.api.get('/reviews?includeTotal=true')).body.pagination.total, 4)
})

test('failures are retried after 5 s, 5 min, 30 min, 2 h, 5 h and twice 10 h', async () => {
  await newShop()
  receiver.answers(status(500, {}, 'oh no\0'))
  const webhook = await register(shop, receiver.url)
  await addReview(shop)
  await service.runJobs()
  const schedule = [5, 300, 1800, 7200, 18_000, 36_000, 36_000]
  for (const [i, seconds] of schedule.entries()) {
    const [delivery] = await listDeliveries(shop, webhook.id, '?state=pending')
    const waitMs = Date.parse(delivery.nextAttemptAt) - Date.parse(delivery.attempts.at(-1).at)
    assert.ok(waitMs >= seconds * 800 && waitMs <= seconds * 1200 + 2000, `${i}: ${waitMs}`)
    service.advance(waitMs - 1000)
    await service.service.db.workerPool.query('select 1')
    const before = receiver.received.length
    service.advance(2_000)
    await sweep()
    assert.equal(receiver.received.length, before + 1)
  }
  const [delivery] = await listDeliveries(shop, webhook.id)
  assert.deepEqual([delivery.state, delivery.attempts.length, delivery.nextAttemptAt], ['failed', 8, null])
  assert.deepEqual([delivery.attempts[0].status, delivery.attempts[0].answer], [500, 'oh no\uFFFD'])
  assert.equal(new Set(receiver.received.map(({ text }) => text)).size, 1)
  assert.equal(new Set(receiver.received.map(({ headers }) => headers['x-service-signature-v2'])).size, 8)
  service.advance(2 * day)
  await sweep()
  assert.equal(receiver.received.length, 8)
})

async function sweep() {
  await service.service.db.system('write', (tx) =>
    tx.run(sql`select app.add_job('outbound_webhooks.sweep', '{}'::json)`),
  )
  await service.runJobs()
}

test('Retry-After is honoured, up to an hour, for the whole endpoint', async () => {
  await newShop()
  receiver.answers(status(429, { 'retry-after': '7200' }))
  const webhook = await register(shop, receiver.url)
  await addReview(shop)
  await service.runJobs()
  const [delivery] = await listDeliveries(shop, webhook.id)
  const waitMs = Date.parse(delivery.nextAttemptAt) - Date.parse(delivery.attempts[0].at)
  assert.ok(waitMs >= 3_600_000 && waitMs < 3_605_000, String(waitMs))
  await addReview(shop, { authorEmail: 'joe@customer.example' })
  await service.runJobs()
  assert.equal(receiver.received.length, 1)
  receiver.answers(ok)
  service.advance(3_605_000)
  await sweep()
  assert.equal(receiver.received.length, 3)
})

test('a delivery that a person requests is sent despite a pause of the endpoint', async () => {
  await newShop()
  receiver.answers(status(503, { 'retry-after': '3600' }))
  const webhook = await register(shop, receiver.url)
  await addReview(shop)
  await service.runJobs()
  receiver.answers(ok)
  await shop.api.post(`/outbound-webhooks/${webhook.id}/test`)
  await service.runJobs()
  assert.equal(receiver.received.at(-1)?.body.test, true)
})

test('410 disables the webhook immediately; owners get mail and an audit entry', async () => {
  await newShop()
  receiver.answers(status(410))
  const webhook = await register(shop, receiver.url)
  await addReview(shop)
  await service.runJobs()
  const { body } = await shop.api.get(`/outbound-webhooks/${webhook.id}`)
  assert.deepEqual([body.enabled, body.disabledReason], [false, 'gone'])
  const mail = await service.service.db.system('read', (tx) =>
    tx.all<{ recipient: string; text_body: string }>(
      sql`select recipient, text_body from mailbox where organization_id = ${shop.organizationId}`,
    ),
  )
  assert.deepEqual(
    mail.map(({ recipient }) => recipient),
    [shop.ownerEmail],
  )
  assert.ok(!mail[0]?.text_body.includes('/hook'))
  const owner = await shop.signedIn()
  const log = (await owner.get('/account/audit-log?action=webhook.disabled')).body.data
  assert.deepEqual([log[0].target.id, log[0].details.reason], [webhook.id, 'gone'])
  await addReview(shop, { authorEmail: 'joe@customer.example' })
  await service.runJobs()
  assert.equal(receiver.received.length, 1)
})

test('five days of failures disable a webhook, and enabling it sends all missed events once', async () => {
  await newShop()
  receiver.answers(status(503))
  const webhook = await register(shop, receiver.url)
  const ids = [await addReview(shop)]
  await service.runJobs()
  for (let days = 1; days <= 5; days++) {
    assert.equal((await shop.api.get(`/outbound-webhooks/${webhook.id}`)).body.enabled, true)
    service.advance(day + 3_600_000)
    ids.push(await addReview(shop, { authorEmail: `c${days}@customer.example` }))
    await sweep()
  }
  const failing = (await shop.api.get(`/outbound-webhooks/${webhook.id}`)).body
  assert.deepEqual([failing.enabled, failing.disabledReason], [false, 'failing'])
  assert.equal((await shop.api.post(`/outbound-webhooks/${webhook.id}/test`)).body.code, 'webhook_disabled')
  receiver.received.length = 0
  receiver.answers(ok)
  const missed = [
    await addReview(shop, { authorEmail: 'm1@customer.example' }),
    await addReview(shop, { authorEmail: 'm2@customer.example' }),
  ]
  await sweep()
  assert.equal(receiver.received.length, 0)
  const enabled = (await shop.api.patch(`/outbound-webhooks/${webhook.id}`, { enabled: true })).body
  assert.deepEqual([enabled.enabled, enabled.failingSince, enabled.disabledReason], [true, null, null])
  await service.runJobs()
  service.advance(12 * 3_600_000)
  await sweep()
  const got = receiver.received.map(({ body }) => body.data.id)
  for (const id of [...missed, ids.at(-1)]) assert.equal(got.filter((each) => each === id).length, 1)
  const fresh = await addReview(shop, { authorEmail: 'fresh@customer.example' })
  await service.runJobs()
  assert.equal(receiver.received.at(-1)?.body.data.id, fresh)
})

test('a delivery can be sent again on demand, with the same event_id and body', async () => {
  await newShop()
  const webhook = await register(shop, receiver.url)
  await addReview(shop)
  await service.runJobs()
  const [delivery] = await listDeliveries(shop, webhook.id)
  const retried = await shop.api.post(`/outbound-webhooks/${webhook.id}/deliveries/${delivery.id}/retry`)
  assert.deepEqual([retried.status, retried.body.state], [202, 'pending'])
  await service.runJobs()
  assert.equal(receiver.received.length, 2)
  assert.equal(receiver.received[0]?.text, receiver.received[1]?.text)
  const read = (await shop.api.get(`/outbound-webhooks/${webhook.id}/deliveries/${delivery.id}`)).body
  assert.deepEqual([read.state, read.attempts.length], ['delivered', 2])
})

test("a replay sends a period's events with new event_ids, and a repeated job adds none", async () => {
  await newShop()
  const webhook = await register(shop, receiver.url)
  await addReview(shop, { authorEmail: 'before@customer.example' })
  service.advance(60_000)
  const since = service.service.clock.now().toISOString()
  const ids = [await addReview(shop), await addReview(shop, { authorEmail: 'b@customer.example' })]
  service.advance(60_000)
  const until = service.service.clock.now().toISOString()
  service.advance(60_000)
  await addReview(shop, { authorEmail: 'after@customer.example' })
  await service.runJobs()
  const first = receiver.received.splice(0)
  const answer = await shop.api.post(`/outbound-webhooks/${webhook.id}/replay`, { since, until })
  assert.deepEqual([answer.status, answer.body.events], [202, 2])
  const { rows } = await service.service.db.workerPool.query(
    `select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'outbound_webhooks.replay'`,
  )
  await service.service.db.system('write', (tx) =>
    tx.run(sql`select app.add_job('outbound_webhooks.replay', ${JSON.stringify(rows[0].payload)}::json)`),
  )
  await service.runJobs()
  assert.deepEqual(new Set(receiver.received.map(({ body }) => body.data.id)), new Set(ids))
  assert.equal(receiver.received.length, 2)
  for (const again of receiver.received) {
    const once = first.find(({ body }) => body.data.sequence === again.body.data.sequence)
    assert.notEqual(once?.body.event_id, again.body.event_id)
    assert.deepEqual([once?.body.data, once?.body.created_at], [again.body.data, again.body.created_at])
  }
  assert.equal(
    (await shop.api.post(`/outbound-webhooks/${webhook.id}/replay`, { since: '2026-01-01T00:00:00Z' })).status,
    400,
  )
})

test('a test event is signed like any other and marked as a test', async () => {
  await newShop()
  const webhook = await register(shop, receiver.url, { events: ['review.created'] })
  const sent = await shop.api.post(`/outbound-webhooks/${webhook.id}/test?event=loyalty.tier_changed`)
  assert.deepEqual([sent.status, sent.body.cause], [202, 'test'])
  await service.runJobs()
  const [{ body } = assert.fail()] = receiver.received
  assert.deepEqual([body.test, body.event, body.data.sequence], [true, 'loyalty.tier_changed', 0])
  assert.deepEqual((await shop.api.get('/events')).body.data, [])
})

test('a deleted webhook gets nothing, and its deliveries are deleted', async () => {
  await newShop()
  const { id } = await register(shop, receiver.url)
  await addReview(shop)
  assert.equal((await shop.api.delete(`/outbound-webhooks/${id}`)).status, 204)
  await service.runJobs()
  assert.equal(receiver.received.length, 0)
  assert.equal((await shop.api.get(`/outbound-webhooks/${id}/deliveries`)).status, 404)
  const rows = await service.service.db.store(shop, 'read', (tx) => tx.all(sql`select id from webhook_deliveries`))
  assert.deepEqual(rows, [])
})

test('daily jobs delete deliveries after 30 days and events after 90', async () => {
  await newShop()
  const { id } = await register(shop, receiver.url)
  await addReview(shop)
  await service.runJobs()
  const clean = async () => {
    for (const job of ['outbound_webhooks.clean', 'events.clean'])
      await service.service.db.system('write', (tx) => tx.run(sql`select app.add_job(${job}, '{}'::json)`))
    await service.runJobs()
  }
  const left = async () => [(await listDeliveries(shop, id)).length, (await shop.api.get('/events')).body.data.length]
  service.advance(29 * day)
  await clean()
  assert.deepEqual(await left(), [1, 1])
  service.advance(2 * day)
  await clean()
  assert.deepEqual(await left(), [0, 1])
  service.advance(60 * day)
  await clean()
  assert.deepEqual(await left(), [0, 0])
})

test("an event wakes a sender if the endpoint's queue is due and not leased", async () => {
  await newShop()
  await register(shop, receiver.url)
  await addReview(shop)
  const { workerPool } = service.service.db
  // Simulates a sender that skipped the queue while the second event's transaction had it locked.
  await workerPool.query('select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs')
  await addReview(shop, { authorEmail: 'b@customer.example' })
  await service.runJobs()
  assert.equal(receiver.received.length, 2)
})
