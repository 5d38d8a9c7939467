import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Api, day, provideService, type Shop } from '#test/service.ts'

const service = provideService({ now: new Date('2026-11-20T10:00:00Z') })

type Case = { shop: Shop; owner: Api; mug: string; tee: string }

async function open(): Promise<Case> {
  const shop = await service.shop()
  await shop.api.put('/products', [
    { platformProductId: 'mug', title: 'Mug' },
    { platformProductId: 'tee', title: 'Tee' },
  ])
  const id = async (name: string) => (await shop.api.get(`/products/by-platform-id/${name}`)).body.id
  return { shop, owner: await shop.signedIn(), mug: await id('mug'), tee: await id('tee') }
}

const people = (...emails: string[]) => emails.map((email) => ({ email }))

async function ask({ owner, mug }: Case, emails: string[], more: object = {}, dryRun = false) {
  const { status, body } = await owner.post(`/orders/review-requests?dryRun=${dryRun}`, {
    people: people(...emails),
    productIds: [mug],
    consent: true,
    ...more,
  })
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

const reasons = (body: { rows: { outcome: string; reason: string | null }[] }) =>
  body.rows.map(({ outcome, reason }) => reason ?? outcome)

/** Wake-ups are rounded to five minutes. */
async function send() {
  service.advance(6 * 60_000)
  await service.tick()
}

const listMails = async (storeEnvId: string) =>
  (
    await service.query<{ email: string; template: string; state: string }>(
      'select email, template, state from email_messages where store_env_id = $1 order by email',
      [storeEnvId],
    )
  ).rows

test("people on a merchant's list get the usual request mail; a repeated call plans none", async () => {
  const at = await open()
  const checked = await ask(at, ['Ada@Customer.example ', 'bo@customer.example'], {}, true)
  assert.deepEqual([checked.dryRun, checked.planned, checked.skipped], [true, 2, 0])
  assert.equal((await at.shop.api.get('/orders?includeTotal=true')).body.pagination.total, 0)
  const asked = await ask(at, ['Ada@Customer.example ', 'bo@customer.example'])
  assert.equal(asked.planned, 2)
  const again = await ask(at, ['ada@customer.example', 'bo@customer.example'])
  assert.deepEqual(reasons(again), ['already_planned', 'already_planned'])
  await send()
  assert.deepEqual(
    (await listMails(at.shop.storeEnvId)).map(({ email, template }) => [email, template]),
    [
      ['ada@customer.example', 'review_request'],
      ['bo@customer.example', 'review_request'],
    ],
  )
  const order = (await at.owner.get(`/orders/${asked.rows[0].orderId}`)).body
  assert.deepEqual([order.email, order.total, order.reviewRequest.state], ['ada@customer.example', null, 'sent'])
  assert.match(order.platformOrderId, /^ask-[0-9a-f]{16}$/)
  service.advance(30 * day)
  at.owner = await at.shop.signedIn()
  assert.deepEqual(reasons(await ask(at, ['ada@customer.example'])), ['already_asked'])
})

test('a dry run and the call itself skip the same people, each with the reason', async () => {
  const at = await open()
  const { shop, owner, mug } = at
  await owner.post('/email-suppressions', {
    email: 'left@customer.example',
    scope: 'review_requests',
    reason: 'manual',
  })
  await shop.api.post('/reviews', {
    platformProductId: 'mug',
    rating: 5,
    body: 'Good.',
    authorName: 'Ida',
    authorEmail: 'ida@customer.example',
  })
  await shop.api.put('/orders', [
    {
      platformOrderId: '1',
      email: 'kim@customer.example',
      placedAt: service.service.clock.now().toISOString(),
      lineItems: [{ platformProductId: 'tee' }],
    },
  ])
  const { body } = await shop.api.get('/orders/by-platform-id/1')
  await shop.api.post(`/orders/${body.id}/review-request/send`)
  await service.runJobs()
  const emails = [
    'new@customer.example',
    'NEW@customer.example',
    'no address',
    'left@customer.example',
    'ida@customer.example',
    'kim@customer.example',
  ]
  const expected = [
    'planned',
    'duplicate',
    'invalid_address',
    'customer_suppressed',
    'already_reviewed',
    'already_asked',
  ]
  assert.deepEqual(reasons(await ask(at, emails, {}, true)), expected)
  assert.deepEqual(reasons(await ask(at, emails)), expected)
  await shop.api.patch(`/products/${mug}`, { requestsExcluded: true })
  assert.deepEqual(reasons(await ask(at, ['zoe@customer.example'], {}, true)), ['product_excluded'])
  await shop.api.patch(`/products/${mug}`, { requestsExcluded: false })
  await owner.put('/email/settings', { requestsEnabled: false })
  assert.deepEqual(reasons(await ask(at, ['zoe@customer.example'], {}, true)), ['requests_off'])
})

test("the merchant's statement of consent does not override a buyer's refusal in an order", async () => {
  const at = await open()
  await at.owner.put('/email/settings', { consent: 'opted_in_only' })
  await at.shop.api.put('/orders', [
    {
      platformOrderId: '1',
      email: 'no@customer.example',
      placedAt: '2026-11-01T10:00:00Z',
      acceptsMarketing: false,
      lineItems: [{ platformProductId: 'tee' }],
    },
  ])
  const asked = await ask(at, ['no@customer.example', 'yes@customer.example'])
  assert.deepEqual(reasons(asked), ['no_consent', 'planned'])
  await send()
  assert.deepEqual(
    (await listMails(at.shop.storeEnvId)).map(({ email }) => email),
    ['yes@customer.example'],
  )
})

test('a request at a chosen time ignores the delay, and a later suppression skips it', async () => {
  const at = await open()
  const sendAt = new Date(service.service.clock.now().getTime() + 5 * day).toISOString()
  const asked = await ask(at, ['ada@customer.example', 'bo@customer.example'], { sendAt })
  assert.equal(asked.sendAt, sendAt)
  await at.owner.put('/email/settings', { delayDays: 30, onlyDispatched: true })
  await service.runJobs()
  const request = async (i: number) => (await at.owner.get(`/orders/${asked.rows[i].orderId}`)).body.reviewRequest
  assert.equal((await request(0)).scheduledFor, sendAt)
  await at.owner.post('/email-suppressions', { email: 'bo@customer.example', scope: 'all', reason: 'manual' })
  service.advance(5 * day)
  await send()
  at.owner = await at.shop.signedIn()
  assert.deepEqual([(await request(0)).state, (await request(1)).reason], ['sent', 'customer_suppressed'])
  const far = new Date(service.service.clock.now().getTime() + 91 * day).toISOString()
  const late = { people: people('a@customer.example'), productIds: [at.mug], consent: true, sendAt: far }
  assert.equal((await at.owner.post('/orders/review-requests', late)).body.details[0].path, '/sendAt')
})

test('a purchase that only a merchant states verifies no review and earns no points', async () => {
  const at = await open()
  const { owner, shop } = at
  await owner.put('/loyalty/program', { enabled: true, pointsPerUnit: '1' })
  const asked = await ask(at, ['ada@customer.example'])
  const { body: link } = await owner.post(`/orders/${asked.rows[0].orderId}/review-link`)
  assert.match(link.url, /\/f\/[\w-]{22}$/)
  const stated = await shop.api.post('/reviews', {
    platformProductId: 'mug',
    orderId: asked.rows[0].orderId,
    rating: 5,
    body: 'Good.',
    authorName: 'Ada',
    authorEmail: 'ada@customer.example',
  })
  assert.deepEqual([stated.status, stated.body.verified], [201, false])
  assert.equal((await owner.get('/loyalty/members?includeTotal=true')).body.pagination.total, 0)
  const { body } = await owner.get('/customers/by-email/ada@customer.example/activity')
  assert.equal(body.orders.length, 1)
})

test("API keys, other stores, invalid lists and calls without the merchant's statement are refused", async () => {
  const at = await open()
  const other = await open()
  const body = { people: people('a@customer.example'), productIds: [at.mug], consent: true }
  assert.equal((await at.shop.api.post('/orders/review-requests', body)).body.code, 'user_session_required')
  assert.equal((await at.owner.post('/orders/review-requests', { ...body, consent: false })).status, 400)
  assert.equal((await at.owner.post('/orders/review-requests', { ...body, people: [] })).status, 400)
  const many = { ...body, people: people(...Array.from({ length: 251 }, (_, i) => `a${i}@customer.example`)) }
  assert.equal((await at.owner.post('/orders/review-requests', many)).status, 400)
  assert.equal((await other.owner.post('/orders/review-requests', body)).status, 404)
  const asked = await ask(at, ['a@customer.example'])
  assert.equal((await other.owner.post(`/orders/${asked.rows[0].orderId}/review-link`)).status, 404)
  assert.equal((await at.shop.api.post(`/orders/${asked.rows[0].orderId}/review-link`)).status, 403)
})

test('two calls at the same time ask each person once', async () => {
  const at = await open()
  const emails = Array.from({ length: 40 }, (_, i) => `p${i}@customer.example`)
  const results = await Promise.all([ask(at, emails), ask(at, emails.toReversed())])
  assert.equal(results[0].planned + results[1].planned, 40)
  await send()
  assert.equal((await listMails(at.shop.storeEnvId)).length, 40)
})
