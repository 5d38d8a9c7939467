import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { perform } from '#platform/jobs/jobs.ts'
import { addProduct, addReviews, post } from '#resources/reviews/reviews.testing.ts'
import { withholdingReasons } from '#resources/reviews/schema.ts'
import { day, provideService, type Shop } from '#test/service.ts'
import { jobs } from '../../../entry/areas.ts'
import { isComparable, suppressionReport } from './rules.ts'

const service = provideService({ now: new Date('2028-03-02T10:00:00Z') })

const loadMeter = async (shop: Shop, query = '') => {
  const answer = await shop.api.get(`/evidence/suppression${query}`)
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}
const none = { received: 0, published: 0, withheld: 0, pending: 0, withheldShare: null }
const at = '2028-03-01T12:00:00Z'

test('a store without reviews has zero counts and null shares', async () => {
  const meter = await loadMeter(await service.shop())
  assert.deepEqual([meter.from, meter.to, meter.timezone, meter.complete], ['2028-02-02', '2028-03-02', 'UTC', false])
  assert.deepEqual(
    meter.byRating,
    [1, 2, 3, 4, 5].map((rating) => ({ rating, ...none })),
  )
  assert.deepEqual([meter.low, meter.high, meter.gap, meter.alert], [none, none, null, false])
  assert.deepEqual([meter.averageReceived, meter.averagePublished, meter.averageWithheld], [null, null, null])
  assert.deepEqual(
    meter.byReason,
    Object.fromEntries([...withholdingReasons, 'unspecified'].map((reason) => [reason, 0])),
  )
})

test('rejected, spam and deleted reviews count as withheld; pending and erased ones do not', async () => {
  const shop = await service.shop()
  const productId = await addProduct(shop)
  const ids = await addReviews(
    service,
    shop,
    [1, 1, 1, 2, 3, 4, 5, 5, 5].map((rating) => ({ productId, rating, status: 'pending' as const, submittedAt: at })),
  )
  const [one, gone, erased, two, three, four, five] = ids
  const decide = (id: string | undefined, change: object) => shop.api.put(`/reviews/${id}`, change)
  await decide(one, { status: 'rejected', reason: 'offensive' })
  await decide(gone, { status: 'approved' })
  assert.equal((await shop.api.delete(`/reviews/${gone}`)).status, 204)
  await decide(two, { status: 'approved' })
  await decide(three, { status: 'spam', reason: 'spam' })
  await decide(four, { status: 'approved' })
  await decide(five, { status: 'rejected' })
  const before = await loadMeter(shop)
  assert.deepEqual(before.byRating[0], {
    rating: 1,
    received: 3,
    published: 0,
    withheld: 2,
    pending: 1,
    withheldShare: 1,
  })
  assert.deepEqual(before.low, { received: 4, published: 1, withheld: 2, pending: 1, withheldShare: 0.6667 })
  assert.deepEqual(before.high, { received: 4, published: 1, withheld: 1, pending: 2, withheldShare: 0.5 })
  assert.deepEqual([before.gap, before.alert], [0.1667, false])
  assert.deepEqual([before.averageReceived, before.averagePublished, before.averageWithheld], [3, 3, 2.5])
  const { offensive, spam, unspecified, fake } = before.byReason
  assert.deepEqual({ offensive, spam, unspecified, fake }, { offensive: 1, spam: 1, unspecified: 2, fake: 0 })
  // A deleted review retains the reason for which it was withheld.
  await shop.api.delete(`/reviews/${one}`)
  assert.deepEqual(await loadMeter(shop), before)
  assert.ok(erased)
})

test("erased authors' reviews no longer count", async () => {
  const shop = await service.shop()
  const productId = await addProduct(shop)
  const { id } = await post(shop.api, productId, { authorEmail: 'kim@customer.example', rating: 1 })
  await post(shop.api, productId, { authorEmail: 'lee@customer.example', rating: 1 })
  await shop.api.put(`/reviews/${id}`, { status: 'rejected', reason: 'privacy' })
  assert.equal((await loadMeter(shop)).low.withheld, 1)
  const erased = await shop.api.post('/customers/erase', { email: 'kim@customer.example' })
  assert.ok(erased.status < 300, erased.text)
  const { low, byReason } = await loadMeter(shop)
  assert.deepEqual([low.received, low.withheld, byReason.privacy], [1, 0, 0])
})

test("days use the store's time zone, also on 29 February and at clock changes", async () => {
  const shop = await service.shop()
  const owner = await shop.signedIn()
  await owner.patch(`/account/stores/${shop.storeEnvId}`, { timezone: 'America/New_York' })
  const productId = await addProduct(shop)
  const submitted = [
    '2028-02-29T04:59:59.999Z', // still 28 February in this time zone
    '2028-02-29T05:00:00.000Z',
    '2028-03-01T04:59:59.999Z', // still 29 February in this time zone
    '2028-03-01T05:00:00.000Z',
    '2027-11-07T03:59:59.999Z', // 6 November in this time zone
    '2027-11-07T04:00:00.000Z', // a day of 25 hours, because clocks go back
    '2027-11-08T04:59:59.999Z',
    '2027-11-08T05:00:00.000Z',
    '2027-03-14T05:00:00.000Z', // a day of 23 hours, because clocks go forward
    '2027-03-15T03:59:59.999Z',
    '2027-03-15T04:00:00.000Z',
  ]
  await addReviews(
    service,
    shop,
    submitted.map((submittedAt) => ({ productId, submittedAt, rating: 5 })),
  )
  const received = async (from: string, to = from) => (await loadMeter(shop, `?from=${from}&to=${to}`)).high.received
  assert.equal(await received('2028-02-28'), 1)
  assert.equal(await received('2028-02-29'), 2)
  assert.equal(await received('2028-03-01'), 1)
  assert.equal(await received('2028-02-28', '2028-03-01'), 4)
  assert.equal(await received('2027-11-07'), 2)
  assert.equal(await received('2027-03-14'), 2)
  assert.equal((await loadMeter(shop, '?from=2028-02-29&to=2028-02-29')).complete, true)
})

test('invalid, too many or future days are refused, and so are keys without the scope', async () => {
  const shop = await service.shop()
  for (const query of ['from=2027-02-29', 'to=2028-03-03', 'from=2028-03-02&to=2028-03-01', 'from=x', 'days=3'])
    assert.equal((await shop.api.get(`/evidence/suppression?${query}`)).status, 400, query)
  assert.equal((await shop.api.get('/evidence/suppression?from=2026-03-02&to=2028-03-02')).status, 400, '732 days')
  assert.equal((await loadMeter(shop, '?from=2026-03-03&to=2028-03-02')).from, '2026-03-03')
  assert.equal((await (await shop.as('VIEWER', ['evidence:read'])).get('/evidence/suppression')).status, 200)
  assert.equal(
    (await (await shop.as('VIEWER', ['reviews:read'])).get('/evidence/suppression')).body.code,
    'scope_denied',
  )
})

test('a report covers the shortest period in which low and high ratings can be compared', async () => {
  const shop = await service.shop()
  const productId = await addProduct(shop)
  const ago = (days: number) => new Date(Date.parse('2028-03-02T09:00:00Z') - days * day).toISOString()
  const daysBack = (days: number) => ago(days).slice(0, 10)
  const add = (rating: number, days: number, count: number) =>
    addReviews(
      service,
      shop,
      Array.from({ length: count }, () => ({
        ...{ productId, rating, status: 'approved' as const },
        submittedAt: ago(days),
      })),
    )
  const shown = async () => {
    const { period, comparable, from, low, high } = await loadMeter(shop, '?period=comparable')
    return { period, comparable, from, decided: [low.published, high.published] }
  }
  assert.deepEqual(await shown(), { period: '30d', comparable: false, from: daysBack(29), decided: [0, 0] })
  await add(2, 300, 9)
  await add(5, 29, 10)
  assert.deepEqual(await shown(), { period: '30d', comparable: false, from: daysBack(29), decided: [0, 10] })
  await add(1, 89, 1)
  assert.deepEqual(await shown(), { period: '365d', comparable: true, from: daysBack(364), decided: [10, 10] })
  await add(1, 60, 9)
  assert.deepEqual(await shown(), { period: '90d', comparable: true, from: daysBack(89), decided: [10, 10] })
  await add(2, 29, 10)
  assert.deepEqual(await shown(), { period: '30d', comparable: true, from: daysBack(29), decided: [10, 10] })
  const { period, from, low } = await loadMeter(shop, '?period=90d')
  assert.deepEqual([period, from, low.published], ['90d', daysBack(89), 20])
  const { period: none, comparable } = await loadMeter(shop, `?from=${daysBack(400)}`)
  assert.deepEqual([none, comparable], [null, true])
  for (const query of ['period=7d', 'period=90d&from=2028-02-01', 'period=comparable&to=2028-03-01'])
    assert.equal((await shop.api.get(`/evidence/suppression?${query}`)).status, 400, query)
})

test('the CSV has one row per star rating', async () => {
  const shop = await service.shop()
  const { text, headers } = await shop.api.get('/evidence/suppression?from=2028-03-01&to=2028-03-01&format=csv')
  assert.equal(headers['content-disposition'], 'attachment; filename="withheld-2028-03-01-2028-03-01.csv"')
  const lines = text.trimEnd().split('\r\n')
  assert.equal(lines[0], 'rating,received,published,withheld,pending,withheldShare')
  assert.deepEqual([lines.length, lines[5]], [6, '5,0,0,0,0,'])
})

const check = jobs.find(({ id }) => id === 'evidence.check_gaps')
const lookAtAll = async () => {
  assert.ok(check)
  const { db, services } = service.service
  await perform(check, { db, services, stopping: new AbortController().signal }, {})
  await service.runJobs()
}

test('owners are notified once each time the gap rises to the threshold', async () => {
  const shop = await service.shop('Hider')
  const productId = await addProduct(shop)
  const rated = (rating: number, count: number, status: 'approved' | 'rejected') =>
    addReviews(
      service,
      shop,
      Array.from({ length: count }, () => ({ productId, rating, status, submittedAt: at })),
    )
  const mails = async () => {
    await lookAtAll()
    const { rows } = await service.query(
      `select recipient from mailbox where organization_id = $1 and subject like 'Hider withholds%'`,
      [shop.organizationId],
    )
    assert.ok(rows.every(({ recipient }) => recipient === shop.ownerEmail))
    return rows.length
  }
  await rated(5, 20, 'approved')
  await rated(1, 8, 'approved')
  await rated(1, 1, 'rejected')
  assert.deepEqual([(await loadMeter(shop)).alert, await mails()], [false, 0], 'nine low ones say nothing')
  const [last] = await rated(2, 1, 'approved')
  const meter = await loadMeter(shop)
  assert.deepEqual(
    [meter.gap, meter.low.withheldShare, meter.alert],
    [0.1, 0.1, true],
    'as large as the limit is enough',
  )
  assert.equal(await mails(), 1)
  assert.equal(await mails(), 1)
  await shop.api.put('/evidence/settings', { alertGap: 0.2 })
  assert.equal((await loadMeter(shop)).alert, false)
  assert.equal(await mails(), 1)
  await shop.api.put(`/reviews/${last}`, { status: 'rejected', reason: 'other' })
  assert.equal((await loadMeter(shop)).gap, 0.2)
  assert.equal(await mails(), 2)
})

test('the report equals a recount of the reviews after any changes', async () => {
  const statuses = ['approved', 'rejected', 'spam'] as const
  const act = fc.record({
    kind: fc.constantFrom('write', 'decide', 'decide', 'bulk', 'delete', 'erase'),
    rating: fc.integer({ min: 1, max: 5 }),
    status: fc.constantFrom(...statuses),
    reason: fc.option(fc.constantFrom(...withholdingReasons)),
    which: fc.nat(),
  })
  type Kept = { id: string; author: string; rating: number; status: string; reason: string | null; at: string }
  let runs = 0
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 25 }), async (acts) => {
      const shop = await service.shop(`Walk ${++runs}`)
      const productId = await addProduct(shop)
      const here = new Map<string, Kept>()
      const deleted: Kept[] = []
      for (const { kind, rating, status, reason, which } of acts) {
        const chosen = [...here.values()][which % Math.max(1, here.size)]
        if (kind === 'write' || !chosen) {
          const author = `a${which % 3}@customer.example`
          const { id, submittedAt } = await post(shop.api, productId, { rating, authorEmail: author })
          here.set(id, { id, author, rating, status: 'pending', reason: null, at: submittedAt })
        } else if (kind === 'decide' || kind === 'bulk') {
          const change = { status, ...(reason && status !== 'approved' && { reason }) }
          const answer =
            kind === 'decide'
              ? await shop.api.put(`/reviews/${chosen.id}`, change)
              : await shop.api.post('/reviews/bulk-update', { updates: [{ id: chosen.id, ...change }] })
          assert.equal(answer.status, 200, answer.text)
          if (status === 'approved') chosen.reason = null
          else if (reason) chosen.reason = reason
          else if (chosen.status !== status) chosen.reason = 'unspecified'
          chosen.status = status
        } else if (kind === 'delete') {
          await shop.api.delete(`/reviews/${chosen.id}`)
          deleted.push({ ...chosen, status: 'deleted', reason: chosen.reason ?? 'unspecified' })
          here.delete(chosen.id)
        } else {
          await shop.api.post('/customers/erase', { email: chosen.author })
          for (const each of [...here.values()]) if (each.author === chosen.author) here.delete(each.id)
        }
      }
      const all = [...here.values(), ...deleted]
      const meter = await loadMeter(shop)
      const recounted = suppressionReport(
        meter,
        all.map((each) => ({ rating: each.rating, became: each.status as 'deleted', count: 1 })),
        {
          reasons: all.flatMap(({ reason }) => (reason ? [{ reason: reason as 'other', count: 1 }] : [])),
          alertGap: 0.1,
        },
      )
      const expected = { ...recounted, period: null, comparable: isComparable(recounted) }
      assert.deepEqual(meter, JSON.parse(JSON.stringify(expected)))
      const decided = meter.byRating.reduce((sum: number, row: { withheld: number }) => sum + row.withheld, 0)
      const reasons = Object.values(meter.byReason as Record<string, number>).reduce((sum, count) => sum + count, 0)
      assert.equal(reasons, decided, 'every withheld one has one reason')
    }),
    { numRuns: 12 },
  )
})

test('a store sees only its own reviews', async () => {
  const [mine, theirs] = [await service.shop(), await service.shop()]
  await post(theirs.api, await addProduct(theirs), { rating: 1 })
  assert.equal((await loadMeter(mine)).low.received, 0)
  const foreign = await mine.api.call('GET', '/evidence/suppression', undefined, {
    'x-store-env-id': theirs.storeEnvId,
  })
  assert.equal(foreign.body.code, 'store_env_forbidden')
})

test('the share of withheld reviews is public only if the store publishes it', async () => {
  const shop = await service.shop('Open')
  const productId = await addProduct(shop)
  await addReviews(
    service,
    shop,
    (['approved', 'rejected', 'pending'] as const).map((status) => ({ productId, rating: 1, status, submittedAt: at })),
  )
  const shown = async () => (await service.app.inject({ url: `/evidence/${shop.storeEnvId}` })).body
  const tiles = async () =>
    [...(await shown()).matchAll(/<dt>([^<]+)<\/dt><dd>(\d+)<\/dd>/g)].map(([, name, n]) => [name, n])
  assert.doesNotMatch(await shown(), /How much is withheld|Rejected/)
  assert.match(
    await shown(),
    /<p class="sentence">Reviews shown here: 1\.<\/p>\s*<p>The shop does not publish how many/,
  )
  assert.deepEqual(await tiles(), [
    ['Verified purchases', '0'],
    ['With a reward', '0'],
  ])
  await shop.api.put('/evidence/settings', { publicMeter: true })
  assert.match(await shown(), /<p class="sentence">1 of 3 reviews are shown\.<\/p>/)
  assert.deepEqual(await tiles(), [
    ['Rejected', '1'],
    ['Spam', '0'],
    ['Deleted', '0'],
    ['Waiting', '1'],
  ])
  const published = await shown()
  assert.match(published, / 1 of 2 decided reviews with one or two stars are withheld, and 0 of 0 with four or five\./)
  assert.match(published, /A comparison needs at least 10 of each, and a difference of more than one review\./)
  assert.doesNotMatch(published, /Low (?:and high )?ratings are/)
  const [, row = ''] = /<th role="rowheader" scope="row">1 ★<\/th>(.*?)<\/tr>/.exec(published) ?? []
  assert.deepEqual(
    [...row.matchAll(/data-label="(\w+)">([^<]*)/g)].map(([, name, text]) => `${name} ${text}`),
    ['Received 3', 'Shown 1', 'Withheld 1', 'Waiting 1', 'Share 50%'],
  )
  const one = await service.shop('One')
  await addReviews(service, one, [{ productId: await addProduct(one), rating: 5, status: 'approved', submittedAt: at }])
  await one.api.put('/evidence/settings', { publicMeter: true })
  const page = await service.app.inject({ url: `/evidence/${one.storeEnvId}` })
  assert.match(page.body, /<p class="sentence">1 of 1 review is shown\.<\/p>/)
  await shop.api.put('/evidence/settings', { publicMeter: false })
  assert.doesNotMatch(await shown(), /How much is withheld/)
})

test('the public meter says in words which ratings are withheld more often', async () => {
  const shop = await service.shop('Gap')
  const productId = await addProduct(shop)
  const row = (rating: number, status: 'approved' | 'rejected') => ({ productId, rating, status, submittedAt: at })
  const add = (rating: number, status: 'approved' | 'rejected', count: number) =>
    addReviews(
      service,
      shop,
      Array.from({ length: count }, () => row(rating, status)),
    )
  await add(1, 'approved', 10)
  await add(5, 'approved', 6)
  await add(5, 'rejected', 3)
  await shop.api.put('/evidence/settings', { publicMeter: true })
  const shown = async (language: string) =>
    (
      await service.app.inject({
        url: `/evidence/${shop.storeEnvId}`,
        headers: { 'accept-language': language },
      })
    ).body
  const tooFew = 'A comparison needs at least 10 of each, and a difference of more than one review.'
  assert.ok(
    (await shown('en')).includes(
      `0 of 10 decided reviews with one or two stars are withheld, and 3 of 9 with four or five. ${tooFew}`,
    ),
  )
  assert.match(await shown('de'), /0 von 10 entschiedenen Bewertungen/)
  await add(5, 'approved', 3)
  const english = await shown('en')
  assert.ok(!english.includes(tooFew))
  assert.match(english, / 0% of the decided [^.]* and 25% of those/)
  assert.match(english, /Low ratings are withheld less often, by 25 percentage points\./)
  assert.match(english, /From [A-Z][a-z]{2} \d{1,2}, \d{4} to [A-Z][a-z]{2} \d{1,2}, \d{4} /)
  assert.match(await shown('de'), /Niedrige Bewertungen werden seltener zurückgehalten, um 25 Prozentpunkte\./)
  await add(1, 'rejected', 5)
  assert.doesNotMatch(await shown('en'), /withheld (more|less|equally) often/, '5 of 15 is one decision from 3 of 12')
  await add(1, 'rejected', 5)
  assert.match(await shown('en'), /withheld more often, by 25 percentage points\./)
})

test('the public page opens on the shortest comparable period, and a link shows another one', async () => {
  const shop = await service.shop('Slow')
  const productId = await addProduct(shop)
  const add = (rating: number, status: 'approved' | 'rejected', days: number, count: number) =>
    addReviews(
      service,
      shop,
      Array.from({ length: count }, () => ({
        ...{ productId, rating, status },
        submittedAt: new Date(Date.parse(at) - days * day).toISOString(),
      })),
    )
  await add(1, 'rejected', 60, 5)
  await add(1, 'approved', 60, 5)
  await add(5, 'approved', 2, 10)
  await shop.api.put('/evidence/settings', { publicMeter: true })
  const path = `/evidence/${shop.storeEnvId}`
  const shown = async (query = '') => (await service.app.inject({ url: `${path}${query}` })).body
  const current = (page: string) => /<a href="[^"]*" aria-current="true">([^<]+)</.exec(page)?.[1]
  const opened = await shown()
  assert.equal(current(opened), '90 days')
  assert.match(opened, /Low ratings are withheld more often, by 50 percentage points\./)
  assert.match(opened, /90 days is the shortest period with enough decided reviews to compare\./)
  assert.doesNotMatch(opened, /name="robots"/)
  const links = [...opened.matchAll(/<a href="[^"]*(\?[^"]*#withheld)"/g)].map(([, link]) => link)
  assert.deepEqual(links, ['?period=30d#withheld', '?period=90d#withheld', '?period=365d#withheld'])
  const month = await shown('?period=30d')
  assert.equal(current(month), '30 days')
  assert.match(month, /0 of 0 decided reviews with one or two stars are withheld, and 0 of 10 with four or five\./)
  assert.doesNotMatch(month, /the shortest period/)
  assert.match(month, /name="robots" content="noindex/, 'search engines list only the page without a choice')
  assert.match(month, /<input type="hidden" name="period" value="30d">/, 'a lookup keeps the period')
  assert.match(await shown('?q=7&period=365d'), /href="[^"]*\?q=7&amp;period=30d#withheld"/)
  assert.equal(current(await shown('?period=7d')), '90 days')
  assert.equal(current(await shown('?period=30d&period=90d')), '90 days')
})

test('reviews outside the requested days do not count', async () => {
  const shop = await service.shop()
  const productId = await addProduct(shop)
  const submittedAt = new Date(Date.parse(at) - 40 * day).toISOString()
  const [id] = await addReviews(service, shop, [{ productId, rating: 1, status: 'rejected', submittedAt }])
  assert.equal((await loadMeter(shop)).low.received, 0)
  await shop.api.delete(`/reviews/${id}`)
  assert.equal((await loadMeter(shop)).low.received, 0)
  const { low, byReason } = await loadMeter(shop, `?from=${submittedAt.slice(0, 10)}`)
  assert.deepEqual([low.withheld, byReason.unspecified], [1, 1])
})
