import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { beginForm, order, postJson } from '#resources/storefront/form/form.testing.ts'
import { type FakeGoogle, startGoogle } from '#test/fakes/google-merchant.ts'
import { day, type Shop, startService, type TestService } from '#test/service.ts'
import { approvedReview, create, createGoogle, decide, ofReview, pushProduct, read } from './destinations.testing.ts'

let google: FakeGoogle
let service: TestService
let shop: Shop
before(async () => {
  google = await startGoogle({ now: () => service?.service.clock.nowMs() ?? Date.now() })
  service = await startService({ env: { GOOGLE_MERCHANT_ORIGIN: google.origin } })
})
after(async () => {
  await service.close()
  await google.close()
})
beforeEach(async () => {
  shop = await service.shop()
  google.reviews.clear()
  google.statuses.clear()
  google.dataSources.length = 0
  google.calls.length = 0
  google.troubles.length = 0
  google.isAccountAllowed = true
  google.isKeyRevoked = false
  google.before = undefined
  google.after = undefined
})

const google_ = 'google_product'
const minutes = 60_000

async function live(): Promise<{ id: string; review: string }> {
  await pushProduct(shop, 'mug')
  const { id } = await createGoogle(shop, google)
  await service.runJobs()
  const review = await approvedReview(shop, 'mug', { body: 'Keeps tea hot. Write to jane@customer.example' })
  await service.runJobs()
  return { id, review }
}

test('an approved review is sent with the published fields, and is live once Google shows it', async () => {
  const { id, review } = await live()
  const sent = google.reviews.get(review)?.productReviewAttributes
  assert.deepEqual(
    { ...sent, reviewTime: null, transactionId: undefined },
    {
      ...{
        reviewTime: null,
        title: 'Daily companion',
        content: 'Keeps tea hot. Write to […]',
        reviewerUsername: 'Jane D.',
      },
      ...{ minRating: '1', maxRating: '5', rating: 5, productNames: ['The mug'], transactionId: undefined },
      ...{
        productLinks: ['https://shop.example.com/mug'],
        gtins: ['4006381333931'],
        skus: ['SKU-mug'],
        brands: ['Acme'],
      },
      ...{ reviewLink: { type: 'GROUP', link: 'https://shop.example.com/mug' } },
      ...{ isVerifiedPurchase: false, isIncentivizedReview: false },
    },
  )
  assert.equal(google.dataSources.length, 1)
  const sentItem = await ofReview(shop, review, google_)
  assert.deepEqual(
    [sentItem.eligible, sentItem.state, sentItem.operation, sentItem.externalId],
    [true, 'accepted', null, `accounts/${google.accountId}/productReviews/${review}`],
  )
  google.judge(review)
  service.advance(5 * minutes)
  await service.tick()
  const shown = await ofReview(shop, review, google_)
  assert.equal(shown.state, 'live')
  assert.ok(shown.confirmedAt)
  assert.deepEqual((await read(shop, id)).counts, { queued: 0, accepted: 0, live: 1, refused: 0, removing: 0 })
})

test('Google gets the way a review was collected, its purchase and its incentive', async () => {
  await pushProduct(shop, 'mug')
  await createGoogle(shop, google)
  const email = 'buyer@customer.example'
  const { orderId, token, products } = await order(service, shop, { email })
  await pushProduct(shop, 'mug')
  const offered = await shop.api.post('/review-incentives', {
    ...{ kind: 'coupon', text: '10 % off for your review', code: 'THANKS10', status: 'active' },
  })
  assert.equal(offered.status, 201, offered.text)
  const words = { rating: 4, title: 'Good', body: 'Holds a pint.', authorName: 'Jane Doe', consent: true }
  const startedAt = await beginForm(service, token)
  const mailed = await postJson(service, `/f/${token}/reviews`, { ...words, productId: products[0], startedAt })
  assert.equal(mailed.status, 201, mailed.text)
  const widget = await shop.storefront.post('/storefront/reviews', {
    ...{ ...words, platformProductId: 'mug', authorEmail: 'visitor@customer.example' },
    startedAt: (await shop.storefront.get('/storefront/review-form?platformProductId=mug')).body.startedAt,
  })
  assert.equal(widget.status, 400, 'a form needs three seconds')
  service.advance(5_000)
  const sent = await shop.storefront.post('/storefront/reviews', {
    ...{ ...words, platformProductId: 'mug', authorEmail: 'visitor@customer.example' },
  })
  assert.equal(sent.status, 202, sent.text)
  const byKey = await approvedReview(shop, 'mug')
  const ids = [String(mailed.json().id), String(sent.body.id)]
  for (const id of ids) await decide(shop, id, 'approved')
  await service.runJobs()
  const read = (id: string) => {
    const { collectionMethod, isVerifiedPurchase, isIncentivizedReview, transactionId } =
      google.reviews.get(id)?.productReviewAttributes ?? assert.fail(id)
    return [collectionMethod, isVerifiedPurchase, isIncentivizedReview, transactionId]
  }
  assert.deepEqual(read(String(ids[0])), ['POST_FULFILLMENT', true, true, orderId])
  assert.deepEqual(read(String(ids[1])), ['UNSOLICITED', false, true, undefined])
  assert.deepEqual(read(byKey), [undefined, false, false, undefined])
})

test('beside an enabled review feed, the destination for Google has a warning', async () => {
  const { id } = await createGoogle(shop, google)
  const codes = async () => {
    const { warnings } = await read(shop, id)
    return warnings.map(({ code }: { code: string }) => code)
  }
  assert.deepEqual(await codes(), [])
  assert.equal((await shop.api.post('/products/review-feed')).status, 201)
  assert.deepEqual(await codes(), ['feed_enabled'])
  const { data } = (await shop.api.get('/connectors/destinations')).body
  assert.deepEqual([data[0].warnings[0].code, /twice/.test(data[0].warnings[0].message)], ['feed_enabled', true])
  assert.ok((await shop.api.delete('/products/review-feed')).status < 300)
  assert.deepEqual(await codes(), [])
})

test('a change that Google does not show sends nothing, and the pending check still runs', async () => {
  const { review } = await live()
  google.judge(review)
  const calls = google.calls.length
  await pushProduct(shop, 'mug', { description: 'Another description.' })
  await service.runJobs()
  assert.ok(!google.calls.slice(calls).some((call) => call.includes(':insert')))
  const { state, operation } = await ofReview(shop, review, google_)
  assert.deepEqual([state, operation], ['accepted', null])
  service.advance(6 * minutes)
  await service.tick()
  assert.equal((await ofReview(shop, review, google_)).state, 'live')
})

test('a review that Google refuses shows the reason, and waits for a change or a retry', async () => {
  const { id, review } = await live()
  google.judge(review, 'invalid_gtin')
  service.advance(5 * minutes)
  await service.tick()
  const { state, reason, itemId } = await ofReview(shop, review, google_)
  assert.deepEqual([state, reason], ['refused', 'invalid_gtin'])
  const before = google.calls.length
  await shop.api.post(`/connectors/destinations/${id}/reconcile`)
  await service.runJobs()
  assert.ok(!google.calls.slice(before).some((call) => call.includes(':insert')), 'refused data waits')
  const { body } = await shop.api.get(`/connectors/destinations/${id}/items?state=refused&reason=invalid_gtin`)
  assert.deepEqual([body.data.length, body.data[0].reviewId, body.data[0].id], [1, review, itemId])
  assert.equal((await shop.api.post(`/connectors/destinations/${id}/items/${itemId}/retry`)).status, 200)
  await service.runJobs()
  assert.equal((await ofReview(shop, review, google_)).state, 'accepted')
})

test('a rejected review is removed by the next job, even while the destination is paused', async () => {
  const { id, review } = await live()
  assert.equal((await shop.api.post(`/connectors/destinations/${id}/pause`)).status, 200)
  const waiting = await approvedReview(shop, 'mug')
  await decide(shop, review, 'rejected')
  await service.runJobs()
  assert.deepEqual([...google.reviews.keys()], [])
  const removed = await ofReview(shop, review, google_)
  assert.deepEqual([removed.state, removed.eligible, removed.reasons], ['removed', false, ['not_approved']])
  assert.equal((await ofReview(shop, waiting, google_)).state, 'queued')
  assert.equal((await shop.api.post(`/connectors/destinations/${id}/resume`)).body.status, 'active')
  await service.runJobs()
  assert.deepEqual([...google.reviews.keys()], [waiting])
})

test('a review of an erased person is removed at the destination', async () => {
  const { review } = await live()
  const { body } = await (await shop.signedIn()).get(`/reviews/${review}`)
  assert.equal((await shop.api.post('/customers/erase', { email: body.authorEmail })).status, 200)
  await service.runJobs()
  await service.tick()
  assert.equal(google.reviews.size, 0)
})

test('a lapsed store sends nothing new, but its removals are sent', async () => {
  const billed = await startService({ env: { GOOGLE_MERCHANT_ORIGIN: google.origin, BILLING: 'manual' } })
  try {
    shop = await billed.shop()
    await pushProduct(shop, 'mug')
    await createGoogle(shop, google)
    const [first, second] = [await approvedReview(shop, 'mug'), await approvedReview(shop, 'mug')]
    await billed.runJobs()
    assert.equal(google.reviews.size, 2)
    await billed.query(`update subscriptions set status = 'expired' where store_env_id = $1`, [shop.storeEnvId])
    await billed.query(
      `update destination_items set digest = null, operation = 'put', due_at = now() where subject_id = $1`,
      [first],
    )
    await billed.query(`update reviews set status = 'rejected' where id = $1`, [second])
    await billed.query(`update destination_items set operation = 'remove', due_at = now() where subject_id = $1`, [
      second,
    ])
    const before = google.calls.length
    await billed.service.db.store(shop, 'write', async (tx) => {
      const { wake } = await import('#platform/jobs/delivery/store-queue.ts')
      await wake(tx, 'destinations.send')
    })
    await billed.runJobs()
    assert.deepEqual(
      google.calls.slice(before).map((call) => call.split(' ')[0]),
      ['DELETE'],
    )
    assert.deepEqual([...google.reviews.keys()], [first])
  } finally {
    await billed.close()
  }
})

test('an exhausted daily quota pauses the destination until noon UTC', async () => {
  const { id } = await live()
  google.troubles.push({ status: 429, body: { error: { message: 'quota/daily_limit_exceeded' } } })
  await approvedReview(shop, 'mug')
  await service.runJobs()
  const until = new Date((await read(shop, id)).pausedUntil)
  const now = service.service.clock.now()
  const noon = new Date(now)
  noon.setUTCHours(12, 0, 0, 0)
  if (noon <= now) noon.setUTCDate(noon.getUTCDate() + 1)
  assert.deepEqual(until, noon)
  service.advance(day)
  await service.tick()
  assert.equal(google.reviews.size, 2)
})

test('a failed call is repeated after 5 seconds, 1 and 10 minutes, then hourly', async () => {
  const { review } = await live()
  let removals = 0
  google.before = (call) => {
    if (!call.startsWith('DELETE')) return
    removals++
    google.troubles.push({ status: 503 })
  }
  await decide(shop, review, 'rejected')
  await service.runJobs()
  assert.equal(removals, 1)
  const hour = 60 * minutes
  for (const [attempt, delay] of [5_000, minutes, 10 * minutes, hour, hour, hour].entries()) {
    service.advance(delay * 0.85)
    await service.tick()
    assert.equal(removals, attempt + 1, `not before ${delay} ms`)
    // In total, two minutes more than the delay with its jitter: wake-ups are due at whole minutes, at least one ahead.
    service.advance(delay * 0.25 + 2 * minutes)
    await service.tick()
    assert.equal(removals, attempt + 2, `after ${delay} ms`)
  }
  google.before = undefined
  google.troubles.length = 0
  service.advance(hour * 1.1 + 2 * minutes)
  await service.tick()
  assert.equal(google.reviews.size, 0)
})

test('the next job sends a removal even if all new items fail', async () => {
  const { review } = await live()
  google.before = (call) => {
    if (call.includes(':insert')) google.troubles.push({ status: 503 })
  }
  for (let i = 0; i < 6; i++) await approvedReview(shop, 'mug')
  await service.runJobs()
  for (let i = 0; i < 3; i++) {
    service.advance(20 * minutes)
    await service.tick()
  }
  await decide(shop, review, 'rejected')
  await service.runJobs()
  assert.equal(google.reviews.size, 0)
})

test('a failing removal is repeated until it succeeds, and owners get a mail after a day', async () => {
  const { review } = await live()
  google.before = (call) => {
    if (call.startsWith('DELETE')) google.troubles.push({ status: 503 })
  }
  await decide(shop, review, 'rejected')
  await service.runJobs()
  for (let hour = 0; hour < 26; hour++) {
    service.advance(4_000_000)
    await service.tick()
  }
  const mails = await service.query(`select subject from mailbox where subject like '%could not be removed%'`)
  assert.equal(mails.rows.length, 1)
  assert.equal(google.reviews.size, 1)
  google.before = undefined
  // The nightly comparison can lease the destination during one tick, so the removal may wait for the next tick.
  for (let tick = 0; tick < 2; tick++) {
    service.advance(4_000_000)
    await service.tick()
  }
  assert.equal(google.reviews.size, 0)
})

test('a refused Google account gets nothing new until a test passes; owners get one mail', async () => {
  const { id } = await live()
  google.isAccountAllowed = false
  await approvedReview(shop, 'mug')
  await service.runJobs()
  const blocked = await read(shop, id)
  assert.deepEqual([blocked.status, blocked.statusReason], ['blocked', 'account_not_allowed'])
  assert.equal((await shop.api.post(`/connectors/destinations/${id}/test`)).body.ok, false)
  google.isAccountAllowed = true
  assert.equal((await shop.api.post(`/connectors/destinations/${id}/test`)).body.ok, true)
  await service.runJobs()
  assert.equal((await read(shop, id)).status, 'active')
  assert.equal(google.reviews.size, 2)
  const mails = await service.query(`select subject from mailbox where subject like '%nothing new is sent to Google%'`)
  assert.equal(mails.rows.length, 1)
})

test("a comparison sends missing and different items, removes extra ones, and ignores other apps' items", async () => {
  const { id, review } = await live()
  const [missing, changed] = [await approvedReview(shop, 'mug'), await approvedReview(shop, 'mug')]
  await service.runJobs()
  google.reviews.delete(missing)
  const different = google.reviews.get(changed)
  assert.ok(different)
  different.productReviewAttributes.content = 'Somebody else wrote this.'
  const [own] = google.dataSources
  assert.ok(own)
  const extra = '01a00000-0000-7000-8000-000000000001'
  google.reviews.set(extra, { ...different, name: different.name.replace(changed, extra), productReviewId: extra })
  google.reviews.set('x', {
    ...different,
    name: different.name.replace(changed, 'x'),
    productReviewId: 'x',
    dataSource: 'other',
  })
  service.advance(2 * 3_600_000)
  await shop.api.post(`/connectors/destinations/${id}/reconcile`)
  await service.runJobs()
  const { checked, missing: lost, extra: more, changed: differing } = (await read(shop, id)).lastReconciliation
  assert.deepEqual([checked, lost, more, differing], [3, 1, 1, 1])
  assert.deepEqual(new Set(google.reviews.keys()), new Set([review, missing, changed, 'x']))
  assert.equal(google.reviews.get(changed)?.productReviewAttributes.content, 'Keeps tea hot for an hour.')
})

test('a comparison finds every difference in the fields that we write, and no false one', async () => {
  await pushProduct(shop, 'mug')
  const { id } = await createGoogle(shop, google)
  const other: Record<string, unknown> = {
    ...{ reviewTime: '2020-01-01T00:00:00Z', title: 'Other', content: 'Other.', reviewerUsername: 'Other O.' },
    ...{
      reviewerIsAnonymous: true,
      reviewLanguage: 'fr',
      reviewCountry: 'FR',
      minRating: '0',
      maxRating: '10',
      rating: 1,
    },
    ...{
      productNames: ['Other'],
      productLinks: [],
      gtins: ['4006381333948'],
      mpns: ['X'],
      skus: [],
      brands: ['Other'],
    },
    ...{
      reviewLink: { type: 'SINGLETON', link: 'https://shop.example.com/mug' },
      reviewerImageLinks: ['https://x.example/'],
    },
    ...{
      isVerifiedPurchase: true,
      isIncentivizedReview: true,
      collectionMethod: 'UNSOLICITED',
      transactionId: 'other',
    },
  }
  const names = Object.keys(other)
  const ids: string[] = []
  for (const _ of names) ids.push(await approvedReview(shop, 'mug', { locale: 'de-AT' }))
  await service.runJobs()
  const attributesOf = (at: number) => google.reviews.get(String(ids[at]))?.productReviewAttributes ?? assert.fail()
  const sent = names.map((_, at) => structuredClone(attributesOf(at)))
  const compared = async () => {
    service.advance(2 * 3_600_000)
    await shop.api.post(`/connectors/destinations/${id}/reconcile`)
    await service.runJobs()
    const { checked, missing, extra, changed } = (await read(shop, id)).lastReconciliation
    return [checked, missing, extra, changed]
  }
  assert.deepEqual(await compared(), [names.length, 0, 0, 0])
  for (const [at, name] of names.entries()) attributesOf(at)[name] = other[name]
  assert.deepEqual(await compared(), [names.length, 0, 0, names.length])
  for (const [at, name] of names.entries()) assert.deepEqual(attributesOf(at), sent[at], name)
  // A field that Google lost counts as a difference too. An empty value, false or a field that we never write does not.
  for (const [at, name] of names.entries()) delete attributesOf(at)[name]
  const written = names.filter((name, at) => sent[at]?.[name] !== undefined && sent[at]?.[name] !== false)
  assert.deepEqual(await compared(), [names.length, 0, 0, written.length])
  const calls = google.calls.length
  attributesOf(0).reviewerIsAnonymous = false
  attributesOf(1).mpns = []
  attributesOf(2).aggregatorName = 'Set by Google'
  assert.deepEqual(await compared(), [names.length, 0, 0, 0])
  assert.ok(!google.calls.slice(calls).some((call) => call.includes(':insert')))
})

test('removing a destination first removes its items; with `keep` the items stay', async () => {
  const { id } = await live()
  const removing = await shop.api.delete(`/connectors/destinations/${id}`)
  assert.deepEqual([removing.status, removing.body.status], [202, 'removing'])
  await service.runJobs()
  assert.equal(google.reviews.size, 0)
  assert.equal((await shop.api.get(`/connectors/destinations/${id}`)).status, 404)
  const again = await createGoogle(shop, google)
  await service.runJobs()
  assert.equal(google.reviews.size, 1)
  assert.equal(google.dataSources.length, 1, 'the data source is made once')
  assert.equal((await shop.api.delete(`/connectors/destinations/${again.id}?keep=true`)).status, 204)
  await service.runJobs()
  assert.equal(google.reviews.size, 1)
})

test('wrong credentials store nothing, and a second destination of one kind returns 409', async () => {
  const bad = { accountId: google.accountId, serviceAccount: { client_email: 'a@b.example', private_key: 'none' } }
  const refused = await shop.api.post('/connectors/destinations', { kind: google_, credentials: bad })
  assert.deepEqual(
    [refused.status, refused.body.code, refused.body.details[0].path],
    [400, 'validation_failed', '/credentials/serviceAccount'],
  )
  google.isKeyRevoked = true
  const credentials = { accountId: google.accountId, serviceAccount: JSON.stringify(google.serviceAccount) }
  const revoked = await shop.api.post('/connectors/destinations', { kind: google_, credentials })
  assert.deepEqual([revoked.status, revoked.body.code], [400, 'credentials_refused'])
  assert.ok(!revoked.text.includes('PRIVATE KEY'))
  google.isKeyRevoked = false
  await createGoogle(shop, google)
  const second = await shop.api.post('/connectors/destinations', { kind: google_, credentials })
  assert.deepEqual([second.status, second.body.code], [409, 'conflict'])
  assert.equal(
    (await shop.api.post('/connectors/destinations', { kind: google_, credentials, minRating: 4 })).status,
    400,
  )
})

test('a review of a product without page or identifier states why it is not shown', async () => {
  await pushProduct(shop, 'bare', { url: undefined, sku: undefined, gtin: undefined, brand: undefined })
  await createGoogle(shop, google)
  const review = await approvedReview(shop, 'bare')
  await service.runJobs()
  const { eligible, reasons, state } = await ofReview(shop, review, google_)
  assert.deepEqual([eligible, reasons, state], [false, ['no_live_sku', 'no_product_url'], null])
  await pushProduct(shop, 'bare')
  await service.runJobs()
  assert.equal((await ofReview(shop, review, google_)).state, 'accepted')
})

test('ids in upper case name the same destination, item and review', async () => {
  const { id, review } = await live()
  const upper = id.toUpperCase()
  const path = `/connectors/destinations/${upper}`
  assert.equal((await shop.api.get(path)).body.id, id)
  const { body: items } = await shop.api.get(`${path}/items?reviewId=${review.toUpperCase()}`)
  assert.equal(items.data.length, 1)
  const [{ id: itemId, productId }] = items.data
  assert.equal((await shop.api.get(`${path}/items?productId=${productId.toUpperCase()}`)).body.data.length, 1)
  assert.equal((await ofReview(shop, review.toUpperCase(), google_)).destinationId, id)
  assert.equal((await shop.api.patch(path, {})).status, 200)
  for (const [call, status] of [
    ['test', 200],
    ['pause', 200],
    ['resume', 200],
    ['reconcile', 202],
    [`items/${itemId.toUpperCase()}/retry`, 200],
  ] as const)
    assert.equal((await shop.api.post(`${path}/${call}`)).status, status, call)
  assert.equal((await shop.api.delete(`${path}?keep=true`)).status, 204)
})

test("another store's destination is not found", async () => {
  const { id } = await live()
  const other = await service.shop()
  for (const path of [`/connectors/destinations/${id}`, `/connectors/destinations/${id}/items`])
    assert.equal((await other.api.get(path)).status, 404)
  assert.equal((await other.api.delete(`/connectors/destinations/${id}`)).status, 404)
})

test("Meta's file has every eligible review, and a complete fetch marks its reviews as accepted", async () => {
  await pushProduct(shop, 'mug')
  const { id, url } = await create(shop, { kind: 'meta_csv' })
  const review = await approvedReview(shop, 'mug', { body: 'Said "hot", and\nmeant it: jane@customer.example' })
  await service.runJobs()
  const path = new URL(String(url)).pathname
  assert.equal((await ofReview(shop, review, 'meta_csv')).state, 'queued')
  const file = await service.anonymous.get(path)
  assert.equal(file.status, 200, file.text)
  const [head = '', ...rows] = file.text.split('\r\n')
  assert.equal(head.split(',').length, 23)
  assert.match(
    rows[0] ?? '',
    new RegExp(`^Evident,Shop \\d+,${shop.storeEnvId},"\\[""https://shop.example.com""\\]",${review},5,`),
  )
  assert.match(file.text, /"Said ""hot"", and\nmeant it: \[…\]"/)
  assert.equal((await ofReview(shop, review, 'meta_csv')).state, 'accepted')
  assert.equal((await shop.api.post(`/connectors/destinations/${id}/pause`)).body.status, 'paused')
  const later = await approvedReview(shop, 'mug')
  const paused = (await service.anonymous.get(path)).text
  assert.deepEqual([paused.includes(review), paused.includes(later)], [true, false])
  assert.equal((await shop.api.post(`/connectors/destinations/${id}/resume`)).body.status, 'active')
  assert.ok((await service.anonymous.get(path)).text.includes(later))
  await decide(shop, later, 'rejected')
  const rotated = await shop.api.post(`/connectors/destinations/${id}/rotate`)
  assert.equal((await service.anonymous.get(path)).status, 404)
  await decide(shop, review, 'rejected')
  const after = await service.anonymous.get(new URL(rotated.body.url).pathname)
  assert.equal(after.text.split('\r\n').filter(Boolean).length, 1)
  assert.equal((await ofReview(shop, review, 'meta_csv')).state, 'removed')
  assert.equal((await (await shop.as('VIEWER')).get(`/connectors/destinations/${id}`)).body.url, null)
})
