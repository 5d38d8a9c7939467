import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import type Stripe from 'stripe'
import { sql } from '#platform/db/query.ts'
import { freezeClock } from '#test/frozen-clock.ts'
import { isBlocking } from '#test/locks.ts'
import { day } from '#test/service.ts'
import { until } from '#test/until.ts'
import { lockSubscription } from '../commands.ts'
import { endAct, findNewestAct, insertAct } from './store.ts'
import { listInvoices, loadSubscription, type Selling, startSelling } from './stripe.testing.ts'

let selling: Selling
before(async () => {
  selling = await startSelling()
})
after(() => selling.close())

const listCharges = (customer: string) =>
  selling.fake.account
    .all<Stripe.Charge>('charge')
    .filter((each) => each.customer === customer && each.paid)
    .map(({ amount }) => amount)

const openActs = (shop: { storeEnvId: string; organizationId: string }) =>
  selling.service.service.db.store(shop, 'read', (tx) =>
    tx.all(sql`select kind from stripe_acts where store_env_id = ${tx.storeEnvId} and ended_at is null`),
  )

test('an upgrade that is killed after its charge is charged once and completed afterwards', async () => {
  const { fake, service } = selling
  const { shop, owner, customer, subscription } = await selling.buyer('starter')
  selling.advance(day)
  const started = {
    databaseUrl: service.databaseUrl,
    now: service.service.clock.now().toISOString(),
    env: fake.env,
    ...{ email: shop.ownerEmail, password: shop.password, storeEnvId: shop.storeEnvId, plan: 'scale' },
  }
  const child = spawn(process.execPath, ['server/resources/billing/stripe/crash.testing.ts', JSON.stringify(started)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // Freezes the clock, because a busy machine may need longer than the lease until the second call.
  const unfreeze = freezeClock(service, Date.parse(started.now))
  let isCharged = false
  fake.before = (path, method) => {
    if (isCharged) child.kill('SIGKILL')
    if (method === 'POST' && path === `/v1/subscriptions/${subscription}`) isCharged = true
  }
  const [code, signal] = await once(child, 'exit')
  fake.before = undefined
  assert.deepEqual([code, signal, isCharged], [null, 'SIGKILL', true])
  assert.equal(fake.account.subscription(subscription).items.data[0]?.price.metadata.evident_plan, 'scale')
  assert.equal(listCharges(customer).length, 2)
  assert.equal((await loadSubscription(owner)).plan, 'starter', 'nothing of it is here yet')
  assert.equal((await openActs(shop)).length, 1)
  const early = await owner.post('/billing/change-plan', { plan: 'growth' })
  assert.equal(early.status, 409, 'the first call may still be running')
  unfreeze()
  selling.advance(600_000)
  const second = await owner.post('/billing/change-plan', { plan: 'growth' })
  assert.equal(second.status, 200, 'the next change starts from what Stripe has now')
  assert.equal(second.body.kind, 'downgrade')
  assert.equal(listCharges(customer).length, 2)
})

test('a change without a response is retried with the same key and charged once', async () => {
  const { fake } = selling
  const { shop, owner, customer, subscription } = await selling.buyer('starter')
  selling.advance(day)
  let isLosing = false
  fake.before = (path, method) => {
    if (method === 'POST' && path === `/v1/subscriptions/${subscription}` && !isLosing) {
      isLosing = true
      fake.outage = 'hang up'
    }
  }
  fake.failures.push(undefined, undefined)
  const lost = await owner.post('/billing/change-plan', { plan: 'growth' })
  fake.before = undefined
  assert.deepEqual([lost.status, lost.body.code], [503, 'payment_provider_unavailable'])
  assert.ok(lost.headers['retry-after'])
  assert.equal((await openActs(shop)).length, 1)
  fake.outage = undefined
  const again = await owner.post('/billing/change-plan', { plan: 'growth' })
  assert.equal(again.status, 200, again.text)
  assert.equal((await loadSubscription(owner)).plan, 'growth')
  assert.equal(listCharges(customer).length, 2)
  selling.service.advance(130_000)
  await selling.service.runJobs()
  const keys = fake.calls.filter(
    ({ path, method }) => method === 'POST' && path === `/v1/subscriptions/${subscription}`,
  )
  assert.equal(new Set(keys.map(({ key }) => key)).size, 1)
})

test('a stalled call is retried with the same key and takes effect once', async () => {
  const { fake } = selling
  const { owner, customer, subscription } = await selling.buyer('starter')
  selling.advance(day)
  let tries = 0
  fake.before = (path, method) =>
    method === 'POST' && path === `/v1/subscriptions/${subscription}` && tries++ === 0
      ? new Promise((resolve) => setTimeout(resolve, 9_000))
      : undefined
  const changed = await owner.post('/billing/change-plan', { plan: 'growth' })
  fake.before = undefined
  assert.equal(changed.status, 200, changed.text)
  assert.ok(tries >= 2)
  assert.equal(listCharges(customer).length, 2)
})

test('only the first of several parallel changes is made and charged', async () => {
  const { fake } = selling
  const { owner, customer, subscription } = await selling.buyer('starter')
  selling.advance(day)
  const asked = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  fake.before = (path, method) => {
    if (method !== 'POST' || path !== `/v1/subscriptions/${subscription}`) return undefined
    asked.resolve()
    return answered.promise
  }
  const first = owner.post('/billing/change-plan', { plan: 'growth' })
  await asked.promise
  const others = [
    await owner.post('/billing/change-plan', { plan: 'scale' }),
    await owner.post('/billing/change-plan', { plan: 'growth' }),
    await owner.post('/billing/cancel', {}),
  ]
  fake.before = undefined
  answered.resolve()
  assert.equal((await first).status, 200)
  assert.deepEqual(
    others.map(({ status, body }) => [status, body.code]),
    others.map(() => [409, 'conflict']),
  )
  const { plan, status } = await loadSubscription(owner)
  assert.deepEqual([plan, status], ['growth', 'active'])
  assert.equal(listCharges(customer).length, 2, 'the purchase and one upgrade')
})

test('parallel changes charge at most one upgrade, and at least one is refused', async () => {
  const { owner, customer } = await selling.buyer('starter')
  selling.advance(day)
  const answers = await Promise.all([
    owner.post('/billing/change-plan', { plan: 'scale' }),
    owner.post('/billing/change-plan', { plan: 'growth' }),
    owner.post('/billing/change-plan', { plan: 'scale' }),
    owner.post('/billing/cancel', {}),
  ])
  assert.equal(listCharges(customer).length <= 2, true)
  assert.ok(
    answers.every(({ status }) => status === 200 || status === 409),
    answers.map(({ text }) => text).join(),
  )
  assert.ok(answers.some(({ status }) => status === 409))
  assert.ok(answers.some(({ status }) => status === 200))
})

test('parallel checkouts open one page', async () => {
  const shop = await selling.service.shop()
  const owner = await shop.signedIn()
  const answers = await Promise.all([
    owner.post('/billing/checkout', { plan: 'scale' }),
    owner.post('/billing/checkout', { plan: 'growth' }),
    owner.post('/billing/checkout', { plan: 'scale' }),
  ])
  assert.ok(answers.every(({ status }) => [200, 201, 409].includes(status)))
  const open = selling.fake.account
    .all<Stripe.Checkout.Session>('checkout.session')
    .filter((each) => each.status === 'open' && each.client_reference_id === shop.storeEnvId)
  assert.equal(open.length, 1)
})

test('only one of two checkouts that found the same state opens a page', async () => {
  const { fake, service } = selling
  const shop = await service.shop()
  const owner = await shop.signedIn()
  const asked = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  fake.before = (path, method) => {
    if (method !== 'POST' || path !== '/v1/checkout/sessions') return undefined
    asked.resolve()
    return answered.promise
  }
  const first = owner.post('/billing/checkout', { plan: 'scale' })
  await asked.promise
  const { promise: second, resolve } = Promise.withResolvers<Awaited<typeof first>>()
  await service.service.db.store(shop, 'write', async (tx) => {
    await lockSubscription(tx)
    resolve(owner.post('/billing/checkout', { plan: 'growth' }))
    const own = await tx.first(sql<{ pid: number }>`select pg_backend_pid() as pid`)
    await until(() => isBlocking(service, own?.pid ?? assert.fail()), 'the second has looked, and waits to begin')
    fake.before = undefined
    answered.resolve()
  })
  // The second call requested the lock before the first one did, so it gets the lock first.
  assert.deepEqual([(await first).status, (await second).status], [201, 409])
  const open = fake.account
    .all<Stripe.Checkout.Session>('checkout.session')
    .filter((each) => each.status === 'open' && each.client_reference_id === shop.storeEnvId)
  assert.equal(open.length, 1)
})

test("the action that began last is the newest, even if its request's clock is slow", async () => {
  const shop = await selling.service.shop()
  const begin = async () => {
    const id = randomUUID()
    await selling.service.service.db.store(shop, 'write', async (tx) => {
      await insertAct(tx, { id, kind: 'checkout', plan: 'growth', leasedUntil: new Date(0) })
      await endAct(tx, id)
    })
    return id
  }
  for (const ms of [0, -60_000, 0, 0]) {
    selling.service.advance(ms)
    const id = await begin()
    assert.equal(await selling.service.service.db.store(shop, 'read', findNewestAct), id)
  }
  selling.service.advance(60_000)
})

test('while Stripe fails or refuses our key, each action returns 503 and changes nothing', async () => {
  const { fake } = selling
  const { shop, owner } = await selling.buyer('growth')
  const before = [await loadSubscription(owner), await listInvoices(owner)]
  for (const failure of [500, 429, 401, 'hang up'] as const) {
    fake.outage = failure
    for (const [path, body] of [
      ['change-plan', { plan: 'scale' }],
      ['cancel', {}],
      ['portal', {}],
      ['payment-methods/client-token', {}],
    ] as const) {
      const { status, body: said } = await owner.post(`/billing/${path}`, body)
      assert.deepEqual([status, said.code], [503, 'payment_provider_unavailable'], `${failure} ${path}`)
      assert.doesNotMatch(JSON.stringify(said), /sk_|stripe/i)
    }
  }
  fake.outage = undefined
  assert.deepEqual([await loadSubscription(owner), await listInvoices(owner)], before)
  assert.deepEqual(await openActs(shop), [])
  assert.equal((await owner.post('/billing/change-plan', { plan: 'scale' })).status, 200)
})

test("a month begins on the anchor's day or the last day of a shorter month", async () => {
  const leap = await startSelling(new Date('2028-01-23T22:30:00Z'))
  try {
    const { owner } = await leap.buyer('growth')
    const ends: string[] = []
    for (const days of [0, 30, 31, 30]) {
      leap.advance(days * day)
      await leap.deliver()
      ends.push((await loadSubscription(owner)).currentPeriodEndsAt)
    }
    assert.deepEqual(
      ends.map((end) => end.slice(0, 10)),
      ['2028-02-29', '2028-03-31', '2028-04-30', '2028-05-31'],
    )
  } finally {
    await leap.close()
  }
})

test('owners can act only on their own stores, and each store pays for itself', async () => {
  const ours = await selling.buyer('starter')
  const theirs = await selling.buyer('starter')
  const before = [await loadSubscription(theirs.owner), await listInvoices(theirs.owner)]
  const header = { 'x-store-env-id': theirs.shop.storeEnvId }
  for (const [path, body] of [
    ['checkout', { plan: 'scale' }],
    ['change-plan', { plan: 'scale' }],
    ['cancel', {}],
    ['portal', {}],
    ['payment-methods/client-token', {}],
  ] as const) {
    const { status, body: said } = await ours.owner.post(`/billing/${path}`, body, header)
    assert.deepEqual([status, said.code], [403, 'store_env_forbidden'], path)
  }
  assert.equal((await ours.owner.get('/billing/invoices', header)).status, 403)
  assert.deepEqual([await loadSubscription(theirs.owner), await listInvoices(theirs.owner)], before)
  const [invoice] = await listInvoices(theirs.owner)
  assert.equal((await ours.owner.get(`/billing/invoices/${invoice.id}`)).status, 404)
  const second = await ours.owner.post('/account/stores', {
    name: 'Second',
    origins: ['https://second.example.com'],
    timezone: 'UTC',
    currency: 'USD',
  })
  assert.equal(second.status, 201, second.text)
  const ofSecond = { 'x-store-env-id': second.body.id }
  const { body } = await ours.owner.post('/billing/checkout', { plan: 'scale' }, ofSecond)
  selling.fake.account.complete(body.url.split('/').at(-1), 'good')
  await selling.deliver()
  assert.equal((await ours.owner.get('/billing/subscription', ofSecond)).body.plan, 'scale')
  assert.equal((await loadSubscription(ours.owner)).plan, 'starter')
  await ours.owner.post('/billing/cancel', {}, ofSecond)
  assert.equal((await loadSubscription(ours.owner)).status, 'active')
  const customers = selling.fake.account
    .all<Stripe.Customer>('customer')
    .filter(({ metadata }) => metadata.evident_organization === ours.shop.organizationId)
  assert.equal(customers.length, 1, 'and is one customer')
})
