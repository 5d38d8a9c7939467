import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#platform/db/query.ts'
import type { Shop } from '#test/service.ts'
import {
  day,
  done,
  fate,
  hour,
  listRuns,
  mail,
  ordered,
  published,
  recipients,
  startSequences,
  wait,
} from '../sequences.testing.ts'

const { service, shop: open, pass, now } = await startSequences({ BILLING: 'manual' })

async function passTo(hourOfDay: number): Promise<void> {
  const target = new Date(now())
  target.setUTCHours(hourOfDay, 0, 0, 0)
  if (target <= now()) target.setUTCDate(target.getUTCDate() + 1)
  await pass(target.getTime() - now().getTime())
}

test("quiet hours postpone a mail until they end in the reader's time zone", async () => {
  const shop = await open()
  await shop.api.put('/email/settings', { quietHours: { start: '21:00', end: '08:00' } })
  const { id } = await published(shop.api)
  await passTo(22)
  await ordered(shop, 'night', now())
  await ordered(shop, 'japan', now(), { country: 'JP' })
  await ordered(shop, 'berlin', now(), { country: 'DE' })
  await pass(0)
  assert.equal(await fate(shop, id, 'night@customer.example'), 'active, 0 deferred quiet_hours')
  assert.equal(await fate(shop, id, 'berlin@customer.example'), 'active, 0 deferred quiet_hours')
  await passTo(7)
  assert.equal(await fate(shop, id, 'berlin@customer.example'), 'completed, 0 sent')
  assert.equal(await fate(shop, id, 'night@customer.example'), 'active, 0 deferred quiet_hours')
  await passTo(8)
  assert.equal(await fate(shop, id, 'night@customer.example'), 'completed, 0 sent')
  assert.equal(await fate(shop, id, 'japan@customer.example'), 'completed, 0 sent')
})

test('turning quiet hours off releases postponed mails immediately', async () => {
  const shop = await open()
  await shop.api.put('/email/settings', { quietHours: { start: '21:00', end: '08:00' } })
  const { id } = await published(shop.api)
  await passTo(23)
  await ordered(shop, 'o1', now())
  await pass(0)
  assert.equal(await fate(shop, id, 'o1@customer.example'), 'active, 0 deferred quiet_hours')
  await shop.api.put('/email/settings', { quietHours: null })
  await pass(0)
  assert.equal(await fate(shop, id, 'o1@customer.example'), 'completed, 0 sent')
})

test('the limit per address counts sequence mails and review requests together, in either order', async () => {
  const shop = await open()
  const cap = { hoursBetween: 24, perWeek: 10 }
  await shop.api.put('/email/settings', { requestsEnabled: true, delayDays: 0, trigger: 'placed', frequencyCap: cap })
  const later = await published(shop.api, { steps: [wait(0, { hours: 2 }), mail()] })
  await ordered(shop, 'asked', now())
  await pass(0)
  await pass(2 * hour)
  const order = async (id: string) => (await shop.api.get(`/orders/by-platform-id/${id}`)).body.reviewRequest
  assert.equal((await order('asked')).state, 'sent')
  assert.equal(await fate(shop, later.id, 'asked@customer.example'), 'active, 1 deferred frequency_cap')
  await pass(day)
  assert.equal(await fate(shop, later.id, 'asked@customer.example'), 'completed, 1 sent')

  await shop.api.put('/email/settings', { requestsEnabled: false })
  const first = await published(shop.api)
  await done(shop.api, later.id, 'pause')
  await ordered(shop, 'written', now())
  await pass(0)
  assert.equal(await fate(shop, first.id, 'written@customer.example'), 'completed, 0 sent')
  await shop.api.put('/email/settings', { requestsEnabled: true })
  await ordered(shop, 'second', now(), { email: 'written@customer.example' })
  await pass(hour)
  assert.equal((await order('second')).state, 'scheduled', 'it waits for its turn')
  const mails = (await recipients(shop)).filter((email) => email === 'written@customer.example')
  assert.equal(mails.length, 1)
})

test('mails due at the same time are sent with the minimum interval between them', async () => {
  const shop = await open()
  await shop.api.put('/email/settings', { frequencyCap: { hoursBetween: 12, perWeek: 20 } })
  const { id } = await published(shop.api, { steps: [mail('One'), mail('Two'), mail('Three')] })
  const other = await published(shop.api)
  await ordered(shop, 'o1', now())
  await pass(0)
  const fates = [await fate(shop, id, 'o1@customer.example'), await fate(shop, other.id, 'o1@customer.example')]
  assert.equal(fates.filter((each) => each.includes('0 sent')).length, 1, fates.join(' | '))
  for (let i = 0; i < 4; i++) await pass(12.2 * hour)
  assert.equal(await fate(shop, id, 'o1@customer.example'), 'completed, 0 sent, 1 sent, 2 sent')
  const sent = (await listRuns(shop.api, id)).flatMap(({ messages }) =>
    messages.map(({ sentAt }) => Date.parse(sentAt ?? '')),
  )
  for (const [at, time] of sent.entries()) assert.ok(at === 0 || time - (sent[at - 1] as number) >= 12 * hour)
})

test('a mail that is 72 hours late is not sent; the next is on time', async () => {
  const shop = await open()
  await shop.api.put('/email/settings', { frequencyCap: { hoursBetween: 168, perWeek: 1 } })
  const { id } = await published(shop.api, { steps: [mail('One'), mail('Two'), wait(8), mail('Three')] })
  await ordered(shop, 'o1', now())
  await pass(0)
  assert.equal(await fate(shop, id, 'o1@customer.example'), 'active, 0 sent, 1 deferred frequency_cap')
  await pass(3 * day)
  assert.equal(await fate(shop, id, 'o1@customer.example'), 'active, 0 sent, 1 missed too_late')
  await pass(5 * day)
  assert.equal(await fate(shop, id, 'o1@customer.example'), 'completed, 0 sent, 1 missed too_late, 3 sent')
})

const subscribe = (shop: Shop, plan: string, status: string) =>
  service.service.db.system('write', (tx) =>
    tx.run(sql`
      update subscriptions set plan = ${plan}, status = ${status}, current_period_ends_at = ${new Date(now().getTime() - day)}
       where store_env_id = ${shop.storeEnvId}`),
  )

test('on a lower plan, runs pause and writes are refused; upgrading resumes the runs', async () => {
  const shop = await open()
  const { id } = await published(shop.api, { steps: [mail('One'), wait(1), mail('Two'), wait(4), mail('Three')] })
  await ordered(shop, 'o1', now())
  await pass(0)
  for (const [plan, status, code] of [
    ['starter', 'active', 'plan_required'],
    ['growth', 'cancelled', 'subscription_expired'],
  ] as const) {
    await subscribe(shop, plan, status)
    const refused = await shop.api.patch(`/email-sequences/${id}`, { name: 'x' })
    assert.deepEqual([refused.status, refused.body.code], [403, code])
    assert.equal((await shop.api.post(`/email-sequences/${id}/simulate`, { orderId: id })).body.code, code)
    assert.equal((await shop.api.get(`/email-sequences/${id}/runs`)).status, 200)
  }
  await pass(4.2 * day)
  assert.equal(await fate(shop, id, 'o1@customer.example'), 'active, 0 sent')
  await subscribe(shop, 'growth', 'active')
  await pass(2 * hour)
  assert.equal(await fate(shop, id, 'o1@customer.example'), 'active, 0 sent, 2 missed too_late')
  await pass(day)
  assert.equal(await fate(shop, id, 'o1@customer.example'), 'completed, 0 sent, 2 missed too_late, 4 sent')
})
