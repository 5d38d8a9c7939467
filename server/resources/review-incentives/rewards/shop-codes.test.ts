import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { ShopFailure } from '#integrations/shops/shop.ts'
import { asKey, asOwner, fetchArchive } from '#resources/backups/archives.testing.ts'
import { type PlainShop, startPlainShop } from '#test/fakes/shops/plain.ts'
import { provideService, type Shop } from '#test/service.ts'
import { addCodes, author, begin, listRewards, offered, type RewardBody } from '../review-incentives.testing.ts'

const minute = 60_000
const service = provideService({ now: new Date('2026-11-21T10:36:12Z') })
let plain: PlainShop
let shop: Shop
let write: Awaited<ReturnType<typeof author>>
let connectionId: string
beforeEach(async () => {
  plain = startPlainShop()
  shop = await service.shop()
  write = await author(service, shop)
  await shop.api.put('/products', [{ platformProductId: 'mug', title: 'Mug', url: 'https://shop.example.com/mug' }])
  const connected = await shop.api.post('/connectors/shops', {
    ...{ platform: 'medusa', address: 'http://localhost:9000', backfillDays: 0 },
    credentials: { apiKey: plain.goodKey },
  })
  assert.equal(connected.status, 201, connected.text)
  connectionId = connected.body.id
  await service.runJobs()
})

const five = { type: 'fixed_amount', amount: '5', currency: 'EUR', minimumTotal: '40', validDays: 60 }
const byShop = { codes: 'platform', value: five }
const only = async (id: string): Promise<RewardBody> => {
  const [reward, ...others] = await listRewards(shop.api, id)
  assert.ok(reward)
  assert.deepEqual(others, [])
  return reward
}
const decide = async (id: string, status: string) => {
  const answer = await shop.api.put(`/reviews/${id}`, { status })
  assert.equal(answer.status, 200, answer.text)
}
const countMails = async () => {
  const { data } = (await (await shop.signedIn()).get('/email/messages?limit=100')).body
  return data.filter(({ template }: { template: string }) => template === 'review_reward').length
}
const countNotices = async (subject: string) =>
  (await service.query(`select from mailbox where subject like $1`, [`%${subject}%`])).rowCount
const away = (name: string) =>
  name === 'issue' || name === 'withdraw' ? new ShopFailure('shop_unreachable', 'The shop does not answer.') : undefined
const refuses = (name: string) => (name === 'issue' ? new ShopFailure('refused', 'The shop says no.') : undefined)
const later = async (ms: number) => {
  service.advance(ms)
  await service.tick()
  await service.runJobs()
}

test('the shop makes one code for each reward, with its value, minimum and end', async () => {
  const made = await offered(shop.api, byShop)
  assert.deepEqual((({ codes, value, code }) => ({ codes, value, code }))(made as unknown as Record<string, unknown>), {
    codes: 'platform',
    value: { ...five, amount: '5.00', minimumTotal: '40.00' },
    code: null,
  })
  assert.ok((await begin(shop)).incentive)
  await write('jane@customer.example', { rating: 1 })
  assert.deepEqual([(await only(made.id)).state, (await only(made.id)).code], ['pending', null])
  await service.runJobs()
  const { state, code } = await only(made.id)
  assert.equal(state, 'given')
  assert.match(code ?? '', /^THX-[2-9A-HJ-NP-Z]{10}$/)
  const [issued, ...more] = plain.made
  assert.deepEqual(more, [])
  assert.deepEqual(
    [issued?.code, issued?.worth, issued?.minimum],
    [code, { kind: 'fixed_amount', amount: '5.00', currency: 'EUR' }, { amount: '40.00', currency: 'EUR' }],
  )
  assert.equal(Number(issued?.endsAt) - Number(issued?.startsAt), 60 * 24 * 60 * minute)
  assert.equal(await countMails(), 1)
  const { pool, waiting } = (await shop.api.get(`/review-incentives/${made.id}`)).body
  assert.deepEqual([pool, waiting], [{ free: 0, given: 1 }, 0])
})

test('the shop makes codes for percentages and free shipping, one per person and product', async () => {
  const { id } = await offered(shop.api, { codes: 'platform', value: { type: 'percent', amount: '12.5' } })
  await write('jane@customer.example')
  await write('jane+twice@customer.example')
  await service.runJobs()
  assert.deepEqual([...plain.codes.values()], [{ kind: 'percent', percent: '12.5' }])
  const states = (await listRewards(shop.api, id)).map(({ state, reason }) => [state, reason])
  assert.deepEqual(states, [
    ['withheld', 'already_rewarded'],
    ['given', null],
  ])
  await shop.api.patch(`/review-incentives/${id}`, { value: { type: 'free_shipping' } })
  await write('sam@customer.example')
  await service.runJobs()
  assert.deepEqual([...plain.codes.values()].at(-1), { kind: 'free_shipping' })
})

test('after a refusal the reward waits until the value changes, and owners get one mail', async () => {
  const { id } = await offered(shop.api, byShop)
  plain.fails = refuses
  await write('jane@customer.example')
  await write('sam@customer.example')
  await service.runJobs()
  for (const { state, reason } of await listRewards(shop.api, id))
    assert.deepEqual([state, reason], ['waiting', 'shop_refused'])
  assert.equal(await countNotices('makes no reward codes'), 1)
  assert.equal((await shop.api.get(`/review-incentives/${id}`)).body.waiting, 2)
  plain.fails = undefined
  await shop.api.patch(`/review-incentives/${id}`, { value: { ...five, amount: '6' } })
  await service.runJobs()
  assert.deepEqual(
    (await listRewards(shop.api, id)).map(({ state }) => state),
    ['given', 'given'],
  )
  // Both people were promised the earlier value.
  assert.deepEqual(
    plain.made.map(({ worth }) => worth.kind === 'fixed_amount' && worth.amount),
    ['5.00', '5.00'],
  )
  assert.equal(await countMails(), 2)
})

test('if the shop is down for an hour, rewards wait and owners are notified', async () => {
  const { id } = await offered(shop.api, byShop)
  plain.fails = away
  await write('jane@customer.example')
  await write('sam@customer.example')
  await service.runJobs()
  assert.equal((await listRewards(shop.api, id))[0]?.state, 'pending')
  for (let at = 0; at < 5; at++) await later(10 * minute)
  assert.equal(await countNotices('does not answer'), 0)
  await later(12 * minute)
  for (const { state, reason } of await listRewards(shop.api, id))
    assert.deepEqual([state, reason], ['waiting', 'shop_unreachable'])
  assert.equal(await countNotices('does not answer'), 1)
  const calls = plain.calls.length
  plain.fails = undefined
  await later(61 * minute)
  assert.deepEqual(
    (await listRewards(shop.api, id)).map(({ state }) => state),
    ['given', 'given'],
  )
  assert.equal(plain.calls.length - calls, 2)
})

test('spam deletes the code in the shop; a later approval gives the author another code', async () => {
  const { id } = await offered(shop.api, byShop)
  const review = await write('jane@customer.example')
  await service.runJobs()
  const first = (await only(id)).code ?? ''
  await decide(review, 'rejected')
  await service.runJobs()
  assert.deepEqual([...plain.codes.keys()], [first])
  await decide(review, 'spam')
  await service.runJobs()
  assert.equal(plain.codes.size, 0)
  const taken = await only(id)
  assert.deepEqual([taken.state, taken.reason, taken.code], ['withheld', 'spam', null])
  await decide(review, 'approved')
  await service.runJobs()
  const { state, code } = await only(id)
  assert.equal(state, 'given')
  assert.notEqual(code, first)
  assert.deepEqual([...plain.codes.keys()], [code])
  assert.equal(await countMails(), 2)
})

test("spam or an erasure during the shop's call leaves no code", async () => {
  const { id } = await offered(shop.api, byShop)
  const review = await write('jane@customer.example')
  plain.waits = (name) => (name === 'issue' ? decide(review, 'spam') : undefined)
  await service.runJobs()
  plain.waits = (name) =>
    name === 'issue' ? shop.api.post('/customers/erase', { email: 'sam@customer.example' }) : undefined
  await write('sam@customer.example')
  await service.runJobs()
  plain.waits = undefined
  await service.runJobs()
  assert.equal(plain.codes.size, 0)
  assert.deepEqual(
    (await listRewards(shop.api, id)).map(({ state, reason }) => [state, reason]),
    [
      ['withheld', 'person_erased'],
      ['withheld', 'spam'],
    ],
  )
  assert.equal(await countMails(), 0)
})

test("switching to the merchant's own codes ends the wait, and the shop's code is deleted", async () => {
  const { id } = await offered(shop.api, byShop)
  plain.fails = refuses
  await write('jane@customer.example')
  await service.runJobs()
  assert.equal((await shop.api.post(`/review-incentives/${id}/codes`, { codes: ['MINE'] })).status, 409)
  const own = await shop.api.patch(`/review-incentives/${id}`, { codes: 'own' })
  assert.deepEqual([own.body.codes, own.body.value], ['own', null], own.text)
  await addCodes(shop.api, id, ['MINE'])
  plain.fails = undefined
  await service.runJobs()
  const { state, code } = await only(id)
  assert.deepEqual([state, code], ['given', 'MINE'])
  assert.equal(plain.codes.size, 0)
})

test('without a shop, no incentive with shop codes starts or is offered, and rewards wait', async () => {
  const { id } = await offered(shop.api, byShop)
  await write('jane@customer.example')
  assert.equal((await shop.api.delete(`/connectors/shops/${connectionId}`)).status, 204)
  await service.runJobs()
  assert.equal((await only(id)).state, 'waiting')
  assert.equal((await begin(shop)).incentive, null)
  const another = { kind: 'coupon', text: 'A coupon', ...byShop }
  const { status, body } = await shop.api.post('/review-incentives', another)
  assert.deepEqual([status, body.code], [409, 'shop_not_connected'])
  assert.equal((await shop.api.post('/connectors/shops', { platform: 'custom' })).status, 201)
  const custom = await shop.api.post('/review-incentives', another)
  assert.deepEqual([custom.status, custom.body.code], [409, 'not_supported'])
  assert.equal((await shop.api.patch(`/review-incentives/${id}`, { status: 'paused' })).status, 200)
  assert.equal((await shop.api.patch(`/review-incentives/${id}`, { status: 'active' })).body.code, 'not_supported')
})

test('the error for an impossible value names the field', async () => {
  const refused: [object, string][] = [
    [{ codes: 'platform' }, '/value'],
    [{ ...byShop, kind: 'points', points: 5 }, '/codes'],
    [{ ...byShop, code: 'X' }, '/code'],
    [{ value: five }, '/value'],
    [{ codes: 'platform', value: { ...five, amount: null } }, '/value/amount'],
    [{ codes: 'platform', value: { ...five, amount: '0.00' } }, '/value/amount'],
    [{ codes: 'platform', value: { ...five, amount: '-5' } }, '/value/amount'],
    [{ codes: 'platform', value: { ...five, amount: '5.001' } }, '/value/amount'],
    [{ codes: 'platform', value: { ...five, currency: null } }, '/value/currency'],
    [{ codes: 'platform', value: { ...five, currency: 'ZZZ' } }, '/value/currency'],
    [{ codes: 'platform', value: { ...five, minimumTotal: '0' } }, '/value/minimumTotal'],
    [{ codes: 'platform', value: { ...five, validDays: 0 } }, '/value/validDays'],
    [{ codes: 'platform', value: { ...five, validDays: 731 } }, '/value/validDays'],
    ...['0', '0.5', '0.99', '100.01', '101', '1000', null].map((amount): [object, string] => [
      { codes: 'platform', value: { type: 'percent', amount } },
      '/value/amount',
    ]),
    [{ codes: 'platform', value: { type: 'percent', amount: '1.005' } }, '/value/amount'],
    [{ codes: 'platform', value: { type: 'free_shipping', amount: '5' } }, '/value/amount'],
    [{ codes: 'platform', value: { type: 'free_shipping', minimumTotal: '5' } }, '/value/currency'],
    [{ codes: 'platform', value: { amount: '5' } }, '/value/type'],
    [{ ...byShop, minRating: 4 }, '/minRating'],
  ]
  for (const [more, path] of refused) {
    const { status, body } = await shop.api.post('/review-incentives', { kind: 'coupon', text: 'A coupon', ...more })
    assert.deepEqual([status, body.details?.[0]?.path], [400, path], JSON.stringify(more))
  }
})

test('percentages are 1 to 100; an incentive with a stored smaller one cannot be activated', async () => {
  const { id } = await offered(shop.api, { codes: 'platform', value: { type: 'percent', amount: '1' } })
  const change = (changes: object) => shop.api.patch(`/review-incentives/${id}`, changes)
  const percent = (amount: string) => change({ value: { type: 'percent', amount } })
  for (const amount of ['1.00', '99.99', '100']) assert.equal((await percent(amount)).status, 200, amount)
  for (const amount of ['0.99', '0', '100.01']) {
    const { status, body } = await percent(amount)
    assert.deepEqual([status, body.details[0].path], [400, '/value/amount'], amount)
    assert.match(body.details[0].message, /from 1 to 100/)
  }
  await service.query(`update review_incentives set value = jsonb_set(value, '{amount}', '"0.5"') where id = $1`, [id])
  assert.equal((await change({ status: 'paused' })).status, 200)
  assert.equal((await change({ status: 'active' })).body.details[0].path, '/value/amount')
  assert.equal((await change({ status: 'active', value: { type: 'percent', amount: '5' } })).status, 200)
})

test('an archive restores an offer below one percent, but pauses it', async () => {
  const { id } = await offered(shop.api, { codes: 'platform', value: { type: 'percent', amount: '5' } })
  const restored = async () => {
    const target = await service.shop()
    const { content } = await fetchArchive(service, await asOwner(service, shop))
    const sent = await service.app.inject({
      ...{ method: 'POST', url: '/api/v1/imports/archive', payload: content },
      headers: { ...asKey(target), 'content-type': 'application/zip' },
    })
    assert.equal(sent.statusCode, 202, sent.payload)
    await service.runJobs()
    const { data } = (await target.api.get('/review-incentives')).body
    return data.map(({ status, value }: { status: string; value: { amount: string } }) => [status, value.amount])
  }
  assert.deepEqual(await restored(), [['active', '5']])
  await service.query(`update review_incentives set value = jsonb_set(value, '{amount}', '"0.5"') where id = $1`, [id])
  assert.deepEqual(await restored(), [['paused', '0.5']])
})
