import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type Stripe from 'stripe'
import { sql } from '#platform/db/query.ts'
import { day } from '#test/service.ts'
import { reconcile } from './reconciliation.ts'
import { listInvoices, loadSubscription, type Selling, startSelling } from './stripe.testing.ts'

let selling: Selling
before(async () => {
  selling = await startSelling()
})
after(() => selling.close())

const night = async (stopping = new AbortController().signal) => {
  const { db, services, clock } = selling.service.service
  const found = await reconcile({ db, services, now: clock.now(), stopping, paceMs: 0 })
  await selling.service.runJobs()
  return found
}

test('missed webhooks are found at night, applied and reported', async () => {
  const { fake, stripe } = selling
  const cancelled = await selling.buyer('growth')
  const overdue = await selling.buyer('growth')
  const refunded = await selling.buyer('starter')
  const untouched = await selling.buyer('starter')
  await night()
  selling.advance(day)
  assert.deepEqual(await night(), { events: 0, subscriptions: 0 }, 'where nothing was lost nothing is found')
  await stripe.subscriptions.update(cancelled.subscription, { cancel_at_period_end: true })
  fake.setCard(overdue.customer, 'declined')
  const [charge] = fake.account
    .all<Stripe.Charge>('charge')
    .filter((each) => each.customer === refunded.customer && each.paid)
  fake.account.refund(charge?.id ?? '', 1000)
  selling.advance(3 * day)
  fake.takeEvents()
  assert.equal((await loadSubscription(cancelled.owner)).status, 'active', 'no webhook came')
  const found = await night()
  assert.ok(found.events >= 3, JSON.stringify(found))
  assert.equal((await loadSubscription(cancelled.owner)).status, 'cancelled')
  const credit = (await listInvoices(refunded.owner)).find(({ kind }: { kind: string }) => kind === 'credit_note')
  assert.equal(credit?.gross, '-10.00')
  assert.equal((await loadSubscription(untouched.owner)).status, 'active')
  const log = await cancelled.owner.get('/account/audit-log?limit=100')
  const entry = log.body.data.find(({ action }: { action: string }) => action === 'subscription.reconciled')
  assert.deepEqual(entry?.details.to, { plan: 'growth', status: 'cancelled' })
  const none = await untouched.owner.get('/account/audit-log?limit=100')
  assert.ok(!none.body.data.some(({ action }: { action: string }) => action === 'subscription.reconciled'))
  assert.deepEqual(await night(), { events: 0, subscriptions: 0 }, 'and is healed for good')
})

test('a subscription whose events are too old to list is still found', async () => {
  const { fake, stripe } = selling
  const { owner, subscription } = await selling.buyer('growth')
  await stripe.subscriptions.update(subscription, { cancel_at_period_end: true })
  fake.takeEvents()
  fake.account.events.length = 0
  const found = await night()
  assert.ok(found.subscriptions >= 1)
  assert.equal(found.events, 0)
  assert.equal((await loadSubscription(owner)).status, 'cancelled')
})

test('an interrupted run resumes at the same stage the next time', async () => {
  const { fake, service } = selling
  await selling.buyer('starter')
  await night()
  selling.advance(day)
  const stopping = new AbortController()
  fake.calls.length = 0
  fake.before = (path) => {
    if (path === '/v1/events') stopping.abort()
  }
  await night(stopping.signal)
  fake.before = undefined
  const stage = async () =>
    (
      await service.service.db.system('read', (tx) =>
        tx.first<{ stage: string }>(sql`select stage from stripe_reconciliation`),
      )
    )?.stage
  assert.equal(await stage(), 'subscriptions')
  fake.calls.length = 0
  await night()
  assert.equal(await stage(), 'done')
  assert.ok(!fake.calls.some(({ path }) => path === '/v1/events'), 'events were through already')
})

test('while Stripe fails, the nightly job changes nothing and fails', async () => {
  const { fake } = selling
  selling.advance(day)
  fake.outage = 500
  await assert.rejects(night())
  fake.outage = undefined
  await night()
})

test('an operator can run the reconciliation by name', async () => {
  const { operatorName } = (await import('../../../entry/areas.ts')).jobs.find(
    ({ id }) => id === 'billing.reconcile_stripe',
  ) ?? { operatorName: undefined }
  assert.equal(operatorName, 'stripe-reconciliation')
})
