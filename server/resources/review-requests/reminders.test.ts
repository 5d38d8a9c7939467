import assert from 'node:assert/strict'
import { test } from 'node:test'
import { day, type Shop } from '#test/service.ts'
import { recordFormOpened } from './commands.ts'
import {
  daysAgo,
  fate,
  findOrder,
  listMails,
  openShop,
  order,
  push,
  recipients,
  startRequests,
  tokenIn,
} from './requests.testing.ts'
import { sendDueRequests } from './sending/commands.ts'

const { service, rewind } = await startRequests()

const shopWith = async (reminders: number): Promise<Shop> => {
  const shop = await openShop(service)
  await shop.api.put('/email/settings', { reminders, reminderDelayDays: 5 })
  return shop
}
const countReminders = async (shop: Shop, id: string) => (await findOrder(shop, id)).reviewRequest.remindersSent
const later = async (days: number) => {
  service.advance(days * day)
  await service.tick()
}

test('reminders are sent only if the store enabled them', async () => {
  const shop = await openShop(service)
  await push(shop, order('a'))
  for (const days of [0.01, 8, 8, 8]) await later(days)
  assert.equal((await listMails(shop)).length, 1)
  rewind()
})

test('buyers with an unopened form are reminded at most twice, after the delay', async () => {
  const shop = await shopWith(2)
  await push(shop, order('a'))
  const seen: number[] = []
  for (const days of [0.01, 4.9, 0.2, 4.8, 0.3, 5.1, 30]) {
    await later(days)
    seen.push((await listMails(shop)).length)
  }
  assert.deepEqual(seen, [1, 1, 2, 2, 3, 3, 3])
  assert.equal(await countReminders(shop, 'a'), 2)
  const tokens = new Set((await listMails(shop)).map(tokenIn))
  assert.deepEqual([tokens.size, [...tokens][0]?.length], [1, 22], 'every mail carries the same link')
  assert.equal((await shop.api.get('/orders/review-request-funnel?days=90')).body.sent, 1, 'a reminder is no request')
  rewind()
})

test('buyers who opened the form, wrote a review or cannot be mailed are not reminded', async () => {
  const shop = await shopWith(1)
  const ids = ['opened', 'reviewed', 'cancelled', 'gone', 'erased', 'quiet']
  await push(shop, ...ids.map((id) => order(id)))
  await later(0.01)
  assert.equal((await listMails(shop)).length, 6)
  const { id: orderId, lineItems } = await findOrder(shop, 'opened')
  await service.service.db.store(shop, 'write', (tx) => recordFormOpened(tx, { orderId }))
  await shop.api.post('/reviews', {
    ...{
      productId: lineItems[0].productId,
      rating: 3,
      body: 'x',
      authorName: 'J',
      authorEmail: 'else@customer.example',
    },
    orderId: (await findOrder(shop, 'reviewed')).id,
  })
  await push(shop, order('cancelled', { cancelledAt: daysAgo(1) }))
  await shop.api.post('/email-suppressions', { email: 'gone@customer.example', reason: 'complaint' })
  await shop.api.post('/customers/erase', { email: 'erased@customer.example' })
  await later(6)
  await later(6)
  // Six requests were sent. One of them was deleted with the erased person.
  assert.deepEqual((await recipients(shop)).slice(5), ['quiet@customer.example'])
  for (const id of ids) assert.equal(await fate(shop, id), 'sent')
  rewind()
})

test('a reminder whose address is corrected just before sending uses the new address', async () => {
  const shop = await shopWith(1)
  await push(shop, order('typo'))
  await later(0.01)
  service.advance(5.1 * day)
  const { db, services, clock } = service.service
  await sendDueRequests({ db, services, now: clock.now(), stopping: new AbortController().signal }, shop)
  await push(shop, order('typo', { email: 'right@customer.example' }))
  await later(0.01)
  await later(0.01)
  assert.deepEqual(await recipients(shop), ['typo@customer.example', 'right@customer.example'])
  assert.equal(await countReminders(shop, 'typo'), 1)
  rewind()
})

test('a waiting reminder follows changes of the delay, and is dropped when reminders are disabled', async () => {
  const shop = await shopWith(1)
  await push(shop, order('a'), order('b'))
  await later(0.01)
  await shop.api.put('/email/settings', { reminderDelayDays: 10 })
  await service.runJobs()
  await later(6)
  assert.equal((await listMails(shop)).length, 2)
  await shop.api.put('/email/settings', { reminderDelayDays: 3 })
  await service.runJobs()
  await later(0.01)
  assert.equal((await listMails(shop)).length, 4)
  await push(shop, order('c'))
  await later(0.01)
  assert.equal((await listMails(shop)).length, 5)
  await shop.api.put('/email/settings', { reminders: 0 })
  await later(20)
  assert.equal((await listMails(shop)).length, 5)
  rewind()
})

test('a reminder counts towards the limit per address', async () => {
  const shop = await shopWith(2)
  await shop.api.put('/email/settings', { frequencyCap: { hoursBetween: 20, perWeek: 3 } })
  await push(shop, order('first', { email: 'same@customer.example' }))
  await later(0.01)
  await push(shop, order('second', { email: 'same@customer.example', deliveredAt: daysAgo(9) }))
  await later(5)
  // The reminder of the first order and the request of the second are due in the same minute.
  assert.equal((await listMails(shop)).length, 2)
  await later(0.9)
  assert.equal((await listMails(shop)).length, 3)
  rewind()
})
