import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditAs } from '#platform/audit/audit.ts'
import { sql } from '#platform/db/query.ts'
import { perform } from '#platform/jobs/jobs.ts'
import { freezeClock } from '#test/frozen-clock.ts'
import { listWaiting } from '#test/locks.ts'
import { type Api, day, provideService, type Shop, startService, type TestService } from '#test/service.ts'
import { until } from '#test/until.ts'
import { jobs } from '../../../../server/entry/areas.ts'
import { markPaid, refund, voidOpen } from './operator.ts'

const service = provideService({ now: new Date('2026-11-21T09:00:00Z'), env: { BILLING: 'manual' } })

const acting = () => ({ db: service.service.db, audit: auditAs({ type: 'operator' }) })
const pay = (invoice: { number: string }) => markPaid(acting(), invoice.number)

async function sweep(by: TestService = service): Promise<void> {
  const { db, services } = by.service
  const job = jobs.find(({ id }) => id === 'billing.sweep')
  assert.ok(job)
  await perform(job, { db, services, stopping: new AbortController().signal }, {})
  await by.runJobs()
}

const advanceTo = async (instant: string): Promise<void> => {
  service.advance(Date.parse(instant) - service.service.clock.nowMs())
  await sweep()
}
const advanceDays = async (days: number): Promise<void> => {
  service.advance(days * day)
  await sweep()
}

const loadState = async (owner: Api) => {
  const { body } = await owner.get('/billing/subscription')
  return [body.plan, body.status, body.lapsed]
}
const listInvoices = async (owner: Api) => (await owner.get('/billing/invoices?limit=100')).body.data
const listOpenInvoices = async (owner: Api) => (await owner.get('/billing/invoices?state=open')).body.data
const subjectsFor = async ({ ownerEmail }: Shop): Promise<string[]> => {
  const rows = await service.service.db.system('read', (tx) =>
    tx.all<{ subject: string }>(
      sql`select subject from mailbox where recipient = ${ownerEmail} order by created_at, id`,
    ),
  )
  return rows.map(({ subject }) => subject)
}

async function subscribed(plan: string): Promise<{ shop: Shop; owner: Api }> {
  const shop = await service.shop()
  const owner = await shop.signedIn()
  const bought = await owner.post('/billing/checkout', { plan })
  assert.equal(bought.status, 201, bought.text)
  await pay(bought.body.invoice)
  return { shop, owner }
}

test('a store goes from trial to expiry and back, with the same feed address', async () => {
  const shop = await service.shop('Lifelong')
  const owner = await shop.signedIn()
  await shop.api.put('/products', [{ platformProductId: 'mug', title: 'Mug', url: 'https://shop.example.com/mug' }])
  const feed = new URL((await shop.api.post('/products/review-feed')).body.url).pathname
  const works = async () => {
    const written = await shop.api.put('/products', [{ platformProductId: 'mug', title: `Mug ${Math.random()}` }])
    const { status } = await service.anonymous.get(feed)
    assert.equal((await shop.api.get('/products')).status, 200, 'it can always be read')
    assert.equal((await owner.get('/billing/invoices')).status, 200, 'and looked after')
    return [written.body.code ?? written.status, status]
  }
  const bought = await owner.post('/billing/checkout', { plan: 'scale' })
  const { invoice } = bought.body
  assert.deepEqual(
    [bought.status, invoice.state, invoice.net, invoice.currency, invoice.purpose, bought.body.url],
    [201, 'open', '299.00', 'USD', 'purchase', null],
  )
  assert.deepEqual(await loadState(owner), ['growth', 'trialing', false], 'nothing is bought before it is paid')
  await pay(invoice)
  assert.deepEqual(await loadState(owner), ['scale', 'active', false])
  const { body: subscription } = await owner.get('/billing/subscription')
  assert.equal(subscription.currentPeriodEndsAt.slice(0, 10), '2026-12-21')
  assert.deepEqual(await listOpenInvoices(owner), [])

  await advanceTo('2026-12-08T12:00:00Z')
  const [renewal, ...more] = await listOpenInvoices(owner)
  assert.deepEqual(
    [renewal.purpose, renewal.net, renewal.dueAt, renewal.periodEndsAt.slice(0, 10), more.length],
    ['renewal', '299.00', subscription.currentPeriodEndsAt, '2027-01-21', 0],
  )
  await advanceTo('2026-12-22T09:00:00Z')
  assert.deepEqual(await loadState(owner), ['scale', 'past_due', false])
  assert.deepEqual(await works(), [200, 200], 'everything works in its grace')
  const refused = await owner.post('/billing/change-plan', { plan: 'growth' })
  assert.equal(refused.status, 200, 'a lower plan may be chosen')
  assert.deepEqual(await loadState(owner), ['growth', 'past_due', false])
  await advanceTo('2027-01-04T12:00:00Z')
  assert.deepEqual(await loadState(owner), ['growth', 'expired', true])
  assert.deepEqual(await works(), ['subscription_expired', 403])

  const [due] = await listOpenInvoices(owner)
  assert.deepEqual([due.purpose, due.plan, due.net], ['renewal', 'growth', '99.00'])
  const again = await owner.post('/billing/checkout', { plan: 'growth' })
  assert.deepEqual([again.status, again.body.invoice.id], [200, due.id], 'what is open already is answered')
  await pay(due)
  assert.deepEqual(await loadState(owner), ['growth', 'active', false])
  assert.deepEqual(await works(), [200, 200], 'at the same address')
  assert.equal((await owner.get('/billing/subscription')).body.currentPeriodEndsAt.slice(0, 10), '2027-02-04')
  const { body: log } = await owner.get('/account/audit-log?limit=100')
  const actions = log.data.map(({ action }: { action: string }) => action)
  for (const action of [
    'subscription.checkout_started',
    'invoice.issued',
    'invoice.paid',
    'invoice.voided',
    'subscription.expired',
  ])
    assert.ok(actions.includes(action), action)
})

test('each owner gets each notice once, from any number of processes and runs', async () => {
  const shop = await service.shop('Notified')
  const owner = await shop.signedIn()
  const beside = await startService({ beside: service, env: { BILLING: 'manual' } })
  try {
    const look = async () => {
      beside.service.clock.advance(service.service.clock.nowMs() - beside.service.clock.nowMs())
      await Promise.all([sweep(), sweep(beside)])
      await sweep()
    }
    service.advance(5.5 * day)
    await look()
    await look()
    assert.deepEqual(
      (await subjectsFor(shop)).map((each) => each.slice(0, 21)),
      ['The trial of Notified'],
    )
    await pay((await owner.post('/billing/checkout', { plan: 'starter' })).body.invoice)
    for (let days = 0; days < 50; days++) {
      service.advance(day)
      await look()
    }
    assert.deepEqual(
      (await subjectsFor(shop)).map((subject) => subject.replace(/ on [\d-]+$/, '')),
      [
        'The trial of Notified ends',
        'A payment for Notified is due',
        'A payment for Notified is overdue',
        'Notified will be suspended in a few days',
        'The subscription of Notified has ended',
      ],
    )
  } finally {
    await beside.close()
  }
})

test("a payment date before the invoice's issue date is accepted, and the store never lapses", async () => {
  const { shop, owner } = await subscribed('growth')
  for (let days = 0; days < 40 && (await listOpenInvoices(owner)).length === 0; days++) await advanceDays(1)
  const [renewal] = await listOpenInvoices(owner)
  await markPaid(acting(), renewal.number, new Date(Date.parse(renewal.issuedAt) - 3 * day))
  assert.deepEqual(await listOpenInvoices(owner), [])
  for (const days of [16, 13]) {
    await advanceDays(days)
    const [plan, , lapsed] = await loadState(owner)
    assert.deepEqual([plan, lapsed], ['growth', false])
  }
  assert.equal((await shop.api.put('/products', [{ platformProductId: 'mug' }])).status, 200)
})

test("an upgrade is immediate and prorated, and a downgrade waits for the period's end", async () => {
  const { owner } = await subscribed('starter')
  await advanceDays(10)
  const preview = await owner.post('/billing/change-plan/preview', { plan: 'growth' })
  assert.equal(preview.body.kind, 'upgrade')
  const [paid] = await listInvoices(owner)
  const changed = await owner.post('/billing/change-plan', { plan: 'growth' })
  assert.equal(changed.status, 200, changed.text)
  assert.deepEqual(await loadState(owner), ['growth', 'active', false])
  const [upgrade] = await listOpenInvoices(owner)
  assert.deepEqual([upgrade.purpose, upgrade.net], ['upgrade', changed.body.dueNow.net])
  const wholeMs = Date.parse(paid.periodEndsAt) - Date.parse(paid.periodStartsAt)
  const leftMs = Date.parse(paid.periodEndsAt) - Date.parse(upgrade.issuedAt)
  assert.ok(Math.abs(Number(upgrade.net) - (50 * leftMs) / wholeMs) < 0.011, upgrade.net)
  await pay(upgrade)

  const down = await owner.post('/billing/change-plan', { plan: 'starter' })
  assert.deepEqual(
    [down.body.kind, down.body.effectiveAt, down.body.dueNow.gross],
    ['downgrade', paid.periodEndsAt, '0.00'],
  )
  assert.deepEqual(await loadState(owner), ['growth', 'active', false])
  assert.equal((await owner.get('/billing/subscription')).body.nextPlan, 'starter')
  await advanceDays(8)
  const [renewal] = await listOpenInvoices(owner)
  assert.deepEqual([renewal.purpose, renewal.plan, renewal.net], ['renewal', 'starter', '49.00'])
  const kept = await owner.post('/billing/change-plan', { plan: 'growth' })
  assert.equal(kept.body.kind, 'none')
  const [anew, ...others] = await listOpenInvoices(owner)
  assert.deepEqual([anew.plan, anew.net, anew.dueAt, others.length], ['growth', '99.00', renewal.dueAt, 0])
  await owner.post('/billing/change-plan', { plan: 'starter' })
  await pay((await listOpenInvoices(owner))[0])
  await advanceDays(16)
  assert.deepEqual(await loadState(owner), ['starter', 'active', false])
})

test('a plan change at the same instant as another one is refused and charges nothing', async () => {
  const { owner } = await subscribed('starter')
  const resume = freezeClock(service, service.service.clock.nowMs() + 1)
  const change = (plan: string) => owner.post('/billing/change-plan', { plan })
  try {
    assert.equal((await change('growth')).status, 200)
    const { status, body } = await change('scale')
    assert.deepEqual([status, body.code], [409, 'conflict'])
    assert.equal((await change('growth')).status, 200, 'the present plan is no change')
    assert.deepEqual((await loadState(owner))[0], 'growth')
  } finally {
    resume()
  }
  service.advance(1_000)
  assert.equal((await change('scale')).status, 200)
  const charged = (await listOpenInvoices(owner)).filter(({ purpose }: { purpose: string }) => purpose === 'upgrade')
  assert.equal(charged.length, 2)
})

/**
 * Starts a second process, because one process runs only one change of an organization at a time. Calls `change` as the
 * shop's owner in both processes. Both calls read the subscription before one of them gets its lock.
 */
async function changeInTwoProcesses<T>(shop: Shop, change: (owner: Api, index: number) => Promise<T>): Promise<T[]> {
  const { secretKey } = service.service.services.config
  const beside = await startService({ beside: service, env: { BILLING: 'manual', SECRET_KEY: secretKey } })
  try {
    const cookies = await beside.service.services.users.signIn(shop.ownerEmail, shop.password)
    const cookie = cookies?.map((each) => each.split(';')[0]).join('; ') ?? ''
    const owners = [await shop.signedIn(), beside.with({ 'x-store-env-id': shop.storeEnvId, cookie })]
    await service.query('begin')
    await service.query('select from subscriptions where store_env_id = $1 for update', [shop.storeEnvId])
    const calls = owners.map(change)
    const areWaiting = async () => (await listWaiting(service)).length === calls.length
    await until(areWaiting, 'both calls wait for the subscription').finally(() => service.query('commit'))
    return await Promise.all(calls)
  } finally {
    await beside.close()
  }
}

test('concurrent plan changes that read one state: one is made and charged, the other gets 409', async () => {
  for (const plans of [
    ['growth', 'scale'],
    ['scale', 'growth'],
  ]) {
    const { owner, shop } = await subscribed('starter')
    const answers = await changeInTwoProcesses(shop, (owner, index) =>
      owner.post('/billing/change-plan', { plan: plans[index] }),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
    assert.equal(answers.find(({ status }) => status === 409)?.body.code, 'conflict')
    const made = plans[answers.findIndex(({ status }) => status === 200)]
    assert.deepEqual(await loadState(owner), [made, 'active', false])
    const charged = (await listOpenInvoices(owner)).map((each: { purpose: string; plan: string }) => [
      each.purpose,
      each.plan,
    ])
    assert.deepEqual(charged, [['upgrade', made]])
  }
})

test('parallel plan changes are charged only the difference to the final plan', async () => {
  for (const [one, other] of [
    ['growth', 'growth'],
    ['growth', 'scale'],
    ['scale', 'growth'],
  ]) {
    const { owner } = await subscribed('starter')
    const answers = await Promise.all(
      [one, other, one, other].map((plan) => owner.post('/billing/change-plan', { plan })),
    )
    const [plan] = await loadState(owner)
    const upgrades = (await listOpenInvoices(owner)).filter(({ purpose }: { purpose: string }) => purpose === 'upgrade')
    const charged = upgrades.reduce((sum: number, { net }: { net: string }) => sum + Number(net), 0)
    assert.ok(answers.some(({ status }) => status === 200))
    for (const { status, body } of answers) assert.ok(status === 200 || body.code === 'conflict', JSON.stringify(body))
    // If one change begins after another has ended, both are charged. The sum still matches the final plan.
    const price = { growth: 50, scale: 250 }[plan as 'growth' | 'scale']
    assert.ok(Math.abs(charged - price) < 0.05, `${one}, ${other}: ${charged} for ${plan}`)
  }
})

test('parallel purchases create one invoice, and parallel payments pay it once', async () => {
  const shop = await service.shop()
  const owner = await shop.signedIn()
  const bought = await Promise.all([1, 2, 3, 4].map(() => owner.post('/billing/checkout', { plan: 'growth' })))
  assert.equal(new Set(bought.map(({ body }) => body.invoice.id)).size, 1)
  assert.deepEqual(bought.map(({ status }) => status).sort(), [200, 200, 200, 201])
  const [invoice] = await listOpenInvoices(owner)
  const paid = await Promise.all([1, 2, 3].map(() => pay(invoice)))
  assert.equal(paid.filter(({ isFirst }) => isFirst).length, 1)
  const { body } = await owner.get('/billing/subscription')
  const months = Date.parse(body.currentPeriodEndsAt) - service.service.clock.nowMs()
  assert.ok(months < 32 * day, 'one month, not three')
  assert.equal((await owner.post('/billing/checkout', { plan: 'growth' })).body.code, 'already_subscribed')
})

test('a cancelled subscription works until its paid end, uncharged, and can be resumed', async () => {
  const { owner, shop } = await subscribed('growth')
  await advanceDays(20)
  assert.equal((await listOpenInvoices(owner)).length, 1, 'the renewal')
  const cancelled = await owner.post('/billing/cancel', {})
  assert.deepEqual([cancelled.status, cancelled.body.status, cancelled.body.lapsed], [200, 'cancelled', false])
  assert.equal((await owner.post('/billing/cancel')).status, 200, 'again')
  assert.deepEqual(await listOpenInvoices(owner), [])
  const taken = await owner.post('/billing/checkout', { plan: 'growth' })
  assert.deepEqual([taken.status, taken.body.invoice, taken.body.subscription.status], [200, null, 'active'])
  await owner.post('/billing/cancel')
  await advanceDays(12)
  assert.deepEqual(await loadState(owner), ['growth', 'cancelled', true])
  assert.equal(
    (await shop.api.put('/products', [{ platformProductId: 'a', title: 'A' }])).body.code,
    'subscription_expired',
  )
  const back = await owner.post('/billing/checkout', { plan: 'starter' })
  assert.equal(back.status, 201)
  await pay(back.body.invoice)
  assert.deepEqual(await loadState(owner), ['starter', 'active', false])
})

test("an operator's refund or void counts once, and may end the subscription", async () => {
  const { owner } = await subscribed('growth')
  const [invoice] = await listInvoices(owner)
  const mailFrom = 'Evident <a@example.com>'
  await assert.rejects(refund(acting(), invoice.number, { net: '99.01', ends: false, mailFrom }), /at most 99\.00 USD/)
  await assert.rejects(refund(acting(), invoice.number, { net: '1e2', ends: false, mailFrom }), /no amount/)
  await refund(acting(), invoice.number, { net: '40.00', ends: false, mailFrom })
  assert.deepEqual(await loadState(owner), ['growth', 'active', false])
  await refund(acting(), invoice.id, { ends: true, mailFrom })
  assert.deepEqual(await loadState(owner), ['growth', 'expired', true])
  await assert.rejects(refund(acting(), invoice.number, { ends: false, mailFrom }), /cannot be refunded/)
  const listed = await listInvoices(owner)
  assert.deepEqual(
    listed.map((each: { kind: string; net: string; state: string }) => [each.kind, each.net, each.state]),
    [
      ['credit_note', '-59.00', 'paid'],
      ['credit_note', '-40.00', 'paid'],
      ['invoice', '99.00', 'refunded'],
    ],
  )
  const { body } = await owner.post('/billing/checkout', { plan: 'scale' })
  await voidOpen(acting(), body.invoice.number)
  await assert.rejects(pay(body.invoice), /void/)
  await assert.rejects(pay({ number: 'EV-999999' }), /No invoice EV-999999 found/)
})

test('another store cannot find an invoice, and an Admin key has no owner rights', async () => {
  const { owner, shop } = await subscribed('growth')
  const [invoice] = await listInvoices(owner)
  const stranger = await (await service.shop()).signedIn()
  for (const path of [`/billing/invoices/${invoice.id}`, `/billing/invoices/${invoice.id}/pdf`]) {
    assert.equal((await stranger.get(path)).status, 404, path)
    assert.equal((await shop.api.get(path)).body.code, 'owner_required', path)
    assert.equal((await owner.get(path)).status, 200, path)
  }
  assert.equal((await owner.post('/billing/portal')).body.code, 'not_offered')
  assert.equal((await owner.post('/billing/payment-methods/client-token')).body.code, 'not_offered')
})

test('an invoice and its PDF show the names at the time of issue, even after renames', async () => {
  const shop = await service.shop('Łódź & Søhne')
  const owner = await shop.signedIn()
  const { body } = await owner.post('/billing/checkout', { plan: 'growth' })
  await owner.patch('/orgs/current', { legalName: 'Another GmbH' })
  const found = await owner.get(`/billing/invoices/${body.invoice.id}`)
  assert.equal(found.body.customer.name, 'Łódź & Søhne')
  const pdf = await owner.get(found.body.documentUrl)
  assert.equal(pdf.headers['content-type'], 'application/pdf')
  assert.match(pdf.text.slice(0, 8), /^%PDF-1\./)
})

test('a payment or refund that fails midway is rolled back; a repeated call completes it', async () => {
  const { owner } = await subscribed('starter')
  const [before] = await listInvoices(owner)
  const { db } = service.service
  const breaksOff = async () => {
    throw new Error('the process ended here')
  }
  const bought = await (await (await service.shop()).signedIn()).post('/billing/checkout', { plan: 'growth' })
  await assert.rejects(markPaid({ db, audit: breaksOff }, bought.body.invoice.number), /ended here/)
  await pay(bought.body.invoice)
  await assert.rejects(
    refund({ db, audit: breaksOff }, before.number, { ends: true, mailFrom: 'a@example.com' }),
    /ended here/,
  )
  assert.deepEqual((await listInvoices(owner)).length, 1, 'no credit note without its record')
  assert.deepEqual(await loadState(owner), ['starter', 'active', false])
  const numbers = (await listInvoices(owner)).map(({ number }: { number: string }) => number)
  await refund(acting(), before.number, { ends: false, mailFrom: 'a@example.com' })
  const [creditNote] = await listInvoices(owner)
  const last = Number(bought.body.invoice.number.slice(3))
  assert.equal(Number(creditNote.number.slice(3)), last + 1, `no number is left out: ${numbers}`)
})

test('a plan that was set directly in the row stays until a plan is bought', async () => {
  const shop = await service.shop()
  const owner = await shop.signedIn()
  await service.service.db.system('write', (tx) =>
    tx.run(sql`update subscriptions set plan = 'growth', status = 'active' where store_env_id = ${shop.storeEnvId}`),
  )
  await advanceDays(40)
  assert.deepEqual(await loadState(owner), ['growth', 'active', false])
  assert.equal((await owner.post('/billing/change-plan', { plan: 'scale' })).body.code, 'not_subscribed')
  await pay((await owner.post('/billing/checkout', { plan: 'scale' })).body.invoice)
  assert.deepEqual(await loadState(owner), ['scale', 'active', false])
})
