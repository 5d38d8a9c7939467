import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { provideService, type Shop } from '#test/service.ts'
import { member, openProgram, order, push, shoppers } from '../loyalty.testing.ts'

const start = '2026-11-20T12:00:00Z'
const service = provideService({ now: new Date(start), env: { RATE_LIMITS: '90000/60s' } })

const redemptions = '/storefront/loyalty/redemptions'
const link = '/storefront/loyalty/referral'

async function opened(program: object = {}) {
  const shop = await openProgram(service, { shopperRedeems: true, ...program })
  return { shop, as: await shoppers(service, shop) }
}

const reward = async (shop: Shop, more: object = {}) =>
  (await shop.api.post('/loyalty/rewards', { name: 'A mug', kind: 'custom', cost: 30, ...more })).body

describe('redeeming by a shopper', () => {
  test('redeeming by a shopper spends the points once for the same key, and the redemption is listed', async () => {
    const { shop, as } = await opened()
    await push(shop, order('1', '100'))
    const { id: rewardId } = await reward(shop, { codes: 'shared', code: 'MUG' })
    const jane = as('Jane@customer.example')
    assert.equal((await shop.storefront.get('/storefront/loyalty/member', jane)).body.shopperRedeems, true)
    const wanted = { rewardId, idempotencyKey: 'cart-1' }
    const first = await shop.storefront.post(redemptions, wanted, jane)
    assert.equal(first.status, 201, first.text)
    assert.equal(first.headers.location, `/api/v1${redemptions}/${first.body.id}`)
    assert.deepEqual([first.body.code, first.body.status, first.body.points], ['MUG', 'issued', 30])
    const again = await shop.storefront.post(redemptions, wanted, jane)
    assert.deepEqual([again.status, again.body], [200, first.body])
    assert.equal((await member(shop)).balance, 70)
    const list = await shop.storefront.get(redemptions, jane)
    assert.deepEqual(list.body, { data: [first.body] })
    assert.deepEqual((await shop.storefront.get(`${redemptions}/${first.body.id}`, jane)).body, first.body)
    assert.doesNotMatch(list.text + first.text, /customer\.example/)
  })

  test('redeeming by a shopper needs a customer token, and a programme that lets shoppers redeem', async () => {
    const { shop, as } = await opened({ shopperRedeems: false })
    await push(shop, order('1', '100'))
    const { id: rewardId } = await reward(shop)
    const id = '019a9f50-0b7e-7a3c-9c55-7d4f1a2b3c01'
    const wanted = { rewardId, idempotencyKey: 'k' }
    const calls = (headers: Record<string, string>) => [
      shop.storefront.post(redemptions, wanted, headers),
      ...[redemptions, `${redemptions}/${id}`, link].map((path) => shop.storefront.get(path, headers)),
    ]
    for (const { status, body } of await Promise.all(calls({})))
      assert.deepEqual([status, body.code], [401, 'unauthenticated'])
    for (const { status, body } of await Promise.all(calls(as('jane@customer.example'))))
      assert.deepEqual([status, body.code], [409, 'redeeming_off'])
    await shop.api.put('/loyalty/program', { enabled: false, shopperRedeems: true })
    for (const { status, body } of await Promise.all(calls(as('jane@customer.example'))))
      assert.deepEqual([status, body.code], [409, 'program_disabled'])
    assert.equal((await shop.api.get('/loyalty/program')).body.shopperRedeems, true)
  })

  test('a request without a customer token gets 401, even with an invalid body', async () => {
    const { shop, as } = await opened()
    const bodies = [undefined, {}, [], { rewardId: 'x' }, { idempotencyKey: 7 }, 'x']
    for (const headers of [undefined, { 'x-customer-token': 'forged' }])
      for (const body of bodies) {
        const { status, body: refusal } = await shop.storefront.post(redemptions, body, headers)
        assert.deepEqual([status, refusal.code], [401, 'unauthenticated'])
      }
    assert.equal((await shop.storefront.get(`${redemptions}/no-id`)).status, 401)
    for (const body of bodies)
      assert.equal((await shop.storefront.post(redemptions, body, as('jane@customer.example'))).status, 400)
    assert.equal((await shop.storefront.get(`${redemptions}/no-id`, as('jane@customer.example'))).status, 400)
  })

  test('redeeming by a shopper is limited to ten in ten minutes per customer, not counting repeats', async () => {
    const { shop, as } = await opened()
    await push(shop, order('1', '1000'), order('2', '1000', { email: 'bo@customer.example' }))
    const { id: rewardId } = await reward(shop)
    const redeem = (email: string, key: string) =>
      shop.storefront.post(redemptions, { rewardId, idempotencyKey: key }, as(email))
    for (let i = 0; i < 10; i++) assert.equal((await redeem('jane@customer.example', `k${i}`)).status, 201)
    const refused = await redeem('JANE@customer.example', 'k10')
    assert.deepEqual([refused.status, refused.body.code], [429, 'rate_limited'])
    assert.ok(Number(refused.headers['retry-after']) > 0)
    assert.equal((await redeem('jane@customer.example', 'k3')).status, 200)
    assert.equal((await redeem('bo@customer.example', 'k10')).status, 201)
    assert.equal((await member(shop)).balance, 700)
  })

  test('parallel redemptions by a shopper never spend more points than the shopper has', async () => {
    const { shop, as } = await opened()
    await push(shop, order('1', '70'))
    const { id: rewardId } = await reward(shop)
    const jane = as('jane@customer.example')
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd'].map((key) => shop.storefront.post(redemptions, { rewardId, idempotencyKey: key }, jane)),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 201, 409, 409])
    assert.equal((await member(shop)).balance, 10)
    const nobody = await shop.storefront.post(
      redemptions,
      { rewardId, idempotencyKey: 'a' },
      as('new@customer.example'),
    )
    assert.deepEqual([nobody.status, nobody.body.code], [409, 'insufficient_points'])
  })

  test('redeeming by a shopper never gives access to a redemption of another customer or store', async () => {
    const [{ shop, as }, other] = [await opened(), await opened()]
    await push(shop, order('1', '100'), order('2', '100', { email: 'bo@customer.example' }))
    await push(other.shop, order('1', '100'))
    const { id: rewardId } = await reward(shop)
    const wanted = { rewardId, idempotencyKey: 'same' }
    const own = await shop.storefront.post(redemptions, wanted, as('jane@customer.example'))
    const bo = as('bo@customer.example')
    const of = await shop.storefront.post(redemptions, wanted, bo)
    assert.equal(of.status, 201, 'keys of two customers never collide')
    assert.equal((await shop.storefront.get(`${redemptions}/${own.body.id}`, bo)).status, 404)
    assert.deepEqual((await shop.storefront.get(redemptions, bo)).body.data, [of.body])
    const jane = other.as('jane@customer.example')
    assert.equal((await other.shop.storefront.get(`${redemptions}/${own.body.id}`, jane)).status, 404)
    const foreign = await other.shop.storefront.post(redemptions, { rewardId, idempotencyKey: 'x' }, jane)
    assert.equal(foreign.status, 400)
    const byMerchant = { memberId: (await member(shop)).id, rewardId, idempotencyKey: 'same' }
    assert.equal((await shop.api.post('/loyalty/redemptions', byMerchant)).status, 201)
  })
})

describe('the referral link', () => {
  const referral = { advocatePoints: 200, friendPoints: 100, minimumTotal: '20.00' }
  const later = { placedAt: '2026-11-20T11:00:00Z' }

  test("the referral link stays the same, and rewards member and friend for a new customer's first order", async () => {
    const { shop, as } = await opened({ referral })
    await push(shop, order('1', '50'))
    const jane = as('jane@customer.example')
    const [{ status, body }, again] = [await shop.storefront.get(link, jane), await shop.storefront.get(link, jane)]
    assert.equal(status, 200)
    assert.match(body.code, /^[2-9A-Z]{10}$/)
    assert.equal(body.url, `https://shop.example.com/?ref=${body.code}`)
    assert.deepEqual(again.body, body)
    const by = (email: string) => ({ ...later, email, referralCode: body.code.toLowerCase() })
    await push(shop, order('2', '30', by('bo@customer.example')), order('3', '40', by('cy@customer.example')))
    assert.equal((await member(shop, 'bo@customer.example')).balance, 130)
    assert.equal((await member(shop, 'cy@customer.example')).balance, 140)
    const { id, balance } = await member(shop)
    assert.equal(balance, 450)
    const { data } = (await shop.api.get('/loyalty/referrals')).body
    assert.deepEqual(
      data.map((each: Record<string, string>) => [each.code, each.state, each.advocateMemberId]),
      [
        [body.code, 'completed', id],
        [body.code, 'completed', id],
      ],
    )
    await push(shop, order('3', '40', { ...by('cy@customer.example'), cancelledAt: '2026-11-20T11:30:00Z' }))
    assert.equal((await member(shop)).balance, 250)
    await push(shop, order('4', '30', by('bo@customer.example')))
    assert.equal((await member(shop)).balance, 250, 'a second order of a friend gives nothing')
  })

  test("the referral link gives nothing for the member's own orders, earlier customers or mutual referrals", async () => {
    const { shop, as } = await opened({ referral })
    await push(shop, order('1', '50'), order('2', '50', { email: 'bo@customer.example' }))
    const { code } = (await shop.storefront.get(link, as('jane@customer.example'))).body
    const by = (email: string) => ({ ...later, email, referralCode: code })
    await push(shop, order('3', '50', by('jane@customer.example')), order('4', '50', by('jane+x@customer.example')))
    await push(shop, order('5', '50', by('bo@customer.example')))
    assert.deepEqual((await shop.api.get('/loyalty/referrals')).body.data, [])
    await push(shop, order('6', '50', by('dan@customer.example')))
    assert.equal((await member(shop)).balance, 300)
    const dans = (await shop.storefront.get(link, as('dan@customer.example'))).body.code
    assert.notEqual(dans, code)
    await push(shop, order('1', '50', { cancelledAt: '2026-11-20T11:00:00Z' }))
    await push(shop, order('3', '50', { ...later, referralCode: dans }))
    assert.equal((await shop.api.get('/loyalty/referrals')).body.data.length, 1)
  })

  test('the referral link still counts after an invitation by email, but not after a block', async () => {
    const { shop, as } = await opened({ referral })
    await push(shop, order('1', '50'))
    const { code } = (await shop.storefront.get(link, as('jane@customer.example'))).body
    const { id } = await member(shop)
    const invited = { advocateMemberId: id, friendEmail: 'bo@customer.example' }
    assert.equal((await shop.api.post('/loyalty/referrals', invited)).status, 201)
    await push(shop, order('2', '30', { ...later, email: 'bo@customer.example', referralCode: code }))
    const { data } = (await shop.api.get('/loyalty/referrals')).body
    assert.deepEqual(
      data.map(({ state }: { state: string }) => state),
      ['completed'],
    )
    const namesake = { ...later, referralCode: code, customerName: 'Jane Doe' }
    await push(shop, order('1', '50', { customerName: 'Jane Doe' }))
    await push(shop, order('5', '30', { ...namesake, email: 'jd@customer.example' }))
    const waiting = (await shop.api.get('/loyalty/referrals?state=review')).body.data
    assert.equal(waiting.length, 1)
    await shop.api.patch(`/loyalty/referrals/${waiting[0].id}`, { decision: 'block' })
    await push(shop, order('5', '31', { ...namesake, email: 'jd@customer.example' }))
    assert.equal((await shop.api.get('/loyalty/referrals')).body.data.length, 2)
  })

  test('each customer, even without orders, has one referral link, which an erasure deletes', async () => {
    const { shop, as } = await opened({ referral })
    const answers = await Promise.all([1, 2, 3].map(() => shop.storefront.get(link, as('new@customer.example'))))
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200],
    )
    assert.equal(new Set(answers.map(({ body }) => body.code)).size, 1)
    assert.equal((await member(shop, 'new@customer.example')).balance, 0)
    assert.equal((await shop.api.post('/customers/erase', { email: 'new@customer.example' })).status, 200)
    const { rows } = await service.query('select 1 from loyalty_referral_codes where store_env_id = $1', [
      shop.storeEnvId,
    ])
    assert.equal(rows.length, 0)
    const { code } = answers[0]?.body ?? {}
    await push(shop, order('1', '30', { referralCode: code }))
    assert.deepEqual((await shop.api.get('/loyalty/referrals')).body.data, [])
  })
})
