import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { sql } from '#platform/db/query.ts'
import { addProduct, addReviews } from '#resources/reviews/reviews.testing.ts'
import { day, provideService, type Shop, startService } from '#test/service.ts'
import { recountReports } from '../../entry/commands/analytics.ts'

const start = new Date('2026-11-22T23:30:00Z')
const service = provideService({ now: start })

const rowOn = (report: { data: { date: string }[] }, date: string) =>
  report.data.find((row) => row.date === date) as never as Record<string, unknown>

async function inZone(timezone: string): Promise<Shop> {
  const shop = await service.shop()
  const owner = await shop.signedIn()
  const { status, text } = await owner.patch(`/account/stores/${shop.storeEnvId}`, { timezone })
  assert.equal(status, 200, text)
  return shop
}

describe('reviews', () => {
  test("reviews count on the store's local day of their submission, by their current status", async () => {
    const shop = await inZone('Europe/Berlin')
    const productId = await addProduct(shop)
    const [late, early] = await addReviews(service, shop, [
      // In the store's time zone this is 00:10 on the 22nd.
      { productId, rating: 5, submittedAt: '2026-11-21T23:10:00Z', status: 'pending' },
      {
        productId,
        rating: 2,
        submittedAt: '2026-11-21T22:50:00Z',
        status: 'approved',
        verified: true,
        incentive: 'points',
      },
      { productId, rating: 4, submittedAt: '2026-11-21T12:00:00Z', status: 'spam', source: 'import', reply: 'Thanks' },
    ])
    const { body } = await shop.api.get('/analytics/reviews?from=2026-11-20&to=2026-11-22')
    assert.deepEqual(
      [body.from, body.to, body.timezone, body.interval, body.complete, body.data.length],
      ['2026-11-20', '2026-11-22', 'Europe/Berlin', 'day', true, 3],
    )
    assert.deepEqual(rowOn(body, '2026-11-21'), {
      date: '2026-11-21',
      received: 2,
      averageRating: 3,
      ratings: { '1': 0, '2': 1, '3': 0, '4': 1, '5': 0 },
      pending: 0,
      approved: 1,
      rejected: 0,
      spam: 1,
      verified: 1,
      withPhotos: 0,
      withReply: 1,
      incentivized: 1,
      imported: 1,
    })
    assert.equal(rowOn(body, '2026-11-22').pending, 1)
    assert.deepEqual([rowOn(body, '2026-11-20').received, rowOn(body, '2026-11-20').averageRating], [0, null])
    assert.deepEqual(
      [
        body.total.received,
        body.total.averageRating,
        body.total.verifiedShare,
        body.total.replyShare,
        body.total.photoShare,
      ],
      [3, 3.67, 0.3333, 0.3333, 0],
    )
    // A later decision or deletion changes the count of the day of submission.
    await shop.api.put(`/reviews/${late}`, { status: 'rejected' })
    await (await shop.signedIn()).delete(`/reviews/${early}`)
    const { body: after } = await shop.api.get('/analytics/reviews?from=2026-11-20&to=2026-11-22')
    assert.deepEqual([rowOn(after, '2026-11-22').rejected, rowOn(after, '2026-11-21').received], [1, 1])
  })

  test('counts of reviews in an empty store are zero for thirty days, and shares are null', async () => {
    const shop = await service.shop()
    const { status, body } = await shop.api.get('/analytics/reviews')
    assert.deepEqual([status, body.data.length, body.complete], [200, 30, false])
    assert.deepEqual([body.total.received, body.total.averageRating, body.total.verifiedShare], [0, null, null])
  })

  test('the report of reviews comes as CSV, by week and by month', async () => {
    const shop = await service.shop()
    const productId = await addProduct(shop)
    await addReviews(service, shop, [{ productId, rating: 5, submittedAt: '2026-11-18T12:00:00Z' }])
    const csv = await shop.api.get('/analytics/reviews?from=2026-11-16&to=2026-11-22&interval=week&format=csv')
    assert.match(String(csv.headers['content-type']), /^text\/csv/)
    assert.match(String(csv.headers['content-disposition']), /filename="reviews-2026-11-16-2026-11-22\.csv"/)
    const [head, row, ...rest] = csv.text.trimEnd().split('\r\n')
    assert.match(head ?? '', /^date,received,averageRating,ratings1,ratings2,ratings3,ratings4,ratings5,pending/)
    assert.match(row ?? '', /^2026-11-16,1,5,0,0,0,0,1,/)
    assert.deepEqual(rest, [])
    const { body } = await shop.api.get('/analytics/reviews?from=2026-10-05&to=2026-11-22&interval=month')
    assert.deepEqual(
      body.data.map(({ date, received }: { date: string; received: number }) => [date, received]),
      [
        ['2026-10-01', 0],
        ['2026-11-01', 1],
      ],
    )
  })

  test("the report of reviews covers only the caller's store", async () => {
    const [mine, theirs] = [await service.shop(), await service.shop()]
    await addReviews(service, theirs, [{ productId: await addProduct(theirs), submittedAt: '2026-11-20T12:00:00Z' }])
    assert.equal((await mine.api.get('/analytics/reviews')).body.total.received, 0)
    const { status, body } = await mine.api.get('/analytics/reviews', { 'x-store-env-id': theirs.storeEnvId })
    assert.deepEqual([status, body.code], [403, 'store_env_forbidden'])
  })

  test('the report of reviews agrees with a recount in every time zone', async () => {
    const shops = [await inZone('Asia/Kathmandu'), await inZone('America/New_York')]
    const products = await Promise.all(shops.map((shop) => addProduct(shop)))
    const review = fc.record({
      rating: fc.integer({ min: 1, max: 5 }),
      status: fc.constantFrom('pending', 'approved', 'rejected', 'spam'),
      verified: fc.boolean(),
      source: fc.constantFrom('api', 'import'),
      incentive: fc.constantFrom(null, 'coupon', 'points'),
      reply: fc.constantFrom(null, 'Thanks'),
      submittedAt: fc
        .integer({ min: start.getTime() - 40 * day, max: start.getTime() })
        .map((ms) => new Date(ms).toISOString()),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(0, 1),
        fc.array(review, { minLength: 1, maxLength: 30 }),
        async (at, reviews) => {
          const [shop, productId] = [shops[at], products[at]]
          assert.ok(shop && productId)
          await addReviews(service, shop, reviews.map((each) => ({ ...each, productId })) as never)
          const { differences } = await recountReports(service.service, shop.storeEnvId)
          assert.deepEqual(differences, [])
        },
      ),
      { numRuns: 10 },
    )
    const [shop] = shops
    assert.ok(shop)
    // The recount reads `reply_body` and the report reads `replied_at`, so a row where they disagree shows a difference.
    await service.service.db.store(shop, 'write', (tx) =>
      tx.run(sql`update reviews set replied_at = ${tx.now}, reply_body = null where store_env_id = ${tx.storeEnvId}`),
    )
    const { differences } = await recountReports(service.service, shop.storeEnvId)
    assert.ok(differences.some(({ field }) => field === 'withReply'))
    await assert.rejects(recountReports(service.service, 'x'), /--store must be the id of a store/)
    await assert.rejects(recountReports(service.service, crypto.randomUUID()), /No such store/)
  })
})

describe('moderation', () => {
  test('the report of moderation has the time until first decisions and replies as nearest-rank percentiles', async () => {
    const shop = await service.shop()
    const productId = await addProduct(shop)
    const minutes = [1, 2, 3, 4, 10]
    const now = service.service.clock.now().getTime()
    const ids = await addReviews(
      service,
      shop,
      minutes.map((each) => ({
        productId,
        status: 'pending',
        submittedAt: new Date(now - each * 60_000).toISOString(),
      })),
    )
    await addReviews(service, shop, [
      { productId, status: 'pending', source: 'import', submittedAt: new Date(now - 60_000).toISOString() },
    ])
    for (const id of ids) await shop.api.put(`/reviews/${id}`, { status: 'approved' })
    await shop.api.put(`/reviews/${ids[4]}`, { reply: { body: 'Thank you' } })
    const { body } = await shop.api.get('/analytics/moderation')
    const { decided, decisionSeconds, replied, replySeconds } = body.total
    assert.deepEqual([decided, replied], [5, 1])
    const near = (actual: number, expected: number) =>
      assert.ok(actual >= expected && actual < expected + 60, `${actual}`)
    near(decisionSeconds.p50, 180)
    near(decisionSeconds.p90, 600)
    near(replySeconds.p90, 600)
    // Only the first decision and reply count. A second one changes nothing.
    service.advance(3_600_000)
    await shop.api.put(`/reviews/${ids[0]}`, { status: 'rejected' })
    await shop.api.put(`/reviews/${ids[4]}`, { reply: { body: 'Thank you again' } })
    const { body: again } = await shop.api.get('/analytics/moderation')
    assert.deepEqual(again.total, body.total)
    service.advance(-3_600_000)
  })
})

describe('products', () => {
  const names = async (shop: Shop, query: string) => {
    const { status, body, text } = await shop.api.get(`/analytics/products?${query}`)
    assert.equal(status, 200, text)
    return body.data.map(({ product }: { product: { platformProductId: string } }) => product.platformProductId)
  }

  test('products list the reasons why they need attention', async () => {
    const shop = await service.shop()
    const at = (daysAgo: number) => new Date(start.getTime() - daysAgo * day).toISOString()
    const many = (productId: string, count: number, more: object) =>
      Array.from({ length: count }, () => ({ productId, status: 'approved', rating: 5, submittedAt: at(5), ...more }))
    const ids: Record<string, string> = {}
    for (const name of ['fell', 'nearly', 'low', 'waiting', 'fine']) ids[name] = await addProduct(shop, name)
    const { fell = '', nearly = '', low = '', waiting = '', fine = '' } = ids
    await addReviews(service, shop, [
      ...many(fell, 5, { submittedAt: at(40), rating: 5 }),
      ...many(fell, 4, { rating: 5 }),
      ...many(fell, 2, { rating: 3 }),
      // The average falls by a star, but the earlier period has only four reviews, one too few.
      ...many(nearly, 4, { submittedAt: at(40), rating: 5 }),
      ...many(nearly, 6, { rating: 4 }),
      ...many(low, 3, { rating: 5 }),
      ...many(low, 2, { rating: 1, submittedAt: at(2) }),
      ...many(waiting, 5, { status: 'pending', submittedAt: at(8) }),
      ...many(waiting, 1, { rating: 2, submittedAt: at(4) }),
      ...many(fine, 7, { rating: 4 }),
    ] as never)
    const { body } = await shop.api.get('/analytics/products')
    const attention = Object.fromEntries(
      body.data.map((row: { product: { platformProductId: string }; attention: string[] }) => [
        row.product.platformProductId,
        row.attention,
      ]),
    )
    assert.deepEqual(attention, {
      fell: ['average_fell'],
      nearly: [],
      low: ['low_share'],
      waiting: ['low_unanswered', 'backlog'],
      fine: [],
    })
    assert.deepEqual(body.total, { products: 5, received: 30 })
    const row = body.data.find(({ product }: { product: { id: string } }) => product.id === fell)
    assert.deepEqual([row.received, row.averageRating, row.previousAverage, row.lowShare], [6, 4.33, 5, 0])
    assert.deepEqual((await names(shop, 'sort=attention'))[0], 'waiting')
    assert.deepEqual((await names(shop, 'sort=average&direction=asc'))[0], 'low')
    assert.deepEqual(await names(shop, 'attention=backlog,low_share&sort=average&direction=asc'), ['low', 'waiting'])
    const csv = await shop.api.get('/analytics/products?format=csv&attention=backlog')
    assert.match(csv.text, /^productId,productPlatformProductId,productTitle/)
    assert.match(csv.text, /low_unanswered backlog/)
  })

  test('each product appears on exactly one page', async () => {
    const shop = await service.shop()
    for (let i = 0; i < 5; i++) {
      const productId = await addProduct(shop, `p${i}`)
      const review = { productId, submittedAt: '2026-11-20T12:00:00Z' }
      await addReviews(service, shop, i % 2 ? [review, review] : [review])
    }
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const {
        body,
      }: {
        body: {
          data: { product: { platformProductId: string } }[]
          pagination: { nextCursor: string | null; total: number }
        }
      } = await shop.api.get(`/analytics/products?limit=2&includeTotal=true${cursor && `&cursor=${cursor}`}`)
      seen.push(...body.data.map(({ product }) => product.platformProductId))
      assert.equal(body.pagination.total, 5)
      cursor = body.pagination.nextCursor
    }
    assert.deepEqual(seen.toSorted(), ['p0', 'p1', 'p2', 'p3', 'p4'])
    assert.deepEqual(new Set(seen.slice(0, 2)), new Set(['p1', 'p3']))
  })
})

describe('themes', () => {
  test('themes count a word once per approved review, and leave out stop words', async () => {
    const shop = await service.shop()
    const productId = await addProduct(shop)
    const wrote = (body: string, rating: number, more: object = {}) => ({
      productId,
      status: 'approved' as const,
      body,
      rating,
      submittedAt: '2026-11-20T12:00:00Z',
      ...more,
    })
    await addReviews(service, shop, [
      wrote('The handle broke. Handle HANDLE!', 1),
      wrote('A sturdy handle, and the lid is tight', 5),
      wrote('Great handle, tight lid', 4),
      wrote('Tight lid', 4),
      wrote('handle', 5, { status: 'rejected' }),
      wrote('Überraschend großes Gefäß', 3),
    ])
    const { body } = await shop.api.get('/analytics/themes?minReviews=2')
    assert.deepEqual(body.total, { reviews: 5 })
    assert.deepEqual(body.data, [
      { term: 'handle', reviews: 3, averageRating: 3.33, low: 1, high: 2 },
      { term: 'lid', reviews: 3, averageRating: 4.33, low: 0, high: 3 },
      { term: 'tight', reviews: 3, averageRating: 4.33, low: 0, high: 3 },
    ])
    const pairs = (await shop.api.get('/analytics/themes?minReviews=1&words=2')).body.data
    const terms = pairs.map(({ term }: { term: string }) => term)
    assert.ok(terms.includes('tight lid') && terms.includes('großes gefäß') && !terms.includes('the handle'))
    assert.equal((await shop.api.get('/analytics/themes?words=3')).status, 400)
    const stop = await shop.api.get('/analytics/stop-words?locale=de-AT')
    assert.ok(stop.body.locale === 'de' && stop.body.words.includes('und'))
    assert.deepEqual((await shop.api.get('/analytics/stop-words?locale=xx')).body.words, [])
  })
})

describe('widgets', () => {
  const sent = (widget: string, kind: string, count = 1) => Array.from({ length: count }, () => ({ widget, kind }))
  const loadTotal = async (shop: Shop) => (await shop.api.get('/analytics/widgets')).body.total

  test('widget events are counted if the store enables counting and the browser permits it', async () => {
    const shop = await service.shop()
    const events = [...sent('reviews', 'impression', 3), ...sent('reviews', 'click'), ...sent('stars', 'impression')]
    assert.equal((await shop.storefront.post('/storefront/analytics', { events })).status, 204)
    assert.deepEqual(await loadTotal(shop), { impressions: 0, clicks: 0 })
    const on = await shop.api.put('/analytics/settings', { widgetCounts: true })
    assert.deepEqual([on.status, on.body], [200, { widgetCounts: true }])
    const all = await Promise.all(
      Array.from({ length: 12 }, () => shop.storefront.post('/storefront/analytics', { events })),
    )
    assert.ok(all.every(({ status, text }) => status === 204 && text === ''))
    for (const header of ['sec-gpc', 'dnt'])
      assert.equal((await shop.storefront.post('/storefront/analytics', { events }, { [header]: '1' })).status, 204)
    const text = { 'content-type': 'text/plain;charset=UTF-8' }
    assert.equal((await shop.storefront.post('/storefront/analytics', JSON.stringify({ events }), text)).status, 204)
    assert.deepEqual(await loadTotal(shop), { impressions: 52, clicks: 13 })
    const { body } = await shop.api.get('/analytics/widgets?interval=month')
    assert.deepEqual(
      body.data
        .slice(-2)
        .map(({ widget, impressions }: { widget: string; impressions: number }) => [widget, impressions]),
      [
        ['reviews', 39],
        ['stars', 13],
      ],
    )
    await shop.api.put('/analytics/settings', { widgetCounts: false })
    await shop.storefront.post('/storefront/analytics', { events })
    assert.deepEqual(await loadTotal(shop), { impressions: 52, clicks: 13 })
  })

  test('malformed events and events from other origins are refused', async () => {
    const shop = await service.shop()
    const post = (body: unknown, headers?: Record<string, string>) =>
      shop.storefront.post('/storefront/analytics', body, headers)
    for (const events of [[], sent('reviews', 'impression', 21), sent('cart', 'impression'), sent('reviews', 'view')])
      assert.equal((await post({ events })).status, 400)
    assert.equal((await post('{"events":', { 'content-type': 'text/plain' })).status, 400)
    assert.equal((await post('x', { 'content-type': 'text/html' })).status, 415)
    const elsewhere = await post({ events: sent('reviews', 'click') }, { origin: 'https://evil.example' })
    assert.deepEqual([elsewhere.status, elsewhere.body.code], [403, 'origin_forbidden'])
    // Only the counting call accepts text/plain, because pages send it while they unload.
    const settings = JSON.stringify({ widgetCounts: true })
    const { status, body } = await shop.api.put('/analytics/settings', settings, { 'content-type': 'text/plain' })
    assert.deepEqual([status, body.code], [415, 'unsupported_media_type'])
  })
})

test('mails, review requests and loyalty points have reports', async () => {
  const shop = await service.shop()
  await shop.api.put('/loyalty/program', {
    enabled: true,
    pointsPerUnit: 1,
    timezone: 'UTC',
    startsAt: '2026-01-01T00:00:00Z',
  })
  await shop.api.put('/orders', [
    {
      platformOrderId: 'o1',
      email: 'a@customer.example',
      currency: 'EUR',
      total: '12.00',
      placedAt: '2026-11-20T10:00:00Z',
    },
  ])
  const { body: loyalty } = await shop.api.get('/analytics/loyalty')
  assert.deepEqual(loyalty.total, { lines: 1, delta: 12 })
  for (const groupBy of ['cohort', 'template', 'provider']) {
    const { status, body } = await shop.api.get(`/analytics/requests?groupBy=${groupBy}`)
    assert.deepEqual([status, body.total], [200, { sent: 0, opened: 0, reviewed: 0, openedAndLeft: 0 }])
    assert.equal(body.data.length, groupBy === 'cohort' ? 30 : 0)
  }
  await service.service.db.store(shop, 'write', (tx) =>
    tx.run(sql`
      update review_requests set state = 'sent', sent_at = ${tx.now}, form_first_viewed_at = ${tx.now},
             reminded_at = array[${tx.now}::timestamptz] where store_env_id = ${tx.storeEnvId}`),
  )
  const [group] = (await shop.api.get('/analytics/requests?groupBy=template')).body.data
  assert.deepEqual(group, { key: 'review_reminder', sent: 1, opened: 1, reviewed: 0, openedAndLeft: 1 })
  const cohorts = (await shop.api.get('/analytics/requests?interval=month')).body.data
  assert.deepEqual(
    cohorts.map(({ key, sent }: { key: string; sent: number }) => [key, sent]),
    [
      ['2026-10-01', 0],
      ['2026-11-01', 1],
    ],
  )
  const { status, body: mail } = await shop.api.get('/analytics/email?from=2026-11-01')
  assert.deepEqual(
    [status, mail.data.length, Object.keys(mail.total)],
    [200, 22, ['sent', 'failed', 'skipped', 'bounced', 'complained']],
  )
})

test('on plans below Scale, reports of reviews and moderation cover at most 92 days', async () => {
  const paid = await startService({ now: start, env: { BILLING: 'manual' } })
  try {
    const shop = await paid.shop()
    for (const path of ['reviews', 'moderation']) {
      assert.equal(
        (await shop.api.get(`/analytics/${path}?from=2026-08-23&to=2026-11-22`)).status,
        200,
        'a trial is Growth',
      )
      const { status, body } = await shop.api.get(`/analytics/${path}?from=2026-08-22&to=2026-11-22`)
      assert.deepEqual([status, body.code, body.requiredPlan], [403, 'plan_required', 'scale'])
    }
    for (const path of ['requests', 'products', 'themes', 'widgets', 'loyalty', 'email', 'stop-words']) {
      const { status, body } = await shop.api.get(`/analytics/${path}`)
      assert.deepEqual([status, body.code, body.requiredPlan], [403, 'plan_required', 'scale'], path)
    }
    assert.equal((await shop.api.put('/analytics/settings', { widgetCounts: true })).status, 403)
    await (await shop.as('VIEWER')).get('/analytics/settings')
    const scoped = await (await shop.as('ADMIN', ['reviews:read'])).get('/analytics/reviews')
    assert.deepEqual([scoped.status, scoped.body.code], [403, 'scope_denied'])
  } finally {
    await paid.close()
  }
})
