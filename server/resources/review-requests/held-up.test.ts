import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from '#platform/db/query.ts'
import { startProviders } from '#test/fakes/email-marketing.ts'
import type { Shop } from '#test/service.ts'
import { daysAgo, fate, findOrder, openShop, order, push, recipients, startRequests } from './requests.testing.ts'

const fakes = await startProviders()
const { service, rewind } = await startRequests(fakes.env)
after(() => fakes.close())
fakes.goodKeys.add('pk_live_123456')

const [minute, hour] = [60_000, 3_600_000]
const later = async (ms: number) => {
  service.advance(ms)
  await service.tick()
}
const quietHours = { start: '21:00', end: '08:00' }
const sendNow = async (shop: Shop, id: string) =>
  shop.api.post(`/orders/${(await findOrder(shop, id)).id}/review-request/send`)

async function rest(shop: Shop): Promise<void> {
  const { storeEnvId } = shop
  await service.service.db.store(shop, 'write', (tx) =>
    tx.run(sql`
      insert into email_sending (store_env_id, paused_at, paused_reason) values (${storeEnvId}, ${tx.now}, 'complaints')
      on conflict (store_env_id) do update set paused_at = excluded.paused_at, paused_reason = excluded.paused_reason`),
  )
}
async function resume(shop: Shop): Promise<void> {
  const { status, text } = await (await shop.signedIn()).post('/email/sending/resume')
  assert.ok(status < 300, text)
  await service.runJobs()
}

test("a mail whose delay ends in the buyer's night waits for the local morning", async () => {
  const shop = await openShop(service)
  await shop.api.put('/email/settings', { quietHours, reminders: 1, reminderDelayDays: 1 })
  await rest(shop)
  await push(shop, order('paris', { country: 'FR' }), order('utc'), order('kathmandu', { country: 'NP' }))
  await later(30 * minute)
  // At 20:30 UTC, the quiet hours began half an hour ago in Paris, and it is 02:15 in Kathmandu.
  service.advance(11 * hour)
  await resume(shop)
  assert.deepEqual(await recipients(shop), ['utc@customer.example'])
  const { data } = (await shop.api.get('/email/messages?state=queued')).body
  assert.deepEqual(
    data
      .map((each: { reason: string; attempts: number; dueAt: string }) => [each.reason, each.attempts, each.dueAt])
      .sort(),
    [
      ['quiet_hours', 0, '2026-11-22T02:15:00.000Z'],
      ['quiet_hours', 0, '2026-11-22T07:00:00.000Z'],
    ],
  )
  await later(6 * hour)
  assert.deepEqual(await recipients(shop), ['utc@customer.example', 'kathmandu@customer.example'])
  await later(5 * hour)
  assert.equal((await recipients(shop)).length, 3)
  // The first buyer's reminder is due a day later and is delayed in the same way; the others are due in the daytime.
  await rest(shop)
  await later(13.2 * hour)
  service.advance(hour / 2)
  await resume(shop)
  assert.equal((await recipients(shop)).length, 3)
  await later(6 * hour)
  assert.deepEqual((await recipients(shop)).slice(3), ['kathmandu@customer.example'])
  await later(5 * hour)
  assert.equal((await recipients(shop)).length, 6)
  rewind()
})

test('a request that a person sends is mailed even if it is delayed into the night', async () => {
  const shop = await openShop(service)
  await shop.api.put('/email/settings', { quietHours })
  await push(shop, order('a'))
  await rest(shop)
  service.advance(14 * hour)
  assert.equal((await sendNow(shop, 'a')).status, 200)
  await service.tick()
  service.advance(2 * hour)
  await resume(shop)
  assert.deepEqual(await recipients(shop), ['a@customer.example'])
  rewind()
})

async function shopByKlaviyo(): Promise<{ shop: Shop; pause(paused: boolean): Promise<void> }> {
  fakes.taken.length = 0
  const shop = await openShop(service)
  const { body } = await shop.api.post('/connectors', { provider: 'klaviyo', apiKey: 'pk_live_123456' })
  const set = await shop.api.put('/email/settings', { provider: body.id, quietHours })
  assert.equal(set.status, 200, set.text)
  const pause = async (paused: boolean) => {
    const { status, text } = await shop.api.patch(`/connectors/${body.id}`, { paused })
    assert.equal(status, 200, text)
    await service.runJobs()
  }
  return { shop, pause }
}

test('order, suppressions and address are checked again before a provider gets the event', async () => {
  const { shop, pause } = await shopByKlaviyo()
  await pause(true)
  await push(shop, order('plain'), order('unsubscribed'), order('typo'), order('cancelled'))
  await later(10 * minute)
  assert.deepEqual(fakes.taken, [])
  await shop.api.post('/email-suppressions', {
    email: 'unsubscribed@customer.example',
    reason: 'unsubscribe',
    scope: 'review_requests',
  })
  await push(shop, order('typo', { email: 'right@customer.example' }), order('cancelled', { cancelledAt: daysAgo(1) }))
  await pause(false)
  await later(10 * minute)
  assert.deepEqual(fakes.taken.map(({ email }) => email).sort(), ['plain@customer.example', 'right@customer.example'])
  const fates = await Promise.all(['plain', 'unsubscribed', 'typo', 'cancelled'].map((id) => fate(shop, id)))
  assert.deepEqual(fates, ['sent', 'skipped customer_unsubscribed', 'sent', 'skipped order_cancelled'])
  rewind()
})

test('a provider event delayed into the night is sent in the morning', async () => {
  const { shop, pause } = await shopByKlaviyo()
  await pause(true)
  await push(shop, order('a'))
  await later(10 * minute)
  service.advance(14 * hour)
  await pause(false)
  assert.deepEqual(fakes.taken, [])
  await later(9 * hour)
  assert.equal(fakes.taken.length, 1)
  assert.equal(await fate(shop, 'a'), 'sent')
  rewind()
})
