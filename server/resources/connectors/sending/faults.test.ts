import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { Client } from 'pg'
import { sql } from '#platform/db/query.ts'
import { type Job, perform } from '#platform/jobs/jobs.ts'
import { newId } from '#platform/values/ids.ts'
import { type FakeProviders, startProviders } from '#test/fakes/email-marketing.ts'
import { type Shop, startService, type TestService } from '#test/service.ts'
import { until } from '#test/until.ts'
import { eventContext, queueProviderEvent } from '../commands.ts'
import { connectorJobs } from '../jobs.ts'

const [minute, hour] = [60_000, 3_600_000]
const keys = { klaviyo: 'pk_live_123456', omnisend: 'omni-key-123456', mailchimp: 'mc0123456789-us21' }

let fakes: FakeProviders
let service: TestService
let shop: Shop
before(async () => {
  fakes = await startProviders()
  service = await startService({ env: fakes.env })
})
after(async () => {
  await service.close()
  await fakes.close()
})
beforeEach(async () => {
  shop = await service.shop()
  fakes.goodKeys.clear()
  for (const key of Object.values(keys)) fakes.goodKeys.add(key)
  fakes.taken.length = 0
  fakes.calls.length = 0
  fakes.failures.length = 0
  fakes.outage = undefined
  fakes.hold = undefined
})

async function connect(provider: keyof typeof keys, more: object = {}): Promise<string> {
  const listId = provider === 'mailchimp' ? { listId: 'aud1' } : {}
  const { status, body } = await shop.api.post('/connectors', { provider, apiKey: keys[provider], ...listId, ...more })
  assert.equal(status, 201, JSON.stringify(body))
  return body.id
}

const queueEvent = async (connectionId: string, ...eventIds: string[]) => {
  for (const eventId of eventIds)
    await service.service.db.store(shop, 'write', (tx) =>
      queueProviderEvent(tx, service.service.services.secrets, {
        ...{ connectionId, eventId, kind: 'connection_test', occurredAt: tx.now, properties: {} },
        contact: { email: `${eventId}@example.com`, name: null, locale: null },
      }),
    )
}
const many = (count: number) => Array.from({ length: count }, (_, i) => `e${i}`)
const connection = async (id: string) => (await shop.api.get(`/connectors/${id}`)).body
const listEvents = async (id: string) => (await shop.api.get(`/connectors/${id}/events?limit=100`)).body.data
const countStates = async (id: string) => {
  const states: Record<string, number> = {}
  for (const { state } of await listEvents(id)) states[state] = (states[state] ?? 0) + 1
  return states
}
const later = async (ms: number) => {
  service.advance(ms)
  await service.tick()
}

function send(stopping = new AbortController().signal, kinds: Parameters<typeof connectorJobs>[0] = []): Promise<void> {
  const [job] = connectorJobs(kinds)
  const { db, services } = service.service
  const { storeEnvId, organizationId } = shop
  return perform(job as Job, { db, services, stopping }, { storeEnvId, organizationId })
}

test('a provider that fails for days is called rarely, then gets every event once', async () => {
  const id = await connect('klaviyo')
  await queueEvent(id, ...many(40))
  fakes.outage = { status: 503, text: 'down' }
  await service.runJobs()
  assert.ok((await connection(id)).pausedUntil, 'the first round shows that it is away')
  assert.ok(fakes.calls.length <= 16)
  for (let i = 0; i < 12; i++) await later(5 * minute)
  const anHour = fakes.calls.length
  assert.ok(anHour <= 16 + 10, `${anHour} calls in an hour`)
  for (let i = 0; i < 72; i++) await later(hour)
  assert.ok(fakes.calls.length <= anHour + 80, `${fakes.calls.length} calls in three days`)
  const { dead = 0, pending = 0 } = await countStates(id)
  assert.equal(dead + pending, 40)
  fakes.outage = undefined
  await later(20 * minute)
  assert.deepEqual(await countStates(id), { ...(dead > 0 && { dead }), accepted: pending })
  assert.equal((await shop.api.post(`/connectors/${id}/replay`)).body.replayed, dead)
  await service.tick()
  assert.deepEqual(await countStates(id), { accepted: 40 })
  assert.equal(new Set(fakes.taken.map(({ key }) => key)).size, 40)
  assert.equal(fakes.taken.length, 40)
  assert.equal(
    (await connection(id)).pausedUntil === null ||
      Date.parse((await connection(id)).pausedUntil) < service.service.clock.nowMs(),
    true,
  )
})

test('while a provider fails, few events that must not be repeated are tried', async () => {
  const id = await connect('omnisend')
  await queueEvent(id, ...many(40))
  fakes.outage = 500
  await service.runJobs()
  for (let i = 0; i < 12; i++) await later(5 * minute)
  const { dead = 0, pending = 0 } = await countStates(id)
  assert.ok(dead <= 14, `${dead} are unknown after an hour`)
  fakes.outage = undefined
  await later(20 * minute)
  assert.deepEqual(await countStates(id), { dead, accepted: pending })
  assert.equal(fakes.taken.length, pending)
})

test('an event that makes its provider fail does not block other events', async () => {
  const id = await connect('klaviyo')
  await queueEvent(id, 'poison')
  fakes.failures.push(500)
  await service.runJobs()
  await queueEvent(id, ...many(5))
  await later(2 * minute)
  assert.deepEqual(await countStates(id), { accepted: 6 })
})

test('a connection waits as asked: for seconds, until a date, or for a default time', async () => {
  const dateIn = (ms: number) => new Date(Date.now() + ms).toUTCString()
  const cases = [
    { failure: () => ({ status: 429, retryAfter: 7_200 }), waitMs: 2 * hour },
    { failure: () => ({ status: 503, retryAfter: dateIn(30 * minute) }), waitMs: 30 * minute },
    { failure: () => 429, waitMs: minute },
  ] as const
  for (const provider of ['klaviyo', 'mailchimp'] as const) {
    for (const { failure, waitMs } of cases) {
      shop = await service.shop()
      fakes.taken.length = 0
      const id = await connect(provider)
      await queueEvent(id, 'e1')
      fakes.failures.push(failure())
      await service.runJobs()
      const { pausedUntil } = await connection(id)
      const offMs = Date.parse(pausedUntil) - service.service.clock.nowMs() - waitMs
      assert.ok(Math.abs(offMs) < 20_000, `${provider} ${JSON.stringify(failure())} ${offMs}`)
      await queueEvent(id, 'e2')
      await later(waitMs - 30_000)
      assert.equal(fakes.taken.length, 0)
      await later(hour)
      assert.equal(fakes.taken.length, 2)
    }
  }
})

test('renaming does not end a pause that the provider asked for', async () => {
  const id = await connect('klaviyo')
  await queueEvent(id, 'e1')
  fakes.failures.push({ status: 429, retryAfter: 3_600 })
  await service.runJobs()
  const { pausedUntil } = await connection(id)
  const { body } = await shop.api.patch(`/connectors/${id}`, { name: 'Other' })
  assert.deepEqual([body.name, body.pausedUntil], ['Other', pausedUntil])
})

test('a late rejection of the old key does not affect the new key', async () => {
  const id = await connect('klaviyo', { apiKey: 'pk_revoked_99' })
  await queueEvent(id, 'e1')
  const held = Promise.withResolvers<void>()
  fakes.hold = held.promise
  const sending = send()
  await until(() => fakes.calls.length === 1)
  assert.equal((await shop.api.patch(`/connectors/${id}`, { apiKey: keys.klaviyo })).status, 200)
  held.resolve()
  await sending
  assert.equal((await connection(id)).status, 'active')
  await later(minute)
  assert.deepEqual(await countStates(id), { accepted: 1 })
})

test('a connection that is removed or paused during a call stays removed or paused after any response', async () => {
  for (const act of ['removed', 'paused'] as const) {
    const id = await connect('klaviyo', { apiKey: 'pk_revoked_99' })
    await queueEvent(id, 'e1')
    const [held, before] = [Promise.withResolvers<void>(), fakes.calls.length]
    fakes.hold = held.promise
    const sending = send()
    await until(() => fakes.calls.length === before + 1)
    if (act === 'removed') assert.equal((await shop.api.delete(`/connectors/${id}`)).status, 204)
    else await shop.api.patch(`/connectors/${id}`, { paused: true })
    held.resolve()
    await sending
    fakes.hold = undefined
    const { status, body } = await shop.api.get(`/connectors/${id}`)
    assert.equal(act === 'removed' ? status : body.status, act === 'removed' ? 404 : 'paused')
    await later(hour)
  }
  const { data } = (await shop.api.get('/connectors')).body
  assert.equal(data.length, 1)
  const { rows } = await asSuperuser('select count(*)::int as count from connections where store_env_id = $1', [
    shop.storeEnvId,
  ])
  assert.equal(rows[0]?.count, 1, 'nothing is left of the removed one')
})

test('a missing audience stops the connection until another audience is chosen, and no event is lost', async () => {
  const id = await connect('mailchimp', { listId: 'gone' })
  await queueEvent(id, ...many(6))
  await service.runJobs()
  const { status, statusReason, counts } = await connection(id)
  assert.deepEqual([status, statusReason, counts], ['needs_reauth', 'audience_unknown', { pending: 6, dead: 0 }])
  await shop.api.patch(`/connectors/${id}`, { name: 'Only renamed' })
  assert.equal((await connection(id)).status, 'needs_reauth')
  assert.equal((await shop.api.patch(`/connectors/${id}`, { listId: 'aud1' })).body.status, 'active')
  await later(minute)
  assert.deepEqual(await countStates(id), { accepted: 6 })
})

test('a connection whose key cannot be decrypted asks for a new key and sends nothing', async () => {
  const id = await connect('omnisend')
  await queueEvent(id, 'e1')
  await asSuperuser(`update connections set api_key = '\\x00' where id = $1`, [id])
  await service.runJobs()
  const { status, statusReason } = await connection(id)
  assert.deepEqual([status, statusReason, fakes.calls.length], ['needs_reauth', 'key_unreadable', 0])
  await shop.api.patch(`/connectors/${id}`, { apiKey: keys.omnisend })
  await later(minute)
  assert.deepEqual(await countStates(id), { accepted: 1 })
})

test('an event that this deployment cannot decrypt is given up, and the next is sent', async () => {
  const id = await connect('omnisend')
  await queueEvent(id, 'e1', 'e2')
  await asSuperuser(`update connection_events set payload = '\\x00' where connection_id = $1 and event_key = 'e1'`, [
    id,
  ])
  await service.runJobs()
  const events: { reason: string; state: string }[] = await listEvents(id)
  assert.deepEqual(events.map(({ state, reason }) => [state, reason]).sort(), [
    ['accepted', null],
    ['dead', 'unreadable'],
  ])
})

test("a test event queued by an earlier version is sent under its kind's name", async () => {
  const id = await connect('omnisend')
  const test = { email: 'me@example.com', kind: 'review_request_ready' }
  assert.equal((await shop.api.post(`/connectors/${id}/test`, test)).status, 202)
  const { db, services } = service.service
  await db.store(shop, 'write', async (tx) => {
    const row = await tx.first<{ id: string; payload: Buffer }>(
      sql`select id, payload from connection_events where store_env_id = ${tx.storeEnvId} and connection_id = ${id}`,
    )
    const { sentAs, ...content } = JSON.parse(
      services.secrets.open(row?.payload ?? Buffer.alloc(0), eventContext(row?.id ?? '')),
    )
    const before = services.secrets.seal(JSON.stringify({ ...content, toldAs: sentAs }), eventContext(row?.id ?? ''))
    await tx.run(
      sql`update connection_events set payload = ${before} where store_env_id = ${tx.storeEnvId} and connection_id = ${id}`,
    )
  })
  await service.runJobs()
  assert.deepEqual(
    fakes.taken.map(({ name }) => name),
    ['Review Request Ready'],
  )
})

test('on shutdown the sender completes running calls and starts no new call', async () => {
  const id = await connect('omnisend')
  await queueEvent(id, ...many(4))
  const [held, stopping] = [Promise.withResolvers<void>(), new AbortController()]
  fakes.hold = held.promise
  const sending = send(stopping.signal)
  await until(() => fakes.calls.length === 2)
  stopping.abort()
  held.resolve()
  await sending
  assert.deepEqual(await countStates(id), { accepted: 2, pending: 2 })
  await later(5 * minute)
  assert.deepEqual(await countStates(id), { accepted: 4 })
  assert.equal(fakes.taken.length, 4)
})

test('an event that may have been delivered stays marked as such after any later result', async () => {
  const outcomes: unknown[] = []
  const id = await connect('klaviyo')
  await queueEvent(id, 'e1')
  fakes.failures.push('hang up', { status: 503, text: '' })
  const kinds = [
    {
      kind: 'connection_test' as const,
      settled: async (_tx: unknown, { mayBeTaken }: { mayBeTaken: boolean }, { state }: { state: string }) =>
        void outcomes.push([state, mayBeTaken]),
    },
  ]
  await send(undefined, kinds)
  service.advance(5 * minute)
  await send(undefined, kinds)
  fakes.outage = 400
  service.advance(hour)
  await send(undefined, kinds)
  assert.deepEqual(outcomes, [['dead', true]])
})

test('another shop or connection finds none of the events', async () => {
  const [id, sibling] = [await connect('klaviyo'), await connect('omnisend')]
  await queueEvent(id, 'e1')
  fakes.failures.push(400)
  await service.runJobs()
  const [{ id: eventId }] = await listEvents(id)
  const other = await service.shop()
  const theirs = (await other.api.post('/connectors', { provider: 'klaviyo', apiKey: keys.klaviyo })).body.id
  const statuses = await Promise.all([
    other.api.post(`/connectors/${id}/events/${eventId}/replay`),
    other.api.post(`/connectors/${theirs}/events/${eventId}/replay`),
    other.api.put('/email/settings', { provider: id }),
    shop.api.post(`/connectors/${sibling}/events/${eventId}/replay`),
    shop.api.post(`/connectors/${id}/events/${newId()}/replay`),
    shop.api.post(`/connectors/${id}/events/${eventId}/replay`),
  ])
  assert.deepEqual(
    statuses.map(({ status }) => status),
    [404, 404, 400, 404, 404, 202],
  )
})

test('a result that could not be stored at first is stored later', async () => {
  const id = await connect('omnisend')
  await queueEvent(id, ...many(3))
  let tries = 0
  const settled = async () => {
    if (++tries === 2) throw Object.assign(new Error('deadlock detected'), { code: '40P01' })
  }
  await send(undefined, [{ kind: 'connection_test', settled }])
  assert.deepEqual(await countStates(id), { accepted: 3 })
  assert.equal(fakes.taken.length, 3)
})

test('two parallel workers send every event of three providers once', { timeout: 300_000 }, async () => {
  const counts = { klaviyo: 150, omnisend: 10, mailchimp: 40 }
  const ids = new Map<string, string>()
  for (const [provider, count] of Object.entries(counts)) {
    const id = await connect(provider as keyof typeof counts)
    await queueEvent(id, ...many(count))
    ids.set(provider, id)
  }
  await Promise.all([send(), send()])
  await Promise.all([send(), send()])
  await service.runJobs()
  for (const [provider, count] of Object.entries(counts)) {
    assert.deepEqual((await connection(ids.get(provider) ?? '')).counts, { pending: 0, dead: 0 })
    const emails = fakes.taken.filter((each) => each.provider === provider).map(({ email }) => email)
    assert.deepEqual([emails.length, new Set(emails).size], [count, count], provider)
  }
})

test('the count of given-up events uses an index and reads no other row', async () => {
  const { rows } = await asSuperuser(`
    set enable_seqscan = off;
    explain select count(*) from connection_events
             where store_env_id = '${shop.storeEnvId}' and connection_id = '${newId()}' and state = 'dead'`)
  assert.match(rows.map((row) => row['QUERY PLAN']).join('\n'), /connection_events_dead_idx/)
})

async function asSuperuser(text: string, values?: unknown[]) {
  const client = new Client({ connectionString: service.databaseUrl })
  await client.connect()
  // Without parameters the SQL may contain several statements, and the result of the last statement counts.
  const answers: unknown = await client.query(text, values).finally(() => client.end())
  return [answers].flat().at(-1) as { rows: Record<string, unknown>[] }
}
