import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from '#platform/db/query.ts'
import { day, provideService, type Shop } from '#test/service.ts'
import {
  addProduct,
  addReview,
  listDeliveries,
  ok,
  register,
  startReceiver,
  status,
  type TestReceiver,
} from '../webhooks.testing.ts'

let receiver: TestReceiver
let shop: Shop
const service = provideService({ now: new Date('2026-11-21T22:30:00.000Z') }, async () => {
  receiver = await startReceiver()
  shop = await service.shop()
  await addProduct(shop)
})
after(() => receiver.close())

test('people see the sent body of a delivery, keys do not', async () => {
  const webhook = await register(shop, receiver.url)
  await addReview(shop)
  await service.runJobs()
  const [delivery] = await listDeliveries(shop, webhook.id)
  const path = `/outbound-webhooks/${webhook.id}/deliveries/${delivery.id}`
  const owner = await shop.signedIn()
  const { payload, ...rest } = (await owner.get(path)).body
  assert.equal(JSON.stringify(payload), receiver.received.at(-1)?.text)
  assert.deepEqual(rest, delivery)
  assert.equal((await shop.api.get(path)).body.payload, null)
  const tried = (await shop.api.post(`/outbound-webhooks/${webhook.id}/test?event=review.replied`, {})).body
  const { body } = await owner.get(`/outbound-webhooks/${webhook.id}/deliveries/${tried.id}`)
  assert.deepEqual(
    [body.payload.event, body.payload.test, body.payload.event_id],
    ['review.replied', true, tried.eventId],
  )
})

test('data of an expired event is null', async () => {
  const webhook = await register(shop, receiver.url)
  await addReview(shop, { authorEmail: 'kim@customer.example' })
  await service.runJobs()
  const [delivery] = await listDeliveries(shop, webhook.id)
  await service.service.db.store(shop, 'write', (tx) =>
    tx.run(sql`delete from events e where e.store_env_id = ${tx.storeEnvId}`),
  )
  const owner = await shop.signedIn()
  const { body } = await owner.get(`/outbound-webhooks/${webhook.id}/deliveries/${delivery.id}`)
  assert.deepEqual([body.id, body.payload], [delivery.id, null])
})

test("the last seven days are counted in the store's time zone, one row a day", async () => {
  const tokyo = await service.shop('Kissaten')
  await addProduct(tokyo)
  const owner = await tokyo.signedIn()
  await owner.patch(`/account/stores/${tokyo.storeEnvId}`, { timezone: 'Asia/Tokyo' })
  const webhook = await register(tokyo, receiver.url)
  const health = async () => (await tokyo.api.get(`/outbound-webhooks/${webhook.id}/health`)).body
  const nothing = await health()
  assert.deepEqual([nothing.timezone, nothing.deliveredShare, nothing.days.length], ['Asia/Tokyo', null, 7])
  // 22:30 in London is the next morning in Tokyo.
  assert.deepEqual([nothing.days[0].date, nothing.days[6].date], ['2026-11-16', '2026-11-22'])
  for (const name of ['ann', 'bo', 'cy']) await addReview(tokyo, { authorEmail: `${name}@customer.example` })
  await service.runJobs()
  receiver.answers(status(500))
  await addReview(tokyo)
  await service.runJobs()
  const today = (await health()).days[6]
  assert.deepEqual(today, { date: '2026-11-22', delivered: 3, failed: 0, pending: 1 })
  await service.service.db.store(tokyo, 'write', (tx) =>
    tx.run(
      sql`update webhook_deliveries d set state = 'failed' where d.store_env_id = ${tx.storeEnvId} and d.state = 'pending'`,
    ),
  )
  const { days, total, deliveredShare } = await health()
  assert.deepEqual(days[6], { date: '2026-11-22', delivered: 3, failed: 1, pending: 0 })
  assert.deepEqual([total, deliveredShare], [{ delivered: 3, failed: 1, pending: 0 }, 0.75])
  service.advance(day)
  assert.deepEqual((await health()).days.slice(5), [
    { date: '2026-11-22', delivered: 3, failed: 1, pending: 0 },
    { date: '2026-11-23', delivered: 0, failed: 0, pending: 0 },
  ])
  service.advance(6 * day)
  assert.deepEqual((await health()).total, { delivered: 0, failed: 0, pending: 0 })
  receiver.answers(ok)
})

test('deliveries of another store cannot be counted', async () => {
  const webhook = await register(shop, receiver.url)
  const other = await service.shop()
  for (const path of ['health', `deliveries/${webhook.id}`])
    assert.equal((await other.api.get(`/outbound-webhooks/${webhook.id}/${path}`)).status, 404)
})
