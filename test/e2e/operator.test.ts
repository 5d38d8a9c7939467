import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { until } from '#test/until.ts'
import { type Installation, install } from './installation.ts'

const day = 86_400_000
const password = 'seven-blue-kettles'

// biome-ignore lint/suspicious/noExplicitAny: a test reads any shape of answer
type Answer = { status: number; body: any; cookies: string }
type Person = (method: string, path: string, body?: unknown) => Promise<Answer>

suite('the operator', () => {
  let service: Installation
  before(async () => {
    service = await install({
      now: new Date('2026-11-21T12:00:00Z'),
      env: { BILLING: 'manual', SIGN_UP: 'open', RATE_LIMITS: 'off' },
    })
    await service.start()
  })
  after(() => service?.remove())

  const evident = async (...words: string[]) => JSON.parse(await service.evident(...words, '--json'))

  async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const answer = await fetch(`${service.origin}/api/v1${path}`, {
      method,
      headers: {
        origin: service.origin,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    const cookies = answer.headers.getSetCookie().map((each) => each.split(';')[0])
    return { status: answer.status, body: text === '' ? undefined : JSON.parse(text), cookies: cookies.join('; ') }
  }

  async function signedIn(email: string, storeEnvId: string): Promise<Person> {
    const { status, cookies } = await call('POST', '/auth/sign-in/email', { email, password })
    assert.equal(status, 200)
    return (method, path, body) => call(method, path, body, { cookie: cookies, 'x-store-env-id': storeEnvId })
  }

  async function buy(owner: Person, plan: string) {
    const bought = await owner('POST', '/billing/checkout', { plan })
    assert.equal(bought.status, 201, JSON.stringify(bought.body))
    const { data } = await evident('billing', 'list', '--open')
    assert.deepEqual(
      data.map(({ id }: { id: string }) => id),
      [bought.body.invoice.id],
    )
    assert.notEqual((await owner('GET', '/billing/subscription')).body.plan, plan === 'growth' ? 'scale' : plan)
    const paid = await evident('billing', 'mark-paid', bought.body.invoice.number)
    assert.equal(paid.state, 'paid')
    assert.equal((await evident('billing', 'mark-paid', bought.body.invoice.number)).state, 'paid')
    const { body } = await owner('GET', '/billing/subscription')
    assert.deepEqual([body.plan, body.status], [plan, 'active'])
    return bought.body.invoice as { id: string; net: string }
  }

  test('a paid invoice earns its affiliate a fifth of the amount, paid out once', async () => {
    const made = await evident(
      ...['setup', '--org', 'Larkmoor', '--owner', 'ann@larkmoor.example', '--password', password],
      ...['--store', 'Larkmoor', '--origin', 'https://shop.larkmoor.example'],
    )
    let affiliate = await signedIn('ann@larkmoor.example', made.storeEnvId)
    assert.equal((await affiliate('POST', '/affiliates/me', { code: 'larkmoor' })).body.code, 'plan_required')
    await buy(affiliate, 'scale')
    const joined = await affiliate('POST', '/affiliates/me', { code: 'larkmoor' })
    assert.deepEqual([joined.status, joined.body.url], [201, `${service.origin}/r/larkmoor`])

    const followed = await fetch(joined.body.url, { redirect: 'manual' })
    assert.deepEqual([followed.status, followed.headers.get('location')], [303, `${service.origin}/admin/sign-up`])
    const cookie = followed.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const asked = await call(
      'POST',
      '/auth/sign-up',
      {
        ...{ name: 'Sam', email: 'sam@oak.example', password, organization: 'Oak', store: 'Oak' },
        origin: 'https://shop.oak.example',
      },
      { cookie },
    )
    assert.equal(asked.status, 202, JSON.stringify(asked.body))
    const token = String(asked.body.confirmUrl).split('/').at(-1)
    const oak = await call('POST', `/auth/sign-up/${token}`, { password })
    assert.equal(oak.status, 201, JSON.stringify(oak.body))

    const invoice = await buy(await signedIn('sam@oak.example', oak.body.storeEnvId), 'growth')
    const commissions = async () => (await affiliate('GET', '/affiliates/commissions')).body.data
    await until(async () => (await commissions()).length > 0, 'a commission', 60_000)
    const [commission] = await commissions()
    assert.deepEqual([invoice.net, commission.amount, commission.invoiceId], ['99.00', '19.80', invoice.id])
    const [referral] = (await affiliate('GET', '/affiliates/referrals')).body.data
    assert.deepEqual([referral.organization, referral.state, referral.earned], ['Oak', 'paying', '19.80'])
    assert.deepEqual(await evident('affiliates', 'payout'), { payouts: [] }, 'pending for 30 days')

    await service.stop()
    service.advance(31 * day)
    await service.start()
    const { payouts } = await evident('affiliates', 'payout')
    assert.deepEqual(
      payouts.map(({ organizationId, code, amount, currency }: Record<string, string>) => [
        organizationId,
        code,
        amount,
        currency,
      ]),
      [[made.organizationId, 'larkmoor', '19.80', 'USD']],
    )
    assert.deepEqual(await evident('affiliates', 'payout'), { payouts: [] })
    affiliate = await signedIn('ann@larkmoor.example', made.storeEnvId)
    assert.deepEqual((await affiliate('GET', '/affiliates/me')).body.balance, {
      pending: '0.00',
      payable: '0.00',
      paid: '19.80',
    })
    assert.equal((await affiliate('GET', '/affiliates/payouts')).body.data[0].id, payouts[0].id)
  })

  test('support answers a ticket and works with a token until the owner revokes it', async () => {
    const made = await evident(
      ...['setup', '--org', 'Birch', '--owner', 'kim@birch.example', '--password', password],
      ...['--store', 'Birch', '--origin', 'https://shop.birch.example'],
    )
    const owner = await signedIn('kim@birch.example', made.storeEnvId)
    const ticket = (await owner('POST', '/support/tickets', { subject: 'The feed', body: 'It is empty.' })).body
    const waiting = await evident('support', 'list', '--state', 'open')
    assert.ok(JSON.stringify(waiting).includes(ticket.id))
    await evident('support', 'reply', '--ticket', ticket.id, '--staff', 'Robin', '--message', 'May I look?')
    const answered = (await owner('GET', `/support/tickets/${ticket.id}`)).body
    assert.deepEqual([answered.state, answered.messages.at(-1).body], ['waiting', 'May I look?'])
    await assert.rejects(service.evident('support', 'access', '--ticket', ticket.id, '--staff', 'Robin'), /no access/)
    await owner('POST', `/support/tickets/${ticket.id}/access`, { role: 'VIEWER', hours: 1 })
    const { token } = await evident('support', 'access', '--ticket', ticket.id, '--staff', 'Robin')
    const read = () =>
      call('GET', '/reviews', undefined, { authorization: `Bearer ${token}`, 'x-store-env-id': made.storeEnvId })
    assert.equal((await read()).status, 200)
    const { uses } = (await owner('GET', `/support/tickets/${ticket.id}/access`)).body
    assert.deepEqual([uses[0].staff, uses[0].operation], ['Robin', 'reviews.list'])
    assert.equal((await owner('DELETE', `/support/tickets/${ticket.id}/access`)).status, 204)
    const refused = await read()
    assert.deepEqual([refused.status, refused.body.code], [401, 'access_ended'])
  })
})
