import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { ShopFailure } from '#integrations/shops/shop.ts'
import { archive as ofIncentives } from '#resources/review-incentives/archive.ts'
import {
  addCodes,
  author,
  begin,
  listRewards,
  offered,
} from '#resources/review-incentives/review-incentives.testing.ts'
import { type PlainShop, startPlainShop } from '#test/fakes/shops/plain.ts'
import { provideService, type Shop } from '#test/service.ts'
import { archive as ofLoyalty } from '../../loyalty/archive.ts'
import { member, openProgram, order, push, shoppers } from '../../loyalty/loyalty.testing.ts'
import { asKey, asOwner, fetchArchive, type Line, readArchiveLines } from '../archives.testing.ts'

const tables: string[] = [...ofLoyalty, ...ofIncentives].map(({ table }) => table)
const [bob, ann] = ['bob@customer.example', 'ann@customer.example']
const waiting = ['first@customer.example', 'second@customer.example', 'third@customer.example']

let plain: PlainShop
let shop: Shop
let target: Shop
let original: Line[]
let restored: Line[]
let ids: Map<string, string>
const incentives: Record<string, string> = {}
const rewards: Record<string, string> = {}
/** Maps each request's idempotency key to the code that was assigned to the request from the pool. */
const taken: Record<string, string> = {}

const service = provideService({ now: new Date('2026-11-20T12:00:00Z') }, async () => {
  plain = startPlainShop()
  shop = await openProgram(service, {
    ...{ shopperRedeems: true, reviewPoints: 20, birthdayPoints: 50, tiers: [{ name: 'Silver', threshold: 100 }] },
    ...{ expiry: { enabled: true, days: 300 }, referral: { advocatePoints: 30, friendPoints: 10, minimumTotal: '20' } },
  })
  await shop.api.put('/products', [
    { platformProductId: 'mug', title: 'Mug' },
    { platformProductId: 'pot', title: 'Pot' },
  ])
  await earn()
  await review()
  await spend()
  const archive = await fetchArchive(service, await asOwner(service, shop))
  original = readArchiveLines(archive)
  target = await service.shop('Empty')
  const sent = await service.app.inject({
    method: 'POST',
    url: '/api/v1/imports/archive',
    headers: { ...asKey(target), 'content-type': 'application/zip' },
    payload: archive.content,
  })
  assert.equal(sent.statusCode, 202, sent.body)
  await runRestore(sent.json().id)
  restored = readArchiveLines(await fetchArchive(service, await asOwner(service, target)))
})
after(() => plain?.restore())

async function earn() {
  await push(shop, order('1', '200'), order('2', '40', { email: ann }))
  const as = await shoppers(service, shop)
  assert.equal((await shop.storefront.get('/storefront/loyalty/referral', as(ann))).status, 200)
  const { id } = await member(shop)
  await shop.api.patch(`/loyalty/members/${id}`, { birthday: '11-20' })
  await shop.api.post(`/loyalty/members/${id}/grants`, { points: 15, reason: 'A gesture', idempotencyKey: 'gesture' })
  for (const friendEmail of [bob, 'nobody@customer.example'])
    assert.equal((await shop.api.post('/loyalty/referrals', { advocateMemberId: id, friendEmail })).status, 201)
  const { data } = (await shop.api.get('/loyalty/referrals')).body
  for (const { code } of data) await push(shop, order('3', '25', { email: bob, referralCode: code }))
  assert.equal((await shop.api.put('/loyalty/program', { pointsPerUnit: 2, holdDays: 3 })).status, 200)
  await service.runJobs()
}

async function review() {
  const write = await author(service, shop)
  const { body: category } = await shop.api.put('/categories', [{ platformCategoryId: 'c', name: 'Mugs' }])
  assert.equal(category.failed, 0)
  const { data: products } = (await shop.api.get('/products')).body
  const findProductId = (platformProductId: string) =>
    products.find((each: { platformProductId: string }) => each.platformProductId === platformProductId).id
  const { data: categories } = (await shop.api.get('/categories')).body
  const translations = { 'pt-BR': { text: '10 % de desconto' }, de: { text: '10 % Rabatt', terms: 'Einmal.' } }
  const languages = { locale: 'en', translations }
  incentives.coupon = (await offered(shop.api, { productIds: [findProductId('mug')], lowAt: 1, ...languages })).id
  incentives.points = (
    await offered(shop.api, { kind: 'points', text: 'Points', productIds: [findProductId('pot')] })
  ).id
  await offered(shop.api, { status: 'draft', categoryIds: [categories[0].id] })
  await addCodes(shop.api, incentives.coupon, ['ONE'])
  await shop.api.put('/email/settings', { delayDays: 0 })
  const lineItems = [{ platformProductId: 'mug', title: 'Mug', quantity: 1 }]
  await push(shop, order('asked', '1', { email: 'asked@customer.example', lineItems }))
  service.advance(180_000)
  await service.tick()
  await service.runJobs()
  const { startedAt } = await begin(shop)
  const pot = (await begin(shop, 'pot')).startedAt
  service.advance(5_000)
  await write('served@customer.example', { startedAt })
  for (const email of waiting) {
    service.advance(1_000)
    await write(email, { startedAt })
  }
  await write(ann, { platformProductId: 'pot', startedAt: pot })
  const spam = await write(bob, { platformProductId: 'pot', startedAt: pot })
  assert.equal((await shop.api.put(`/reviews/${spam}`, { status: 'spam' })).status, 200)
  await service.runJobs()
}

async function spend() {
  const connection = { platform: 'medusa', address: 'http://localhost:9000', backfillDays: 0 }
  const credentials = { apiKey: plain.goodKey }
  assert.equal((await shop.api.post('/connectors/shops', { ...connection, credentials })).status, 201)
  await service.runJobs()
  for (const [codes, more] of Object.entries({
    pool: { kind: 'custom' },
    platform: { kind: 'percent', value: '10' },
  }))
    rewards[codes] = (await shop.api.post('/loyalty/rewards', { name: codes, cost: 10, codes, ...more })).body.id
  await shop.api.post(`/loyalty/rewards/${rewards.pool}/codes`, { codes: ['P1', 'P2', 'P3'] })
  const { id: memberId } = await member(shop)
  const redeem = async (rewardId: string | undefined, idempotencyKey: string) =>
    (await shop.api.post('/loyalty/redemptions', { memberId, rewardId, idempotencyKey })).body
  const [kept, givenBack] = [await redeem(rewards.pool, 'kept'), await redeem(rewards.pool, 'given-back')]
  Object.assign(taken, { kept: kept.code, givenBack: givenBack.code })
  await makeShopCode()
  const { id } = givenBack
  assert.equal((await shop.api.post(`/loyalty/redemptions/${id}/reverse`)).body.status, 'reversed')
  plain.fails = () => new ShopFailure('shop_unreachable', 'No answer.')
  assert.equal((await redeem(rewards.platform, 'not-made-yet')).status, 'pending')
}

async function makeShopCode() {
  const cup = await shop.api.put('/products', [{ platformProductId: 'cup', title: 'Cup' }])
  assert.equal(cup.body.failed, 0, cup.text)
  const { id: productId } = (await shop.api.get('/products/by-platform-id/cup')).body
  const value = { type: 'percent', amount: '10' }
  const made = await offered(shop.api, { codes: 'platform', value, productIds: [productId] })
  const { startedAt } = await begin(shop, 'cup')
  service.advance(5_000)
  const write = await author(service, shop)
  await write('cup@customer.example', { platformProductId: 'cup', startedAt })
  await service.runJobs()
  const [reward] = await listRewards(shop.api, made.id)
  assert.match(reward?.code ?? '', /^THX-/)
}

/** Runs queued jobs only, so that the test compares the restored rows before scheduled jobs change them. */
async function runRestore(importId: string) {
  await service.runJobs()
  const { status, error } = (await target.api.get(`/imports/${importId}`)).body
  assert.equal(status, 'completed', JSON.stringify(error))
  ids = new Map()
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await target.api.get(`/imports/${importId}/ids?limit=100${cursor && `&cursor=${cursor}`}`)
    for (const { from, to } of body.data) ids.set(from, to)
    cursor = body.pagination.nextCursor
  }
}

const anyId = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

for (const table of tables)
  test(`${table}: each row is restored field by field`, () => {
    const known = new Set(ids.values())
    const selectRows = (lines: Line[], translated: boolean) =>
      lines
        .filter((line) => line.table === table)
        .map(({ row }) => JSON.stringify(row).replace(anyId, (id) => (translated ? (ids.get(id) ?? id) : id)))
        .map((text) => text.replace(anyId, (id) => (known.has(id) ? id : 'an id that nobody names')))
        .sort()
    const rows = selectRows(original, true)
    assert.ok(rows.length > 0, 'there is none to compare')
    assert.deepEqual(selectRows(restored, false), rows)
  })

test('a balance equals its journal before and after refunding a code that was never created', async () => {
  const sums = async () => {
    const { rows } = await service.query(
      `select m.balance::int, (select coalesce(sum(j.delta), 0)::int from loyalty_journal j
                                where j.store_env_id = m.store_env_id and j.member_id = m.id) as total
         from loyalty_members m where m.store_env_id = $1`,
      [target.storeEnvId],
    )
    return rows as { balance: number; total: number }[]
  }
  for (const { balance, total } of await sums()) assert.equal(balance, total)
  const { balance } = await member(target)
  assert.equal(balance, (await member(shop)).balance)
  service.advance(120_000)
  await service.tick()
  const { data } = (await target.api.get('/loyalty/redemptions?limit=100')).body
  const of = (name: string) => data.filter((each: { rewardName: string }) => each.rewardName === name)
  assert.deepEqual([of('platform')[0].status, of('platform')[0].code], ['failed', null])
  assert.equal((await member(target)).balance, balance + 10)
  for (const { balance, total } of await sums()) assert.equal(balance, total)
})

test('an assigned code is never assigned again, and a used idempotency key repeats its response', async () => {
  const { id: memberId } = await member(target)
  const redeem = (idempotencyKey: string) =>
    target.api.post('/loyalty/redemptions', { memberId, rewardId: ids.get(rewards.pool ?? ''), idempotencyKey })
  const again = await redeem('kept')
  assert.deepEqual([again.status, again.body.code], [200, taken.kept])
  const fresh = await redeem('fresh')
  assert.equal(fresh.status, 201, fresh.text)
  assert.deepEqual([...Object.values(taken), fresh.body.code].sort(), ['P1', 'P2', 'P3'])
  assert.equal((await redeem('fresher')).body.code, 'no_codes_left')
  const gesture = { points: 15, reason: 'A gesture', idempotencyKey: 'gesture' }
  assert.equal((await target.api.post(`/loyalty/members/${memberId}/grants`, gesture)).status, 200)
})

test('new codes go to the oldest waiting rewards; rewarded authors are not mailed again', async () => {
  const coupon = ids.get(incentives.coupon ?? '') as string
  const api = await target.signedIn()
  const addresses = async (state: string) =>
    (await listRewards(api, coupon)).filter((each) => each.state === state).map(({ email }) => email)
  assert.deepEqual(await addresses('waiting'), waiting.toReversed())
  await addCodes(target.api, coupon, ['ONE', 'TWO', 'THREE'])
  assert.deepEqual(await addresses('waiting'), waiting.slice(2))
  await service.runJobs()
  const { data } = (await api.get('/email/messages?limit=100')).body
  const mailed = data.filter(({ template }: { template: string }) => template === 'review_reward')
  assert.equal(mailed.length, 2)
  const given = (await listRewards(api, coupon)).flatMap(({ code }) => code ?? [])
  assert.deepEqual(given.toSorted(), ['ONE', 'THREE', 'TWO'])
})
