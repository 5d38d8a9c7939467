import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type Stripe from 'stripe'
import { sql } from '#platform/db/query.ts'
import { day } from '#test/service.ts'
import { listInvoices, loadSubscription, type Selling, startSelling } from './stripe.testing.ts'

let selling: Selling
before(async () => {
  selling = await startSelling()
})
after(() => selling.close())

const eventsKept = async () =>
  (
    await selling.service.service.db.system('read', (tx) =>
      tx.all<{ id: string; applied: boolean }>(
        sql`select id, applied_at is not null as applied from stripe_events order by received_at, id`,
      ),
    )
  ).map(({ id, applied }) => `${id} ${applied}`)

test('an event is accepted only if it is recent and Stripe signed its exact bytes', async () => {
  const { fake, service, post } = selling
  const { customer } = await selling.buyer()
  fake.setCard(customer, 'declined')
  const event = fake.account.events.find(({ type }) => type === 'customer.subscription.created')
  const kept = await eventsKept()
  const now = service.service.clock.now()
  const refused = [
    await post(event, { secret: 'whsec_somebodyelsessecret00000' }),
    await post(event, { at: new Date(now.getTime() - 301_000) }),
    await service.anonymous.post('/billing/webhooks/stripe', event),
    await service.anonymous.post('/billing/webhooks/stripe', fake.signed(event).body, {
      'content-type': 'application/json',
      'stripe-signature': 't=,v1=',
    }),
    await service.anonymous.post('/billing/webhooks/stripe', `${fake.signed(event).body} `, fake.signed(event).headers),
    await post(null),
    await post({ id: 'evt_1', object: 'event' }),
    await post([], {}),
    await post(event, { body: '{"id":' }),
    await post(event, { body: '' }),
  ]
  for (const [at, { status, body }] of refused.entries()) {
    assert.equal(status, 400, `${at}: ${JSON.stringify(body)}`)
    if (at !== 9) assert.equal(body.code, 'signature_invalid', `${at}`)
  }
  const large = await post(event, { body: JSON.stringify({ id: 'evt_1', pad: 'x'.repeat(1_048_576) }) })
  assert.deepEqual([large.status, large.body.code], [413, 'payload_too_large'])
  const text = await service.anonymous.post('/billing/webhooks/stripe', fake.signed(event).body, {
    ...fake.signed(event).headers,
    'content-type': 'text/plain',
  })
  assert.ok(text.status >= 400 && text.status < 500)
  assert.deepEqual(await eventsKept(), kept, 'nothing of it is kept')
})

test('an event with a time ahead of our clock is refused with a reason', async () => {
  const { service, post, fake } = selling
  await selling.buyer()
  const event = fake.account.events.find(({ type }) => type === 'customer.subscription.created') as Stripe.Event
  const now = service.service.clock.now()
  const kept = await eventsKept()
  const inSeconds = (seconds: number) => new Date(now.getTime() + seconds * 1000)
  const created = (seconds: number) => Math.floor(inSeconds(seconds).getTime() / 1000)
  for (const refused of [
    await post(event, { at: inSeconds(302) }),
    await post(event, { at: inSeconds(365 * 86_400) }),
    await post({ ...event, id: 'evt_ahead1', created: created(302) }),
    await post({ ...event, id: 'evt_ahead2', created: created(365 * 86_400) }),
  ]) {
    assert.deepEqual([refused.status, refused.body.code], [400, 'signature_invalid'])
    assert.match(refused.body.message, /300 seconds ahead of our clock/)
  }
  assert.deepEqual(await eventsKept(), kept)
  assert.equal((await post(event, { at: inSeconds(290) })).status, 200)
  // Stripe retries an event for several days, so an event created three days ago is accepted.
  assert.equal((await post({ ...event, id: 'evt_old', created: created(-3 * 86_400) })).status, 200)
})

test("a repeated event counts once, and other products' events are ignored", async () => {
  const { fake, post, service, stripe } = selling
  const { owner, customer } = await selling.buyer()
  const before = await loadSubscription(owner)
  const invoices = await listInvoices(owner)
  const calls = fake.calls.length
  const known = fake.account.events.filter(({ type }) => type !== 'customer.created')
  for (const event of known) assert.equal((await post(event)).status, 200)
  assert.equal(await service.runJobs(), 0)
  assert.equal(fake.calls.length, calls, 'nothing is asked again')
  assert.deepEqual(await loadSubscription(owner), before)
  assert.deepEqual(await listInvoices(owner), invoices)
  assert.deepEqual((await post({ ...known[0], id: 'evt_new', type: 'customer.tax_id.created' })).body, {
    received: false,
  })
  const product = await stripe.products.create({ name: 'T-shirts' })
  const price = await stripe.prices.create({
    product: product.id,
    currency: 'usd',
    unit_amount: 1000,
    recurring: { interval: 'month' },
  })
  fake.account.subscribe({ customer, price: price.id, trialEnd: null, metadata: {}, card: 'good' })
  await selling.deliver()
  assert.deepEqual(await loadSubscription(owner), before, 'a subscription to something else')
})

test('a subscription whose metadata names the wrong store changes nothing', async () => {
  const { fake, stripe } = selling
  const ours = await selling.buyer('starter')
  const theirs = await selling.buyer('starter')
  const before = await loadSubscription(theirs.owner)
  const [price] = (await stripe.prices.list({ lookup_keys: ['evident_scale_monthly'] })).data
  const marks = (storeEnvId: string, organizationId: string) => ({
    evident_store: storeEnvId,
    evident_organization: organizationId,
  })
  for (const metadata of [
    // Our customer's subscription names another organization's store: first with that organization's id, then with ours.
    marks(theirs.shop.storeEnvId, theirs.shop.organizationId),
    marks(theirs.shop.storeEnvId, ours.shop.organizationId),
    marks('00000000-0000-7000-8000-000000000000', ours.shop.organizationId),
    marks("x' or 1=1", ours.shop.organizationId),
  ])
    fake.account.subscribe({ customer: ours.customer, price: price?.id ?? '', trialEnd: null, metadata, card: 'good' })
  await selling.deliver()
  assert.deepEqual(await loadSubscription(theirs.owner), before)
  assert.equal((await listInvoices(theirs.owner)).length, 1)
  assert.equal((await loadSubscription(ours.owner)).plan, 'starter')
})

test('a second subscription for the same store is cancelled and refunded', async () => {
  const { fake, stripe } = selling
  const { shop, owner, customer, subscription } = await selling.buyer('starter')
  const [price] = (await stripe.prices.list({ lookup_keys: ['evident_scale_monthly'] })).data
  selling.advance(1000)
  const second = fake.account.subscribe({
    customer,
    price: price?.id ?? '',
    trialEnd: null,
    metadata: { evident_store: shop.storeEnvId, evident_organization: shop.organizationId },
    card: 'good',
  })
  await selling.deliver()
  await selling.deliver()
  assert.equal((await loadSubscription(owner)).plan, 'starter')
  assert.equal(fake.account.subscription(subscription).status, 'active')
  assert.equal(fake.account.subscription(second.id).status, 'canceled')
  const [refund] = fake.account.all<Stripe.Refund>('refund')
  assert.equal(refund?.amount, 29900)
  assert.equal((await loadSubscription(owner)).status, 'active')
})

test('each refund or chargeback becomes exactly one credit note', async () => {
  const { fake, service } = selling
  const { owner, shop, subscription } = await selling.buyer('growth')
  const paid = async () => {
    const { latest_invoice: id } = fake.account.subscription(subscription)
    const payment = fake.account.all<Stripe.InvoicePayment>('invoice_payment').find(({ invoice }) => invoice === id)
    return fake.account.find<Stripe.PaymentIntent>('payment_intent', payment?.payment.payment_intent as string)
      .latest_charge as string
  }
  const first = await paid()
  fake.account.refund(first, 2500)
  await selling.deliver()
  fake.account.refund(first, 7400)
  await selling.deliver()
  const refunded = await listInvoices(owner)
  assert.deepEqual(
    refunded
      .map(({ kind, gross, state }: { kind: string; gross: string; state: string }) => [kind, gross, state])
      .sort(),
    [
      ['credit_note', '-25.00', 'paid'],
      ['credit_note', '-74.00', 'paid'],
      ['invoice', '99.00', 'refunded'],
    ],
  )
  selling.advance(31 * day)
  await selling.deliver()
  const dispute = fake.account.dispute(await paid())
  await selling.deliver()
  assert.equal((await listInvoices(owner)).length, 4, 'an open dispute may be won')
  fake.account.closeDispute(dispute.id, 'lost')
  const events = fake.takeEvents()
  for (const event of [...events, ...events].reverse()) await selling.post(event)
  await service.runJobs()
  const [credit] = await listInvoices(owner)
  assert.deepEqual([credit.kind, credit.gross, credit.lines[0].description], ['credit_note', '-99.00', 'Chargeback'])
  const credits = await service.service.db.store(shop, 'read', (tx) =>
    tx.all<{ net: string }>(
      sql`select net from invoices where store_env_id = ${tx.storeEnvId} and kind = 'credit_note'`,
    ),
  )
  assert.equal(credits.length, 3)
})
