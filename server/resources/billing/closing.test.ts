import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, mock, test } from 'node:test'
import type Stripe from 'stripe'
import { auditAs } from '#platform/audit/audit.ts'
import { sql } from '#platform/db/query.ts'
import { perform } from '#platform/jobs/jobs.ts'
import { type Api, day, type Shop, startService, type TestService } from '#test/service.ts'
import { jobs } from '../../entry/areas.ts'
import { runBilling } from '../../entry/commands/billing.ts'
import { OperatorError } from '../../entry/operator.ts'
import { markPaid } from './manual/operator.ts'
import { type Selling, startSelling } from './stripe/stripe.testing.ts'

let manual: TestService
let selling: Selling
before(async () => {
  manual = await startService({ env: { BILLING: 'manual', MAIL_FROM: 'Evident Ltd <no-reply@example.com>' } })
  selling = await startSelling()
})
after(async () => {
  await manual.close()
  await selling.close()
})

async function ask(shop: Shop, owner: Api): Promise<void> {
  const { name } = (await owner.get('/orgs/current')).body
  const asked = await owner.post('/orgs/deletion', { confirm: name, password: shop.password })
  assert.equal(asked.status, 202, asked.text)
}

const removal = jobs.find(({ id }) => id === 'orgs.remove_closed')
async function remove({ service: { db, services } }: TestService): Promise<void> {
  assert.ok(removal)
  await perform(removal, { db, services, stopping: new AbortController().signal }, {})
}

const statusOf = async (owner: Api) => (await owner.get('/billing/subscription')).body.status
const atStripe = (id: string) => selling.fake.account.subscription(id) as Stripe.Subscription

async function paying(service = manual): Promise<{ shop: Shop; owner: Api; number: string; id: string }> {
  const shop = await service.shop()
  const owner = await shop.signedIn()
  const { invoice } = (await owner.post('/billing/checkout', { plan: 'growth' })).body
  await markPaid({ db: service.service.db, audit: auditAs({ type: 'operator' }) }, invoice.number)
  return { shop, owner, number: invoice.number, id: invoice.id }
}

async function command(args: string[], flags: Record<string, unknown> = {}) {
  const log = mock.method(console, 'log', () => {})
  try {
    assert.equal(await runBilling(manual.service, args, { ...flags, json: true }), 0)
    return JSON.parse(String(log.mock.calls[0]?.arguments[0]))
  } finally {
    log.mock.restore()
  }
}

test('requesting deletion cancels a Stripe subscription, and undoing resumes it', async () => {
  const { shop, owner, subscription } = await selling.buyer()
  await ask(shop, owner)
  await selling.service.runJobs()
  assert.equal(atStripe(subscription).cancel_at_period_end, true)
  assert.equal(atStripe(subscription).status, 'active', 'what is paid stays')
  assert.equal(await statusOf(owner), 'cancelled')
  assert.equal((await owner.delete('/orgs/deletion')).status, 204)
  await selling.service.runJobs()
  assert.equal(atStripe(subscription).cancel_at_period_end, false)
  assert.equal(await statusOf(owner), 'active')
})

test('repeated requests cancel once, and a request undone quickly never cancels', async () => {
  const { shop, owner, subscription } = await selling.buyer()
  await ask(shop, owner)
  await selling.service.runJobs()
  const job = jobs.find(({ id }) => id === 'billing.follow_closing')
  assert.ok(job)
  const { db, services } = selling.service.service
  const { storeEnvId, organizationId } = shop
  const scoped = { db, services, stopping: new AbortController().signal }
  await Promise.allSettled([1, 2].map(() => perform(job, scoped, { storeEnvId, organizationId })))
  assert.equal(atStripe(subscription).cancel_at_period_end, true)
  const cancelled = await db.organization(organizationId, 'read', (tx) =>
    tx.all(
      sql`select 1 as one from audit_log where organization_id = ${organizationId} and action = 'subscription.cancelled'`,
    ),
  )
  assert.equal(cancelled.length, 1)
  await owner.delete('/orgs/deletion')
  await ask(shop, owner)
  await owner.delete('/orgs/deletion')
  await selling.service.runJobs()
  assert.equal(atStripe(subscription).cancel_at_period_end, false)
})

test('a subscription that its owner had cancelled is not resumed', async () => {
  const { shop, owner, subscription } = await selling.buyer()
  assert.equal((await owner.post('/billing/cancel', {})).status, 200)
  await ask(shop, owner)
  await selling.service.runJobs()
  await owner.delete('/orgs/deletion')
  await selling.service.runJobs()
  assert.equal(atStripe(subscription).cancel_at_period_end, true)
})

test('an open checkout page is closed', async () => {
  const shop = await selling.service.shop()
  const owner = await shop.signedIn()
  const { body } = await owner.post('/billing/checkout', { plan: 'scale' })
  await ask(shop, owner)
  await selling.service.runJobs()
  assert.equal((await fetch(body.url)).status, 410)
  await owner.delete('/orgs/deletion')
  await selling.service.runJobs()
  assert.equal(await statusOf(owner), 'trialing', 'the trial goes on')
})

test('Stripe subscriptions end before any row is deleted; while Stripe fails, no row is deleted', async () => {
  const { shop, owner, subscription } = await selling.buyer()
  await ask(shop, owner)
  const { db } = selling.service.service
  const left = () =>
    db.system('read', (tx) => tx.all(sql`select 1 as one from organizations where id = ${shop.organizationId}`))
  // No job has cancelled the subscription, so the removal itself must do it.
  await db.system('write', (tx) =>
    tx.run(sql`update organizations set deletes_at = ${tx.now} where id = ${shop.organizationId}`),
  )
  selling.fake.outage = 500
  await assert.rejects(remove(selling.service))
  assert.equal((await left()).length, 1, 'it stays until nothing is charged any more')
  selling.fake.outage = undefined
  await remove(selling.service)
  assert.equal(atStripe(subscription).status, 'canceled')
  assert.equal((await left()).length, 0)
})

test('without a payment provider, deletion cancels the subscription, voids open invoices, and can be undone', async () => {
  const { shop, owner } = await paying()
  await ask(shop, owner)
  await manual.runJobs()
  assert.equal(await statusOf(owner), 'cancelled')
  await owner.delete('/orgs/deletion')
  await manual.runJobs()
  assert.equal(await statusOf(owner), 'active')
  const buying = await manual.shop()
  const buyer = await buying.signedIn()
  const { invoice } = (await buyer.post('/billing/checkout', { plan: 'growth' })).body
  await ask(buying, buyer)
  await manual.runJobs()
  assert.equal((await buyer.get(`/billing/invoices/${invoice.id}`)).body.state, 'void')
})

test('numbered invoices outlive the organization, and never change again', async () => {
  const { shop, owner, number, id } = await paying()
  const { body: before } = await owner.get(`/billing/invoices/${id}`)
  await ask(shop, owner)
  await manual.runJobs()
  manual.advance(30 * day)
  try {
    await remove(manual)
    await remove(manual)
  } finally {
    manual.advance(-30 * day)
  }
  const { data } = await command(['list'], { store: shop.storeEnvId })
  const { storeEnvId, organizationId, ...kept } = data[0]
  assert.deepEqual([data.length, storeEnvId, organizationId], [1, shop.storeEnvId, shop.organizationId])
  // Responses contain the payment details in addition to the stored seller.
  delete kept.seller.paymentDetails
  assert.deepEqual(kept, before)
  const out = join(await mkdtemp(join(tmpdir(), 'invoice-')), `${randomUUID()}.pdf`)
  await command(['pdf', number], { out })
  assert.equal((await readFile(out)).subarray(0, 5).toString(), '%PDF-')
  await assert.rejects(command(['pdf', number], { out }), OperatorError, 'never over a file that is there')
  await assert.rejects(command(['refund', number]), /deleted organization/)
  const rest = await manual.service.db.system('read', (tx) =>
    tx.all<{ kept: unknown }>(
      sql`select r.kept from invoice_register r where r.organization_id = ${shop.organizationId}`,
    ),
  )
  assert.ok(!JSON.stringify(rest).includes(shop.ownerEmail), 'nobody but whom the invoice names')
})
