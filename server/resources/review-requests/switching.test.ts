import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type FakeProviders, startProviders } from '#test/fakes/email-marketing.ts'
import { day, type Shop, startService, type TestService } from '#test/service.ts'
import { fate, findOrder, openShop, order, push, recipients, start } from './requests.testing.ts'

let fakes: FakeProviders
let service: TestService
before(async () => {
  fakes = await startProviders()
  service = await startService({ now: start, env: fakes.env })
  fakes.goodKeys.add('pk_live_123456').add('omni-key-123456')
})
after(async () => {
  await service.close()
  await fakes.close()
})

const minute = 60_000
const rewind = () => service.advance(start.getTime() - service.service.clock.nowMs())
const later = async (ms: number) => {
  service.advance(ms)
  await service.tick()
}

type Name = 'klaviyo' | 'omnisend'
const keys = { klaviyo: 'pk_live_123456', omnisend: 'omni-key-123456' }

async function open(): Promise<{
  shop: Shop
  connect(name: Name, apiKey?: string): Promise<string>
  by(id: string): Promise<void>
}> {
  fakes.taken.length = 0
  fakes.failures.length = 0
  fakes.outage = undefined
  const shop = await openShop(service)
  return {
    shop,
    connect: async (provider, apiKey = keys[provider]) =>
      (await shop.api.post('/connectors', { provider, apiKey })).body.id,
    async by(provider) {
      const { status, text } = await shop.api.put('/email/settings', { provider })
      assert.equal(status, 200, text)
    },
  }
}

async function funnel(shop: Shop): Promise<Record<string, number>> {
  const { body } = await shop.api.get('/orders/review-request-funnel')
  return Object.fromEntries(
    body.byProvider.map((each: { provider: string; sent: number }) => [each.provider, each.sent]),
  )
}
const received = () => fakes.taken.map(({ provider, email }) => `${provider} ${email}`).sort()

test('requests waiting for a valid provider key are each sent once by the next sender', async () => {
  const { shop, connect, by } = await open()
  const id = await connect('klaviyo', 'pk_revoked_99')
  await by(id)
  await push(shop, order('a'), order('b'), order('c'))
  await later(15 * minute)
  assert.equal((await shop.api.get(`/connectors/${id}`)).body.status, 'needs_reauth')
  await by('evident')
  await later(15 * minute)
  assert.equal((await recipients(shop)).length, 3)
  assert.deepEqual(await funnel(shop), { evident: 3 })
  await shop.api.patch(`/connectors/${id}`, { apiKey: keys.klaviyo })
  for (let i = 0; i < 3; i++) await later(20 * minute)
  assert.deepEqual([received(), (await recipients(shop)).length], [[], 3])
  assert.equal(await fate(shop, 'a'), 'sent')
  rewind()
})

test('a request that a provider may have accepted stays with it and is sent once', async () => {
  const { shop, connect, by } = await open()
  const id = await connect('klaviyo')
  await by(id)
  await push(shop, order('doubt'), order('certain'))
  fakes.failures.push('hang up', 503)
  await later(15 * minute)
  assert.equal(fakes.taken.length, 1)
  await by('evident')
  for (let i = 0; i < 3; i++) await later(20 * minute)
  const asked = [...fakes.taken.map(({ email }) => email), ...(await recipients(shop))].sort()
  assert.deepEqual(asked, ['certain@customer.example', 'doubt@customer.example'])
  assert.deepEqual(await funnel(shop), { klaviyo: 1, evident: 1 })
  rewind()
})

test('if senders are repeatedly switched before jobs run, the last one sends each request once', async () => {
  const { shop, connect, by } = await open()
  const [klaviyo, omnisend] = [await connect('klaviyo'), await connect('omnisend')]
  await by(klaviyo)
  await push(shop, order('a'), order('b'))
  fakes.outage = 503
  await later(15 * minute)
  for (const id of ['evident', klaviyo, omnisend, 'evident', klaviyo, omnisend]) await by(id)
  fakes.outage = undefined
  for (let i = 0; i < 4; i++) await later(20 * minute)
  assert.deepEqual(received(), ['omnisend a@customer.example', 'omnisend b@customer.example'])
  assert.deepEqual([await funnel(shop), await recipients(shop)], [{ omnisend: 2 }, []])
  rewind()
})

test('switching senders back and forth while jobs run sends each request once', async () => {
  const { shop, connect, by } = await open()
  const [klaviyo, omnisend] = [await connect('klaviyo'), await connect('omnisend')]
  const ids = Array.from({ length: 12 }, (_, i) => `o${i}`)
  await by(klaviyo)
  await push(shop, ...ids.map((id) => order(id)))
  for (const id of ['evident', klaviyo, omnisend, klaviyo, 'evident', omnisend]) {
    fakes.failures.push({ status: 503, text: '' }, { status: 503, text: '' })
    await Promise.all([later(15 * minute), by(id)])
  }
  fakes.failures.length = 0
  for (let i = 0; i < 6; i++) await later(20 * minute)
  const asked = [...fakes.taken.map(({ email }) => email), ...(await recipients(shop))].sort()
  assert.deepEqual(asked, ids.map((id) => `${id}@customer.example`).sort())
  const sent = Object.values(await funnel(shop)).reduce((sum, count) => sum + count, 0)
  assert.equal(sent, 12)
  rewind()
})

test('deleting a connection moves its requests to the next sender, except those with uncertain outcome', async () => {
  const { shop, connect, by } = await open()
  const id = await connect('klaviyo')
  await by(id)
  await push(shop, order('doubt'), order('certain'))
  fakes.failures.push('hang up', 503)
  await later(15 * minute)
  await by('evident')
  assert.equal((await shop.api.delete(`/connectors/${id}`)).status, 204)
  for (let i = 0; i < 3; i++) await later(20 * minute)
  const asked = [...fakes.taken.map(({ email }) => email), ...(await recipients(shop))].sort()
  assert.deepEqual(asked, ['certain@customer.example', 'doubt@customer.example'])
  const [doubt] = fakes.taken
  assert.equal(await fate(shop, doubt?.email.split('@')[0] ?? ''), 'failed outcome_unknown')
  assert.deepEqual(await funnel(shop), { evident: 1 })
  rewind()
})

test('a replay after days of outage sends each request once, and the funnel counts it', async () => {
  const { shop, connect, by } = await open()
  const id = await connect('klaviyo')
  await by(id)
  await push(shop, order('a'), order('b'))
  fakes.failures.push('hang up', 503)
  await later(15 * minute)
  fakes.outage = 503
  for (let i = 0; i < 40; i++) await later(4 * 3_600_000)
  assert.deepEqual((await shop.api.get(`/connectors/${id}`)).body.counts, { pending: 0, dead: 2 })
  const fates = [await fate(shop, 'a'), await fate(shop, 'b')].sort()
  assert.deepEqual(fates, ['failed http_503', 'failed outcome_unknown'])
  const doubtful = (await fate(shop, 'a')) === 'failed outcome_unknown' ? 'a' : 'b'
  const again = await shop.api.post(`/orders/${(await findOrder(shop, doubtful)).id}/review-request/send`)
  assert.equal(again.status, 409, 'the one in doubt is not handed over a second time')
  fakes.outage = undefined
  assert.equal((await shop.api.post(`/connectors/${id}/replay`)).body.replayed, 2)
  for (let i = 0; i < 2; i++) await later(20 * minute)
  assert.deepEqual(received(), ['klaviyo a@customer.example', 'klaviyo b@customer.example'])
  assert.deepEqual([await fate(shop, 'a'), await fate(shop, 'b')], ['sent', 'sent'])
  assert.deepEqual(await funnel(shop), { klaviyo: 2 })
  rewind()
})

test('a waiting reminder uses the new sender too', async () => {
  const { shop, connect, by } = await open()
  const id = await connect('klaviyo')
  await shop.api.put('/email/settings', { provider: id, reminders: 1, reminderDelayDays: 3 })
  await push(shop, order('a'))
  await later(15 * minute)
  await shop.api.patch(`/connectors/${id}`, { paused: true })
  await later(3.1 * day)
  assert.equal(fakes.taken.length, 1)
  await by('evident')
  await later(15 * minute)
  assert.deepEqual(await recipients(shop), ['a@customer.example'])
  await shop.api.patch(`/connectors/${id}`, { paused: false })
  await later(20 * minute)
  assert.equal(fakes.taken.length, 1)
  assert.equal((await findOrder(shop, 'a')).reviewRequest.remindersSent, 1)
  rewind()
})
