import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type FakeWooCommerce, startWooCommerce } from '#test/fakes/shops/woocommerce.ts'
import { type Shop, startService, type TestService } from '#test/service.ts'
import { askedFor, type Killing, type Moment, startKilling } from '../../connectors/shops/killed.testing.ts'
import { author, listRewards, offered } from '../review-incentives.testing.ts'

let woo: FakeWooCommerce
let service: TestService
let killing: Killing
let shop: Shop
let incentiveId: string
let write: Awaited<ReturnType<typeof author>>
before(async () => {
  woo = await startWooCommerce()
  service = await startService()
  killing = startKilling(service, { job: 'review_incentives.issue_codes', roundMs: 60_000, env: {} })
  shop = await service.shop()
  write = await author(service, shop)
  await shop.api.put('/products', [{ platformProductId: 'mug', title: 'Mug', url: 'https://shop.example.com/mug' }])
  const connected = await shop.api.post('/connectors/shops', {
    ...{ platform: 'woocommerce', address: woo.address, backfillDays: 0 },
    credentials: { consumerKey: woo.consumerKey, consumerSecret: woo.consumerSecret },
  })
  assert.equal(connected.status, 201, connected.text)
  await service.runJobs()
  const value = { type: 'percent', amount: '10', validDays: 30 }
  incentiveId = (await offered(shop.api, { codes: 'platform', value })).id
})
after(async () => {
  await killing.close()
  await service.close()
  await woo.close()
})

const find = async (reviewId: string) =>
  (await listRewards(shop.api, incentiveId)).find((reward) => reward.reviewId === reviewId)
const is = (reviewId: string, state: string) => async () => (await find(reviewId))?.state === state
const asked = (path: RegExp, times: number) => askedFor(woo, path, times)
/** The process is killed at the same moment as with `asked`, but the request never reaches the shop. */
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

test("a reward whose process is killed during the shop's call gets one code and never two", {
  timeout: 400_000,
}, async () => {
  const codes = new Map<string, string>()
  for (const [what, moment] of [
    ['it looks for the code', asked(/\/coupons$/, 1)],
    ['it is about to make it', unheard(/\/coupons$/, 2)],
    ['the shop makes it and its answer is lost', asked(/\/coupons$/, 2)],
  ] as [string, Moment][]) {
    const id = await write(`${what.replaceAll(' ', '-')}@customer.example`)
    await killing.killAt(what, moment)
    assert.deepEqual([(await find(id))?.state, (await find(id))?.code], ['pending', null], what)
    await killing.workUntil(what, is(id, 'given'))
    codes.set(id, (await find(id))?.code ?? '')
  }
  const made = woo.coupons.map(({ code, usage_limit }) => [String(code).toUpperCase(), usage_limit])
  assert.deepEqual(made.toSorted(), [...codes.values()].map((code) => [code, 1]).toSorted())
  assert.equal(codes.size, 3)
})

test('a deletion whose process is killed midway still removes the code', { timeout: 400_000 }, async () => {
  const before = woo.coupons.length
  const id = await write('spam@customer.example')
  await killing.workUntil('the code', is(id, 'given'))
  assert.equal((await shop.api.put(`/reviews/${id}`, { status: 'spam' })).status, 200)
  await killing.killAt('the shop deletes it and its answer is lost', asked(/\/coupons\/\d+$/, 1))
  await killing.workUntil('nothing is left to do', async () => woo.coupons.length === before)
  assert.deepEqual([(await find(id))?.state, (await find(id))?.code], ['withheld', null])
})
