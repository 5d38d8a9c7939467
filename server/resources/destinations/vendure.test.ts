import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import {
  listDeliveries,
  register,
  startReceiver,
  type TestReceiver,
} from '#resources/outbound-webhooks/webhooks.testing.ts'
import { type FakeVendure, ratingFields, startVendure } from '#test/fakes/shops/vendure.ts'
import { provideService, type Shop } from '#test/service.ts'
import { approvedReview, create, decide, ofReview, read } from './destinations.testing.ts'

let vendure: FakeVendure
let receiver: TestReceiver
let shop: Shop
const service = provideService({}, async () => {
  receiver = await startReceiver()
})
after(async () => {
  await receiver.close()
  await vendure?.close()
})
beforeEach(async () => {
  await vendure?.close()
  vendure = await startVendure()
  shop = await service.shop()
})

const kind = 'vendure_rating'

async function connect(): Promise<string> {
  const { id } = vendure.addProduct('Mug')
  const connected = await shop.api.post('/connectors/shops', {
    ...{ platform: 'vendure', address: vendure.address, backfillDays: 0 },
    credentials: { apiKey: vendure.apiKey },
  })
  assert.equal(connected.status, 201, connected.text)
  await service.runJobs()
  return id
}

test('without the custom fields the destination is blocked, and writes once they are defined', async () => {
  vendure.permissions.push('UpdateProduct')
  const mug = await connect()
  const made = await create(shop, { kind })
  assert.deepEqual([made.status, made.statusReason, made.warnings], ['blocked', 'fields_missing', []])
  const review = await approvedReview(shop, mug, { rating: 4 })
  await service.runJobs()
  assert.equal(vendure.writes, 0)
  const [first] = ratingFields
  for (const fields of [first && [first], ratingFields.map((each) => ({ ...each, list: true }))]) {
    vendure.fields = fields ?? []
    const { ok, checks } = (await shop.api.post(`/connectors/destinations/${made.id}/test`)).body
    assert.deepEqual([ok, checks[0].name], [false, 'write'])
    assert.match(checks[0].message, /evidentRating and evidentRatingCount/)
  }
  vendure.fields = ratingFields
  assert.equal((await shop.api.post(`/connectors/destinations/${made.id}/test`)).body.ok, true)
  await service.runJobs()
  assert.deepEqual(vendure.products[0]?.customFields, { evidentRating: 4, evidentRatingCount: 1 })
  assert.equal((await ofReview(shop, review, kind)).state, 'live')
  await decide(shop, review, 'rejected')
  await service.runJobs()
  assert.deepEqual(vendure.products[0]?.customFields, { evidentRating: null, evidentRatingCount: null })
})

test('without the permission the destination is blocked, and an event tells each change of its status', async () => {
  const hook = await register(shop, receiver.url, { events: ['destination.status_changed'] })
  vendure.fields = ratingFields
  const mug = await connect()
  const made = await create(shop, { kind })
  assert.deepEqual([made.status, made.statusReason], ['blocked', 'permission_missing'])
  await approvedReview(shop, mug)
  await service.runJobs()
  assert.equal(vendure.writes, 0)
  vendure.permissions.push('UpdateProduct')
  assert.equal((await shop.api.post(`/connectors/destinations/${made.id}/test`)).body.ok, true)
  await service.runJobs()
  assert.equal(vendure.writes, 1)
  // A permission that is revoked later blocks the next write.
  vendure.permissions.pop()
  await approvedReview(shop, mug, { rating: 1 })
  await service.runJobs()
  const { status, statusReason } = await read(shop, made.id)
  assert.deepEqual([status, statusReason, vendure.writes], ['blocked', 'permission_missing', 1])
  const sent = receiver.received.map(({ body: { event, data } }) => [event, { ...data, sequence: 0 }])
  const change = { id: made.id, kind, sequence: 0 }
  assert.deepEqual(sent, [
    ['destination.status_changed', { ...change, from: 'blocked', to: 'active', reason: null }],
    ['destination.status_changed', { ...change, from: 'active', to: 'blocked', reason: 'permission_missing' }],
  ])
  assert.equal((await listDeliveries(shop, hook.id)).length, 2)
  assert.deepEqual((await shop.api.get('/events?type=destination.status_changed')).body.data ?? [], [])
})
