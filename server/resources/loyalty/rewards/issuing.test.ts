import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { ShopFailure } from '#integrations/shops/shop.ts'
import { limitConcurrency } from '#platform/process/concurrency-limit.ts'
import { type PlainShop, startPlainShop } from '#test/fakes/shops/plain.ts'
import { provideService, type Shop } from '#test/service.ts'
import { member, openProgram, order, push } from '../loyalty.testing.ts'

let plain: PlainShop
const service = provideService({ now: new Date('2026-11-20T12:00:00Z') })
let shop: Shop
let connectionId: string
let keys = 0
beforeEach(async () => {
  plain = startPlainShop()
  shop = await openProgram(service)
  await push(shop, order('1', '200'))
  const body = {
    ...{ platform: 'medusa', address: 'http://localhost:9000', backfillDays: 0 },
    credentials: { apiKey: plain.goodKey },
  }
  const connected = await shop.api.post('/connectors/shops', body)
  assert.equal(connected.status, 201, connected.text)
  connectionId = connected.body.id
  await service.runJobs()
})

const reward = async (more: object = {}) =>
  shop.api.post('/loyalty/rewards', {
    ...{ name: '5 € off', kind: 'fixed_amount', value: '5', currency: 'EUR', cost: 50, codes: 'platform', ...more },
  })

async function redeem(rewardId: string, idempotencyKey = `k${++keys}`) {
  const { id: memberId } = await member(shop)
  return shop.api.post('/loyalty/redemptions', { memberId, rewardId, idempotencyKey })
}
const find = async (id: string) => (await shop.api.get(`/loyalty/redemptions/${id}`)).body
const issued = () => plain.calls.filter((name) => name === 'issue').length

test('points are deducted immediately, and the code appears after the shop created it', async () => {
  const { body } = await reward()
  const first = await redeem(body.id, 'cart-1')
  assert.deepEqual([first.status, first.body.status, first.body.code], [201, 'pending', null])
  assert.equal(first.headers.location, `/api/v1/loyalty/redemptions/${first.body.id}`)
  assert.equal((await member(shop)).balance, 150)
  await service.runJobs()
  const made = await find(first.body.id)
  assert.equal(made.status, 'issued')
  assert.match(made.code, /^PTS-[2-9A-HJ-NP-Z]{10}$/)
  assert.deepEqual([...plain.codes], [[made.code, { kind: 'fixed_amount', amount: '5.00', currency: 'EUR' }]])
  const again = await redeem(body.id, 'cart-1')
  assert.deepEqual([again.status, again.body.code], [200, made.code])
  await service.runJobs()
  assert.equal(issued(), 1)
})

test('a code has the value that the reward had when the points were deducted', async () => {
  const { body } = await reward()
  const { body: redemption } = await redeem(body.id)
  await shop.api.patch(`/loyalty/rewards/${body.id}`, { value: '1' })
  await service.runJobs()
  const { code } = await find(redemption.id)
  assert.deepEqual(plain.codes.get(code), { kind: 'fixed_amount', amount: '5.00', currency: 'EUR' })
})

test('a refusal by the shop returns the points, with the reason', async () => {
  const { body } = await reward()
  plain.fails = (name) => (name === 'issue' ? new ShopFailure('refused', 'The shop does not want it.') : undefined)
  const { body: redemption } = await redeem(body.id)
  await service.runJobs()
  const failed = await find(redemption.id)
  assert.deepEqual([failed.status, failed.code, failed.reason], ['failed', null, 'The shop does not want it.'])
  const jane = await member(shop)
  assert.equal(jane.balance, 200)
  const { body: journal } = await shop.api.get(`/loyalty/members/${jane.id}/journal`)
  assert.deepEqual(
    journal.data.slice(0, 2).map(({ kind, delta }: { kind: string; delta: number }) => [kind, delta]),
    [
      ['reversal', 50],
      ['redemption', -50],
    ],
  )
  plain.fails = undefined
  service.advance(7_200_000)
  await service.tick()
  await service.runJobs()
  assert.equal(issued(), 1)
  assert.equal((await shop.api.post(`/loyalty/redemptions/${redemption.id}/reverse`)).body.status, 'failed')
  assert.equal((await member(shop)).balance, 200)
})

test('a temporarily unavailable shop is asked again for the same code', async () => {
  const { body } = await reward()
  const { body: redemption } = await redeem(body.id)
  // The shop creates the code, but its response is lost.
  plain.fails = (name) => (name === 'issue' ? new ShopFailure('shop_unreachable', 'No answer.') : undefined)
  await service.runJobs()
  assert.equal((await find(redemption.id)).status, 'pending')
  plain.fails = undefined
  service.advance(120_000)
  await service.tick()
  await service.runJobs()
  const { status, code } = await find(redemption.id)
  assert.equal(status, 'issued')
  assert.deepEqual([...plain.codes.keys()], [code])
  assert.equal((await member(shop)).balance, 150)
})

test('after an hour the points are returned, and a late code is withdrawn', async () => {
  const { body } = await reward()
  const { body: redemption } = await redeem(body.id)
  plain.fails = (name) => (name === 'issue' ? new ShopFailure('shop_unreachable', 'No answer.') : undefined)
  await service.runJobs()
  plain.codes.set('made after all', { kind: 'free_shipping' })
  service.advance(3_700_000)
  await service.tick()
  await service.runJobs()
  assert.equal((await find(redemption.id)).status, 'failed')
  assert.equal((await member(shop)).balance, 200)
  await service.runJobs()
  assert.ok(plain.calls.includes('withdraw'))
})

test("a reversal before the shop's call creates no code; a later reversal withdraws the code", async () => {
  const { body } = await reward()
  const { body: one } = await redeem(body.id)
  await service.runJobs()
  assert.equal(plain.codes.size, 1)
  const { body: two } = await redeem(body.id)
  for (const { id } of [one, two]) assert.equal((await shop.api.post(`/loyalty/redemptions/${id}/reverse`)).status, 200)
  await service.runJobs()
  assert.equal(plain.codes.size, 0)
  assert.deepEqual([(await find(one.id)).status, (await find(two.id)).status], ['reversed', 'reversed'])
  assert.equal((await member(shop)).balance, 200)
})

test("a reversal during the shop's call leaves no code", async () => {
  const { body } = await reward()
  const { body: redemption } = await redeem(body.id)
  plain.waits = (name) =>
    name === 'issue' ? shop.api.post(`/loyalty/redemptions/${redemption.id}/reverse`) : undefined
  await service.runJobs()
  plain.waits = undefined
  await service.runJobs()
  assert.equal(plain.codes.size, 0)
  assert.equal((await member(shop)).balance, 200)
})

test("a late response of one process does not overwrite another process's result", async () => {
  const { body } = await reward()
  const { body: redemption } = await redeem(body.id)
  let isFirst = true
  plain.waits = async (name) => {
    if (name !== 'issue' || !isFirst) return
    isFirst = false
    service.advance(4_000_000)
    await service.tick()
    plain.failures.push(new ShopFailure('shop_unreachable', 'No answer.'))
  }
  await service.runJobs()
  assert.equal(issued(), 2)
  const { status, code } = await find(redemption.id)
  assert.equal(status, 'issued')
  assert.deepEqual([...plain.codes.keys()], [code])
  assert.equal((await member(shop)).balance, 150)
})

test('fifty concurrent redemptions with points for four create four codes', async () => {
  const { body } = await reward()
  // Sends eight requests concurrently, one per pool connection, because waiting for a connection fails after five seconds.
  const atOnce = limitConcurrency(8)
  const answers = await Promise.all(Array.from({ length: 50 }, () => atOnce(() => redeem(body.id))))
  assert.equal(answers.filter(({ status }) => status === 201).length, 4)
  await Promise.all([service.runJobs(), service.runJobs()])
  assert.equal(plain.codes.size, 4)
  assert.equal(issued(), 4)
})

test('without a usable shop no points are deducted and no shop reward is created', async () => {
  const { body } = await reward()
  await shop.api.patch(`/connectors/shops/${connectionId}`, { paused: true })
  assert.equal((await redeem(body.id)).body.code, 'codes_unavailable')
  assert.equal((await shop.api.delete(`/connectors/shops/${connectionId}`)).status, 204)
  assert.equal((await redeem(body.id)).body.code, 'codes_unavailable')
  assert.equal((await reward()).body.code, 'codes_unavailable')
  assert.equal((await member(shop)).balance, 200)
  const custom = await shop.api.post('/connectors/shops', { platform: 'custom' })
  assert.equal(custom.status, 201, custom.text)
  assert.equal((await reward()).body.code, 'codes_unavailable')
})

test('disconnecting a shop returns the points of pending redemptions', async () => {
  const { body } = await reward()
  const { body: redemption } = await redeem(body.id)
  await shop.api.delete(`/connectors/shops/${connectionId}`)
  await service.runJobs()
  assert.equal((await find(redemption.id)).status, 'failed')
  assert.equal((await member(shop)).balance, 200)
})

test('an impossible shop reward gets status 400, and another store cannot find the redemption', async () => {
  const { status, body } = await reward({ kind: 'custom' })
  assert.deepEqual([status, body.details[0].path], [400, '/codes'])
  const { body: good } = await reward()
  const { body: redemption } = await redeem(good.id)
  const other = await service.shop()
  assert.equal((await other.api.get(`/loyalty/redemptions/${redemption.id}`)).status, 404)
})

test("erasing a member during the shop's call leaves no failing job", async () => {
  const { body } = await reward()
  const { body: redemption } = await redeem(body.id)
  plain.waits = (name) =>
    name === 'issue' ? shop.api.post('/customers/erase', { email: 'jane@customer.example' }) : undefined
  await service.runJobs()
  plain.waits = undefined
  assert.equal((await shop.api.get(`/loyalty/redemptions/${redemption.id}`)).status, 404)
})
