import assert from 'node:assert/strict'
import test, { after, before, beforeEach } from 'node:test'
import { perform } from '#platform/jobs/jobs.ts'
import { type FakeProviders, startProviders } from '#test/fakes/email-marketing.ts'
import { type Shop, startService, type TestService } from '#test/service.ts'
import { queueProviderEvent } from './commands.ts'
import { connectorJobs } from './jobs.ts'

let fakes: FakeProviders
let service: TestService
let shop: Shop
before(async () => {
  fakes = await startProviders()
  service = await startService({ env: fakes.env })
  for (const key of ['pk_live_123456', 'omni-key-123456', 'mc0123456789-us21']) fakes.goodKeys.add(key)
})
after(async () => {
  await service.close()
  await fakes.close()
})
beforeEach(async () => {
  shop = await service.shop()
  fakes.taken.length = 0
  fakes.calls.length = 0
  fakes.failures.length = 0
  fakes.members.clear()
})

const bodies = {
  klaviyo: { provider: 'klaviyo', apiKey: 'pk_live_123456' },
  omnisend: { provider: 'omnisend', apiKey: 'omni-key-123456' },
  mailchimp: { provider: 'mailchimp', apiKey: 'mc0123456789-us21', listId: 'aud1' },
}

async function connect(provider: keyof typeof bodies, more: object = {}): Promise<string> {
  const { status, body } = await shop.api.post('/connectors', { ...bodies[provider], ...more })
  assert.equal(status, 201, JSON.stringify(body))
  return body.id
}

const queueEvent = (connectionId: string, eventId: string, email = 'Jane.Doe@example.com') =>
  service.service.db.store(shop, 'write', (tx) =>
    queueProviderEvent(tx, service.service.services.secrets, {
      connectionId,
      kind: 'connection_test',
      contact: { email, name: 'Jane van Doe', locale: 'de-DE' },
      eventId,
      occurredAt: tx.now,
      properties: { order_number: '1001', products: [{ title: 'Mug', rating_urls: { 5: 'https://x.example/5' } }] },
    }),
  )

const listEvents = async (id: string) => (await shop.api.get(`/connectors/${id}/events`)).body.data
const connection = async (id: string) => (await shop.api.get(`/connectors/${id}`)).body

for (const provider of ['klaviyo', 'omnisend', 'mailchimp'] as const) {
  test(`${provider} gets an event once, under the name that the provider's flows use`, async () => {
    const id = await connect(provider)
    assert.equal(await queueEvent(id, 'event-1'), true)
    assert.equal(await queueEvent(id, 'event-1'), false)
    await service.runJobs()
    const name = provider === 'mailchimp' ? 'evident_test' : 'Evident Test'
    assert.deepEqual(
      fakes.taken.map((each) => [each.provider, each.name, each.email]),
      [[provider, name, 'jane.doe@example.com']],
    )
    const [event] = await listEvents(id)
    assert.deepEqual([event.state, event.attempts, event.emailLast4], ['accepted', 1, '.doe'])
    assert.ok((await connection(id)).lastAcceptedAt)
  })

  test(`${provider}: a refused event is retried, and a given-up event can be replayed`, async () => {
    const id = await connect(provider)
    fakes.failures.push(502, ...Array(8).fill(429))
    await queueEvent(id, 'event-1')
    await service.runJobs()
    // A 502 does not say whether the event was accepted, so only providers that drop repeats get it again.
    const [first] = await listEvents(id)
    assert.deepEqual(
      [first.state, first.reason],
      provider === 'klaviyo' ? ['pending', 'http_502'] : ['dead', 'outcome_unknown'],
    )
    if (provider === 'klaviyo') {
      for (let i = 0; i < 8; i++) {
        service.advance(12 * 3_600_000)
        await service.tick()
      }
      assert.deepEqual((await listEvents(id))[0].state, 'dead')
    }
    assert.equal((await connection(id)).counts.dead, 1)
    fakes.failures.length = 0
    const isRepeatable = provider === 'klaviyo'
    const replay = () => shop.api.post(`/connectors/${id}/events/${first.id}/replay`)
    assert.equal((await replay()).status, isRepeatable ? 202 : 409)
    fakes.failures.push(...(isRepeatable ? [] : [400]))
    if (!isRepeatable) await queueEvent(id, 'event-2')
    service.advance(20 * 60_000)
    await service.tick()
    assert.equal((await shop.api.post(`/connectors/${id}/replay`)).body.replayed, isRepeatable ? 0 : 1)
    await service.tick()
    assert.equal((await listEvents(id))[0].state, 'accepted')
    assert.equal((await replay()).status, 409)
    assert.equal(fakes.taken.length, 1)
  })
}

test('after a broken connection, only Klaviyo gets the event again', async () => {
  const klaviyo = await connect('klaviyo')
  const omnisend = await connect('omnisend')
  fakes.failures.push('hang up')
  await queueEvent(klaviyo, 'event-1')
  await service.runJobs()
  // The retry is due after at most 72 seconds and runs in the next whole minute.
  service.advance(180_000)
  await service.tick()
  fakes.failures.push('hang up')
  await queueEvent(omnisend, 'event-1')
  await service.runJobs()
  service.advance(180_000)
  await service.tick()
  assert.deepEqual(
    fakes.taken.map((each) => each.provider),
    ['klaviyo', 'omnisend'],
  )
  assert.deepEqual((await listEvents(klaviyo))[0].state, 'accepted')
  assert.deepEqual((await listEvents(omnisend))[0].reason, 'outcome_unknown')
})

test('a rejected key stops the connection until it is replaced, and no event is lost', async () => {
  const id = await connect('klaviyo', { apiKey: 'pk_revoked_99' })
  await queueEvent(id, 'event-1')
  await queueEvent(id, 'event-2')
  await service.runJobs()
  assert.deepEqual([(await connection(id)).status, (await connection(id)).statusReason], ['needs_reauth', 'http_401'])
  const calls = fakes.calls.length
  service.advance(86_400_000)
  await service.tick()
  assert.equal(fakes.calls.length, calls, 'it is left alone')
  const { body } = await shop.api.patch(`/connectors/${id}`, { apiKey: 'pk_live_123456' })
  assert.deepEqual([body.status, body.apiKeyLast4], ['active', '3456'])
  await service.tick()
  assert.deepEqual(fakes.taken.map((each) => each.key).sort(), ['event-1', 'event-2'])
})

test('a provider that asks us to wait is not called before that time', async () => {
  const id = await connect('klaviyo')
  fakes.failures.push({ status: 429, retryAfter: 1800 })
  await queueEvent(id, 'event-1')
  await service.runJobs()
  await queueEvent(id, 'event-2')
  await service.tick()
  assert.equal(fakes.taken.length, 0)
  assert.ok((await connection(id)).pausedUntil)
  service.advance(2_000_000)
  await service.tick()
  assert.equal(fakes.taken.length, 2)
})

test("calls respect the provider's rate limit, also from two processes", async () => {
  const id = await connect('omnisend')
  for (let i = 0; i < 8; i++) await queueEvent(id, `event-${i}`, `buyer${i}@example.com`)
  const { db, services } = service.service
  const [send] = connectorJobs([])
  const ctx = { db, services, stopping: new AbortController().signal }
  assert.ok(send)
  const scope = { storeEnvId: shop.storeEnvId, organizationId: shop.organizationId }
  const startedAt = performance.now()
  await Promise.all([perform(send, ctx, scope), perform(send, ctx, scope)])
  assert.equal(fakes.taken.length, 8)
  // Measured from the start: on a busy machine the first call may arrive later than the others.
  assert.ok((fakes.calls.at(-1)?.at ?? 0) - startedAt > 1_300, 'five a second')
})

test('after a crash an event is sent again only to providers that drop repeats', async () => {
  for (const provider of ['klaviyo', 'mailchimp'] as const) {
    const id = await connect(provider)
    await queueEvent(id, 'event-1')
    await markSending(id)
    service.advance(600_000)
    await service.runJobs()
    const [event] = await listEvents(id)
    assert.deepEqual(
      [event.state, event.reason],
      provider === 'klaviyo' ? ['accepted', null] : ['dead', 'outcome_unknown'],
    )
  }
})

test('an area that queues events is asked before each event is sent, and notified afterwards', async () => {
  const outcomes: unknown[] = []
  const id = await connect('klaviyo')
  await queueEvent(id, 'wanted')
  await queueEvent(id, 'unwanted')
  let asked = 0
  const [send] = connectorJobs([
    {
      kind: 'connection_test',
      stillWanted: async () => (asked++ === 0 ? true : { skip: 'order_cancelled' }),
      settled: async (_tx, _event, { state, reason }) => void outcomes.push([state, reason]),
    },
  ])
  const { db, services } = service.service
  assert.ok(send)
  const scope = { storeEnvId: shop.storeEnvId, organizationId: shop.organizationId }
  await perform(send, { db, services, stopping: new AbortController().signal }, scope)
  assert.deepEqual(outcomes.sort(), [
    ['accepted', null],
    ['dropped', 'order_cancelled'],
  ])
  assert.equal(fakes.taken.length, 1)
})

test("no response shows keys, addresses or a provider's own error text", async () => {
  const id = await connect('klaviyo')
  fakes.failures.push(400)
  await queueEvent(id, 'event-1')
  await service.runJobs()
  const answers = [await shop.api.get('/connectors'), await shop.api.get(`/connectors/${id}/events`)]
  for (const { text } of answers) assert.doesNotMatch(text, /pk_live|jane\.doe@|example\.com/i)
  assert.equal((await listEvents(id))[0].reason, 'http_400 scripted')
})

test('invalid names, keys and audiences are refused, and the error names the field', async () => {
  const cases: [object, RegExp][] = [
    [{ provider: 'mailchimp', apiKey: 'mc0123456789-us21' }, /listId/],
    [{ provider: 'mailchimp', apiKey: 'mc0123456789', listId: 'aud1' }, /apiKey.*data centre/],
    [{ provider: 'klaviyo', apiKey: 'pk_live_123456', listId: 'aud1' }, /listId/],
    [{ provider: 'klaviyo', apiKey: 'pk live' }, /apiKey/],
    [{ ...bodies.mailchimp, eventNames: { review_request_ready: 'With spaces' } }, /eventNames/],
    [{ ...bodies.klaviyo, eventNames: { review_request_ready: 'a\u0000b' } }, /eventNames|NUL|control/],
    [{ provider: 'sendgrid', apiKey: 'pk_live_123456' }, /provider/],
  ]
  for (const [body, message] of cases) {
    const answer = await shop.api.post('/connectors', body)
    assert.equal(answer.status, 400, JSON.stringify(body))
    assert.match(answer.text, message)
  }
  const id = await connect('mailchimp', { eventNames: { review_request_ready: 'ask_for_review' } })
  assert.equal((await connection(id)).eventNames.review_request_ready, 'ask_for_review')
  const { body } = await shop.api.patch(`/connectors/${id}`, { eventNames: { review_request_ready: null } })
  assert.equal(body.eventNames.review_request_ready, 'review_request_ready')
})

test('another shop can neither see, test, replay nor remove a connection', async () => {
  const id = await connect('klaviyo')
  const other = await service.shop()
  const answers = await Promise.all([
    other.api.get(`/connectors/${id}`),
    other.api.get(`/connectors/${id}/events`),
    other.api.patch(`/connectors/${id}`, { paused: true }),
    other.api.post(`/connectors/${id}/test`, { email: 'a@example.com' }),
    other.api.post(`/connectors/${id}/replay`),
    other.api.delete(`/connectors/${id}`),
  ])
  assert.deepEqual(
    answers.map(({ status }) => status),
    [404, 404, 404, 404, 404, 404],
  )
  assert.equal((await shop.api.delete(`/connectors/${id}`)).status, 204)
})

test("an erased person's events are neither sent nor stored", async () => {
  const id = await connect('klaviyo')
  await queueEvent(id, 'sent')
  await service.runJobs()
  await queueEvent(id, 'waiting')
  await queueEvent(id, 'somebody else', 'max@example.com')
  assert.equal((await shop.api.post('/customers/erase', { email: 'JANE.doe@example.com' })).status, 200)
  await service.runJobs()
  assert.deepEqual(
    fakes.taken.map(({ key }) => key),
    ['sent', 'somebody else'],
  )
  assert.equal((await listEvents(id)).length, 1)
})

test("a removed connection's queued events are dropped, and the areas that queued them are notified", async () => {
  const outcomes: unknown[] = []
  const id = await connect('klaviyo', { apiKey: 'pk_revoked_99' })
  await queueEvent(id, 'waiting')
  assert.equal((await shop.api.delete(`/connectors/${id}`)).status, 204)
  assert.equal((await shop.api.get(`/connectors/${id}`)).status, 404)
  assert.deepEqual((await shop.api.get('/connectors')).body.data, [])
  const settled = async (_tx: unknown, _event: unknown, { state, reason }: { state: string; reason: string | null }) =>
    void outcomes.push([state, reason])
  const remove = connectorJobs([{ kind: 'connection_test', settled }]).find((each) => each.id === 'connectors.remove')
  const { db, services } = service.service
  const { storeEnvId, organizationId } = shop
  assert.ok(remove)
  const ctx = { db, services, stopping: new AbortController().signal }
  await perform(remove, ctx, { storeEnvId, organizationId, connectionId: id })
  assert.deepEqual(outcomes, [['dropped', 'connection_removed']])
  await service.runJobs()
  assert.equal(fakes.calls.length, 0)
})

test('a test event reaches the provider', async () => {
  const id = await connect('omnisend')
  assert.equal((await shop.api.post(`/connectors/${id}/test`, { email: 'me@example.com' })).status, 202)
  await service.runJobs()
  assert.deepEqual(
    fakes.taken.map(({ name, email }) => [name, email]),
    [['Evident Test', 'me@example.com']],
  )
  assert.match(String(fakes.taken[0]?.properties.store_name), /^Shop /)
})

test('a test event has the event name of the chosen kind, and belongs to no review request', async () => {
  const id = await connect('mailchimp', { eventNames: { review_request_reminder: 'ask_again' } })
  for (const kind of ['review_request_ready', 'review_request_reminder']) {
    assert.equal((await shop.api.post(`/connectors/${id}/test`, { email: 'me@example.com', kind })).status, 202)
    await service.runJobs()
  }
  assert.deepEqual(
    fakes.taken.map(({ name, properties }) => [name, properties.reminder, properties.is_test]),
    [
      ['review_request_ready', '0', 'true'],
      ['ask_again', '1', 'true'],
    ],
  )
  assert.ok((await listEvents(id)).every(({ kind }: { kind: string }) => kind === 'connection_test'))
  const { status } = await shop.api.post(`/connectors/${id}/test`, { email: 'me@example.com', kind: 'order_placed' })
  assert.equal(status, 400)
})

const markSending = (id: string) =>
  service.query(`update connection_events set state = 'sending' where connection_id = $1`, [id])
