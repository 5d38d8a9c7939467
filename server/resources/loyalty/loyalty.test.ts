import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from '#platform/db/query.ts'
import { signCustomerToken } from '#platform/storefront/customer-token.ts'
import { provideService, type Shop, startService, type TestService } from '#test/service.ts'
import { member, openProgram, order, push, started } from './loyalty.testing.ts'

const service = provideService({ now: new Date('2026-11-20T12:00:00Z') })

const shopWith = (program: object = {}) => openProgram(service, program)

async function listJournal(shop: Shop, id: string): Promise<{ kind: string; delta: number; balance: number }[]> {
  const { body } = await shop.api.get(`/loyalty/members/${id}/journal?limit=100`)
  return body.data.toReversed()
}

const reward = async (shop: Shop, more: object = {}) =>
  (await shop.api.post('/loyalty/rewards', { name: 'A mug', kind: 'custom', cost: 30, ...more })).body

test('a journal line can be neither changed nor deleted, except with its member', async () => {
  const shop = await shopWith()
  await push(shop, order('1', '30'))
  const { id } = await member(shop)
  const { db } = service.service
  const as = (text: ReturnType<typeof sql>) => db.store(shop, 'write', (tx) => tx.run(text))
  const inStore = sql`where store_env_id = ${shop.storeEnvId}`
  await assert.rejects(as(sql`update loyalty_journal set delta = 1000 ${inStore}`), /permission denied/)
  await assert.rejects(as(sql`delete from loyalty_journal ${inStore}`), /permission denied/)
  assert.equal((await listJournal(shop, id)).length, 1)
  const erased = await shop.api.post('/customers/erase', { email: 'jane@customer.example' })
  assert.equal(erased.status, 200, erased.text)
  const { rows } = await service.query('select 1 from loyalty_journal where store_env_id = $1', [shop.storeEnvId])
  assert.equal(rows.length, 0)
})

describe('points of orders', () => {
  test('points of orders follow each change of an order, with one journal line per change', async () => {
    const shop = await shopWith()
    await push(shop, order('1', '120.99'), order('2', '10.00', { placedAt: '2026-11-20T10:30:00Z' }))
    const jane = await member(shop)
    assert.equal(jane.balance, 130)
    assert.equal(jane.spendable, 130)
    assert.equal(jane.tierPoints, 130)
    assert.equal(jane.emailLast4, 'ne')
    assert.equal(jane.email, undefined)
    await push(shop, order('1', '120.99', { refundedTotal: '20.99' }))
    assert.equal((await member(shop)).balance, 110)
    await push(shop, order('1', '120.99', { refundedTotal: '20.99' }))
    await push(shop, order('2', '10.00', { cancelledAt: '2026-11-20T11:00:00Z' }))
    assert.equal((await member(shop)).balance, 100)
    await push(shop, order('2', '15.00'))
    assert.equal((await member(shop)).balance, 115)
    const lines = await listJournal(shop, jane.id)
    assert.deepEqual(
      lines.map(({ kind, delta, balance }) => [kind, delta, balance]),
      [
        ['order', 120, 120],
        ['order', 10, 130],
        ['order', -20, 110],
        ['order', -10, 100],
        ['order', 15, 115],
      ],
    )
  })

  test('points of orders move with an order to another address, and disappear with a deleted order', async () => {
    const shop = await shopWith()
    await push(shop, order('1', '50'), order('2', '7'))
    await push(shop, order('1', '50', { email: 'bob@customer.example' }))
    assert.equal((await member(shop)).balance, 7)
    assert.equal((await member(shop, 'bob@customer.example')).balance, 50)
    assert.equal((await shop.api.delete('/orders/by-platform-id/1')).status, 204)
    assert.equal((await member(shop, 'bob@customer.example')).balance, 0)
    await shop.api.post('/orders/clear', {})
    assert.equal((await member(shop)).balance, 0)
  })

  test('points of orders mature after the hold period; orders before the start earn nothing', async () => {
    const shop = await shopWith({ holdDays: 14 })
    await push(shop, order('1', '40'), order('0', '99', { placedAt: '2025-12-31T23:59:59Z' }))
    const before = await member(shop)
    assert.deepEqual([before.balance, before.pending], [0, 40])
    const other = await startService({ beside: service, now: new Date('2026-12-04T10:00:01Z') })
    try {
      const later = await other
        .with({ authorization: `Bearer ${shop.adminKey}`, 'x-store-env-id': shop.storeEnvId })
        .get(`/loyalty/members/${before.id}`)
      assert.deepEqual([later.body.balance, later.body.pending], [40, 0])
    } finally {
      await other.close()
    }
  })

  test('points of orders use a changed rate for orders placed after the change', async () => {
    const shop = await shopWith()
    await push(shop, order('1', '100'))
    await shop.api.put('/loyalty/program', { pointsPerUnit: 2 })
    await service.runJobs()
    const placedAt = service.service.services.clock.now().toISOString()
    await push(shop, order('1', '90'), order('2', '100', { placedAt }))
    const jane = await member(shop)
    assert.equal(jane.balance, 290)
    const { data: lines } = (await shop.api.get(`/loyalty/members/${jane.id}/journal`)).body
    assert.deepEqual(
      lines.map(({ delta, rateVersion }: { delta: number; rateVersion: number }) => [delta, rateVersion]),
      [
        [200, 2],
        [-10, 1],
        [100, 1],
      ],
    )
    const rewritten = service.service.db.store(shop, 'write', (tx) =>
      tx.run(sql`update loyalty_rates set points_per_unit = 9 where store_env_id = ${shop.storeEnvId}`),
    )
    await assert.rejects(rewritten, /permission denied/)
    const { body } = await shop.api.get('/loyalty/program')
    assert.deepEqual(
      body.rates.map(({ version, pointsPerUnit }: { version: number; pointsPerUnit: number }) => [
        version,
        pointsPerUnit,
      ]),
      [
        [2, 2],
        [1, 1],
      ],
    )
  })

  test("points of orders count from the programme's start date, even if the programme is saved later", async () => {
    const shop = await service.shop()
    await push(shop, order('1', '25'))
    await shop.api.put('/loyalty/program', started)
    await service.runJobs()
    assert.equal((await member(shop)).balance, 25)
  })
})

describe('spending', () => {
  test('as many of fifty concurrent redemptions succeed as the balance allows', async () => {
    const shop = await shopWith()
    await push(shop, order('1', '100'))
    const { id: memberId } = await member(shop)
    const { id: rewardId } = await reward(shop)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        shop.api.post('/loyalty/redemptions', { memberId, rewardId, idempotencyKey: `k${i}` }),
      ),
    )
    assert.equal(answers.filter(({ status }) => status === 201).length, 3)
    const refused = answers.filter(({ status }) => status === 409)
    assert.equal(refused.length, 47)
    assert.ok(refused.every(({ body }) => body.code === 'insufficient_points'))
    assert.equal((await member(shop)).balance, 10)
    const lines = await listJournal(shop, memberId)
    assert.equal(
      lines.reduce((sum, { delta }) => sum + delta, 0),
      10,
    )
  })

  test('one key redeems once, and cannot be used for another member or reward', async () => {
    const shop = await shopWith()
    await push(shop, order('1', '100'), order('2', '100', { email: 'bob@customer.example' }))
    const [jane, bob] = [await member(shop), await member(shop, 'bob@customer.example')]
    const { id: rewardId } = await reward(shop)
    const call = { memberId: jane.id, rewardId, idempotencyKey: 'one' }
    const answers = await Promise.all([1, 2, 3].map(() => shop.api.post('/loyalty/redemptions', call)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 201])
    assert.equal(new Set(answers.map(({ body }) => body.id)).size, 1)
    assert.equal((await member(shop)).balance, 70)
    const stolen = await shop.api.post('/loyalty/redemptions', { ...call, memberId: bob.id })
    assert.equal(stolen.body.code, 'idempotency_key_reused')
  })

  test('a cancelled order leaves a debt for later orders; a redemption is reversed only once', async () => {
    const shop = await shopWith()
    await push(shop, order('1', '100'))
    const { id: memberId } = await member(shop)
    const { id: rewardId } = await reward(shop, { cost: 95 })
    const spent = await shop.api.post('/loyalty/redemptions', { memberId, rewardId, idempotencyKey: 'a' })
    await push(shop, order('1', '100', { cancelledAt: '2026-11-20T11:30:00Z' }))
    const owing = await member(shop)
    assert.deepEqual([owing.balance, owing.spendable], [-95, 0])
    await push(shop, order('2', '20'))
    assert.equal((await member(shop)).balance, -75)
    for (let i = 0; i < 2; i++) {
      const { status, body } = await shop.api.post(`/loyalty/redemptions/${spent.body.id}/reverse`, {})
      assert.equal(status, 200)
      assert.equal(body.status, 'reversed')
    }
    assert.equal((await member(shop)).balance, 20)
  })

  test('each code of a pool is assigned once, also for concurrent requests', async () => {
    const shop = await shopWith()
    await push(shop, order('1', '100'))
    const { id: memberId } = await member(shop)
    const { id: rewardId } = await reward(shop, { codes: 'pool', cost: 10 })
    const sent = await shop.api.post(`/loyalty/rewards/${rewardId}/codes`, { codes: ['A1', 'B2', 'A1'] })
    assert.deepEqual(sent.body, { received: 3, added: 2, duplicates: 1 })
    const answers = await Promise.all(
      [1, 2, 3].map((i) => shop.api.post('/loyalty/redemptions', { memberId, rewardId, idempotencyKey: `p${i}` })),
    )
    assert.deepEqual(answers.flatMap(({ body }) => body.code).sort(), ['A1', 'B2', 'no_codes_left'])
    assert.equal((await member(shop)).balance, 80)
  })
})

describe('grants', () => {
  test('grants of points are given once per key, may deduct points, and raise the tier', async () => {
    const shop = await shopWith({
      tiers: [
        { name: 'Gold', threshold: 500 },
        { name: 'Silver', threshold: 100 },
      ],
    })
    const { body: jane, status } = await shop.api.post('/loyalty/members', { email: 'Jane@Customer.example' })
    assert.equal(status, 201)
    assert.equal((await shop.api.post('/loyalty/members', { email: 'jane@customer.example' })).status, 200)
    const grant = { points: 600, reason: 'Sorry for the wait', idempotencyKey: 'g1' }
    const path = `/loyalty/members/${jane.id}/grants`
    assert.equal((await shop.api.post(path, grant)).status, 201)
    assert.equal((await shop.api.post(path, grant)).status, 200)
    assert.equal((await shop.api.post(path, { ...grant, points: 700 })).body.code, 'idempotency_key_reused')
    assert.equal((await member(shop)).tier, 'Gold')
    await shop.api.post(path, { points: -450, reason: 'By mistake', idempotencyKey: 'g2' })
    const after = await member(shop)
    assert.deepEqual([after.balance, after.tierPoints, after.tier], [150, 150, 'Silver'])
    assert.equal((await shop.api.post(path, { ...grant, points: 0, idempotencyKey: 'g3' })).status, 400)
  })

  test('a viewer cannot grant points, and another store does not find the member', async () => {
    const shop = await shopWith()
    const { body: jane } = await shop.api.post('/loyalty/members', { email: 'jane@customer.example' })
    const viewer = await shop.as('VIEWER')
    const grant = { points: 1, reason: 'x', idempotencyKey: 'g' }
    assert.equal((await viewer.post(`/loyalty/members/${jane.id}/grants`, grant)).body.code, 'role_read_only')
    const other = await shopWith()
    assert.equal((await other.api.get(`/loyalty/members/${jane.id}`)).status, 404)
    assert.equal((await other.api.post(`/loyalty/members/${jane.id}/grants`, grant)).status, 404)
    const { id: rewardId } = await reward(other)
    const call = { memberId: jane.id, rewardId, idempotencyKey: 'x' }
    assert.equal((await other.api.post('/loyalty/redemptions', call)).status, 400)
  })
})

describe('passing time', () => {
  test('points expire at the end of their day, even before the nightly job', async () => {
    const shop = await shopWith({ expiry: { enabled: true, startsAt: '2026-01-01T00:00:00Z', days: 30 } })
    await push(shop, order('1', '60', { placedAt: '2026-10-22T08:00:00Z' }), order('2', '5'))
    const before = await member(shop)
    assert.deepEqual(before.nextExpiry, { at: '2026-11-21T23:59:59.999Z', points: 60 })
    const preview = await shop.api.get('/loyalty/program/expiry-preview')
    assert.deepEqual([preview.body.members, preview.body.points], [1, 65])
    const other = await startService({ beside: service, now: new Date('2026-11-22T00:00:00.000Z') })
    try {
      const headers = { authorization: `Bearer ${shop.adminKey}`, 'x-store-env-id': shop.storeEnvId }
      const later = await other.with(headers).get(`/loyalty/members/${before.id}`)
      assert.equal(later.body.balance, 5)
      await other.tick()
      const lines = (await other.with(headers).get(`/loyalty/members/${before.id}/journal`)).body.data
      assert.deepEqual([lines[0].kind, lines[0].delta, lines[0].at], ['expiry', -60, '2026-11-22T00:00:00.000Z'])
    } finally {
      await other.close()
    }
  })

  test('a birthday is rewarded once a year, even if the birth date is changed', async () => {
    const shop = await shopWith({ birthdayPoints: 50 })
    const { body: jane } = await shop.api.post('/loyalty/members', {
      email: 'jane@customer.example',
      birthday: '11-20',
    })
    assert.equal(jane.birthday, '11-20')
    assert.equal((await shop.api.patch(`/loyalty/members/${jane.id}`, { birthday: '02-30' })).status, 400)
    const { jobs } = await import('../../entry/areas.ts')
    const birthdays = jobs.find(({ id }) => id === 'loyalty.birthdays_all')
    assert.ok(birthdays)
    for (let i = 0; i < 2; i++) {
      await birthdays.run(makeContext(service), {})
      await service.runJobs()
    }
    assert.equal((await member(shop)).balance, 50)
    await shop.api.patch(`/loyalty/members/${jane.id}`, { birthday: '11-21' })
    const other = await startService({ beside: service, now: new Date('2026-11-21T12:00:00Z') })
    try {
      await birthdays.run(makeContext(other), {})
      await other.runJobs()
    } finally {
      await other.close()
    }
    assert.equal((await member(shop)).balance, 50)
  })
})

const makeContext = ({ service: { db, services } }: TestService) =>
  ({ db, services, now: services.clock.now(), stopping: new AbortController().signal }) as never

describe('referrals', () => {
  const terms = { referral: { advocatePoints: 200, friendPoints: 100, minimumTotal: '20' } }

  async function referred(program: object = terms) {
    const shop = await shopWith(program)
    await push(shop, order('1', '10'))
    const jane = await member(shop)
    const { body, status, text } = await shop.api.post('/loyalty/referrals', {
      advocateMemberId: jane.id,
      friendEmail: 'bob@customer.example',
    })
    assert.equal(status, 201, text)
    return { shop, jane, referral: body }
  }
  const read = async (shop: Shop) => (await shop.api.get('/loyalty/referrals')).body.data[0]

  test('referrals reward both sides for the first order with the code; a refund reverses them', async () => {
    const { shop, referral } = await referred()
    const bobs = { email: 'bob@customer.example', referralCode: referral.code }
    await push(shop, order('2', '25', bobs))
    assert.equal((await member(shop)).balance, 210)
    assert.equal((await member(shop, 'bob@customer.example')).balance, 125)
    assert.equal((await read(shop)).state, 'completed')
    await push(shop, order('2', '25', bobs))
    assert.equal((await member(shop)).balance, 210)
    await push(shop, order('2', '25', { ...bobs, refundedTotal: '10' }))
    assert.equal((await member(shop)).balance, 10)
    assert.equal((await read(shop)).state, 'reversed')
  })

  test('referrals wait for the hold period, and require the first order and the minimum total', async () => {
    const { shop, referral } = await referred({ ...terms, holdDays: 7 })
    const bobs = { email: 'bob@customer.example' }
    await push(shop, order('2', '25', { ...bobs, referralCode: referral.code.toLowerCase() }))
    assert.equal((await read(shop)).state, 'ordered')
    assert.equal((await member(shop)).pending, 210)
    const other = await startService({ beside: service, now: new Date('2026-11-27T10:01:00Z') })
    try {
      await other.tick()
      await other.tick()
    } finally {
      await other.close()
    }
    assert.equal((await read(shop)).state, 'completed')
    const second = await referred()
    await push(second.shop, order('2', '19.99', { ...bobs, referralCode: second.referral.code }))
    assert.equal((await member(second.shop)).balance, 10)
    await push(
      second.shop,
      order('3', '90', { ...bobs, referralCode: second.referral.code, placedAt: '2026-11-20T11:00:00Z' }),
    )
    assert.equal((await member(second.shop)).balance, 10)
  })

  test('referrals that are reversed during the hold period never reward anybody', async () => {
    const { shop, referral } = await referred({ ...terms, holdDays: 7 })
    const bobs = { email: 'bob@customer.example', referralCode: referral.code }
    await push(shop, order('2', '25', bobs))
    assert.equal((await member(shop)).pending, 210)
    await push(shop, order('2', '25', { ...bobs, refundedTotal: '25' }))
    assert.deepEqual([(await read(shop)).state, (await member(shop)).pending], ['reversed', 10])
    const other = await startService({ beside: service, now: new Date('2026-11-28T10:01:00Z') })
    try {
      await other.tick()
      await other.tick()
      const headers = { authorization: `Bearer ${shop.adminKey}`, 'x-store-env-id': shop.storeEnvId }
      const { body } = await other.with(headers).get('/loyalty/members/by-email/jane@customer.example')
      assert.deepEqual([body.balance, body.pending], [10, 0])
    } finally {
      await other.close()
    }
    assert.equal((await read(shop)).state, 'reversed')
  })

  test("a member's referrals above a weekly number wait for the merchant, who may block them", async () => {
    const shop = await shopWith(terms)
    await push(shop, order('1', '10'))
    const { id: advocateMemberId } = await member(shop)
    const codes: string[] = []
    for (let i = 0; i < 11; i++) {
      const friendEmail = `friend${i}@customer.example`
      codes.push((await shop.api.post('/loyalty/referrals', { advocateMemberId, friendEmail })).body.code)
    }
    await push(shop, order('2', '25', { email: 'friend0@customer.example', referralCode: codes[0] }))
    const { data } = (await shop.api.get('/loyalty/referrals?state=review')).body
    assert.deepEqual(
      data.map(({ code, reason }: { code: string; reason: string }) => [code, reason]),
      [[codes[0], 'many_in_a_week']],
    )
    assert.equal((await member(shop)).balance, 10)
    const blocked = await shop.api.patch(`/loyalty/referrals/${data[0].id}`, { decision: 'block' })
    assert.equal(blocked.body.state, 'blocked', blocked.text)
    await push(shop, order('2', '26', { email: 'friend0@customer.example', referralCode: codes[0] }))
    assert.equal((await member(shop)).balance, 10)
    assert.equal((await shop.api.patch(`/loyalty/referrals/${data[0].id}`, { decision: 'approve' })).status, 409)
  })

  test('members cannot refer themselves, earlier customers, or people already referred', async () => {
    const { shop, jane } = await referred()
    const by = (friendEmail: string) => shop.api.post('/loyalty/referrals', { advocateMemberId: jane.id, friendEmail })
    assert.equal((await by('Jane+new@customer.example')).body.code, 'self_referral')
    assert.equal((await by('bob@customer.example')).body.code, 'already_referred')
    await push(shop, order('9', '5', { email: 'old@customer.example' }))
    assert.equal((await by('old@customer.example')).body.code, 'not_first_order')
  })

  test("a referral between two people with the same name waits for the merchant's decision", async () => {
    const shop = await shopWith(terms)
    await push(shop, order('1', '10', { customerName: 'Jane Doe' }))
    const jane = await member(shop)
    const { body: referral } = await shop.api.post('/loyalty/referrals', {
      advocateMemberId: jane.id,
      friendEmail: 'second@customer.example',
    })
    const theirs = { email: 'second@customer.example', customerName: 'jane  doe', referralCode: referral.code }
    await push(shop, order('2', '30', theirs))
    assert.deepEqual([(await read(shop)).state, (await read(shop)).reason], ['review', 'same_name'])
    assert.equal((await member(shop)).balance, 10)
    const decided = await shop.api.patch(`/loyalty/referrals/${referral.id}`, { decision: 'approve' })
    assert.equal(decided.body.state, 'completed', decided.text)
    assert.equal((await member(shop)).balance, 210)
  })
})

describe('the currency of a programme', () => {
  test('an order in another currency earns nothing, and points are never converted', async () => {
    const shop = await shopWith({ currency: 'EUR' })
    await push(shop, order('1', '120'), order('2', '50', { currency: 'USD' }), order('3', '7', { currency: null }))
    assert.equal((await member(shop)).balance, 127)
    await push(shop, order('1', '120', { currency: 'USD' }))
    assert.equal((await member(shop)).balance, 7)
    await push(shop, order('1', '120'), order('2', '50'))
    assert.equal((await member(shop)).balance, 177)
  })

  test('a changed currency is a new rate version and leaves earlier orders unchanged', async () => {
    const shop = await shopWith()
    await push(shop, order('1', '10', { currency: 'USD' }))
    const { body } = await shop.api.put('/loyalty/program', { currency: 'EUR' })
    await service.runJobs()
    assert.deepEqual(
      body.rates.map((rate: { version: number; currency: string | null }) => [rate.version, rate.currency]),
      [
        [2, 'EUR'],
        [1, null],
      ],
    )
    assert.equal((await member(shop)).balance, 10)
    const refused = await shop.api.put('/loyalty/program', { currency: 'euro' })
    assert.equal(refused.status, 400, refused.text)
  })

  test('a first order in another currency completes no referral', async () => {
    const shop = await shopWith({
      currency: 'EUR',
      referral: { advocatePoints: 200, friendPoints: 100, minimumTotal: '20' },
    })
    await push(shop, order('1', '10'))
    const { id } = await member(shop)
    const { body } = await shop.api.post('/loyalty/referrals', {
      advocateMemberId: id,
      friendEmail: 'bo@customer.example',
    })
    const first = order('2', '50', { email: 'bo@customer.example', referralCode: body.code, customerName: 'Bo' })
    await push(shop, { ...first, currency: 'USD' })
    assert.equal((await member(shop)).balance, 10)
    await push(shop, first)
    assert.equal((await member(shop)).balance, 210)
  })
})

describe('a preview of an order', () => {
  const preview = async (shop: Shop, query: string) => {
    const { status, body, text } = await shop.api.get(`/loyalty/program/order-preview?${query}`)
    assert.equal(status, 200, text)
    return [body.points, body.maturesAt.slice(0, 10), body.lapsesAt]
  }
  test('a preview of an order shows the points it will earn, under current or given terms', async () => {
    const shop = await shopWith({ pointsPerUnit: 1.5, holdDays: 14 })
    assert.deepEqual(await preview(shop, 'total=99.99'), [149, '2026-12-04', null])
    assert.deepEqual(await preview(shop, 'total=99.99&refundedTotal=40'), [89, '2026-12-04', null])
    assert.deepEqual(await preview(shop, 'total=99.99&pointsPerUnit=0&holdDays=0&expiryDays=30'), [
      0,
      '2026-11-20',
      '2026-12-20T23:59:59.999Z',
    ])
    await push(shop, order('1', '99.99', { placedAt: '2026-11-20T12:00:00Z' }))
    assert.equal((await member(shop)).pending, 149)
  })

  test('a preview of an order works before a programme is saved', async () => {
    const shop = await service.shop()
    assert.deepEqual(await preview(shop, 'total=10&pointsPerUnit=3'), [30, '2026-11-20', null])
  })

  test('the programme explains its rules in sentences for shoppers', async () => {
    const shop = await shopWith({ pointsPerUnit: 2, currency: 'EUR', birthdayPoints: 50 })
    const { body } = await shop.api.get('/loyalty/program')
    assert.deepEqual(
      body.explained.map(({ kind, en }: { kind: string; en: string }) => [kind, en]),
      [
        ['order', '2 points for every €1 of an order.'],
        ['refund', 'Refunds and cancellations give no points.'],
        ['birthday', '50 points for your birthday, once a year.'],
      ],
    )
  })
})

describe('the storefront', () => {
  test('the storefront shows points only with a customer token', async () => {
    const shop = await shopWith({ tiers: [{ name: 'Silver', threshold: 10 }] })
    await push(shop, order('1', '42'))
    await reward(shop, { name: 'A tea' })
    const without = await shop.storefront.get('/storefront/loyalty/member?email=jane@customer.example')
    assert.equal(without.status, 401)
    const owner = await shop.signedIn()
    const { body } = await owner.get(`/account/stores/${shop.storeEnvId}/storefront-secret`)
    const payload = Buffer.from(
      JSON.stringify({ email: 'Jane@customer.example', exp: Date.parse('2026-11-20T13:00:00Z') / 1000 }),
    ).toString('base64url')
    const token = signCustomerToken(payload, body.secret)
    const {
      status,
      body: shown,
      text,
    } = await shop.storefront.get('/storefront/loyalty/member', { 'x-customer-token': token })
    assert.equal(status, 200, text)
    assert.deepEqual([shown.balance, shown.tier, shown.rewards[0].name], [42, 'Silver', 'A tea'])
    assert.equal(shown.explained[0].de, '1 Punkt für je 1,00 einer Bestellung.')
    assert.doesNotMatch(text, /customer\.example/)
  })
})

describe('the export of the journal', () => {
  test('the export of the journal contains every line of the store, none of another, and no spreadsheet formula', async () => {
    const [shop, other] = [await shopWith(), await shopWith()]
    await push(other, order('1', '99'))
    await push(shop, order('1', '40'), order('2', '7', { email: '=cmd@customer.example' }))
    const jane = await member(shop)
    const reason = '=HYPERLINK("http://evil.example")'
    const grant = await shop.api.post(`/loyalty/members/${jane.id}/grants`, { points: 5, reason, idempotencyKey: 'g' })
    assert.equal(grant.status, 201, grant.text)
    await push(shop, order('1', '40', { refundedTotal: '10' }))
    const { status, headers, text } = await shop.api.get('/loyalty/journal/export')
    assert.equal(status, 200, text)
    assert.equal(headers['content-type'], 'text/csv; charset=utf-8')
    const [head, ...lines] = text.trimEnd().split('\r\n')
    assert.equal(head, 'createdAt,at,memberId,emailLast4,kind,ref,rateVersion,delta,balance,reason,id')
    assert.equal(lines.length, 4)
    assert.match(text, /,'=HYPERLINK|,"'=HYPERLINK/)
    assert.doesNotMatch(text, /customer\.example/)
    assert.deepEqual(
      lines.filter((line) => line.includes(jane.id)).map((line) => line.split(',').slice(7, 9).join()),
      ['40,40', '5,45', "'-10,35"],
    )
    const owner = await shop.signedIn()
    const whole = await owner.get('/loyalty/journal/export')
    assert.match(whole.text, /jane@customer\.example/)
    assert.match(whole.text, /,'=cmd@customer\.example,/)
    const since = await shop.api.get('/loyalty/journal/export?since=2030-01-01T00:00:00Z')
    assert.equal(since.text.trimEnd().split('\r\n').length, 1)
    const log = await owner.get('/account/audit-log?action=loyalty_journal.exported')
    assert.equal(log.body.data.length, 3)
  })
})

describe('rewards', () => {
  test('rewards require the fields of their kind, and reject fields of other kinds', async () => {
    const shop = await shopWith()
    const sent = (more: object) => shop.api.post('/loyalty/rewards', { name: 'A reward', cost: 10, ...more })
    for (const [more, path] of [
      [{ kind: 'fixed_amount', currency: 'EUR' }, '/value'],
      [{ kind: 'fixed_amount', value: '5' }, '/currency'],
      [{ kind: 'fixed_amount', value: '0', currency: 'EUR' }, '/value'],
      [{ kind: 'percent' }, '/value'],
      [{ kind: 'percent', value: '100.01' }, '/value'],
      [{ kind: 'product' }, '/platformProductId'],
      [{ kind: 'custom', codes: 'shared' }, '/code'],
      [{ kind: 'custom', codes: 'none', code: 'TEA' }, '/code'],
      [{ kind: 'custom', codes: 'pool', code: 'TEA' }, '/code'],
      [{ kind: 'custom', cost: 0 }, '/cost'],
      [{ kind: 'a gift' }, '/kind'],
      [{ kind: 'custom', name: 'a\0b' }, '/name'],
    ] as const) {
      const { status, body, text } = await sent(more)
      assert.deepEqual([status, body.details?.[0]?.path], [400, path], `${JSON.stringify(more)} ${text}`)
    }
    assert.deepEqual((await shop.api.get('/loyalty/rewards')).body.data, [])
    for (const more of [
      { kind: 'fixed_amount', value: '5', currency: 'EUR' },
      { kind: 'percent', value: '12.5' },
      { kind: 'free_shipping' },
      { kind: 'product', platformProductId: 'mug' },
      { kind: 'custom', codes: 'shared', code: 'TEA' },
    ])
      assert.equal((await sent(more)).status, 201, JSON.stringify(more))
  })

  test('a code makes a reward shared, and is refused for rewards with other codes', async () => {
    const shop = await shopWith()
    const { codes, code, id } = await reward(shop, { kind: 'custom', code: 'TEA', codes: undefined })
    assert.deepEqual([codes, code], ['shared', 'TEA'])
    const renamed = await shop.api.patch(`/loyalty/rewards/${id}`, { code: 'COFFEE' })
    assert.deepEqual([renamed.status, renamed.body.code], [200, 'COFFEE'])
    const without = await reward(shop, { kind: 'custom', codes: 'none' })
    const refused = await shop.api.patch(`/loyalty/rewards/${without.id}`, { code: 'TEA' })
    assert.deepEqual([refused.status, refused.body.details?.[0]?.path], [400, '/code'])
    assert.equal((await shop.api.get(`/loyalty/rewards/${without.id}`)).body.code, null)
  })

  test('rewards cannot be created or redeemed below the plan Growth, but can be read', async () => {
    const billed = await startService({ env: { BILLING: 'manual' } })
    try {
      const shop = await billed.shop()
      assert.equal((await shop.api.put('/loyalty/program', started)).status, 200)
      const { body } = await shop.api.post('/loyalty/rewards', { name: 'A mug', kind: 'custom', cost: 10 })
      await billed.query(`update subscriptions set plan = 'starter', status = 'active' where store_env_id = $1`, [
        shop.storeEnvId,
      ])
      for (const refused of [
        await shop.api.put('/loyalty/program', { pointsPerUnit: 2 }),
        await shop.api.post('/loyalty/members', { email: 'jane@customer.example' }),
        await shop.api.post('/loyalty/rewards', { name: 'A tea', kind: 'custom', cost: 10 }),
        await shop.api.post('/loyalty/redemptions', { memberId: body.id, rewardId: body.id, idempotencyKey: 'k' }),
      ])
        assert.deepEqual(
          [refused.status, refused.body.code, refused.body.requiredPlan],
          [403, 'plan_required', 'growth'],
        )
      assert.equal((await shop.api.get('/loyalty/program')).body.pointsPerUnit, 1)
      assert.equal((await shop.api.get('/loyalty/rewards')).body.data.length, 1)
    } finally {
      await billed.close()
    }
  })
})

describe('bookkeeping', () => {
  test('the report shows spendable points by month, and each month continues the previous one', async () => {
    const shop = await shopWith({
      ...{ timezone: 'Europe/Berlin', reviewPoints: 20, birthdayPoints: 5 },
      expiry: { enabled: true, startsAt: '2026-01-01T00:00:00Z', days: 20 },
    })
    const secret = (await (await shop.signedIn()).get(`/account/stores/${shop.storeEnvId}/storefront-secret`)).body
      .secret
    await shop.api.put('/products', [{ platformProductId: 'mug', title: 'Mug' }])
    const incentive = { kind: 'points', text: 'Points for your review', status: 'active' }
    assert.equal((await shop.api.post('/review-incentives', incentive)).status, 201)
    const { id: rewardId } = await reward(shop, { cost: 30 })
    const headers = { authorization: `Bearer ${shop.adminKey}`, 'x-store-env-id': shop.storeEnvId }
    const months = ['2026-11-20', '2026-12-15', '2027-01-31']
    for (const [i, day] of months.entries()) {
      // The last hour of January in UTC is February in Berlin.
      const now = new Date(`${day}T${i === 2 ? '23:30' : '12:00'}:00Z`)
      const at = await startService({ beside: service, now })
      try {
        const api = at.with(headers)
        await at.tick()
        const placedAt = now.toISOString()
        const orders = [order(`m${i}`, '100', { placedAt }), order(`r${i}`, '40', { placedAt })]
        assert.equal((await api.put('/orders', orders)).body.failed, 0)
        await api.put('/orders', [order(`r${i}`, '40', { placedAt, refundedTotal: '15' })])
        const { id: memberId } = (await api.get('/loyalty/members/by-email/jane@customer.example')).body
        await api.post(`/loyalty/members/${memberId}/grants`, { points: -3, reason: 'A slip', idempotencyKey: `g${i}` })
        for (const key of ['kept', 'returned'])
          await api.post('/loyalty/redemptions', { memberId, rewardId, idempotencyKey: `${key}${i}` })
        const { data } = (await api.get('/loyalty/redemptions')).body
        await api.post(`/loyalty/redemptions/${data[0].id}/reverse`)
        const email = `writer${i}@customer.example`
        const payload = Buffer.from(JSON.stringify({ email, exp: now.getTime() / 1000 + 600 })).toString('base64url')
        const written = { platformProductId: 'mug', rating: 2, body: 'Fine.', authorName: 'W', authorEmail: email }
        const sent = await at
          .with({ 'x-store-env-id': shop.storeEnvId, origin: 'https://shop.example.com' })
          .post(
            '/storefront/reviews',
            { ...written, consent: true },
            { 'x-customer-token': signCustomerToken(payload, secret) },
          )
        assert.equal(sent.status, 202, sent.text)
        const { outstanding, months: shown } = (await api.get('/loyalty/liability')).body
        const names = shown.map(({ month }: { month: string }) => month)
        assert.deepEqual(names, ['2027-02', '2027-01', '2026-12', '2026-11'].slice([3, 2, 0][i]))
        const members = (await api.get('/loyalty/members')).body.data
        assert.equal(
          outstanding,
          members.reduce((sum: number, { balance }: { balance: number }) => sum + balance, 0),
        )
        assert.equal(shown[0].outstanding, outstanding)
        for (const [j, { earned, redeemed, lapsed, corrected, outstanding: end }] of shown.entries())
          assert.equal(end - (shown[j + 1]?.outstanding ?? 0), earned - redeemed - lapsed + corrected)
        const { earned, redeemed, corrected } = shown[0]
        assert.deepEqual([earned, redeemed, corrected], [160, 60, 12])
        if (i > 0) assert.ok(shown[1 - (i % 2)].lapsed > 0)
      } finally {
        await at.close()
      }
    }
  })

  test('the journal of a member is deleted when the person is erased', async () => {
    const shop = await shopWith()
    await push(shop, order('1', '40'))
    const { id } = await member(shop)
    assert.equal((await listJournal(shop, id)).length, 1)
    const erased = await shop.api.post('/customers/erase', { email: 'jane@customer.example' })
    assert.ok(erased.status < 300, erased.text)
    await service.runJobs()
    const left = await service.query('select count(*) from loyalty_journal where member_id = $1', [id])
    assert.equal(Number(left.rows[0].count), 0)
  })

  test('hundreds of random operations leave journals equal to balances, and a rebuild changes nothing', async () => {
    const shop = await shopWith({
      expiry: { enabled: true, days: 300 },
      tiers: [{ name: 'Silver', threshold: 100 }],
    })
    const { id: rewardId } = await reward(shop, { cost: 25 })
    const emails = ['a', 'b', 'c', 'd'].map((name) => `${name}@customer.example`)
    let seed = 7
    const random = (n: number) => {
      seed = (seed * 1103515245 + 12345) % 2147483648
      return seed % n
    }
    for (const email of emails) await shop.api.post('/loyalty/members', { email })
    const ids = await Promise.all(emails.map(async (email) => (await member(shop, email)).id))
    const redeemed: string[] = []
    const operations = Array.from({ length: 250 }, (_, i) => i)
    for (let from = 0; from < operations.length; from += 10)
      await Promise.all(
        operations.slice(from, from + 10).map(async (i) => {
          const who = random(4)
          const what = random(4)
          if (what <= 1)
            await push(
              shop,
              order(`r${random(25)}`, `${random(90)}.50`, {
                email: emails[who],
                ...(random(4) === 0 && { cancelledAt: '2026-11-20T11:00:00Z' }),
                ...(random(3) === 0 && { refundedTotal: '5' }),
              }),
            )
          else if (what === 2) {
            const call = { memberId: ids[who], rewardId, idempotencyKey: `r${i}` }
            const { body, status } = await shop.api.post('/loyalty/redemptions', call)
            if (status === 201) redeemed.push(body.id)
          } else if (redeemed.length > 0)
            await shop.api.post(`/loyalty/redemptions/${redeemed[random(redeemed.length)]}/reverse`, {})
        }),
      )
    const sums = await service.query(
      `select m.balance, coalesce((select sum(j.delta) from loyalty_journal j where j.store_env_id = m.store_env_id and j.member_id = m.id), 0) as total
         from loyalty_members m where m.store_env_id = $1`,
      [shop.storeEnvId],
    )
    assert.equal(sums.rows.length, 4)
    for (const { balance, total } of sums.rows) assert.equal(Number(balance), Number(total))
    const before = await service.query('select count(*) from loyalty_journal where store_env_id = $1', [
      shop.storeEnvId,
    ])
    const cached = () =>
      service.query(
        `select id, balance, pending, tier_points, tier, next_expiry_at, next_expiry_points, next_change_at
           from loyalty_members where store_env_id = $1 order by id`,
        [shop.storeEnvId],
      )
    const stored = (await cached()).rows
    // Overwrites the cached columns except the balance, because a changed balance would appear in the journal.
    await service.query(
      `update loyalty_members set pending = -1, tier_points = -1, tier = 'None', next_expiry_at = now(), next_expiry_points = 7
        where store_env_id = $1`,
      [shop.storeEnvId],
    )
    await shop.api.put('/loyalty/program', { birthdayPoints: 1 })
    await service.runJobs()
    assert.deepEqual((await cached()).rows, stored)
    const after = await service.query('select count(*) from loyalty_journal where store_env_id = $1', [shop.storeEnvId])
    assert.equal(after.rows[0].count, before.rows[0].count)
    const { body } = await shop.api.get('/loyalty/liability')
    assert.equal(
      body.outstanding,
      sums.rows.reduce((sum, { balance }) => sum + Number(balance), 0),
    )
  })
})
