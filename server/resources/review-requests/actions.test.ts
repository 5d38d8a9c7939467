import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#platform/db/query.ts'
import { newId } from '#platform/values/ids.ts'
import { provideService, type Shop } from '#test/service.ts'
import { daysAgo, fate, findOrder, openShop, order, push, recipients, start } from './requests.testing.ts'
import { settleRequest } from './sending/kinds.ts'

const service = provideService({ now: start })

const buildActionPath = async (shop: Shop, id: string, what: string) =>
  `/orders/${(await findOrder(shop, id)).id}/review-request/${what}`
const act = async (shop: Shop, id: string, what: 'send' | 'cancel') =>
  shop.api.post(await buildActionPath(shop, id, what))
const listOrderMessages = async (shop: Shop, id: string) =>
  (await shop.api.get(`/email/messages?orderId=${(await findOrder(shop, id)).id}`)).body.data
const minute = 60_000
const later = async (ms: number) => {
  service.advance(ms)
  await service.tick()
}

test('a push does not undo a cancellation, and a merchant can send a request immediately', async () => {
  const shop = await openShop(service)
  await push(
    shop,
    order('stop'),
    order('now', { deliveredAt: daysAgo(1), email: 'dear@customer.example' }),
    order('bad', { lineItems: [{ title: 'x' }] }),
  )
  const cancelled = await act(shop, 'stop', 'cancel')
  assert.deepEqual([cancelled.status, cancelled.body.reviewRequest.reason], [200, 'cancelled_by_merchant'])
  await push(shop, order('stop', { deliveredAt: daysAgo(3) }))
  assert.equal(await fate(shop, 'stop'), 'skipped cancelled_by_merchant')
  const sent = await act(shop, 'now', 'send')
  assert.deepEqual([sent.status, sent.body.reviewRequest.state], [200, 'scheduled'])
  assert.equal((await act(shop, 'now', 'send')).status, 409)
  await service.runJobs()
  assert.deepEqual(await recipients(shop), ['dear@customer.example'])
  assert.equal((await act(shop, 'now', 'send')).status, 409)
  assert.equal((await act(shop, 'now', 'cancel')).status, 409)
  const refused = await act(shop, 'bad', 'send')
  assert.deepEqual([refused.status, refused.body.reviewRequest.reason], [200, 'no_products'])
  assert.equal((await act(shop, 'stop', 'send')).body.reviewRequest.state, 'scheduled')
  await service.runJobs()
  assert.equal(await fate(shop, 'stop'), 'sent')
  assert.equal((await shop.api.post(`/orders/${newId()}/review-request/send`)).status, 404)
  const viewer = await shop.as('VIEWER')
  assert.equal((await viewer.post(await buildActionPath(shop, 'bad', 'cancel'))).body.code, 'role_read_only')
  const elsewhere = await openShop(service)
  for (const what of ['send', 'cancel'])
    assert.equal((await elsewhere.api.post(await buildActionPath(shop, 'bad', what))).status, 404)
})

test('the audit log records the result of an immediate sending', async () => {
  const shop = await openShop(service)
  await push(shop, order('now'), order('bad', { lineItems: [{ title: 'x' }] }))
  for (const which of ['now', 'bad']) assert.equal((await act(shop, which, 'send')).status, 200)
  const { body } = await (await shop.signedIn()).get('/account/audit-log?limit=2')
  assert.deepEqual(
    new Map(body.data.map(({ action, details }: { action: string; details: object | null }) => [action, details])),
    new Map<string, object | null>([
      ['review_request.sent_now', null],
      ['review_request.skipped', { reason: 'no_products' }],
    ]),
  )
})

test('a queued request that is cancelled before its mail is sent gets no mail', async () => {
  const shop = await openShop(service)
  await push(shop, order('late'))
  await act(shop, 'late', 'send')
  assert.equal((await act(shop, 'late', 'cancel')).body.reviewRequest.state, 'skipped')
  await service.runJobs()
  assert.equal(await fate(shop, 'late'), 'skipped cancelled_by_merchant')
  assert.deepEqual(await recipients(shop), [])
})

test('a request that is cancelled during sending and then sent manually mails the buyer once', async () => {
  const shop = await openShop(service)
  await push(shop, order('settled'), order('waiting'))
  for (const id of ['settled', 'waiting']) {
    await act(shop, id, 'send')
    await act(shop, id, 'cancel')
    if (id === 'settled') await service.runJobs()
    const sent = await act(shop, id, 'send')
    assert.deepEqual([sent.status, sent.body.reviewRequest.state], [200, 'scheduled'], id)
    await service.runJobs()
    assert.equal(await fate(shop, id), 'sent')
  }
  assert.deepEqual((await recipients(shop)).sort(), ['settled@customer.example', 'waiting@customer.example'])
})

test('a request that is cancelled while its delivery is unclear is not sent again', async () => {
  const shop = await openShop(service)
  await push(shop, order('a'))
  await act(shop, 'a', 'send')
  await act(shop, 'a', 'cancel')
  const [{ requestId }] = await listOrderMessages(shop, 'a')
  const at = service.service.clock.now()
  await service.service.db.store(shop, 'write', (tx) =>
    settleRequest(tx, requestId, { state: 'unknown', reason: 'process_lost', at }),
  )
  assert.equal(await fate(shop, 'a'), 'failed outcome_unknown')
  assert.equal((await act(shop, 'a', 'send')).status, 409)
})

const mistyped = 'jane,@customer.example'

test('a request that definitely failed is sent after its address is corrected', async () => {
  const shop = await openShop(service)
  await push(shop, order('typo', { email: mistyped }))
  await later(10 * minute)
  assert.equal(await fate(shop, 'typo'), 'failed invalid_address')
  await push(shop, order('typo', { email: 'right@customer.example' }))
  assert.equal(await fate(shop, 'typo'), 'failed invalid_address')
  const sent = await act(shop, 'typo', 'send')
  assert.deepEqual([sent.status, sent.body.reviewRequest.state], [200, 'scheduled'])
  assert.equal((await act(shop, 'typo', 'send')).status, 409)
  await service.runJobs()
  assert.equal(await fate(shop, 'typo'), 'sent')
  assert.deepEqual(await recipients(shop), ['right@customer.example'])
})

test('a retried mail and a repeated request produce one mail, in either order', async () => {
  const shop = await openShop(service)
  await shop.api.put('/email/settings', { frequencyCap: null })
  await push(shop, order('mail-first', { email: mistyped }), order('request-first', { email: mistyped }))
  await later(10 * minute)
  // Simulates a valid address whose server refused mail for a day.
  await service.service.db.store(shop, 'write', async (tx) => {
    const good = sql`platform_order_id || '@customer.example'`
    await tx.run(sql`update orders set email = ${good} where store_env_id = ${shop.storeEnvId}`)
    await tx.run(sql`
      update email_messages m set recipient = ${good}, email = ${good} from orders o
       where m.store_env_id = ${shop.storeEnvId} and o.store_env_id = ${shop.storeEnvId} and o.id = m.order_id`)
  })
  const retry = async (id: string) => {
    const [oldest] = (await listOrderMessages(shop, id)).toReversed()
    return shop.api.post(`/email/messages/${oldest.id}/retry`)
  }
  assert.equal((await retry('mail-first')).status, 202)
  assert.equal((await act(shop, 'mail-first', 'send')).status, 200)
  assert.equal((await act(shop, 'request-first', 'send')).status, 200)
  assert.equal((await retry('request-first')).status, 202)
  await service.runJobs()
  assert.deepEqual([await fate(shop, 'mail-first'), await fate(shop, 'request-first')], ['sent', 'sent'])
  assert.deepEqual((await recipients(shop)).sort(), ['mail-first@customer.example', 'request-first@customer.example'])
  for (const id of ['mail-first', 'request-first'])
    assert.deepEqual(
      (await listOrderMessages(shop, id)).map(({ state, reason }: { state: string; reason: string }) => [
        state,
        reason,
      ]),
      [
        ['sent', null],
        ['skipped', 'replaced'],
      ],
    )
})

test('a retried mail that fails again leaves its request failed', async () => {
  const shop = await openShop(service)
  await push(shop, order('a', { email: mistyped }))
  await later(10 * minute)
  const [{ id }] = await listOrderMessages(shop, 'a')
  assert.equal((await shop.api.post(`/email/messages/${id}/retry`)).status, 202)
  await service.runJobs()
  assert.equal(await fate(shop, 'a'), 'failed invalid_address')
  assert.deepEqual(await recipients(shop), [])
})

test('a request whose connection was deleted is not marked as sent', async () => {
  const shop = await openShop(service)
  await push(shop, order('a'), order('stop'))
  await act(shop, 'stop', 'cancel')
  await shop.api.put('/email/settings', { delayDays: 13 })
  await service.service.db.store(shop, 'write', (tx) =>
    tx.run(sql`update email_settings set provider = ${newId()} where store_env_id = ${shop.storeEnvId}`),
  )
  for (const id of ['a', 'stop']) {
    const { status, body } = await act(shop, id, 'send')
    assert.deepEqual([status, body.code], [409, 'connection_missing'])
    assert.match(body.message, /provider/)
  }
  assert.equal(await fate(shop, 'stop'), 'skipped cancelled_by_merchant')
})
