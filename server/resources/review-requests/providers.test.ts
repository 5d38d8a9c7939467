import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startProviders } from '#test/fakes/email-marketing.ts'
import { day, type Shop } from '#test/service.ts'
import { daysAgo, fate, findOrder, openShop, order, push, recipients, startRequests } from './requests.testing.ts'

const fakes = await startProviders()
const { service, rewind } = await startRequests(fakes.env)
after(() => fakes.close())
fakes.goodKeys.add('pk_live_123456')

async function shopByKlaviyo(more: object = {}): Promise<{ shop: Shop; connectionId: string }> {
  fakes.taken.length = 0
  fakes.failures.length = 0
  const shop = await openShop(service)
  const { body } = await shop.api.post('/connectors', { provider: 'klaviyo', apiKey: 'pk_live_123456' })
  const { status, text } = await shop.api.put('/email/settings', { provider: body.id, ...more })
  assert.equal(status, 200, text)
  return { shop, connectionId: body.id }
}
const later = async (ms: number) => {
  service.advance(ms)
  await service.tick()
}

test('a provider gets an event with the form and star links, and its own funnel', async () => {
  const { shop } = await shopByKlaviyo()
  await push(shop, order('1', { lineItems: [{ platformProductId: 'mug' }, { platformProductId: 'tea' }] }))
  await later(day / 100)
  assert.deepEqual(await recipients(shop), [])
  const [event, ...more] = fakes.taken
  assert.deepEqual([event?.name, event?.email, more.length], ['Review Request Ready', '1@customer.example', 0])
  const properties: Record<string, unknown> = event?.properties ?? {}
  const products = (properties.products ?? (properties.$extra as { products: unknown })?.products) as Record<
    string,
    string
  >[]
  assert.match(String(properties.review_url), /\/f\/[\w-]{22}$/)
  assert.match(String(properties.rating_url_5), /\/f\/[\w-]{22}\?product=[\w-]{36}&rating=5$/)
  assert.deepEqual(
    products.map(({ title }) => title),
    ['Mug', 'Tea'],
  )
  assert.match(products[1]?.rating_url_1 ?? '', /&rating=1$/)
  assert.equal(await fate(shop, '1'), 'sent')
  const { body } = await shop.api.get('/orders/review-request-funnel')
  const clicked = { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 }
  assert.deepEqual(body.byProvider, [
    { provider: 'klaviyo', sent: 1, opened: 0, reviewed: 0, openedAndLeft: 0, clicked },
  ])
  rewind()
})

test('a test event has every property of a real event, with the same types', async () => {
  const { shop, connectionId } = await shopByKlaviyo({ reminders: 1, reminderDelayDays: 3 })
  await push(shop, order('1', { lineItems: [{ platformProductId: 'mug' }, { platformProductId: 'mug' }] }))
  await later(day / 100)
  await later(3.1 * day)
  // Sends the events one after the other, because concurrent events arrive in any order.
  for (const kind of ['review_request_ready', 'review_request_reminder']) {
    await shop.api.post(`/connectors/${connectionId}/test`, { email: 'me@example.com', kind })
    await service.runJobs()
  }
  const [ready, reminder, ...tests] = fakes.taken.map(
    ({ name, properties }) => [name, describeShape(properties)] as const,
  )
  assert.deepEqual(tests, [ready, reminder])
  rewind()
})

/** Returns property names with their types, without properties that only a test event has. */
function describeShape({ is_test, ...properties }: Record<string, unknown>): unknown {
  const describeType = (value: unknown): unknown =>
    Array.isArray(value) ? describeShape(value[0] as Record<string, unknown>) : typeof value
  return Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, describeType(value)]))
}

test('a cancelled request sends the provider nothing, and a permanent refusal fails a request', async () => {
  const { shop } = await shopByKlaviyo()
  await push(shop, order('cancelled'), order('refused'))
  const { id } = await findOrder(shop, 'cancelled')
  await shop.api.post(`/orders/${id}/review-request/send`)
  await push(shop, order('cancelled', { cancelledAt: daysAgo(1) }))
  fakes.failures.push(400)
  await later(day / 100)
  assert.deepEqual(fakes.taken, [])
  assert.equal(await fate(shop, 'cancelled'), 'skipped order_cancelled')
  assert.match(await fate(shop, 'refused'), /^failed /)
  rewind()
})

test('a reminder is also sent to the provider, exactly once', async () => {
  const { shop } = await shopByKlaviyo({ reminders: 1, reminderDelayDays: 3 })
  await push(shop, order('1'))
  await later(day / 100)
  for (let i = 0; i < 4; i++) await later(3.1 * day)
  assert.deepEqual(
    fakes.taken.map(({ name, properties }) => [name, properties.reminder]),
    [
      ['Review Request Ready', 0],
      ['Review Request Reminder', 1],
    ],
  )
  assert.equal((await findOrder(shop, '1')).reviewRequest.remindersSent, 1)
  rewind()
})
