import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type Stripe from 'stripe'
import { sql } from '#platform/db/query.ts'
import { perform } from '#platform/jobs/jobs.ts'
import { day } from '#test/service.ts'
import { jobs } from '../../../entry/areas.ts'
import { listInvoices, loadSubscription, type Selling, startSelling } from './stripe.testing.ts'

let selling: Selling
before(async () => {
  selling = await startSelling()
})
after(() => selling.close())

test('a plan that is bought on the checkout page creates its subscription and invoice', async () => {
  const { service, fake } = selling
  const shop = await service.shop()
  const owner = await shop.signedIn()
  assert.equal((await loadSubscription(owner)).status, 'trialing')
  const begun = await owner.post('/billing/checkout', { plan: 'starter' })
  assert.equal(begun.status, 201)
  assert.match(begun.body.url, /^http:\/\/127\.0\.0\.1:\d+\/pay\/cs_test_/)
  const again = await owner.post('/billing/checkout', { plan: 'starter' })
  assert.deepEqual([again.status, again.body.url], [200, begun.body.url], 'the same page is answered again')
  const other = await owner.post('/billing/checkout', { plan: 'scale' })
  assert.equal(other.status, 201)
  assert.equal((await fetch(begun.body.url)).status, 410, 'of two pages only one can be paid')
  fake.account.complete(other.body.url.split('/').at(-1), 'good')
  await selling.deliver()
  const bought = await loadSubscription(owner)
  assert.deepEqual([bought.plan, bought.status, bought.billing], ['scale', 'active', 'stripe'])
  assert.equal((await listInvoices(owner)).length, 0, 'a trial that goes on costs nothing yet')
  selling.advance(8 * day)
  await selling.deliver()
  const [invoice] = await listInvoices(owner)
  assert.deepEqual(
    [invoice.gross, invoice.currency, invoice.state, invoice.purpose, invoice.plan],
    ['299.00', 'USD', 'paid', 'renewal', 'scale'],
  )
  assert.match(invoice.number, /-0002$/)
  assert.match(invoice.documentUrl, /\/invoice\/in_/)
  const paidAgain = await owner.post('/billing/checkout', { plan: 'scale' })
  assert.deepEqual([paidAgain.status, paidAgain.body.code], [409, 'already_subscribed'])
})

test('a lower plan that was bought in the trial begins when the trial ends', async () => {
  const { service, fake } = selling
  const shop = await service.shop()
  const owner = await shop.signedIn()
  const { trialEndsAt } = await loadSubscription(owner)
  const { body } = await owner.post('/billing/checkout', { plan: 'starter' })
  fake.account.complete(body.url.split('/').at(-1), 'good')
  await selling.deliver()
  const bought = await loadSubscription(owner)
  assert.deepEqual([bought.plan, bought.nextPlan], ['growth', 'starter'])
  assert.ok(Math.abs(Date.parse(bought.nextPlanAt) - Date.parse(trialEndsAt)) < 61_000)
  selling.advance(8 * day)
  await selling.deliver()
  const begun = await loadSubscription(owner)
  assert.deepEqual([begun.plan, begun.nextPlan, begun.status], ['starter', null, 'active'])
})

test('an upgrade takes effect immediately and charges the difference for the rest of the month', async () => {
  const { owner } = await selling.buyer('starter')
  selling.advance(10 * day)
  const previewed = await owner.post('/billing/change-plan/preview', { plan: 'scale' })
  assert.equal(previewed.status, 200, previewed.text)
  const changed = await owner.post('/billing/change-plan', { plan: 'scale' })
  assert.equal(changed.status, 200, changed.text)
  assert.deepEqual(changed.body.dueNow, previewed.body.dueNow)
  assert.equal(changed.body.actionRequired, null)
  assert.ok(Number(changed.body.dueNow.net) > 150 && Number(changed.body.dueNow.net) < 180, changed.body.dueNow.net)
  assert.equal((await loadSubscription(owner)).plan, 'scale', 'no webhook is waited for')
  const [upgrade, purchase] = await listInvoices(owner)
  assert.deepEqual([upgrade.purpose, upgrade.state, purchase.purpose], ['upgrade', 'paid', 'purchase'])
  const charges = selling.fake.account.all<Stripe.Charge>('charge').length
  const again = await owner.post('/billing/change-plan', { plan: 'scale' })
  assert.deepEqual([again.status, again.body.kind], [200, 'none'])
  assert.equal(selling.fake.account.all('charge').length, charges)
})

test('after a declined upgrade the current plan stays until payment at the given URL', async () => {
  const { owner, customer, subscription } = await selling.buyer('starter')
  const { fake } = selling
  selling.advance(day)
  for (const card of ['declined', 'authenticate'] as const) {
    fake.setCard(customer, card)
    const changed = await owner.post('/billing/change-plan', { plan: card === 'declined' ? 'growth' : 'scale' })
    assert.equal(changed.status, 200, changed.text)
    assert.match(changed.body.actionRequired.url, /\/invoice\/in_/)
    await selling.deliver()
    const waiting = await loadSubscription(owner)
    assert.deepEqual([waiting.plan, waiting.status], ['starter', 'active'])
    const again = await owner.post('/billing/change-plan', { plan: card === 'declined' ? 'growth' : 'scale' })
    assert.deepEqual(again.body.actionRequired, changed.body.actionRequired, 'asked again, there is no second invoice')
  }
  const { latest_invoice: id } = fake.account.subscription(subscription)
  const open = fake.account.all<Stripe.Invoice>('invoice').filter(({ status }) => status === 'open')
  assert.deepEqual(
    open.map((each) => each.id),
    [id],
    'the first upgrade was withdrawn',
  )
  await fetch(fake.account.invoice(id as string).hosted_invoice_url ?? '', {
    method: 'POST',
    body: new URLSearchParams({ number: '4242424242424242' }),
  })
  await selling.deliver()
  assert.equal((await loadSubscription(owner)).plan, 'scale')
})

test('a downgrade starts after the paid period, and choosing the current plan cancels it', async () => {
  const { owner } = await selling.buyer('scale')
  selling.advance(5 * day)
  const chosen = await owner.post('/billing/change-plan', { plan: 'growth' })
  assert.deepEqual([chosen.status, chosen.body.kind, chosen.body.dueNow.gross], [200, 'downgrade', '0.00'])
  assert.deepEqual(await readPlans(owner), ['scale', 'growth'])
  await selling.deliver()
  assert.deepEqual(await readPlans(owner), ['scale', 'growth'])
  assert.equal((await owner.post('/billing/change-plan', { plan: 'scale' })).body.kind, 'none')
  assert.deepEqual(await readPlans(owner), ['scale', null])
  assert.equal((await owner.post('/billing/change-plan', { plan: 'starter' })).status, 200)
  assert.equal((await owner.post('/billing/change-plan', { plan: 'growth' })).status, 200)
  assert.deepEqual(await readPlans(owner), ['scale', 'growth'])
  selling.advance(30 * day)
  await selling.deliver()
  assert.deepEqual(await readPlans(owner), ['growth', null])
  const [renewal] = await listInvoices(owner)
  assert.deepEqual([renewal.gross, renewal.plan, renewal.purpose], ['99.00', 'growth', 'renewal'])
  const up = await owner.post('/billing/change-plan', { plan: 'scale' })
  assert.equal(up.status, 200, up.text)
  assert.deepEqual(await readPlans(owner), ['scale', null])
})

const readPlans = async (owner: Parameters<typeof loadSubscription>[0]) => {
  const { plan, nextPlan } = await loadSubscription(owner)
  return [plan, nextPlan]
}

test('a cancelled subscription works until its paid end, and can be resumed or bought again', async () => {
  const { owner, subscription } = await selling.buyer('growth')
  await owner.post('/billing/change-plan', { plan: 'starter' })
  const cancelled = await owner.post('/billing/cancel', {})
  assert.deepEqual([cancelled.status, cancelled.body.status, cancelled.body.lapsed], [200, 'cancelled', false])
  assert.equal((await owner.post('/billing/cancel', {})).status, 200)
  const resumed = await owner.post('/billing/checkout', { plan: 'growth' })
  assert.deepEqual([resumed.status, resumed.body.url, resumed.body.subscription.status], [200, null, 'active'])
  assert.equal((await owner.post('/billing/cancel', {})).body.status, 'cancelled')
  selling.advance(31 * day)
  await selling.deliver()
  const over = await loadSubscription(owner)
  assert.deepEqual([over.status, over.lapsed], ['cancelled', true])
  assert.equal(selling.fake.account.subscription(subscription).status, 'canceled')
  assert.equal((await owner.post('/billing/cancel', {})).body.code, 'not_subscribed')
  const { body, status } = await owner.post('/billing/checkout', { plan: 'starter' })
  assert.equal(status, 201)
  selling.fake.account.complete(body.url.split('/').at(-1), 'good')
  await selling.deliver()
  assert.deepEqual(
    [(await loadSubscription(owner)).status, (await loadSubscription(owner)).plan],
    ['active', 'starter'],
  )
})

test('after a declined renewal the store has fourteen days, and a payment clears the debt', async () => {
  const { shop, owner, customer } = await selling.buyer('growth')
  selling.fake.setCard(customer, 'declined')
  selling.advance(31 * day)
  await selling.deliver()
  const overdue = await loadSubscription(owner)
  assert.deepEqual([overdue.status, overdue.lapsed], ['past_due', false])
  await sweep()
  assert.deepEqual(await listNotices(shop), ['payment_overdue'], 'its owner hears of it')
  assert.equal((await owner.post('/billing/change-plan', { plan: 'scale' })).body.code, 'payment_overdue')
  selling.fake.setCard(customer, 'good')
  selling.advance(3 * day)
  await selling.deliver()
  assert.equal((await loadSubscription(owner)).status, 'active')
  const [newest] = await listInvoices(owner)
  assert.deepEqual([newest.purpose, newest.state], ['renewal', 'paid'])
  selling.fake.setCard(customer, 'declined')
  selling.advance(33 * day)
  await selling.deliver()
  selling.advance(13 * day)
  await selling.deliver()
  const late = await owner.post('/billing/checkout', { plan: 'growth' })
  assert.equal(late.status, 409, 'in its days of grace it still has one')
  selling.advance(1.5 * day)
  await selling.deliver()
  const unpaid = await owner.post('/billing/checkout', { plan: 'growth' })
  assert.equal(unpaid.status, 200, 'after them it is the open invoice that brings the store back')
  assert.match(unpaid.body.url, /\/invoice\/in_/)
  assert.equal(unpaid.body.subscription.lapsed, true)
  selling.advance(1.5 * day)
  await selling.deliver()
  assert.deepEqual([(await loadSubscription(owner)).status, (await loadSubscription(owner)).lapsed], ['expired', true])
})

async function sweep(): Promise<void> {
  const { db, services } = selling.service.service
  const job = jobs.find(({ id }) => id === 'billing.sweep')
  assert.ok(job)
  await perform(job, { db, services, stopping: new AbortController().signal }, {})
  await selling.service.runJobs()
}

const listNotices = async (shop: { storeEnvId: string; organizationId: string }) =>
  (
    await selling.service.service.db.store(shop, 'read', (tx) =>
      tx.all<{ kind: string }>(
        sql`select distinct kind from billing_notices where store_env_id = ${tx.storeEnvId} and kind <> 'trial_ending' and kind <> 'expired'`,
      ),
    )
  ).map(({ kind }) => kind)

test('the portal and the card form, opened together, create one Stripe customer', async () => {
  const shop = await selling.service.shop()
  const owner = await shop.signedIn()
  const [portal, token] = await Promise.all([
    owner.post('/billing/portal', {}),
    owner.post('/billing/payment-methods/client-token', {}),
  ])
  assert.deepEqual([portal.status, token.status], [200, 200], portal.text + token.text)
  assert.match(token.body.clientToken, /^seti_\w+_secret_/)
  assert.match(token.body.publishableKey, /^pk_test_/)
  const own = selling.fake.account
    .all<Stripe.Customer>('customer')
    .filter(({ metadata }) => metadata.evident_organization === shop.organizationId)
  assert.equal(own.length, 1)
  assert.equal(own[0]?.email, shop.ownerEmail)
})

test('a customer that was deleted at Stripe is created again', async () => {
  const shop = await selling.service.shop()
  const owner = await shop.signedIn()
  assert.equal((await owner.post('/billing/portal', {})).status, 200)
  const customers = () =>
    selling.fake.account
      .all<Stripe.Customer>('customer')
      .filter(({ metadata }) => metadata.evident_organization === shop.organizationId)
  const [gone] = customers()
  selling.fake.account.objects.delete(gone?.id ?? '')
  const opened = await owner.post('/billing/checkout', { plan: 'growth' })
  assert.equal(opened.status, 201, opened.text)
  assert.notEqual(customers()[0]?.id, gone?.id)
})

test('a key can neither buy a plan nor read invoices', async () => {
  const shop = await selling.service.shop()
  for (const path of ['checkout', 'change-plan', 'cancel', 'portal', 'payment-methods/client-token']) {
    const { status, body } = await shop.api.post(`/billing/${path}`, { plan: 'scale' })
    assert.deepEqual([status, body.code], [403, 'owner_required'], path)
  }
  assert.equal((await shop.api.get('/billing/invoices')).status, 403)
})
