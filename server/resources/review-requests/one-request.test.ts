import assert from 'node:assert/strict'
import { test } from 'node:test'
import { day, type Shop } from '#test/service.ts'
import { daysAgo, fate, findOrder, openShop, order, push, recipients, startRequests } from './requests.testing.ts'

const { service, rewind } = await startRequests()
const minute = 60_000
const settings = async (shop: Shop, changes: object) =>
  assert.equal((await shop.api.put('/email/settings', changes)).status, 200)
const later = async (ms: number) => {
  service.advance(ms)
  await service.tick()
}
const email = 'often@customer.example'

test('if several orders of one person are due together, only one mail is sent', async () => {
  const shop = await openShop(service)
  await push(shop, ...['a', 'b', 'c'].map((id) => order(id, { email })), order('d'))
  await later(10 * minute)
  assert.deepEqual((await recipients(shop)).sort(), ['d@customer.example', email])
  const fates = await Promise.all(['a', 'b', 'c'].map((id) => fate(shop, id)))
  assert.deepEqual(fates.sort(), ['sent', 'skipped already_asked', 'skipped already_asked'])
  rewind()
})

test('a person gets at most one request in three days, and another one afterwards', async () => {
  const shop = await openShop(service)
  await push(shop, order('first', { email }))
  await later(10 * minute)
  await push(shop, order('soon', { email, deliveredAt: daysAgo(12) }))
  await push(shop, order('later', { email, deliveredAt: daysAgo(10) }))
  await later(2 * day)
  assert.equal(await fate(shop, 'soon'), 'skipped already_asked')
  assert.equal(await fate(shop, 'later'), 'scheduled')
  await later(2 * day + 10 * minute)
  assert.equal(await fate(shop, 'later'), 'sent')
  assert.deepEqual(await recipients(shop), [email, email])
  rewind()
})

test('without a limit per address each order gets its own mail', async () => {
  const shop = await openShop(service)
  await settings(shop, { frequencyCap: null })
  await push(shop, order('a', { email }), order('b', { email }))
  await later(10 * minute)
  assert.deepEqual(await recipients(shop), [email, email])
  rewind()
})

test('if the first of two mails is not sent, the other order gets its request', async () => {
  const shop = await openShop(service)
  const { db } = service.service
  const { sendDueRequests } = await import('./sending/commands.ts')
  await push(shop, order('a', { email, deliveredAt: daysAgo(15) }), order('b', { email }))
  service.advance(10 * minute)
  const scope = { storeEnvId: shop.storeEnvId, organizationId: shop.organizationId }
  const { services } = service.service
  await sendDueRequests({ db, services, now: services.clock.now(), stopping: new AbortController().signal }, scope)
  await push(shop, order('a', { email, deliveredAt: daysAgo(15), cancelledAt: daysAgo(1) }))
  await later(minute)
  assert.equal(await fate(shop, 'b'), 'scheduled')
  await later(15 * minute)
  assert.deepEqual([await fate(shop, 'a'), await fate(shop, 'b')], ['skipped order_cancelled', 'sent'])
  rewind()
})

test('a request that is sent manually ignores the limit per address', async () => {
  const shop = await openShop(service)
  await push(shop, order('a', { email }), order('b', { email }))
  await later(10 * minute)
  const skipped = (await fate(shop, 'a')) === 'sent' ? 'b' : 'a'
  const { id } = await findOrder(shop, skipped)
  assert.equal((await shop.api.post(`/orders/${id}/review-request/send`)).status, 200)
  await service.tick()
  assert.equal(await fate(shop, skipped), 'sent')
  rewind()
})

test('a fully refunded order is skipped immediately, even if only the refund was pushed', async () => {
  const shop = await openShop(service)
  const total = { total: '44.70', currency: 'EUR', deliveredAt: daysAgo(10) }
  await push(
    shop,
    order('whole', { ...total, refundedTotal: '44.7' }),
    order('part', { ...total, refundedTotal: '44.69' }),
  )
  await push(shop, order('alone', total))
  assert.equal(await fate(shop, 'whole'), 'skipped order_refunded')
  assert.equal(await fate(shop, 'part'), 'scheduled')
  await push(shop, order('alone', { ...total, refundedTotal: '44.70' }))
  assert.equal(await fate(shop, 'alone'), 'skipped order_refunded')
  await push(shop, order('alone', { ...total, refundedTotal: '4.70' }))
  assert.equal(await fate(shop, 'alone'), 'scheduled')
  await settings(shop, { skipRefundedOrders: false })
  await service.runJobs()
  assert.equal(await fate(shop, 'whole'), 'scheduled')
  rewind()
})

test("an undispatched order's request waits, and is skipped when the order is too old", async () => {
  const shop = await openShop(service)
  await settings(shop, { onlyDispatched: true, maxOrderAgeDays: 30 })
  const undispatched = { deliveredAt: null, fulfilledAt: null }
  await push(shop, order('waits', undispatched), order('never', undispatched), order('delivered'))
  await later(10 * minute)
  assert.deepEqual(await Promise.all(['waits', 'never', 'delivered'].map((id) => fate(shop, id))), [
    'scheduled',
    'scheduled',
    'sent',
  ])
  await push(shop, order('waits', { ...undispatched, fulfilledAt: daysAgo(14) }))
  await later(10 * minute)
  assert.equal(await fate(shop, 'waits'), 'sent')
  await later(12 * day)
  assert.equal(await fate(shop, 'never'), 'skipped too_old')
  rewind()
})
