import assert from 'node:assert/strict'
import { test } from 'node:test'
import { publish } from '#platform/areas/events.ts'
import { sql } from '#platform/db/query.ts'
import { newId } from '#platform/values/ids.ts'
import { invoicePaid, invoiceRefunded } from '#resources/billing/events.ts'
import { type Answer, type Api, day, provideService, type Shop, startService } from '#test/service.ts'
import { setup } from '../../entry/commands/setup.ts'
import { auditLines } from '../account/account.testing.ts'
import { payOutAll } from './commands.ts'

let affiliate: Shop
let owner: Api
const service = provideService({ now: new Date('2026-11-21T09:00:00Z') }, async () => {
  affiliate = await service.shop('Affiliate')
  owner = await affiliate.signedIn()
})

const refusal = ({ status, body }: Answer) => [status, body?.code]
const referred = (owner = `${newId()}@example.com`, affiliateCode = 'acme') =>
  setup(service.service, {
    ...{
      org: 'Referred',
      owner,
      password: 'correct horse battery',
      store: 'Shop',
      origins: ['https://shop.example.com'],
    },
    affiliate: affiliateCode,
  })
type Made = Awaited<ReturnType<typeof referred>>
const scopeOf = ({ storeEnvId, organizationId }: Made) => ({ storeEnvId, organizationId })
const pay = async (made: Made, net: string, invoiceId = newId()) => {
  await service.service.db.store(scopeOf(made), 'write', async (tx) =>
    publish(tx, invoicePaid, { ...scopeOf(made), invoiceId, net, currency: 'USD', at: tx.now.toISOString() }),
  )
  await service.runJobs()
  return invoiceId
}
const refund = async (made: Made, invoiceId: string, net: string, creditNoteId = newId()) => {
  await service.service.db.store(scopeOf(made), 'write', async (tx) =>
    publish(tx, invoiceRefunded, {
      ...scopeOf(made),
      ...{ invoiceId, creditNoteId, net, currency: 'USD', at: tx.now.toISOString() },
    }),
  )
  await service.runJobs()
}
const balance = async () => (await owner.get('/affiliates/me')).body.balance
const referrals = async () => (await owner.get('/affiliates/referrals')).body.data

test('an organization becomes an affiliate once, with a chosen or a generated code', async () => {
  assert.equal((await owner.get('/affiliates/me')).status, 404)
  assert.deepEqual(refusal(await affiliate.api.post('/affiliates/me', {})), [403, 'user_session_required'])
  const joined = await owner.post('/affiliates/me', { code: 'ACME' })
  assert.equal(joined.status, 201, joined.text)
  assert.equal(joined.body.code, 'acme')
  assert.equal(joined.body.url, `${service.service.origin}/r/acme`)
  assert.deepEqual(joined.body.balance, { pending: '0.00', payable: '0.00', paid: '0.00' })
  assert.equal((await owner.post('/affiliates/me')).status, 200)
  assert.equal((await owner.get('/orgs/current')).body.affiliateCode, 'acme')
  assert.deepEqual(refusal(await owner.post('/affiliates/me', { code: 'other' })), [409, 'already_affiliate'])
  const second = await (await service.shop()).signedIn()
  assert.deepEqual(refusal(await second.post('/affiliates/me', { code: 'acme' })), [409, 'code_taken'])
  for (const code of ['a', '-ab', 'a b', '../admin', 'é-code'])
    assert.deepEqual(refusal(await second.post('/affiliates/me', { code })), [400, 'validation_failed'], code)
  assert.match((await second.post('/affiliates/me')).body.code, /^[a-z0-9]{8}$/)
})

test('the link redirects and stores the code in a cookie, unless the cookie has a code', async () => {
  const follow = (url: string, cookie?: string) =>
    service.app.inject({ method: 'GET', url, headers: cookie === undefined ? {} : { cookie } })
  const first = await follow('/r/ACME')
  assert.deepEqual([first.statusCode, first.headers.location], [303, `${service.service.origin}/admin`])
  assert.match(
    String(first.headers['set-cookie']),
    /^evident_ref=acme; Max-Age=5184000; Path=\/; HttpOnly; SameSite=Lax/,
  )
  const [other] = await service.service.db.system('read', (tx) =>
    tx.all<{ code: string }>(sql`select code from affiliates where code <> 'acme' limit 1`),
  )
  assert.equal((await follow('/r/acme', `evident_ref=${other?.code}`)).headers['set-cookie'], undefined)
  assert.ok((await follow('/r/acme', 'evident_ref=nobodys')).headers['set-cookie'])
  for (const url of ['/r/nobody', '/r/%00', `/r/${'a'.repeat(5000)}`, '/r/%E0%A4%A']) {
    const answer = await follow(url)
    assert.ok(answer.statusCode < 500, url)
    assert.equal(answer.headers['set-cookie'], undefined, url)
  }
})

test('a commission is pending for 30 days, then payable, and paid out once', async () => {
  const made = await referred()
  assert.equal((await referrals())[0].state, 'signed_up')
  const invoice = await pay(made, '299.00')
  await pay(made, '299.00', invoice)
  assert.deepEqual([(await referrals())[0].state, (await referrals())[0].organization], ['paying', 'Referred'])
  assert.deepEqual(await balance(), { pending: '59.80', payable: '0.00', paid: '0.00' })
  assert.deepEqual(await payOutAll(service.service.db), [])
  service.advance(30 * day)
  assert.deepEqual(await balance(), { pending: '0.00', payable: '59.80', paid: '0.00' })
  const runs = await Promise.all([payOutAll(service.service.db), payOutAll(service.service.db)])
  assert.deepEqual(
    runs.flat().map(({ amount, code, organizationId }) => [amount, code, organizationId]),
    [['59.80', 'acme', affiliate.organizationId]],
  )
  assert.deepEqual(await balance(), { pending: '0.00', payable: '0.00', paid: '59.80' })
  assert.equal((await owner.get('/affiliates/payouts')).body.data[0].amount, '59.80')
  assert.equal((await auditLines(affiliate, 'affiliate.paid_out'))[0]?.details?.amount, '59.80')
  await refund(made, invoice, '299.00')
  assert.deepEqual(await balance(), { pending: '0.00', payable: '-59.80', paid: '59.80' })
  assert.deepEqual(await payOutAll(service.service.db), [], 'what is owed is set off against what comes')
  const { data } = (await owner.get('/affiliates/commissions')).body
  assert.deepEqual(
    data.map(({ amount, invoiceId }: { amount: string; invoiceId: string }) => [amount, invoiceId]),
    [
      ['-59.80', invoice],
      ['59.80', invoice],
    ],
  )
})

test('parallel invoices never earn more than 500.00 together', async () => {
  const made = await referred()
  const invoices = Array.from({ length: 12 }, () => newId())
  await Promise.all(invoices.map((id) => pay(made, '299.00', id)))
  await service.runJobs()
  assert.deepEqual([(await referrals())[0].earned, (await referrals())[0].state], ['500.00', 'ended'])
})

test('affiliates earn nothing from an organization with their address, or after they join it', async () => {
  await referred(affiliate.ownerEmail.replace('@', '+tag@'))
  assert.deepEqual([(await referrals())[0].state, (await referrals())[0].reason], ['rejected', 'self_referral'])
  const later = await referred()
  const first = await pay(later, '50.00')
  await service.service.db.system('write', (tx) =>
    tx.run(sql`
      insert into memberships (id, organization_id, user_id, email, role, created_at)
      select ${newId()}, ${later.organizationId}, m.user_id, m.email, 'VIEWER', now() from memberships m where m.email = ${affiliate.ownerEmail} limit 1
      returning 1`),
  )
  await pay(later, '99.00')
  const shown = async () => [(await referrals())[0].state, (await referrals())[0].earned]
  assert.deepEqual(await shown(), ['rejected', '10.00'], 'earlier earnings stay')
  await refund(later, newId(), '99.00')
  assert.deepEqual(await shown(), ['rejected', '10.00'])
  await refund(later, first, '50.00')
  assert.deepEqual(await shown(), ['rejected', '0.00'], 'and refunds reduce them')
})

test('an unknown code creates no referral, and other organizations see no data', async () => {
  await assert.rejects(referred(undefined, 'nobody'), /Unknown affiliate code/)
  const stranger = await (await service.shop()).signedIn()
  await stranger.post('/affiliates/me')
  for (const list of ['referrals', 'commissions', 'payouts'])
    assert.deepEqual((await stranger.get(`/affiliates/${list}?includeTotal=true`)).body.data, [], list)
})

test('where plans are sold, affiliates need the plan Scale, even to read their data', async () => {
  const sold = await startService({ env: { BILLING: 'manual' } })
  try {
    const by = await (await sold.shop()).signedIn()
    for (const answer of [
      await by.post('/affiliates/me', {}),
      await by.get('/affiliates/me'),
      await by.get('/affiliates/payouts'),
    ])
      assert.deepEqual([...refusal(answer), answer.body.requiredPlan], [403, 'plan_required', 'scale'])
    await sold.service.db.system('write', (tx) =>
      tx.run(sql`update subscriptions set plan = 'scale', status = 'active'`),
    )
    assert.equal((await by.post('/affiliates/me', {})).status, 201)
  } finally {
    await sold.close()
  }
})
