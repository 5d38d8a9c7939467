import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import Stripe from 'stripe'
import { differences, missing } from '#test/fakes/stripe/published-shapes.ts'
import { type FakeStripe, startStripe } from '#test/fakes/stripe.ts'
import { createStripe } from './client.ts'

let fake: FakeStripe
let stripe: Stripe
let nowMs = Date.parse('2027-01-31T10:00:00Z')

before(async () => {
  fake = await startStripe(() => new Date(nowMs))
  stripe = await createStripe({
    secretKey: fake.env.STRIPE_SECRET_KEY ?? '',
    origin: fake.origin,
  })
})
after(() => fake.close())

async function subscribe(amount = 4900, more: Partial<Stripe.Checkout.SessionCreateParams> = {}) {
  const customer = await stripe.customers.create({
    email: 'zoë+shop@example.com',
    name: 'Zoë & Søn',
    metadata: { a: 'b' },
  })
  const product = await stripe.products.create({ name: 'Evident' })
  const price = await stripe.prices.create({
    product: product.id,
    currency: 'usd',
    unit_amount: amount,
    recurring: { interval: 'month' },
    lookup_key: `plan_${fake.account.newId('key')}`,
  })
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customer.id,
    line_items: [{ price: price.id, quantity: 1 }],
    success_url: 'https://shop.example.com/paid',
    subscription_data: { metadata: { store: 'S1' } },
    ...more,
  })
  const paid = await fetch(session.url ?? '', {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'number=4242424242424242',
  })
  assert.equal(paid.status, 303)
  const { subscription } = await stripe.checkout.sessions.retrieve(session.id)
  return { customer, price, session, subscription: await stripe.subscriptions.retrieve(subscription as string) }
}

test('the official library works with the fake, from checkout to a renewal in a short month', async () => {
  const { subscription, customer } = await subscribe()
  assert.equal(subscription.status, 'active')
  assert.equal(customer.name, 'Zoë & Søn')
  assert.equal(subscription.metadata.store, 'S1')
  const ends: string[] = []
  for (const days of [29, 31, 31]) {
    nowMs += days * 86_400_000
    fake.settle()
    const { items } = await stripe.subscriptions.retrieve(subscription.id)
    ends.push(new Date((items.data[0]?.current_period_end ?? 0) * 1000).toISOString().slice(0, 10))
  }
  assert.deepEqual(ends, ['2027-03-31', '2027-04-30', '2027-05-31'])
  const invoices = await stripe.invoices.list({ subscription: subscription.id, expand: ['data.payments'] })
  assert.equal(invoices.data.length, 4)
  assert.equal(invoices.data[0]?.parent?.subscription_details?.subscription, subscription.id)
  assert.equal(invoices.data[0]?.payments?.data.length, 1)
})

test('repeated calls under one key take effect once', async () => {
  const before = fake.account.all('customer').length
  fake.failures.push('lost', 'lost')
  const made = await stripe.customers.create({ email: 'once@example.com' }, { idempotencyKey: 'op-1' })
  const again = await stripe.customers.create({ email: 'once@example.com' }, { idempotencyKey: 'op-1' })
  assert.equal(again.id, made.id)
  assert.equal(fake.account.all('customer').length, before + 1)
  await assert.rejects(
    stripe.customers.create({ email: 'other@example.com' }, { idempotencyKey: 'op-1' }),
    Stripe.errors.StripeIdempotencyError,
  )
})

test("the fake's refusals match Stripe's refusals", async () => {
  const stranger = new Stripe('sk_test_stranger', {
    host: '127.0.0.1',
    port: new URL(fake.origin).port,
    protocol: 'http',
  })
  await assert.rejects(stranger.customers.retrieve('cus_1'), Stripe.errors.StripeAuthenticationError)
  await assert.rejects(stripe.customers.retrieve('cus_none'), { statusCode: 404, code: 'resource_missing' })
  const once = { maxNetworkRetries: 0 }
  fake.failures.push(429)
  await assert.rejects(stripe.customers.list({}, once), Stripe.errors.StripeRateLimitError)
  fake.failures.push(500)
  await assert.rejects(stripe.customers.create({}, once), Stripe.errors.StripeAPIError)
  fake.failures.push(409)
  await assert.rejects(stripe.customers.create({}, once), { statusCode: 409 })
  // The library itself retries once after a broken connection.
  fake.failures.push('hang up', 'hang up')
  await assert.rejects(stripe.customers.create({}, once), Stripe.errors.StripeConnectionError)
  await assert.rejects(stripe.customers.create({ unheard: 'of' } as Stripe.CustomerCreateParams), {
    statusCode: 400,
    code: 'parameter_unknown',
  })
  const { subscription, price } = await subscribe(9900)
  fake.setCard(subscription.customer as string, 'declined')
  const item = subscription.items.data[0]?.id ?? ''
  const more = await stripe.prices.create({
    product: price.product as string,
    currency: 'usd',
    unit_amount: 29900,
    recurring: { interval: 'month' },
  })
  const change = { items: [{ id: item, price: more.id }], proration_behavior: 'always_invoice' as const }
  await assert.rejects(
    stripe.subscriptions.update(subscription.id, { ...change, payment_behavior: 'error_if_incomplete' }),
    { statusCode: 402, code: 'card_declined' },
  )
  const pending = await stripe.subscriptions.update(subscription.id, {
    ...change,
    payment_behavior: 'pending_if_incomplete',
    expand: ['latest_invoice'],
  })
  assert.ok(pending.pending_update)
  assert.equal(pending.items.data[0]?.price.id, price.id, 'the old price stays until the new one is paid')
  assert.equal((pending.latest_invoice as Stripe.Invoice).status, 'open')
})

test('lists continue where they stopped, newest first', async () => {
  const { customer } = await subscribe()
  const seen: string[] = []
  for await (const each of stripe.events.list({ limit: 3 })) seen.push(each.id)
  assert.deepEqual(seen, fake.account.events.map(({ id }) => id).reverse())
  const own = await stripe.subscriptions.list({ customer: customer.id, status: 'all' })
  assert.equal(own.data.length, 1)
})

test('the library accepts our signatures', async () => {
  const [event] = fake.account.events
  const { body, headers } = fake.signed(event, { at: new Date() })
  const secret = fake.env.STRIPE_WEBHOOK_SECRET ?? ''
  const read = stripe.webhooks.constructEvent(body, headers['stripe-signature'] ?? '', secret)
  assert.equal(read.id, event?.id)
  assert.throws(() => stripe.webhooks.constructEvent(`${body} `, headers['stripe-signature'] ?? '', secret))
})

test("every object has Stripe's published properties and types", async () => {
  const { subscription } = await subscribe()
  const customer = subscription.customer as string
  await stripe.billingPortal.sessions.create({ customer, return_url: 'https://shop.example.com' })
  await stripe.setupIntents.create({ customer, usage: 'off_session' })
  const schedule = await stripe.subscriptionSchedules.create({ from_subscription: subscription.id })
  await stripe.subscriptionSchedules.release(schedule.id)
  const [invoice] = (await stripe.invoices.list({ subscription: subscription.id })).data
  const payments = await stripe.invoicePayments.list({ invoice: invoice?.id ?? '' })
  const intent = await stripe.paymentIntents.retrieve(payments.data[0]?.payment.payment_intent as string)
  await stripe.charges.retrieve(intent.latest_charge as string)
  await stripe.refunds.create({ payment_intent: intent.id, amount: 100 })
  fake.account.dispute(intent.latest_charge as string)
  await stripe.disputes.list({ payment_intent: intent.id })
  assert.deepEqual(
    fake.answers.flatMap((answer) => differences(answer)),
    [],
  )
  const kinds = new Map<string, object>()
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    if ('object' in value && typeof value.object === 'string') kinds.set(value.object, value)
    for (const each of Object.values(value)) walk(each)
  }
  for (const answer of fake.answers) walk(answer)
  assert.ok(kinds.size >= 16)
  assert.deepEqual(
    [...kinds.values()].flatMap((value) => missing(value as Record<string, unknown>)),
    [],
  )
})
