import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type FakeWooCommerce, startWooCommerce } from '#test/fakes/shops/woocommerce.ts'
import { addByClock } from '#test/queue.ts'
import { type Shop, startService, type TestService } from '#test/service.ts'
import { askedFor, type Killing, type Moment, startKilling, waitingFor } from '../../connectors/shops/killed.testing.ts'
import { member, openProgram, order, push } from '../loyalty.testing.ts'

const cost = 10

let woo: FakeWooCommerce
let service: TestService
let killing: Killing
let shop: Shop
let rewardId: string
before(async () => {
  woo = await startWooCommerce()
  service = await startService()
  killing = startKilling(service, { job: 'loyalty.issue_codes', roundMs: 60_000, env: {} })
  shop = await openProgram(service)
  await push(shop, order('1', '200', { placedAt: service.service.clock.now().toISOString() }))
  const connection = {
    ...{ platform: 'woocommerce', address: woo.address, backfillDays: 0 },
    credentials: { consumerKey: woo.consumerKey, consumerSecret: woo.consumerSecret },
  }
  const connected = await shop.api.post('/connectors/shops', connection)
  assert.equal(connected.status, 201, connected.text)
  await service.runJobs()
  const reward = { name: '5 € off', kind: 'fixed_amount', value: '5', currency: 'EUR', cost, codes: 'platform' }
  rewardId = (await shop.api.post('/loyalty/rewards', reward)).body.id
})
after(async () => {
  await killing.close()
  await service.close()
  await woo.close()
})

async function redeem(idempotencyKey: string): Promise<string> {
  const { id: memberId } = await member(shop)
  const { status, body, text } = await shop.api.post('/loyalty/redemptions', { memberId, rewardId, idempotencyKey })
  assert.deepEqual([status, body.status, body.code], [201, 'pending', null], text)
  return body.id
}
const find = async (id: string) => (await shop.api.get(`/loyalty/redemptions/${id}`)).body
const is = (id: string, status: string) => async () => (await find(id)).status === status
const asked = (path: RegExp, times: number) => askedFor(woo, path, times)
/** Kills the process at the same moment as `asked`, and the shop hangs up without handling the request. */
const unheard =
  (path: RegExp, times: number): Moment =>
  (come) =>
    asked(
      path,
      times,
    )(() => {
      woo.troubles.push('hang up')
      come()
    })
const settling = () =>
  waitingFor(service.databaseUrl, `select from loyalty_members where store_env_id = '${shop.storeEnvId}' for update`)

test("a redemption that is killed during the shop's call has one code and never two", {
  timeout: 400_000,
}, async () => {
  const codes = new Map<string, string>()
  for (const [what, moment] of [
    ['it looks for the code', asked(/\/coupons$/, 1)],
    ['it is about to make it', unheard(/\/coupons$/, 2)],
    ['the shop makes it and its answer is lost', asked(/\/coupons$/, 2)],
    ['the answer is written down', settling()],
  ] as const) {
    const id = await redeem(what.replaceAll(' ', '-'))
    await killing.killAt(what, moment)
    assert.deepEqual([(await find(id)).status, (await find(id)).code], ['pending', null], what)
    await killing.workUntil(what, is(id, 'issued'))
    codes.set(id, (await find(id)).code)
  }
  const made = woo.coupons.map(({ code, usage_limit }) => [String(code).toUpperCase(), usage_limit])
  assert.deepEqual(made.toSorted(), [...codes.values()].map((code) => [code, 1]).toSorted())
  assert.equal(codes.size, 4)
  assert.equal((await member(shop)).balance, 200 - 4 * cost)
})

test('if the shop is offline after a kill, points return and the code is withdrawn', {
  timeout: 400_000,
}, async () => {
  const before = woo.coupons.length
  const { balance } = await member(shop)
  const id = await redeem('away')
  await killing.killAt('the shop makes it and its answer is lost', asked(/\/coupons$/, 2))
  assert.equal(woo.coupons.length, before + 1)
  service.advance(3_700_000)
  woo.before = () => void woo.troubles.push({ status: 503 })
  await killing.workUntil('the points go back', is(id, 'failed'))
  assert.equal((await find(id)).code, null)
  assert.equal((await member(shop)).balance, balance)
  woo.before = undefined
  woo.troubles.length = 0
  service.advance(600_000)
  // The queue's clock would run the job at the next full minute, later than the test waits.
  await addByClock(service.service, 'schedule.wake')
  await killing.workUntil('the code goes', async () => woo.coupons.length === before)
  assert.equal((await member(shop)).balance, balance)
})

test('a withdrawal that is killed midway still removes the code and returns the points once', {
  timeout: 400_000,
}, async () => {
  const before = woo.coupons.length
  const { balance } = await member(shop)
  const id = await redeem('reversed')
  await killing.workUntil('the code', is(id, 'issued'))
  assert.equal((await shop.api.post(`/loyalty/redemptions/${id}/reverse`)).body.status, 'reversed')
  await killing.killAt('the shop takes it away and its answer is lost', asked(/\/coupons\/\d+$/, 1))
  await killing.workUntil('nothing is left to do', async () => woo.coupons.length === before)
  assert.equal((await member(shop)).balance, balance)
})
