import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#platform/db/query.ts'
import { isBlocking } from '#test/locks.ts'
import { day, type Shop } from '#test/service.ts'
import { until } from '#test/until.ts'
import { sendRequest } from './commands.ts'
import {
  daysAgo,
  fate,
  findOrder,
  listMails,
  openShop,
  order,
  push,
  recipients,
  start,
  startRequests,
  tokenIn,
} from './requests.testing.ts'

const { service, rewind } = await startRequests({ BILLING: 'manual' })

const hour = 3_600_000
const settings = async (shop: Shop, changes: object) => {
  const { status, text } = await shop.api.put('/email/settings', changes)
  assert.equal(status, 200, text)
}

test('an order gets one request, by a mail with a link per product and star', async () => {
  const shop = await openShop(service)
  await push(shop, order('1', { lineItems: [{ platformProductId: 'mug' }, { platformProductId: 'tea' }] }))
  assert.equal(await fate(shop, '1'), 'scheduled')
  service.advance(day / 24)
  await service.tick()
  const stored = await findOrder(shop, '1')
  assert.equal(stored.reviewRequest.state, 'sent')
  assert.ok(Date.parse(stored.reviewRequest.sentAt) >= start.getTime())
  const [mail, ...more] = await listMails(shop)
  assert.deepEqual(more, [])
  const token = tokenIn(mail)
  assert.equal(token.length, 22)
  for (const { productId } of stored.lineItems) {
    for (const star of [1, 2, 3, 4, 5]) {
      const link = `/f/${token}?product=${productId}&rating=${star}`
      assert.ok(mail?.html.replaceAll('&amp;', '&').includes(link), link)
    }
  }
  service.advance(30 * day)
  await service.tick()
  assert.equal((await listMails(shop)).length, 1)
  rewind()
})

test("a request is planned by its trigger, and its due time follows the order's dates", async () => {
  const shop = await openShop(service)
  const due = async () => (await findOrder(shop, 'm')).reviewRequest.scheduledFor
  const base = { placedAt: '2026-11-18T10:00:00Z', deliveredAt: null }
  await push(shop, order('m', base))
  assert.equal(await due(), '2026-12-02T10:00:00.000Z')
  await push(shop, order('m', { ...base, fulfilledAt: '2026-11-19T10:00:00Z' }))
  assert.equal(await due(), '2026-12-03T10:00:00.000Z')
  await push(shop, order('m', { ...base, deliveredAt: '2026-11-20T11:00:00Z' }))
  assert.equal(await due(), '2026-12-04T11:00:00.000Z')
  await settings(shop, { delayDays: 30 })
  await service.runJobs()
  assert.equal(await due(), '2026-12-20T11:00:00.000Z')
  await settings(shop, { trigger: 'placed', delayDays: 2 })
  await service.runJobs()
  assert.equal(await due(), '2026-11-20T10:00:00.000Z')
  await service.tick()
  service.advance(10 * 60_000)
  await service.tick()
  assert.equal(await fate(shop, 'm'), 'sent')
  rewind()
})

test('an unsendable request is skipped immediately, and a later push can schedule it again', async () => {
  const shop = await openShop(service)
  await push(
    shop,
    order('no-email', { email: null }),
    order('no-lines', { lineItems: [] }),
    order('cancelled', { cancelledAt: daysAgo(15) }),
    order('old', { placedAt: daysAgo(120), deliveredAt: daysAgo(100) }),
  )
  const fates = async () => Promise.all(['no-email', 'no-lines', 'cancelled', 'old'].map((id) => fate(shop, id)))
  assert.deepEqual(await fates(), [
    'skipped no_email',
    'skipped no_products',
    'skipped order_cancelled',
    'skipped too_old',
  ])
  await push(shop, order('no-email'), order('no-lines'), order('cancelled'), order('old'))
  assert.deepEqual(await fates(), ['scheduled', 'scheduled', 'scheduled', 'scheduled'])
  await push(shop, order('cancelled', { cancelledAt: daysAgo(1) }))
  assert.equal(await fate(shop, 'cancelled'), 'skipped order_cancelled')
})

test('a push never changes a sent request', async () => {
  const shop = await openShop(service)
  await push(shop, order('sent'))
  await service.advance(10 * 60_000)
  await service.tick()
  const before = (await findOrder(shop, 'sent')).reviewRequest
  await push(shop, order('sent', { cancelledAt: daysAgo(1), deliveredAt: daysAgo(2), email: null }))
  assert.deepEqual((await findOrder(shop, 'sent')).reviewRequest, before)
  rewind()
})

test('each request is checked again before sending, and is skipped with its own reason', async () => {
  const shop = await openShop(service)
  const { body: mug } = await shop.api.get('/products/by-platform-id/mug')
  await push(
    shop,
    order('plain'),
    order('excluded', { lineItems: [{ platformProductId: 'tea' }] }),
    order('unlinked', { lineItems: [{ platformProductId: 'unknown' }] }),
    order('reviewed'),
    order('bought-again'),
    order('unsubscribed'),
    order('bounced'),
    order('both', { lineItems: [{ platformProductId: 'mug' }, { platformProductId: 'tea' }] }),
  )
  const { body: tea } = await shop.api.get('/products/by-platform-id/tea')
  await shop.api.patch(`/products/${tea.id}`, { requestsExcluded: true })
  const review = { productId: mug.id, rating: 5, body: 'Good', authorName: 'Jane' }
  const posted = [
    await shop.api.post('/reviews', {
      ...review,
      orderId: (await findOrder(shop, 'reviewed')).id,
      authorEmail: 'else@customer.example',
    }),
    await shop.api.post('/reviews', { ...review, authorEmail: 'bought-again@customer.example' }),
  ]
  assert.deepEqual(
    posted.map(({ status }) => status),
    [201, 201],
  )
  await shop.api.post('/email-suppressions', {
    email: 'unsubscribed@customer.example',
    reason: 'unsubscribe',
    scope: 'review_requests',
  })
  await shop.api.post('/email-suppressions', { email: 'bounced@customer.example', reason: 'hard_bounce' })
  service.advance(10 * 60_000)
  await service.tick()
  const ids = ['plain', 'excluded', 'unlinked', 'reviewed', 'bought-again', 'unsubscribed', 'bounced', 'both']
  assert.deepEqual(Object.fromEntries(await Promise.all(ids.map(async (id) => [id, await fate(shop, id)]))), {
    plain: 'sent',
    excluded: 'skipped product_excluded',
    unlinked: 'skipped no_products',
    reviewed: 'skipped already_reviewed',
    'bought-again': 'skipped already_reviewed',
    unsubscribed: 'skipped customer_unsubscribed',
    bounced: 'skipped customer_suppressed',
    both: 'sent',
  })
  const mails = await listMails(shop)
  assert.deepEqual(mails.map(({ to }) => /(plain|both)@/.exec(to)?.[1]).sort(), ['both', 'plain'])
  assert.ok(
    mails.every(({ html }) => !html.includes(tea.id) && html.includes(mug.id)),
    'an excluded product is left out',
  )
  rewind()
})

test('a request includes an order line that was linked to the catalogue later', async () => {
  const shop = await openShop(service)
  await push(shop, order('early', { lineItems: [{ platformProductId: 'later' }] }))
  service.advance(10 * 60_000)
  await service.tick()
  assert.equal(await fate(shop, 'early'), 'skipped no_products')
  await shop.api.put('/products', [{ platformProductId: 'later', title: 'Later' }])
  await shop.api.post('/orders/resolve-line-items')
  assert.equal(await fate(shop, 'early'), 'scheduled')
  service.advance(10 * 60_000)
  await service.tick()
  assert.equal(await fate(shop, 'early'), 'sent')
  rewind()
})

test('without consent, with a lapsed subscription or when switched off, no request is sent', async () => {
  const [off, strict, lapsed] = [await openShop(service), await openShop(service), await openShop(service)]
  await settings(off, { requestsEnabled: false })
  await settings(strict, { consent: 'opted_in_only' })
  for (const shop of [off, lapsed]) await push(shop, order('1'))
  await push(
    strict,
    order('unsaid'),
    order('no', { acceptsMarketing: false }),
    order('yes', { acceptsMarketing: true }),
  )
  await service.service.db.system('write', (tx) =>
    tx.run(sql`update subscriptions set status = 'expired' where store_env_id = ${lapsed.storeEnvId}`),
  )
  service.advance(10 * 60_000)
  await service.tick()
  assert.equal(await fate(off, '1'), 'skipped requests_off')
  assert.equal(await fate(lapsed, '1'), 'skipped subscription_expired')
  assert.deepEqual(
    [await fate(strict, 'unsaid'), await fate(strict, 'no'), await fate(strict, 'yes')],
    ['skipped no_consent', 'skipped no_consent', 'sent'],
  )
  rewind()
})

test("mail due in the buyer's night waits for the local morning", async () => {
  const shop = await openShop(service)
  await shop.api.put('/email/settings', { quietHours: { start: '21:00', end: '08:00' } })
  await push(
    shop,
    order('paris', { country: 'FR' }),
    order('auckland', { country: 'JP' }),
    order('anywhere', { country: 'US' }),
  )
  service.advance(5 * hour) // 14:00 in UTC, 15:00 in Paris, 23:00 in Tokyo
  await service.tick()
  assert.deepEqual([await fate(shop, 'paris'), await fate(shop, 'anywhere')], ['sent', 'sent'])
  const waiting = (await findOrder(shop, 'auckland')).reviewRequest
  assert.deepEqual([waiting.state, waiting.scheduledFor], ['scheduled', '2026-11-21T23:00:00.000Z'])
  service.advance(9 * hour)
  await service.tick()
  assert.equal(await fate(shop, 'auckland'), 'sent')
  rewind()
})

test('without a limit, each order of a buyer gets its request when due', async () => {
  const shop = await openShop(service)
  await settings(shop, { frequencyCap: null })
  await push(shop, ...Array.from({ length: 4 }, (_, i) => order(`o${i}`, { email: 'often@customer.example' })))
  service.advance(hour)
  await service.tick()
  assert.equal((await shop.api.get('/orders?reviewRequestState=sent')).body.data.length, 4)
  rewind()
})

test('a request that is due when its order arrives is sent within half a minute', async () => {
  const shop = await openShop(service)
  const waiting = async () => {
    const { rows } = await service.service.db.workerPool.query(
      `select extract(epoch from run_at - now())::float8 as seconds from graphile_worker.jobs
        where task_identifier = 'orders.send_review_requests' and key like $1`,
      [`%${shop.storeEnvId}`],
    )
    return rows.map((row) => row.seconds as number)
  }
  await push(shop, order('later', { deliveredAt: daysAgo(1) }))
  assert.deepEqual(await waiting(), [])
  await push(shop, order('now'))
  await push(shop, order('now-too'))
  const [seconds, ...more] = await waiting()
  assert.deepEqual(more, [])
  assert.ok(seconds !== undefined && seconds > 0 && seconds <= 30, String(seconds))
})

test('with a limit per address, the second of two due requests waits', async () => {
  const shop = await openShop(service)
  await settings(shop, { frequencyCap: { hoursBetween: 20, perWeek: 3 } })
  const email = 'often@customer.example'
  await push(shop, ...Array.from({ length: 5 }, (_, i) => order(`o${i}`, { email })))
  const sent = async () => (await shop.api.get('/orders?reviewRequestState=sent')).body.data.length
  const seen: number[] = []
  for (const hours of [1, 19, 2, 18, 4, 120, 12, 14]) {
    service.advance(hours * hour)
    await service.tick()
    seen.push(await sent())
  }
  // One mail immediately, the second after 20 hours, and a third after 20 more. Then the weekly limit is reached until the
  // first is 7 days old.
  assert.deepEqual(seen, [1, 1, 2, 2, 3, 3, 4, 4])
  assert.equal((await recipients(shop)).length, 4)
  rewind()
})

test('disabling quiet hours or the limit sends the requests that waited for it', async () => {
  const shop = await openShop(service)
  const email = 'often@customer.example'
  await settings(shop, {
    frequencyCap: { hoursBetween: 168, perWeek: 1 },
    quietHours: { start: '08:00', end: '20:00' },
  })
  await push(shop, order('first', { email }), order('second', { email }))
  service.advance(10 * 60_000)
  await service.tick()
  assert.deepEqual(await recipients(shop), [])
  await settings(shop, { quietHours: null })
  service.advance(10 * 60_000)
  await service.tick()
  assert.deepEqual(await recipients(shop), [email])
  await settings(shop, { frequencyCap: null })
  service.advance(10 * 60_000)
  await service.tick()
  assert.deepEqual(await recipients(shop), [email, email])
  rewind()
})

test('three concurrent sweeps send each request once and share the limit per address', async () => {
  const shop = await openShop(service)
  await settings(shop, { frequencyCap: { hoursBetween: 20, perWeek: 3 } })
  const rows = Array.from({ length: 240 }, (_, i) => order(`c${i}`, { email: `c${i % 120}@customer.example` }))
  await push(shop, ...rows)
  service.advance(10 * 60_000)
  const scope = { storeEnvId: shop.storeEnvId, organizationId: shop.organizationId }
  const { sendDueRequests } = await import('./sending/commands.ts')
  const { db, services } = service.service
  const ctx = { db, services, now: services.clock.now(), stopping: new AbortController().signal }
  await Promise.all([sendDueRequests(ctx, scope), sendDueRequests(ctx, scope), sendDueRequests(ctx, scope)])
  const count = async () =>
    service.service.db.store(scope, 'read', (tx) =>
      tx.first<{ queued: number; people: number }>(sql`
        select count(*) as queued, count(distinct email) as people from email_messages
         where store_env_id = ${shop.storeEnvId} and template = 'review_request'`),
    )
  assert.deepEqual(await count(), { queued: 120, people: 120 })
  await service.runJobs()
  assert.equal((await shop.api.get('/orders?reviewRequestState=sent&includeTotal=true')).body.pagination.total, 120)
  rewind()
})

test('sending a request publishes the event, and the funnel counts it', async () => {
  const shop = await openShop(service)
  await shop.api.post('/outbound-webhooks', { url: 'https://127.0.0.1:9/hook' })
  await push(shop, order('e'))
  service.advance(10 * 60_000)
  await service.tick()
  const stored = await findOrder(shop, 'e')
  const rows = await service.service.db.store(shop, 'read', (tx) =>
    tx.all<{ data: string }>(
      sql`select data from events where store_env_id = ${shop.storeEnvId} and event = 'review_request.sent'`,
    ),
  )
  assert.deepEqual(
    rows.map(({ data }) => JSON.parse(data)).map(({ orderId, provider, sentAt }) => [orderId, provider, sentAt]),
    [[stored.id, 'evident', stored.reviewRequest.sentAt]],
  )
  const { body } = await shop.api.get('/orders/review-request-funnel')
  assert.deepEqual([body.sent, body.opened], [1, 0])
  rewind()
})

test('a person who is erased while their order waits gets no mail', async () => {
  const shop = await openShop(service)
  await push(shop, order('waits'), order('queued'))
  await shop.api.post('/customers/erase', { email: 'waits@customer.example' })
  assert.equal(await fate(shop, 'waits'), 'skipped no_email')
  const queued = await findOrder(shop, 'queued')
  assert.equal((await shop.api.post(`/orders/${queued.id}/review-request/send`)).status, 200)
  await shop.api.post('/customers/erase', { email: 'queued@customer.example' })
  // The mail may have been sent, so a new push does not ask the buyer again.
  assert.equal(await fate(shop, 'queued'), 'failed outcome_unknown')
  await push(shop, order('queued'))
  service.advance(10 * 60_000)
  await service.tick()
  assert.equal(await fate(shop, 'queued'), 'failed outcome_unknown')
  assert.deepEqual(await recipients(shop), [])
  rewind()
})

test('deleted orders send no mail, and pushing them again does not ask their buyers twice', async () => {
  const shop = await openShop(service)
  await push(shop, order('asked'), order('later', { deliveredAt: daysAgo(1) }))
  service.advance(10 * 60_000)
  await service.tick()
  const before = await findOrder(shop, 'asked')
  await push(shop, order('flying'))
  await shop.api.post(`/orders/${(await findOrder(shop, 'flying')).id}/review-request/send`)
  await shop.api.post('/orders/clear')
  await service.runJobs()
  assert.deepEqual(await recipients(shop), ['asked@customer.example'])
  await push(shop, order('asked'), order('later', { deliveredAt: daysAgo(1) }), order('flying'))
  const after = await findOrder(shop, 'asked')
  assert.notEqual(after.id, before.id)
  assert.deepEqual(after.reviewRequest, before.reviewRequest)
  assert.equal(await fate(shop, 'later'), 'scheduled')
  assert.equal(await fate(shop, 'flying'), 'failed outcome_unknown')
  service.advance(14 * day)
  await service.tick()
  assert.deepEqual(await recipients(shop), ['asked@customer.example', 'later@customer.example'])
  rewind()
})

/** Hands the request over in a transaction that commits only after a concurrent call waits for it or has finished. */
async function whileHandedOver(shop: Shop, id: string, meanwhile: () => Promise<unknown>): Promise<void> {
  const { db, services } = service.service
  const { id: orderId } = await findOrder(shop, id)
  let other: Promise<unknown> | undefined
  await db.store(shop, 'write', async (tx) => {
    await sendRequest(tx, services, orderId)
    let isDone = false
    other = meanwhile().finally(() => {
      isDone = true
    })
    const own = await tx.first(sql<{ pid: number }>`select pg_backend_pid() as pid`)
    await until(async () => isDone || (await isBlocking(service, own?.pid ?? assert.fail())))
  })
  await other
}

test('buyers of orders that are deleted while a request is being queued are not asked twice', async () => {
  const shop = await openShop(service)
  await push(shop, order('flying'))
  await whileHandedOver(shop, 'flying', () => shop.api.post('/orders/clear'))
  await push(shop, order('flying'))
  assert.equal(await fate(shop, 'flying'), 'failed outcome_unknown')
  rewind()
})

test('erasing a person while their request is being queued leaves no mail', async () => {
  const shop = await openShop(service)
  await push(shop, order('flying'))
  const email = 'flying@customer.example'
  await whileHandedOver(shop, 'flying', () => shop.api.post('/customers/erase', { email }))
  const left = await service.service.db.store(shop, 'read', (tx) =>
    tx.all(sql`select state from email_messages where store_env_id = ${tx.storeEnvId} and email = ${email}`),
  )
  assert.deepEqual(left, [])
  await service.tick()
  assert.deepEqual(await recipients(shop), [])
  rewind()
})

test('a request whose address is corrected just before sending uses the new address', async () => {
  const shop = await openShop(service)
  await push(shop, order('typo'))
  const { id } = await findOrder(shop, 'typo')
  await shop.api.post(`/orders/${id}/review-request/send`)
  await push(shop, order('typo', { email: 'right@customer.example' }))
  await service.runJobs()
  service.advance(10 * 60_000)
  await service.tick()
  assert.equal(await fate(shop, 'typo'), 'sent')
  assert.deepEqual(await recipients(shop), ['right@customer.example'])
  rewind()
})

test('a request is still sent if a process with a fast clock claims its wake-up', async () => {
  const shop = await openShop(service)
  // The request is due in the same minute as its wake-up.
  await push(shop, order('edge', { deliveredAt: new Date(start.getTime() - 14 * day + 15 * 60_000).toISOString() }))
  service.advance(15 * 60_000)
  const { db, services } = service.service
  const { default: schedule } = await import('#platform/jobs/schedule.ts')
  await schedule[0]?.run({ db, services, now: services.clock.now(), stopping: new AbortController().signal }, {})
  service.advance(-2 * 60_000)
  await service.runJobs()
  assert.equal(await fate(shop, 'edge'), 'scheduled')
  service.advance(10 * 60_000)
  await service.tick()
  assert.equal(await fate(shop, 'edge'), 'sent')
  rewind()
})

test("the nightly sweep and the operator's command send a request whose job was lost", async () => {
  const shop = await openShop(service)
  await push(shop, order('lost'))
  await service.service.db.system('write', (tx) => tx.run(sql`delete from wake_ups`))
  await service.service.db.workerPool.query('select graphile_worker.remove_job($1)', [
    `orders.send_review_requests:${shop.storeEnvId}`,
  ])
  service.advance(10 * 60_000)
  await service.tick()
  assert.equal(await fate(shop, 'lost'), 'scheduled')
  const { jobs } = await import('../../entry/areas.ts')
  const sweep = jobs.find(({ operatorName }) => operatorName === 'review-requests')
  assert.ok(sweep?.schedule)
  const { db, services } = service.service
  await sweep.run({ db, services, now: services.clock.now(), stopping: new AbortController().signal }, {})
  await service.runJobs()
  assert.equal(await fate(shop, 'lost'), 'sent')
  rewind()
})

test('each request is sent once, even if the clock is set back or jumps ahead', async () => {
  const shop = await openShop(service)
  await push(shop, order('a'), order('b', { deliveredAt: daysAgo(5) }))
  service.advance(400 * day)
  await service.tick()
  rewind()
  await service.tick()
  service.advance(401 * day)
  await service.tick()
  // After a year both orders are too old, whether the clock was set back or ahead.
  assert.deepEqual([await fate(shop, 'a'), await fate(shop, 'b')], ['skipped too_old', 'skipped too_old'])
  assert.deepEqual(await recipients(shop), [])
  rewind()
  await push(shop, order('a', { orderNumber: 'x' }))
  service.advance(10 * 60_000)
  await service.tick()
  service.advance(-day)
  await push(shop, order('a', { orderNumber: 'y' }))
  service.advance(2 * day)
  await service.tick()
  assert.deepEqual(await recipients(shop), ['a@customer.example'])
  rewind()
})
